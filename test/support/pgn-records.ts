/** Records of chess and xiangqi such as PGN can hold, for property tests. */
import * as fc from 'fast-check'
import type { Annotation, Clock, MoveComment, Evaluation, Mark } from '../../src/model/annotation.ts'
import { makeDate, type PartialDate } from '../../src/model/date.ts'
import { PASS } from '../../src/model/move.ts'
import type { GameRecord, Header, Player } from '../../src/model/record.ts'
import type { Result } from '../../src/model/result.ts'
import type { MoveNode } from '../../src/model/tree.ts'
import { rulesOf } from '../../src/rules/index.ts'
import { randomInt, seededRandom } from './random.ts'

/** Text with everything in it that means something in PGN, and much that does not. */
const anyText = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc
      .array(
        fc.oneof(
          fc.constantFrom(
            '}',
            '{',
            '(',
            ')',
            '[',
            ']',
            ';',
            '%',
            '$1',
            '*',
            '1-0',
            '\n',
            '\n\n',
            ' ',
            '  ',
            '\t',
            '"',
            '\\',
          ),
          fc.constantFrom(
            '[Event "x"]',
            '\n[Event "x"]',
            '\n%',
            '[%unknown 1,2]',
            '12.',
            'e4',
            'é',
            '炮二平五',
            '😀',
            '　',
          ),
          fc.constantFrom('the', 'quick', 'brown', 'x'.repeat(45), 'y'.repeat(100)),
          fc.string({ maxLength: 8 }),
        ),
        { maxLength: 60 },
      )
      .chain((words) => fc.constantFrom(' ', '').map((glue) => words.join(glue))),
  )
  // What PGN says of white space: line breaks are one character, the ends do not count.
  .map((text) => text.replaceAll(/\r\n?/g, '\n').replaceAll(/^[\0\t\n\v\f\r ]+|[\0\t\n\v\f\r ]+$/g, ''))
  .filter((text) => text !== '')

/** The text of a tag: any but line breaks, and not the sign for unknown. */
const tagText = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom('a "b" c', 'C:\\games\\', '"', '\\"', 'x"]', '炮', ''),
  )
  .map((text) => text.replaceAll(/[\r\n]/g, ' '))
  .filter((text) => text !== '' && text !== '?')

const comments = fc.array(fc.record<MoveComment>({ text: anyText, placement: fc.constantFrom('before', 'after') }), {
  maxLength: 3,
})

const seconds = fc.integer({ min: 0, max: 200_000_000 }).map((thousandths) => thousandths / 1000)
const clock: fc.Arbitrary<Clock> = fc
  .record({ left: seconds, spent: seconds, used: seconds }, { requiredKeys: [] })
  .filter((value) => Object.keys(value).length > 0)

const evaluation: fc.Arbitrary<Evaluation> = fc.oneof(
  fc.record(
    { centipawns: fc.integer({ min: -99_999, max: 99_999 }), depth: fc.integer({ min: 0, max: 99 }) },
    { requiredKeys: ['centipawns'] },
  ),
  fc.record({ mate: fc.integer({ min: -200, max: 200 }) }),
)

function marks(squares: number): fc.Arbitrary<Mark[]> {
  const square = fc.integer({ min: 0, max: squares - 1 })
  const paint = fc.constantFrom('red', 'green', 'yellow', 'blue', 'cyan', 'orange', 'magenta')
  return fc.array(
    fc.oneof(
      fc.record<Mark>({ shape: fc.constant('colour'), at: square, paint }),
      fc.record<Mark>({ shape: fc.constant('arrow'), at: square, to: square, paint }),
    ),
    { minLength: 1, maxLength: 4 },
  )
}

const annotation: fc.Arbitrary<Annotation> = fc.oneof(
  fc.constant<Annotation>({ type: 'diagram' }),
  fc.constant<Annotation>({ type: 'medals', names: ['novelty', 'user', 'bit-20'] }),
  fc
    .array(fc.integer({ min: -3000, max: 3000 }), { minLength: 1, maxLength: 9 })
    .map((values): Annotation => ({ type: 'evaluation-curve', values: values.map((centipawns) => ({ centipawns })) })),
)

/** What a node may carry. */
function notes(squares: number): fc.Arbitrary<Partial<MoveNode>> {
  return fc.record(
    {
      comments,
      glyphs: fc.array(fc.record({ nag: fc.integer({ min: 1, max: 255 }).filter((nag) => nag !== 220) }), {
        minLength: 1,
        maxLength: 3,
      }),
      clock,
      evaluation,
      marks: marks(squares),
      annotations: annotation.map((one) => [one]),
    },
    { requiredKeys: [] },
  )
}

const date: fc.Arbitrary<PartialDate> = fc
  .tuple(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 28 }))
  .map(([year, month, day]) => makeDate(year, month, day)!)

const player: fc.Arbitrary<Player> = fc
  .record(
    {
      name: tagText,
      title: tagText,
      rating: fc.integer({ min: 1, max: 99_999 }),
      rank: tagText,
      nation: tagText,
      team: fc.record({ name: tagText, nation: tagText }, { requiredKeys: ['name'] }),
      timeUsed: tagText,
    },
    { requiredKeys: [] },
  )
  .chain((value) => fc.boolean().map((hasId) => (hasId ? { ...value, id: '4100018', domain: 'fide' } : value)))

const result: fc.Arbitrary<Result> = fc.oneof(
  fc.constantFrom<Result>(
    { outcome: 'draw' },
    { outcome: 'both-lose' },
    { outcome: 'unfinished' },
    { outcome: 'void' },
  ),
  fc.record<Result>(
    {
      outcome: fc.constant('win'),
      winner: fc.constantFrom(1, 2),
      by: fc.constantFrom('time', 'resignation', 'forfeit'),
    },
    { requiredKeys: ['outcome', 'winner'] },
  ),
)

const header: fc.Arbitrary<Header> = fc
  .record(
    {
      result,
      first: player,
      second: player,
      title: tagText,
      kind: fc.constantFrom('opening', 'problem', 'fragment'),
      event: fc
        .record(
          {
            name: tagText,
            site: tagText,
            date,
            endDate: date,
            type: fc.constantFrom('swiss', 'knockout', 'tournament'),
            pace: fc.constantFrom('rapid', 'blitz', 'correspondence'),
            nation: tagText,
            category: fc.integer({ min: 1, max: 30 }),
            rounds: fc.integer({ min: 1, max: 30 }),
          },
          { requiredKeys: [] },
        )
        .filter((event) => Object.keys(event).length > 0),
      date,
      round: fc.integer({ min: 1, max: 99 }),
      board: fc.integer({ min: 1, max: 99 }),
      openingCode: tagText,
      openingName: tagText,
      variationName: tagText,
      annotator: tagText,
      recorder: tagText,
      copyright: tagText,
      id: tagText,
      instant: fc.constantFrom('2024-02-29T23:59:59Z', '1999-01-01T00:00:00Z'),
      publication: fc.record({ title: tagText, version: fc.nat(99), quality: fc.constantFrom('high', 'low') }),
      medals: fc.constant(['best-game', 'endgame']),
      tags: fc.dictionary(fc.stringMatching(/^X[a-z0-9_]{1,9}$/), tagText, {
        minKeys: 1,
        maxKeys: 3,
        noNullPrototype: true,
      }),
    },
    { requiredKeys: ['result'] },
  )
  .map(({ first, second, ...rest }): Header => {
    const players: Player[] = []
    if (first && Object.keys(first).length > 0) players.push({ colour: 1, ...first })
    if (second && Object.keys(second).length > 0) players.push({ colour: 2, ...second })
    return { ...rest, players } as unknown as Header
  })

/** Set-ups from which there is something to play, absent for the usual start. */
const SETUPS = {
  chess: [undefined, undefined, '4k3/P7/8/3pP3/8/8/7p/R3K2R w KQ d6 0 30', '6k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 3 34'],
  xiangqi: [undefined, undefined, '4k4/9/9/9/9/9/9/9/4A4/3K5 b - - 0 5'],
} as const

/** A tree of legal moves, null moves and now and then a move nobody can read, in preorder. */
function growTree(game: 'chess' | 'xiangqi', setup: string | undefined, seed: number, size: number): MoveNode[] {
  const rules = rulesOf(game)
  const random = seededRandom(seed)
  const nodes: MoveNode[] = [{ parent: -1 }]
  // Lines to grow: where they begin, and the position there, undefined after an unreadable move.
  const grow = (parent: number, budget: number): void => {
    const position = rules.start(setup === undefined ? {} : { setup })
    const path: number[] = []
    for (let at = parent; at > 0; at = nodes[at]!.parent) path.unshift(at)
    let isLost = false
    for (const at of path) {
      const { move } = nodes[at]!
      if (move === undefined) isLost = true
      else rules.play(position, move)
    }
    let at = parent
    for (let left = budget; left > 0;) {
      const moves = rules.legal(position)
      const isUnread = isLost || randomInt(random, 60) === 0
      if (moves.length === 0 && !isUnread) return
      const isNull = randomInt(random, 30) === 0
      const node: MoveNode = isUnread
        ? { parent: at, unread: { text: `Xx${randomInt(random, 9)}` } }
        : { parent: at, move: isNull ? PASS : moves[randomInt(random, moves.length)]! }
      at = nodes.push(node) - 1
      left--
      const branches = randomInt(random, 5) === 0 && left > 4 ? 1 + randomInt(random, 2) : 0
      const siblingsOf = node.parent
      if (branches > 0) {
        // The main line below this move first, then the moves beside it: preorder.
        const below = Math.floor(left / 2)
        grow(at, below)
        for (let branch = 0; branch < branches; branch++) grow(siblingsOf, Math.floor((left - below) / branches))
        return
      }
      if (node.move === undefined) isLost = true
      else rules.play(position, node.move)
    }
  }
  grow(0, size)
  return nodes
}

/** Records that PGN keeps whole: written and read again they are equal. */
export const pgnRecords: fc.Arbitrary<GameRecord> = fc
  .constantFrom<'chess' | 'xiangqi'>('chess', 'xiangqi')
  .chain((game) =>
    fc.record({
      game: fc.constant(game),
      setup: fc.constantFrom(...SETUPS[game]),
      header,
      seed: fc.nat(),
      size: fc.nat(40),
      notes: fc.array(notes(game === 'chess' ? 64 : 90), { minLength: 1, maxLength: 12 }),
    }),
  )
  .map(({ game, setup, header, seed, size, notes }) => {
    const nodes = growTree(game, setup, seed, size)
    for (const [index, node] of nodes.entries()) {
      // A few nodes carry something, and what they carry comes in the order of PGN.
      const note = notes[(index * 7) % notes.length]!
      const { comments = [], annotations, ...others } = (index + seed) % 3 === 0 ? note : {}
      Object.assign(node, others)
      const isRoot = index === 0
      const placed = comments.map(({ text, placement }) => ({
        text,
        placement: isRoot ? ('after' as const) : placement,
      }))
      const ordered = [...placed].sort(
        (left, right) => Number(left.placement === 'after') - Number(right.placement === 'after'),
      )
      if (ordered.length > 0) node.comments = ordered
      if (annotations && !(isRoot && annotations[0]!.type === 'medals')) node.annotations = annotations
    }
    return { game, ...(setup === undefined ? {} : { setup }), header, nodes }
  })

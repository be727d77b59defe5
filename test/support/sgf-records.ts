/** Records of Go and Othello with everything that the model knows, for the way to SGF and back; and SGF text of every shape. */
import fc from 'fast-check'
import type { Annotation, Clock, Edit, Evaluation, Mark, MarkShape } from '../../src/model/annotation.ts'
import { makePass, makePlacement, type Colour } from '../../src/model/move.ts'
import type { GameRecord, Header, Player } from '../../src/model/record.ts'
import type { Result } from '../../src/model/result.ts'
import type { TimelineEvent } from '../../src/model/timeline.ts'
import type { MoveNode } from '../../src/model/tree.ts'

/** Text with everything that SGF escapes, breaks or decodes. */
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom('[', ']', '\\', ':', ';', '(', ')', '\n', '\r\n', '\r', ' ', '\t', '黑棋', 'é', '𝄞', '', 'C[x]'),
      fc.string({ unit: 'binary', maxLength: 6 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''))

const filledText = anyText.filter((text) => text !== '')
const colour = fc.constantFrom<Colour>(1, 2)
const seconds = fc.integer({ min: 0, max: 100_000 }).map((tenths) => tenths / 10)

/** An object with each field or without it. */
function partly<T>(fields: { [Key in keyof T]-?: fc.Arbitrary<NonNullable<T[Key]>> }): fc.Arbitrary<T> {
  return fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<T>
}

const SHAPES: MarkShape[] = [
  'circle',
  'square',
  'triangle',
  'cross',
  'selected',
  'dot',
  'label',
  'territory',
  'dim',
  'hidden',
  'colour',
  'arrow',
  'line',
]

function markOn(square: fc.Arbitrary<number>): fc.Arbitrary<Mark> {
  return fc
    .record({
      shape: fc.constantFrom(...SHAPES),
      at: square,
      to: square,
      text: anyText,
      owner: fc.constantFrom('1', '2'),
    })
    .map(({ shape, at, to, text, owner }) => {
      if (shape === 'label') return { shape, at, text }
      if (shape === 'arrow' || shape === 'line') return { shape, at, to }
      return shape === 'territory' ? { shape, at, paint: owner } : { shape, at }
    })
}

const annotation: fc.Arbitrary<Annotation> = fc.oneof(
  colour.map((each): Annotation => ({ type: 'problem', colour: each })),
  fc.constant<Annotation>({ type: 'diagram' }),
  fc.constant<Annotation>({ type: 'undim' }),
  fc.array(fc.nat(360), { maxLength: 4 }).map((squares): Annotation => ({ type: 'view', squares })),
  filledText.map((text): Annotation => ({ type: 'diagram', text })),
  filledText.map((address): Annotation => ({ type: 'media', kind: 'link', address })),
  fc.constant<Annotation>({ type: 'unknown', format: 'chessbase', code: '7', base64: 'AAE=' }),
)

const clock = partly<Clock>({
  left: seconds,
  lefts: fc.tuple(seconds, seconds),
  spent: seconds,
  used: seconds,
  movesLeft: fc.tuple(fc.nat(30), fc.nat(30)),
  recordedAt: seconds,
}).filter((value) => Object.keys(value).length > 0)

const evaluation: fc.Arbitrary<Evaluation> = fc.oneof(
  fc.integer({ min: -30_000, max: 30_000 }).map((centipawns) => ({ centipawns })),
  fc.record({ centipawns: fc.integer({ min: -300, max: 300 }), depth: fc.nat(40), source: filledText }),
  fc.record({ text: filledText }),
  fc.record({
    winrate: fc.oneof(
      fc.integer({ min: 0, max: 10_000 }).map((value) => value / 10_000),
      fc.constantFrom(0.123456, 1 / 3),
    ),
    scoreLead: fc.integer({ min: -4000, max: 4000 }).map((value) => value / 100),
    visits: fc.nat(100_000),
    seconds: fc.nat(60),
    lines: fc.array(
      fc.record({
        moves: fc.array(
          fc.nat(80).map((square) => makePlacement(square, 1)),
          { minLength: 1, maxLength: 3 },
        ),
        winrate: fc.constantFrom(0.5, 0.25),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    ownership: fc.array(fc.constantFrom(-1, 0.5, 1), { minLength: 1, maxLength: 4 }),
  }),
)

const foreign = fc.record({ wei7: fc.record({ unread: fc.dictionary(fc.string({ maxLength: 5 }), fc.nat(9)) }) })

function notesOn(square: fc.Arbitrary<number>): fc.Arbitrary<Partial<MoveNode>> {
  const edits: fc.Arbitrary<Edit[]> = fc.uniqueArray(
    fc.record({ squares: fc.array(square, { minLength: 1, maxLength: 4 }), piece: fc.constantFrom('1', '2', '') }),
    { minLength: 1, maxLength: 3, selector: ({ piece }) => piece },
  )
  return partly<Omit<MoveNode, 'parent' | 'move' | 'unread'>>({
    name: anyText,
    moveNumber: fc.nat(400),
    comments: fc.array(
      fc.oneof(
        fc.record({ text: anyText, placement: fc.constantFrom<'before' | 'after'>('before', 'after') }),
        fc.record({ text: anyText, placement: fc.constant<'after'>('after'), language: fc.constantFrom('en', 'zh') }),
      ),
      { minLength: 1, maxLength: 3 },
    ),
    glyphs: fc.array(fc.record({ nag: fc.nat(24) }), { minLength: 1, maxLength: 3 }),
    marks: fc.array(markOn(square), { minLength: 1, maxLength: 5 }),
    clock,
    evaluation,
    edits,
    turn: colour,
    annotations: fc.array(annotation, { minLength: 1, maxLength: 2 }),
    native: foreign,
  })
}

/** Nodes in preorder: each goes up a few nodes from the one before it and hangs on there. */
function treeOf(
  note: fc.Arbitrary<Partial<MoveNode>>,
  step: fc.Arbitrary<Partial<MoveNode>>,
): fc.Arbitrary<MoveNode[]> {
  const none = fc.constant<Partial<MoveNode>>({})
  const notes = fc.oneof({ weight: 2, arbitrary: none }, { weight: 1, arbitrary: note })
  const up = fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 5 }))
  return fc.tuple(notes, fc.array(fc.record({ up, notes, step }), { maxLength: 25 })).map(([root, steps]) => {
    const nodes: MoveNode[] = [{ parent: -1, ...root }]
    for (const { up, notes, step } of steps) {
      let parent = nodes.length - 1
      for (let count = 0; count < up && parent > 0; count++) parent = nodes[parent]!.parent
      nodes.push({ parent, ...step, ...notes })
    }
    return nodes
  })
}

const result: fc.Arbitrary<Result> = fc.oneof(
  fc.constantFrom<Result>(
    { outcome: 'unfinished' },
    { outcome: 'draw' },
    { outcome: 'void' },
    { outcome: 'both-lose' },
    { outcome: 'win', winner: 1 },
    { outcome: 'win', winner: 2, by: 'resignation' },
    { outcome: 'win', winner: 1, by: 'adjudication' },
    { outcome: 'win', winner: 2, margin: 3.5 },
    { outcome: 'win', winner: 1, score: [37, 27] },
  ),
  filledText.map((text): Result => ({ outcome: 'unfinished', text })),
  filledText.map((text): Result => ({ outcome: 'win', winner: 1, text })),
)

const player: fc.Arbitrary<Player> = partly<Player>({
  colour,
  role: fc.constant<'participant'>('participant'),
  name: anyText,
  otherName: anyText,
  team: fc.record({ name: anyText }),
  rating: fc.nat(2900),
  ratingType: filledText,
  rank: anyText,
  title: filledText,
  id: filledText,
  domain: filledText,
  nation: filledText,
  birth: fc.constant({ year: 1980 }),
  gender: fc.constantFrom<'female' | 'male'>('female', 'male'),
  timeUsed: filledText,
  native: foreign,
})

const date = fc.oneof(
  fc.constantFrom({ year: 2016, month: 3, day: 9 }, { year: 1846 }, { year: 1926, month: 9 }),
  filledText.map((text) => ({ text })),
)

const header: fc.Arbitrary<Header> = fc
  .tuple(
    fc.array(player, { maxLength: 4 }),
    result,
    partly<Omit<Header, 'players' | 'result'>>({
      id: filledText,
      domain: filledText,
      title: anyText,
      titles: fc.array(fc.record({ text: anyText }), { maxLength: 2 }),
      kind: fc.constantFrom<'problem' | 'game'>('problem', 'game'),
      event: fc.record({ name: anyText, site: anyText }),
      round: fc.nat(99),
      subround: fc.nat(9),
      board: fc.nat(9),
      roundText: anyText,
      date,
      instant: fc.constant('2013-03-06T10:10:00Z'),
      place: anyText,
      perfectScore: fc.constant({ score: 2, emptySquares: 20 }),
      timeControl: fc.record({ text: anyText, periods: fc.constant([{ seconds: 3600 }, { byoYomi: 30, moves: 3 }]) }),
      rules: fc.record({ name: anyText, komi: fc.constantFrom(6.5, -5, 0.5, 375, 3.75), handicap: fc.nat(9) }),
      openingCode: filledText,
      openingSubcode: fc.nat(9),
      openingName: anyText,
      variationName: filledText,
      annotator: anyText,
      recorder: anyText,
      publication: fc.record({ title: anyText, publisher: anyText }),
      copyright: anyText,
      about: anyText,
      medals: fc.constant(['novelty']),
      tags: fc.dictionary(fc.constantFrom('Mode', 'Zone'), anyText),
      deleted: fc.boolean(),
      isTopGame: fc.boolean(),
    }),
  )
  .map(([players, result, rest]) => ({ ...rest, players, result }))

const event: fc.Arbitrary<TimelineEvent> = fc.oneof(
  fc.record({ type: fc.constant<'message'>('message'), text: anyText, actor: fc.nat(3), time: seconds }),
  fc.record({ type: fc.constant<'takeback'>('takeback'), moves: fc.integer({ min: 1, max: 5 }) }),
  fc.record({
    type: fc.constant<'move'>('move'),
    move: colour.map((each) => makePlacement(0, each)),
    node: fc.constant(0),
  }),
)

const side = fc.oneof({ weight: 3, arbitrary: fc.constant(19) }, fc.integer({ min: 1, max: 52 }))

export const goRecords: fc.Arbitrary<GameRecord> = fc.tuple(side, side).chain(([columns, rows]) => {
  const square = fc.nat(columns * rows - 1)
  const step: fc.Arbitrary<Partial<MoveNode>> = fc.oneof(
    { weight: 6, arbitrary: fc.tuple(square, colour).map(([at, each]) => ({ move: makePlacement(at, each) })) },
    { weight: 1, arbitrary: colour.map((each) => ({ move: makePass(each) })) },
    { weight: 1, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: filledText.map((text) => ({ unread: { text } })) },
  )
  const isUsual = columns === 19 && rows === 19
  return fc
    .record({
      header,
      nodes: treeOf(notesOn(square), step),
      extra: partly<Pick<GameRecord, 'variant' | 'timeline' | 'native'>>({
        variant: filledText,
        timeline: fc.array(event, { minLength: 1, maxLength: 4 }),
        native: foreign,
      }),
    })
    .map(({ header, nodes, extra }) => ({
      game: 'go',
      ...(isUsual ? {} : { size: { columns, rows } }),
      header,
      nodes,
      ...extra,
    }))
})

/** Games of Othello, their moves with no colours as the rules imply them. */
export const othelloRecords: fc.Arbitrary<GameRecord> = fc
  .record({
    header,
    nodes: treeOf(
      partly<Partial<MoveNode>>(othelloNotes()),
      fc.nat(63).map((at) => ({ move: makePlacement(at) })),
    ),
  })
  .map(({ header, nodes }) => ({ game: 'othello', header, nodes }))

function othelloNotes() {
  return {
    name: anyText,
    comments: fc.array(fc.record({ text: anyText, placement: fc.constant<'after'>('after') }), {
      minLength: 1,
      maxLength: 2,
    }),
    marks: fc.array(markOn(fc.nat(63)), { minLength: 1, maxLength: 3 }),
  } as { [Key in keyof Partial<MoveNode>]-?: fc.Arbitrary<NonNullable<MoveNode[Key]>> }
}

/** The text between two brackets: any escapes, closed for certain. */
const rawText = fc
  .array(
    fc.oneof(
      fc.constantFrom('\\]', '\\\\', '\\:', '\\\n', '\\a', '[', '\n', '\r\n', ':', ';', '(', ')', ' ', '\t', '棋', 'é'),
      fc.string({ unit: 'grapheme-ascii', maxLength: 5 }).map((text) => text.replaceAll(/[\\\]]/g, '')),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''))

const point = fc.constantFrom('aa', 'sa', 'dd', 'pq', 'Q16', 'tt', '', 'zz', ' cc', 'DD', 'aa:cc', 'cc:aa', 'ss')
const number = fc.constantFrom('0', '1', '2', '19', '6.5', '6.50', '-3.5', '375', '0120', 'x', '', ' 7')
const composed = fc.tuple(point, fc.oneof(rawText, point)).map(([first, second]) => `${first}:${second}`)

const POINT_IDS = ['AB', 'AW', 'AE', 'TR', 'CR', 'SQ', 'MA', 'M', 'SL', 'TB', 'TW', 'DD', 'VW', 'L', 'B', 'W']
const NUMBER_IDS = ['BL', 'WL', 'OB', 'OW', 'V', 'MN', 'KM', 'HA', 'TM', 'GB', 'GW', 'DM', 'UC', 'TE', 'BM', 'PM', 'ST']
const TEXT_IDS = [
  'C',
  'N',
  'GC',
  'GN',
  'EV',
  'PB',
  'PW',
  'BR',
  'WT',
  'RE',
  'DT',
  'RO',
  'RU',
  'KO',
  'XYZ',
  'FG',
  'PL',
  'AP',
]
const COMPOSED_IDS = ['LB', 'AR', 'LN', 'FG']

const property = fc
  .oneof(
    fc.tuple(fc.constantFrom(...POINT_IDS), fc.array(point, { minLength: 1, maxLength: 4 })),
    fc.tuple(fc.constantFrom(...NUMBER_IDS), fc.array(number, { minLength: 1, maxLength: 1 })),
    fc.tuple(fc.constantFrom(...TEXT_IDS), fc.array(rawText, { minLength: 1, maxLength: 2 })),
    fc.tuple(fc.constantFrom(...COMPOSED_IDS), fc.array(composed, { minLength: 1, maxLength: 3 })),
  )
  .map(([id, values]) => id + values.map((value) => `[${value}]`).join(''))

const nodeText = fc.array(property, { maxLength: 4 }).map((properties) => `;${properties.join('')}`)
const rootText = fc
  .tuple(
    fc.constantFrom('', 'FF[4]', 'FF[3]GM[1]'),
    fc.constantFrom('', 'SZ[19]', 'SZ[9]', 'SZ[19:19]', 'SZ[7:11]'),
    nodeText,
  )
  .map(([version, size, node]) => `;${version}${size}${node.slice(1)}`)

/** Well-formed SGF of Go with properties and values of every kind, good and odd. */
export const sgfText: fc.Arbitrary<string> = fc
  .tuple(rootText, fc.array(fc.tuple(fc.constantFrom('', '', '', '(', ')', '\n'), nodeText), { maxLength: 15 }))
  .map(([root, nodes]) => {
    let text = `(${root}`
    let depth = 1
    for (const [bracket, node] of nodes) {
      if (bracket === ')' && depth > 1) {
        text += `)(${node}`
        continue
      }
      if (bracket === '(') depth++
      text += (bracket === ')' ? '' : bracket) + node
    }
    return text + ')'.repeat(depth)
  })

/** Xiangqi records such as XQF can hold, for property tests. */
import * as fc from 'fast-check'
import { encodeText } from '../../src/bytes/text.ts'
import type { Evaluation } from '../../src/model/annotation.ts'
import { makeDate, type PartialDate } from '../../src/model/date.ts'
import { makeMove } from '../../src/model/move.ts'
import { ensurePlayer, type GameRecord, type Header } from '../../src/model/record.ts'
import type { Result } from '../../src/model/result.ts'
import type { MoveNode } from '../../src/model/tree.ts'

/** Start positions, absent for the usual one, with a piece of the side to move to make the first move with. */
const STARTS: readonly (readonly [setup: string | undefined, mover: number])[] = [
  [undefined, 27],
  ['rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1', 89],
  ['4rk3/3P5/4bP3/9/9/8P/9/1p2p2C1/3p1p3/4K1RR1 w - - 0 1', 4],
  ['4k4/9/9/9/9/9/9/9/9/4K4 b - - 0 1', 85],
  ['9/9/9/9/4P4/9/9/9/9/9 w - - 0 1', 49],
]

/** Characters of one, two and four bytes in GB 18030. */
const character = fc.constantFrom(...'aZ7 "-.,马炮兵車將士，。　é€öﷺ', '𠀀', '😀')

/** Text of at most so many bytes. */
function text(capacity: number): fc.Arbitrary<string> {
  const fits = (candidate: string) => encodeText(candidate, 'gb18030').bytes.length <= capacity
  return fc
    .array(character, { minLength: 1, maxLength: capacity })
    .map((characters) => characters.reduce((kept, next) => (fits(kept + next) ? kept + next : kept), ''))
    .filter((kept) => kept !== '')
}

const date: fc.Arbitrary<PartialDate> = fc.oneof(
  fc
    .tuple(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 28 }))
    .map(([year, month, day]) => makeDate(year, month, day)!),
  fc.constantFrom<PartialDate>(
    { year: 1997, month: 11, day: 16, text: '1997年11月16日' },
    { year: 2003, month: 6, day: 15, text: '03-06-15' },
    { text: '民国时期' },
    { month: 5, day: 1 },
  ),
)

const result = fc.constantFrom<Result>(
  { outcome: 'unfinished' },
  { outcome: 'win', winner: 1 },
  { outcome: 'win', winner: 2 },
  { outcome: 'draw' },
)

const header: fc.Arbitrary<Header> = fc
  .record(
    {
      title: text(63),
      kind: fc.constantFrom('opening', 'middlegame', 'endgame'),
      event: text(63),
      date,
      place: text(15),
      red: text(15),
      black: text(15),
      timeRule: text(63),
      redTime: text(15),
      blackTime: text(15),
      annotator: text(15),
      recorder: text(15),
      result,
    },
    { requiredKeys: ['result'] },
  )
  .map(({ event, red, black, timeRule, redTime, blackTime, ...rest }) => {
    const made: Header = Object.assign(rest, { players: [] })
    if (event !== undefined) made.event = { name: event }
    if (red !== undefined) ensurePlayer(made, 1).name = red
    if (black !== undefined) ensurePlayer(made, 2).name = black
    if (timeRule !== undefined) made.timeControl = { text: timeRule }
    if (redTime !== undefined) ensurePlayer(made, 1).timeUsed = redTime
    if (blackTime !== undefined) ensurePlayer(made, 2).timeUsed = blackTime
    return made
  })

/** Lines of text; a comment may be empty and may end in an empty line. */
const comment = fc.array(fc.oneof(character, fc.constant('\n')), { maxLength: 30 }).map((parts) => parts.join(''))

const evaluation: fc.Arbitrary<Evaluation> = fc
  .record(
    { centipawns: fc.integer({ min: -9999, max: 9999 }), mate: fc.integer({ min: -30, max: 30 }), depth: fc.nat(99) },
    { requiredKeys: [] },
  )
  .filter(({ centipawns, mate }) => (centipawns === undefined) !== (mate === undefined))

/** What a node is made from: how far back up the line its parent is, and its squares. */
const step = fc.record({
  up: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 6 })),
  from: fc.integer({ min: 0, max: 89 }),
  to: fc.integer({ min: 0, max: 89 }),
  comment: fc.option(comment, { nil: undefined, freq: 3 }),
  evaluation: fc.option(evaluation, { nil: undefined, freq: 2 }),
})

function makeNodes(
  steps: readonly {
    up: number
    from: number
    to: number
    comment: string | undefined
    evaluation: Evaluation | undefined
  }[],
  mover: number,
): MoveNode[] {
  const nodes: MoveNode[] = [{ parent: -1 }]
  for (const { up, from, to, comment, evaluation } of steps) {
    let parent = nodes.length - 1
    for (let back = 0; back < up && parent > 0; back++) parent = nodes[parent]!.parent
    const node: MoveNode = { parent, move: makeMove(nodes.length === 1 ? mover : from, to) }
    if (comment !== undefined) node.comments = [{ text: comment, placement: 'after' }]
    if (evaluation) node.evaluation = evaluation
    nodes.push(node)
  }
  return nodes
}

/** Records that XQF holds whole. Their moves are of any kind but the first, which shows who is to move. */
export const xqfRecords: fc.Arbitrary<GameRecord> = fc
  .record({
    start: fc.constantFrom(...STARTS),
    header,
    about: fc.option(comment, { nil: undefined }),
    steps: fc.array(step, { maxLength: 60 }),
  })
  .map(({ start: [setup, mover], header, about, steps }) => {
    const nodes = makeNodes(steps, mover)
    if (about !== undefined) nodes[0]!.comments = [{ text: about, placement: 'after' }]
    const record: GameRecord = { game: 'xiangqi', header, nodes }
    if (setup !== undefined) record.setup = setup
    return record
  })

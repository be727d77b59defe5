/** Comments with a time and an evaluation alone are written into the bytes of a file as their text would be. */
import { expect, test } from 'vitest'
import { MemorySinkSet } from '../../../src/bytes/sink.ts'
import { TextWriter } from '../../../src/bytes/text-writer.ts'
import { chessDialect } from '../../../src/formats/pgn/dialects/chess.ts'
import { writeCommands } from '../../../src/formats/pgn/text/commands.ts'
import { LineWriter } from '../../../src/formats/pgn/write/line-writer.ts'
import { hasTimesAlone, writeTimes } from '../../../src/formats/pgn/write/timed-comment-writer.ts'
import type { MoveNode } from '../../../src/model/tree.ts'
import fc from '../../support/properties.ts'
import { lessened, scaled } from '../../support/scale.ts'

const time = fc.oneof(
  fc.nat(40_000),
  fc.integer({ min: -10, max: 4_000_000 }),
  fc.nat(10_000_000).map((thousandths) => thousandths / 1000),
  fc.double({ min: -1, max: 4_000_000 }),
)
const whole = fc.oneof(fc.integer({ min: -500, max: 500 }), fc.integer({ min: -1_100_000, max: 1_100_000 }))
const rare = fc.constantFrom(-0, 0.5, Number.NaN, Infinity, -Infinity)
const value = fc.oneof({ arbitrary: whole, weight: 19 }, rare)
const depth = fc.oneof(
  { arbitrary: fc.constant({}), weight: 3 },
  fc.record({ depth: fc.integer({ min: -1, max: 10_001 }) }),
)
const evaluation = fc
  .tuple(fc.oneof(fc.record({ centipawns: value }), fc.record({ mate: value })), depth)
  .map(([worth, more]) => ({ ...worth, ...more }))
const node: fc.Arbitrary<MoveNode> = fc.record(
  { parent: fc.constant(0), clock: fc.record({ left: time }), evaluation },
  { requiredKeys: ['parent'] },
)

/** Words and comments on lines, with comments written by a function. */
function written(
  nodes: readonly MoveNode[],
  word: string,
  width: number,
  write: (node: MoveNode, lines: LineWriter) => void,
) {
  const out = new MemorySinkSet('games.pgn')
  const text = new TextWriter(out.create(out.name))
  const lines = new LineWriter(text, width)
  for (const each of nodes) {
    lines.token(word)
    write(each, lines)
    // A parenthesis goes to the next line with the token before it, but not with a comment.
    lines.open()
    lines.token(word)
    lines.close()
  }
  lines.finish()
  text.flush()
  out.commit()
  return new TextDecoder().decode(out.files.get('games.pgn'))
}

test('times and evaluations are written as their text', () => {
  let count = 0
  const words = fc.nat(70).map((length) => 'x'.repeat(length + 1))
  fc.assert(
    fc.property(fc.array(node, { maxLength: 8 }), words, fc.constantFrom(79, Infinity), (nodes, word, width) => {
      const timed = nodes.filter((each) => hasTimesAlone(each))
      count += timed.length
      const asText = written(timed, word, width, (each, lines) =>
        lines.comment(writeCommands(each, chessDialect.squares)),
      )
      expect(written(timed, word, width, writeTimes)).toBe(asText)
    }),
    { numRuns: scaled(2000, 200_000) },
  )
  expect(count).toBeGreaterThan(lessened(500))
})

test('nodes with anything else are not written so', () => {
  expect(hasTimesAlone({ parent: 0 })).toBe(false)
  expect(hasTimesAlone({ parent: 0, clock: { left: 1 } })).toBe(true)
  expect(hasTimesAlone({ parent: 0, evaluation: { centipawns: 1 } })).toBe(true)
  const clocks = [{}, { spent: 1 }, { left: 1, lefts: [1, 2] }, { left: 1, recordedAt: 1 }, { left: -1 }, { left: 4e6 }]
  for (const other of clocks) expect(hasTimesAlone({ parent: 0, clock: other } as MoveNode)).toBe(false)
  const values = [{}, { winrate: 1 }, { centipawns: 0.5 }, { mate: 1, source: 'x' }, { mate: 1, text: 'x' }]
  for (const other of values) expect(hasTimesAlone({ parent: 0, evaluation: other })).toBe(false)
  for (const other of [{ comments: [] }, { glyphs: [] }, { marks: [] }, { annotations: [] }])
    expect(hasTimesAlone({ parent: 0, clock: { left: 1 }, ...other })).toBe(false)
})

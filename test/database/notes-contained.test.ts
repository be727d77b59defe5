import { describe, expect, it } from 'vitest'
import { containsNotes } from '../../src/database/upkeep/notes-contained.ts'
import { makeMove, makePlacement, type MoveNode } from '../../src/model/index.ts'
import { pgnRecords } from '../support/pgn-records.ts'
import fc from '../support/properties.ts'

/** A line of three moves with something at the second. */
const line = (notes: Partial<MoveNode> = {}): MoveNode[] => [
  { parent: -1 },
  { parent: 0, move: makeMove(12, 28) },
  { parent: 1, move: makeMove(52, 36), ...notes },
  { parent: 2, move: makeMove(6, 21) },
]

const comment = (text: string, more: object = {}): Partial<MoveNode> => ({
  comments: [{ text, placement: 'after', ...more }],
})

describe('notes that another game has too', () => {
  it.each<[name: string, whole: Partial<MoveNode>, part: Partial<MoveNode>]>([
    ['none', comment('good'), {}],
    ['a comment without its language', comment('good', { language: 'en' }), comment('good')],
    ['the time of one player of two', { clock: { lefts: [0, 30] } }, { clock: { lefts: [undefined, 30] } }],
    ['the time left of all times', { clock: { left: 30, spent: 2 } }, { clock: { left: 30 } }],
    ['one of two glyphs', { glyphs: [{ nag: 1 }, { nag: 14 }] }, { glyphs: [{ nag: 14 }] }],
    [
      'a property of two',
      {
        native: {
          sgf: [
            ['A', '1'],
            ['B', '2'],
          ],
        },
      },
      { native: { sgf: [['B', '2']] } },
    ],
  ])('%s', (_name, whole, part) => {
    expect(containsNotes(line(whole), line(part))).toBe(true)
    expect(containsNotes(line(part), line(whole))).toBe(false)
  })

  it.each<[name: string, one: Partial<MoveNode>, other: Partial<MoveNode>]>([
    ['lines broken elsewhere', comment('a good  \nmove'), comment(' a\ngood move\n')],
    ['blanks as HTML has them', comment('    a move'), comment('&nbsp;&nbsp;a&nbsp;move')],
  ])('%s are the same both ways', (_name, one, other) => {
    expect(containsNotes(line(one), line(other))).toBe(true)
    expect(containsNotes(line(other), line(one))).toBe(true)
  })

  it.each<[name: string, one: Partial<MoveNode>, other: Partial<MoveNode>]>([
    ['comments', comment('good'), comment('bad')],
    ['a comment before and after its move', comment('good'), comment('good', { placement: 'before' })],
    ['the times of the other player', { clock: { lefts: [9, 15] } }, { clock: { lefts: [15, 9] } }],
    ['times', { clock: { left: 9 } }, { clock: { left: 10 } }],
    ['pairs the other way round', { native: { sgf: [['1', 'A']] } }, { native: { sgf: [['A', '1']] } }],
    ['a piece put on the board', { edits: [{ squares: [3], piece: 'N' }] }, {}],
    ['the side to move', { turn: 1 }, {}],
  ])('%s differ both ways', (_name, one, other) => {
    expect(containsNotes(line(one), line(other))).toBe(false)
    expect(containsNotes(line(other), line(one))).toBe(false)
  })

  it('are those of variations too, in any order of the variations', () => {
    const [main, first, second] = [makePlacement(0, 1), makePlacement(1, 1), makePlacement(2, 1)]
    const branches = (...moves: number[]): MoveNode[] => [{ parent: -1 }, ...moves.map((move) => ({ parent: 0, move }))]
    expect(containsNotes(branches(main, first, second), branches(main, second))).toBe(true)
    expect(containsNotes(branches(main, first, second), branches(main, second, first))).toBe(true)
    expect(containsNotes(branches(main, second), branches(main, first, second))).toBe(false)
    // The same variation twice is there twice.
    expect(containsNotes(branches(main, first), branches(main, first, first))).toBe(false)
  })

  it('of any record are in the record with one more, and not the other way round', () => {
    fc.assert(
      fc.property(pgnRecords, fc.nat(), ({ nodes }, seed) => {
        const index = seed % nodes.length
        const { comments = [] } = nodes[index]!
        const more = nodes.with(index, {
          ...nodes[index]!,
          comments: [...comments, { text: 'nobody else says this', placement: 'after' }],
        })
        expect(containsNotes(nodes, structuredClone(nodes))).toBe(true)
        expect(containsNotes(more, nodes)).toBe(true)
        expect(containsNotes(nodes, more)).toBe(false)
        const longer = [...nodes, { parent: index, move: makeMove(0, 63, 5) }]
        expect(containsNotes(longer, nodes)).toBe(true)
        expect(containsNotes(nodes, longer)).toBe(false)
      }),
    )
  })
})

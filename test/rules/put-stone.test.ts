/** Stones put on the board in the middle of games, as SGF's set-up properties do. */
import { describe, expect, it } from 'vitest'
import { makePlacement } from '../../src/model/move.ts'
import { emptyRecord } from '../../src/model/record.ts'
import { treeFault } from '../../src/model/tree.ts'
import { isSetUpPossible, positionAt, putStone, rulesOf, setTurn, type Position } from '../../src/rules/index.ts'
import fc from '../support/properties.ts'
import { scaled } from '../support/scale.ts'
import { openSgfBytes, writeSgf } from '../support/sgf.ts'
import { goRecords } from '../support/sgf-records.ts'

const rules = rulesOf('go')

const stonesOf = (position: Position): string[] =>
  Array.from({ length: position.columns * position.rows }, (_, square) => position.pieceAt(square))

/** A record of Go, a node at which stones can be put, and what to put there. */
const cases = fc
  .tuple(goRecords, fc.nat(), fc.nat(), fc.constantFrom('1', '2', ''))
  .map(([record, at, square, piece]) => {
    const node = at % record.nodes.length
    const { columns, rows } = rules.start(record)
    return { record, node, square: square % (columns * rows), piece }
  })
  .filter(({ record, node }) => isSetUpPossible(rules, record, node))

describe('stones put on the board', () => {
  it('change one point and nothing else', () => {
    fc.assert(
      fc.property(cases, ({ record, node, square, piece }) => {
        const before = positionAt(rules, record, node)
        const edited = putStone(rules, record, node, square, piece)
        const after = positionAt(rules, edited.record, edited.node)
        expect(stonesOf(after)).toEqual(stonesOf(before).with(square, piece))
        expect(after.turn).toBe(before.turn)
        expect(treeFault(edited.record.nodes)).toBeUndefined()
        // A last step of which nothing is left has been removed.
        if (edited.record.nodes.length < record.nodes.length) expect(edited.node).toBe(record.nodes[node]!.parent)
        else expect(edited.record.nodes[node]!.move).toBe(record.nodes[node]!.move)
      }),
      { numRuns: scaled(100, 3000) },
    )
  })

  it('are dropped when the point holds what it held before', () => {
    fc.assert(
      fc.property(cases, ({ record, node, square, piece }) => {
        const first = putStone(rules, record, node, square, piece)
        const stood = positionAt(rules, record, node).pieceAt(square)
        const back = putStone(rules, first.record, first.node, square, stood)
        expect(stonesOf(positionAt(rules, back.record, back.node))).toEqual(stonesOf(positionAt(rules, record, node)))
        if (first.node === node) return
        expect(back.node).toBe(node)
        expect(back.record.nodes).toEqual(record.nodes)
      }),
      { numRuns: scaled(100, 3000) },
    )
  })

  it('become a step of their own after a move, with who moves next, and survive SGF', async () => {
    const record = emptyRecord('go')
    record.nodes.push({ parent: 0, move: makePlacement(40, 1) }, { parent: 1, move: makePlacement(42, 2) })
    let edited = putStone(rules, record, 1, 0, '2')
    edited = putStone(rules, edited.record, edited.node, 40, '')
    edited = setTurn(rules, edited.record, edited.node, 1)
    expect(edited.record.nodes[edited.node]).toEqual({
      parent: 1,
      edits: [
        { squares: [0], piece: '2' },
        { squares: [40], piece: '' },
      ],
      turn: 1,
    })
    expect(edited.record.nodes.filter(({ parent }) => parent === 1)).toHaveLength(2)
    const { bytes } = await writeSgf([edited.record])
    const again = await openSgfBytes(bytes)
    expect(again.entry(0).record!.nodes).toEqual(edited.record.nodes)
    expect(setTurn(rules, edited.record, edited.node, 2).record.nodes[edited.node]!.turn).toBeUndefined()
  })
})

/** How the tree of a game is laid out as rows, and where rows of different heights stand. */
import { describe, expect, it } from 'vitest'
import { children, type MoveNode } from '../../src/model/tree.ts'
import { keyOf, layOut, rowsByNode, type Layout, type Row } from '../../web/src/state/replay/move-list.ts'
import { addUp, rowAt } from '../../web/src/state/replay/row-heights.ts'

/** A tree by the parents of its nodes, from node 1 on. */
const tree = (...parents: number[]): MoveNode[] => [{ parent: -1 }, ...parents.map((parent) => ({ parent }))]

const PLAIN: Layout = {
  hasColumns: true,
  columnOf: () => undefined,
  hasWords: () => false,
  isFolded: () => false,
}

function rowsOf(nodes: readonly MoveNode[], layout: Partial<Layout> = {}): Row[] {
  return layOut(nodes, children(nodes), { ...PLAIN, ...layout })
}

/** Rows in short: `1 2` for a pair, `"1` and `1"` for words, `2> 3 4` for a line of depth 2 that starts. */
function inShort(rows: readonly Row[]): string[] {
  return rows.map((row) => {
    if (row.type === 'pair') return row.cells.map((cell) => (cell < 0 ? '-' : cell)).join(' ')
    if (row.type === 'words') return row.placement === 'before' ? `"${row.node}` : `${row.node}"`
    const start = row.isStart ? `${row.depth}>` : `${row.depth}:`
    return [start, ...row.nodes, ...(row.isFolded ? ['+'] : [])].join(' ')
  })
}

describe('the rows of a list of moves', () => {
  it('puts the main line in two columns', () => {
    expect(inShort(rowsOf(tree(0, 1, 2)))).toEqual(['1 2', '3 -'])
  })

  it('puts each move in the column of its player', () => {
    // White moves first after handicap stones, and passes are moves too.
    const column: Layout['columnOf'] = (node) => (node % 2 === 1 ? 1 : 0)
    expect(inShort(rowsOf(tree(0, 1, 2, 3), { columnOf: column }))).toEqual(['- 1', '2 3', '4 -'])
    expect(inShort(rowsOf(tree(0, 1, 2), { columnOf: () => 0 }))).toEqual(['1 -', '2 -', '3 -'])
  })

  it('interrupts a pair for what is said and for variations', () => {
    const hasWords: Layout['hasWords'] = (node, placement) => node === 1 && placement === 'after'
    expect(inShort(rowsOf(tree(0, 1, 2), { columnOf: (node) => ((node - 1) % 2) as 0 | 1, hasWords }))).toEqual([
      '1 -',
      '1"',
      '- 2',
      '3 -',
    ])
    expect(inShort(rowsOf(tree(0, 1, 1, 0, 4)))).toEqual(['1 -', '1> 4 5', '2 -', '1> 3'])
  })

  it('goes on with a line after its variations, and shows the words of the root first', () => {
    const nodes = tree(0, 0, 2, 3, 2)
    expect(inShort(rowsOf(nodes, { hasWords: (node) => node === 0 }))).toEqual([
      '"0',
      '0"',
      '1 -',
      '1> 2 3',
      '2> 5',
      '1: 4',
    ])
    expect(inShort(rowsOf(nodes, { hasColumns: false, hasWords: (node) => node === 0 }))).toEqual([
      '0: 0',
      '0: 1',
      '1> 2 3',
      '2> 5',
      '1: 4',
    ])
  })

  it('lays out nothing of what is folded', () => {
    const nodes = tree(0, 0, 2, 3, 2, 1)
    expect(inShort(rowsOf(nodes, { isFolded: (start) => start === 2 }))).toEqual(['1 -', '1> 2 +', '6 -'])
    const deep = rowsOf(nodes, { isFolded: (_, depth) => depth > 1 })
    expect(inShort(deep)).toContain('2> 5 +')
  })

  it('names rows by their first node, and knows the row of each node', () => {
    const rows = rowsOf(tree(0, 1, 1, 0, 4), { hasWords: (node, placement) => node === 2 && placement === 'before' })
    expect(rows.map(keyOf)).toEqual(['p1', 'l4', 'b2', 'p2', 'l3'])
    expect([...rowsByNode(rows)]).toEqual([
      [1, 0],
      [4, 1],
      [5, 1],
      [2, 3],
      [3, 4],
    ])
  })

  it('keeps rows short, however long a variation is', () => {
    const nodes = tree(0, ...Array.from({ length: 100_000 }, (_, index) => (index === 0 ? 0 : index + 1)))
    const rows = rowsOf(nodes)
    expect(Math.max(...rows.map((row) => (row.type === 'line' ? row.nodes.length : 0)))).toBe(24)
    expect(rowsByNode(rows).size).toBe(100_001)
  })
})

describe('where rows stand', () => {
  it('finds the row at a height', () => {
    const offsets = addUp(3, (place) => [10, 30, 5][place]!)
    expect([...offsets]).toEqual([0, 10, 40, 45])
    expect([-5, 0, 9, 10, 39, 40, 44, 45, 900].map((top) => rowAt(offsets, top))).toEqual([0, 0, 0, 1, 1, 2, 2, 2, 2])
    expect(
      rowAt(
        addUp(0, () => 1),
        20,
      ),
    ).toBe(0)
  })
})

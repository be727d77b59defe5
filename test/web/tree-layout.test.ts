/** The tree of a game as a graph: which column and row each move gets. */
import { describe, expect, it } from 'vitest'
import { children, type MoveNode } from '../../src/model/tree.ts'
import { layOutTree, nodeAt } from '../../web/src/state/replay/tree-layout.ts'

const tree = (...parents: number[]): MoveNode[] => [{ parent: -1 }, ...parents.map((parent) => ({ parent }))]
const layOut = (nodes: readonly MoveNode[], isFolded: (start: number, depth: number) => boolean = () => false) =>
  layOutTree(nodes, children(nodes), isFolded)

describe('the graph of a tree', () => {
  it('has the main line in the first column and variations beside it', () => {
    // 1 2 3, with 4 5 instead of 2 and 6 instead of 1.
    const { column, row, columns } = layOut(tree(0, 1, 2, 1, 4, 0))
    expect([...row]).toEqual([0, 1, 2, 3, 2, 3, 1])
    expect([...column]).toEqual([0, 0, 0, 0, 1, 1, 1])
    expect(columns).toBe(2)
  })

  it('never puts two moves at one place, whatever the tree', () => {
    let seed = 7
    const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below
    const path = [0]
    const nodes: MoveNode[] = [{ parent: -1 }]
    for (let index = 1; index < 3000; index++) {
      path.length = 1 + random(path.length)
      nodes.push({ parent: path.at(-1)! })
      path.push(index)
      // Lines go on more often than they branch.
      while (random(4) > 0 && nodes.length < 3000) {
        nodes.push({ parent: ++index - 1 })
        path.push(index)
      }
    }
    const layout = layOut(nodes)
    expect(new Set([...layout.column].map((column, at) => `${column} ${layout.row[at]}`)).size).toBe(nodes.length)
    for (const [at, { parent }] of nodes.entries()) {
      expect(nodeAt(layout, layout.row[at]!, layout.column[at]!)).toBe(at)
      if (parent >= 0) expect(layout.row[at]).toBe(layout.row[parent]! + 1)
      if (parent >= 0) expect(layout.column[at]).toBeGreaterThanOrEqual(layout.column[parent]!)
    }
    expect(nodeAt(layout, 0, 1)).toBeUndefined()
    expect(nodeAt(layout, 100_000, 0)).toBeUndefined()
  })

  it('shows the first move of what is folded, and nothing of its variations', () => {
    const { column } = layOut(tree(0, 0, 2, 2), (start) => start === 2)
    expect([...column]).toEqual([0, 0, 1, -1, -1])
  })

  it('takes a line of 100,000 moves', () => {
    const nodes = tree(...Array.from({ length: 100_000 }, (_, index) => index))
    expect(layOut(nodes).rows).toHaveLength(100_001)
  })
})

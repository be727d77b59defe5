import { describe, expect, it } from 'vitest'
import {
  children,
  countVariations,
  depths,
  mainLine,
  pathTo,
  toPreorder,
  TreeBuilder,
  treeFault,
  walk,
  type MoveNode,
} from '../../src/model/index.ts'
import fc from '../support/properties.ts'

/** Any tree in preorder: each node's parent is the node before it or one of that node's ancestors. */
const trees = fc.array(fc.nat({ max: 1000 }), { maxLength: 60 }).map((choices) => {
  const nodes: MoveNode[] = [{ parent: -1 }]
  for (const choice of choices) {
    const candidates = [...pathTo(nodes, nodes.length - 1), 0]
    nodes.push({ parent: candidates[choice % candidates.length]!, move: nodes.length })
  }
  return nodes
})

describe('the tree', () => {
  it('takes every preorder tree as sound', () => {
    fc.assert(
      fc.property(trees, (nodes) => {
        expect(treeFault(nodes)).toBeUndefined()
      }),
    )
  })

  it('finds what is not a preorder', () => {
    expect(treeFault([])).toMatch(/no root/)
    expect(treeFault([{ parent: 0 }])).toMatch(/root/)
    expect(treeFault([{ parent: -1 }, { parent: 0 }, { parent: 0 }, { parent: 1 }])).toMatch(/node 3/)
    expect(treeFault([{ parent: -1 }, { parent: 1 }])).toMatch(/node 1/)
    expect(treeFault([{ parent: -1 }, { parent: -1 }])).toMatch(/node 1/)
  })

  it('carries the right context to every node', () => {
    fc.assert(
      fc.property(trees, (nodes) => {
        walk<number[]>(
          nodes,
          [],
          (path) => [...path],
          (path, _node, index) => {
            expect(path).toEqual(index === 0 ? [] : [0, ...pathTo(nodes, index)].slice(0, -1))
            path.push(index)
          },
        )
      }),
    )
  })

  it('clones a context only for variations', () => {
    fc.assert(
      fc.property(trees, (nodes) => {
        let clones = 0
        walk(
          nodes,
          undefined,
          () => {
            clones++
            return undefined
          },
          () => {},
        )
        expect(clones).toBe(countVariations(nodes))
      }),
    )
  })

  it('puts shuffled lines into preorder without losing a node', () => {
    fc.assert(
      fc.property(trees, (nodes) => {
        // Breadth first is a valid parent-before-child order that is not preorder.
        const byDepth = depths(nodes)
        const indexes = nodes.map((_, index) => index).sort((left, right) => byDepth[left]! - byDepth[right]!)
        const place = new Map(indexes.map((index, at) => [index, at]))
        const shuffled = indexes.map((index) => {
          const node = nodes[index]!
          return { ...node, parent: node.parent === -1 ? -1 : place.get(node.parent)! }
        })
        expect(toPreorder(shuffled)).toEqual(nodes)
      }),
    )
  })

  it('finds the main line, children and variations of a small tree', () => {
    const tree = new TreeBuilder()
    tree.add(1)
    tree.add(2)
    tree.goTo(1)
    tree.add(3)
    tree.goTo(0)
    tree.add(4)
    expect(mainLine(tree.nodes)).toEqual([1, 2])
    expect(countVariations(tree.nodes)).toBe(2)
    expect([...children(tree.nodes).first]).toEqual([1, 2, -1, -1, -1])
    expect([...children(tree.nodes).next]).toEqual([-1, 4, 3, -1, -1])
  })

  it('walks a line of 200,000 moves', () => {
    const nodes: MoveNode[] = [{ parent: -1 }]
    for (let index = 0; index < 200_000; index++) nodes.push({ parent: index, move: index })
    let count = 0
    walk(
      nodes,
      0,
      (context) => context,
      () => void count++,
    )
    expect(count).toBe(200_001)
    expect(treeFault(nodes)).toBeUndefined()
    expect(toPreorder(nodes)).toHaveLength(200_001)
  })
})

/** Parts a tree into lines: the main line, and every variation up to its end, numbered as viewers expect it. */
import type { MoveNode } from '../../model/tree.ts'
import type { TreePlan } from '../xiangqi/write-tree.ts'

/** A line of moves. */
export interface Line {
  /** Number of the line it leaves, -1 for the main line. */
  parent: number
  /** The ply of its first move, from 1, in place of which it stands. */
  ply: number
  /** Its nodes, in order. */
  nodes: number[]
}

/**
 * The lines of the nodes that are written, the main line first. Those that leave a line come right behind it, with all that leaves
 * them, the ones that leave it last first; alternatives to one move keep their order.
 */
export function listLines(nodes: readonly MoveNode[], { owner }: TreePlan): Line[] {
  const { first, next } = ownChildren(nodes, owner)
  const lines: Line[] = []
  const waiting = [{ node: first[0]!, parent: -1, ply: 1 }]
  for (let item = waiting.pop(); item; item = waiting.pop()) {
    const { node: start, parent, ply } = item
    const number = lines.length
    const line: number[] = []
    for (let node = start; node >= 0; node = first[node]!) line.push(node)
    lines.push({ parent, ply, nodes: line })
    // The last one pushed comes next. Alternatives to the first move belong to the line that this one leaves.
    for (let at = parent < 0 ? 0 : 1; at < line.length; at++) {
      const siblings: number[] = []
      for (let node = next[line[at]!]!; node >= 0; node = next[node]!) siblings.push(node)
      for (const node of siblings.reverse()) waiting.push({ node, parent: number, ply: ply + at })
    }
  }
  return lines
}

/** First child and next sibling among the nodes that are written, -1 for none. */
function ownChildren(nodes: readonly MoveNode[], owner: Int32Array): { first: Int32Array; next: Int32Array } {
  const first = new Int32Array(nodes.length).fill(-1)
  const next = new Int32Array(nodes.length).fill(-1)
  const last = new Int32Array(nodes.length).fill(-1)
  for (let index = 1; index < nodes.length; index++) {
    if (owner[index] !== index) continue
    const parent = owner[nodes[index]!.parent]!
    if (last[parent]! < 0) first[parent] = index
    else next[last[parent]!] = index
    last[parent] = index
  }
  return { first, next }
}

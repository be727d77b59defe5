/** The tree of a game laid out for reading: its line in blocks, every variation a deeper block where it forks. */
import { children, type Node } from '../../../src/model/tree.ts'

/** Nodes that are read one after the other. */
export interface Block {
  /** 0 for the main line, one more for each variation around it. */
  depth: number
  nodes: number[]
}

/** Nodes in one block at most, so that a browser can leave blocks out of sight unpainted. */
const BLOCK = 60

/** Lays out a tree; the root comes first when it says something. */
export function layOut(nodes: readonly Node[]): Block[] {
  const { first, next } = children(nodes)
  const blocks: Block[] = []
  let block: Block | undefined
  const waiting: { at: number; depth: number; isStart: boolean }[] = []
  if (nodes[0]?.comments) blocks.push({ depth: 0, nodes: [0] })
  if ((first[0] ?? -1) >= 0) waiting.push({ at: first[0]!, depth: 0, isStart: true })
  while (waiting.length > 0) {
    const { at, depth, isStart } = waiting.pop()!
    if (!block || isStart || block.depth !== depth || block.nodes.length >= BLOCK) {
      block = { depth, nodes: [] }
      blocks.push(block)
    }
    block.nodes.push(at)
    if (first[at]! >= 0) waiting.push({ at: first[at]!, depth, isStart: false })
    // Moves played instead are read after the first of them.
    if (first[nodes[at]!.parent] !== at) continue
    const others: number[] = []
    for (let other = next[at]!; other >= 0; other = next[other]!) others.push(other)
    for (const other of others.reverse()) waiting.push({ at: other, depth: depth + 1, isStart: true })
  }
  return blocks
}

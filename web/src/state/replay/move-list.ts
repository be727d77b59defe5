/**
 * The tree of a game laid out for reading: its line in blocks, with every variation as a deeper block where it
 * branches.
 */
import { children, type MoveNode } from '../../../../src/model/tree.ts'

/** Nodes that are read one after another. */
export interface Block {
  /** 0 for the main line, one more for each variation around it. */
  depth: number
  nodes: number[]
  /** Whether a variation begins here. */
  isStart: boolean
  /** First nodes of the variations around this block, outermost first, its own last. */
  within: readonly number[]
}

/** The largest number of nodes in a block, so that browsers need not paint blocks out of sight. */
const BLOCK = 60

/** The number of surrounding variations recorded for a block; deeper ones fold with the last of these. */
const MOST_WITHIN = 40

/** Lays out a tree; the root comes first if it has content. */
export function layOut(nodes: readonly MoveNode[]): Block[] {
  const { first, next } = children(nodes)
  const blocks: Block[] = []
  let block: Block | undefined
  const waiting: { at: number; depth: number; isStart: boolean; within: readonly number[] }[] = []
  if (nodes[0]?.comments || nodes[0]?.annotations) blocks.push({ depth: 0, nodes: [0], isStart: false, within: [] })
  if ((first[0] ?? -1) >= 0) waiting.push({ at: first[0]!, depth: 0, isStart: true, within: [] })
  while (waiting.length > 0) {
    const { at, depth, isStart, within } = waiting.pop()!
    if (!block || isStart || block.depth !== depth || block.nodes.length >= BLOCK) {
      block = { depth, nodes: [], isStart: isStart && depth > 0, within }
      blocks.push(block)
    }
    block.nodes.push(at)
    if (first[at]! >= 0) waiting.push({ at: first[at]!, depth, isStart: false, within })
    // Alternatives are read after the first of the moves.
    if (first[nodes[at]!.parent] !== at) continue
    const others: number[] = []
    for (let other = next[at]!; other >= 0; other = next[other]!) others.push(other)
    for (const other of others.reverse()) {
      const around = within.length < MOST_WITHIN ? [...within, other] : within
      waiting.push({ at: other, depth: depth + 1, isStart: true, within: around })
    }
  }
  return blocks
}

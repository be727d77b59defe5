/** The order of moves in PGN, in which annotations count them: a variation comes right after the move it replaces. */
import { children, type MoveNode } from '../../../model/tree.ts'

/** The nodes of a tree in the order of PGN: element 0 is the root, element n + 1 the node of move n. */
export function pgnOrder(nodes: readonly Pick<MoveNode, 'parent'>[]): Int32Array {
  const order = new Int32Array(nodes.length)
  const { first, next } = children(nodes)
  let count = 1
  /** Nodes whose children come next, as they are, and moves that come before theirs, as -1 - node. */
  const stack: number[] = [0]
  while (stack.length > 0) {
    const top = stack.pop()!
    if (top < 0) {
      const node = -1 - top
      order[count++] = node
      stack.push(node)
      continue
    }
    const main = first[top]!
    if (main < 0) continue
    order[count++] = main
    stack.push(main)
    const start = stack.length
    for (let sibling = next[main]!; sibling >= 0; sibling = next[sibling]!) stack.push(-1 - sibling)
    // The last one pushed comes first.
    for (let low = start, high = stack.length - 1; low < high; low++, high--) {
      ;[stack[low], stack[high]] = [stack[high]!, stack[low]!]
    }
  }
  return order
}

/** Balanced trees over entities in alphabetical order. */
import { NO_NODE } from '../entity-file.ts'

/** A binary tree by the number of each node; -1 for no child. */
export interface Tree {
  root: number
  left: Int32Array
  right: Int32Array
  /** Height of the right subtree minus that of the left. */
  balance: Int8Array
}

/** A tree whose two sides never differ by more than one in height, over identifiers in their order. */
export function balancedTree(ids: readonly number[], capacity: number): Tree {
  const left = new Int32Array(capacity).fill(NO_NODE)
  const right = new Int32Array(capacity).fill(NO_NODE)
  const balance = new Int8Array(capacity)
  // As deep as the logarithm of the number of entities.
  const build = (from: number, to: number): number => {
    if (from === to) return NO_NODE
    const middle = (from + to) >> 1
    const id = ids[middle]!
    left[id] = build(from, middle)
    right[id] = build(middle + 1, to)
    balance[id] = heightOf(to - middle - 1) - heightOf(middle - from)
    return id
  }
  return { root: build(0, ids.length), left, right, balance }
}

/** Height of a perfectly balanced tree with this many nodes. */
function heightOf(count: number): number {
  return 32 - Math.clz32(count)
}

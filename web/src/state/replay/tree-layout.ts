/**
 * The tree of a game as a graph: moves go down, variations stand to the right of what they branch from. A variation
 * takes the first column that is free for as long as it is; those that branch off late are placed first, so that lines
 * rarely cross.
 */
import type { Children, MoveNode } from '../../../../src/model/tree.ts'

export interface TreeLayout {
  /** Column of each node, from 0; -1 for nodes that are folded away. */
  column: Int32Array
  /** Row of each node: the number of nodes above it on its line. */
  row: Int32Array
  /** The nodes of each row, from the left. */
  rows: readonly (readonly number[])[]
  columns: number
}

/** Lays out a tree in time that grows with the number of nodes shown. */
export function layOutTree(
  nodes: readonly MoveNode[],
  { first, next }: Children,
  isFolded: (start: number, depth: number) => boolean,
): TreeLayout {
  const column = new Int32Array(nodes.length).fill(-1)
  const row = new Int32Array(nodes.length)
  const rows: number[][] = []
  /** The last column in use in each row. */
  const used: number[] = []
  let columns = 0
  const waiting = nodes.length > 0 ? [{ start: 0, depth: 0 }] : []
  while (waiting.length > 0) {
    const { start, depth } = waiting.pop()!
    const top = start === 0 ? 0 : row[nodes[start]!.parent]! + 1
    const line: number[] = []
    for (let at = start; at >= 0; at = first[at]!) {
      line.push(at)
      if (depth > 0 && isFolded(start, depth)) break
    }
    let place = -1
    // The line to the parent needs room too.
    for (let at = Math.max(0, top - 1); at < top + line.length; at++) place = Math.max(place, used[at] ?? -1)
    place++
    columns = Math.max(columns, place + 1)
    for (const [step, node] of line.entries()) {
      column[node] = place
      row[node] = top + step
      used[top + step] = place
      const inRow = rows[top + step]
      if (inRow) inRow.push(node)
      else rows[top + step] = [node]
    }
    // Those that wait longest branch off first; of several at one move the first is the next to be placed.
    for (const node of line) {
      if (node === start) continue
      const others: number[] = []
      for (let other = next[node]!; other >= 0; other = next[other]!) others.push(other)
      for (const other of others.reverse()) waiting.push({ start: other, depth: depth + 1 })
    }
  }
  return { column, row, rows, columns }
}

/** The node at a place of the graph; undefined if there is none. */
export function nodeAt({ rows, column }: TreeLayout, row: number, wanted: number): number | undefined {
  const inRow = rows[row]
  if (!inRow) return undefined
  let [low, high] = [0, inRow.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = column[inRow[middle]!]!
    if (found === wanted) return inRow[middle]
    if (found < wanted) low = middle + 1
    else high = middle - 1
  }
  return undefined
}

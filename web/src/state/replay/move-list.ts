/**
 * The tree of a game laid out for reading, as rows: the main line in two columns, and every variation as deeper rows
 * where it branches. What is folded is not laid out, so the cost is that of what can be scrolled to.
 */
import type { Children, MoveNode } from '../../../../src/model/tree.ts'

/** A row of the list. */
export type Row =
  /** Two moves of the main line side by side, by node; -1 for an empty cell. */
  | { type: 'pair'; cells: [number, number] }
  /** What is said before or after a move of the main line. */
  | { type: 'words'; node: number; placement: 'before' | 'after' }
  /** Moves in a row, with what is said about them in between. */
  | {
      type: 'line'
      /** 0 for the main line, one more for each variation around it. */
      depth: number
      nodes: number[]
      /** Whether a variation begins here. */
      isStart: boolean
      /** Only the first move is shown. */
      isFolded: boolean
    }

type Line = Extract<Row, { type: 'line' }>

/** What decides how a tree is laid out. */
export interface Layout {
  /** Whether the main line has two columns; otherwise it is written like the variations. */
  hasColumns: boolean
  /** The column of a move of the main line, 0 or 1; undefined if only the order counts. */
  columnOf: (node: number) => 0 | 1 | undefined
  /** Whether anything is said before or after a move. */
  hasWords: (node: number, placement: 'before' | 'after') => boolean
  isFolded: (start: number, depth: number) => boolean
}

/** The largest number of moves in a row: rows out of sight are not drawn, so none may be much higher than a window. */
const LONGEST_ROW = 24

/** Lays out a tree; the root comes first if it has content. */
export function layOut(nodes: readonly MoveNode[], { first, next }: Children, layout: Layout): Row[] {
  const rows: Row[] = []
  const { hasColumns, columnOf, hasWords, isFolded } = layout
  let line: Line | undefined
  let pair: [number, number] | undefined

  const addWords = (node: number, placement: 'before' | 'after') => {
    if (!hasWords(node, placement)) return
    rows.push({ type: 'words', node, placement })
    pair = undefined
  }
  const addToPair = (node: number) => {
    addWords(node, 'before')
    const column = columnOf(node) ?? (pair && pair[1] < 0 ? 1 : 0)
    // The second column follows the first, which is empty only after an interruption.
    if (column === 1 && pair && pair[1] < 0) pair[1] = node
    else {
      pair = column === 0 ? [node, -1] : [-1, node]
      rows.push({ type: 'pair', cells: pair })
    }
    addWords(node, 'after')
  }
  const addToLine = (node: number, depth: number, isStart: boolean, isShut: boolean) => {
    pair = undefined
    if (!line || isStart || line.depth !== depth || line.nodes.length >= LONGEST_ROW) {
      line = { type: 'line', depth, nodes: [], isStart: isStart && depth > 0, isFolded: isShut }
      rows.push(line)
    }
    line.nodes.push(node)
  }

  const waiting: { at: number; depth: number; isStart: boolean }[] = []
  if (nodes.length > 0 && hasColumns) {
    addWords(0, 'before')
    addWords(0, 'after')
  } else if (nodes.length > 0 && (hasWords(0, 'before') || hasWords(0, 'after'))) {
    rows.push({ type: 'line', depth: 0, nodes: [0], isStart: false, isFolded: false })
  }
  if ((first[0] ?? -1) >= 0) waiting.push({ at: first[0]!, depth: 0, isStart: true })
  while (waiting.length > 0) {
    const { at, depth, isStart } = waiting.pop()!
    const isShut = isStart && depth > 0 && isFolded(at, depth)
    if (hasColumns && depth === 0) {
      line = undefined
      addToPair(at)
    } else addToLine(at, depth, isStart, isShut)
    if (isShut) {
      line = undefined
      continue
    }
    if (first[at]! >= 0) waiting.push({ at: first[at]!, depth, isStart: false })
    // Alternatives are read after the first of the moves.
    if (first[nodes[at]!.parent] !== at) continue
    const others: number[] = []
    for (let other = next[at]!; other >= 0; other = next[other]!) others.push(other)
    for (const other of others.reverse()) waiting.push({ at: other, depth: depth + 1, isStart: true })
  }
  return rows
}

/** The first node of a row, which together with the type names it. */
export function keyOf(row: Row): string {
  if (row.type === 'pair') return `p${row.cells[0] >= 0 ? row.cells[0] : row.cells[1]}`
  if (row.type === 'words') return `${row.placement[0]}${row.node}`
  return `l${row.nodes[0]}`
}

/** The row that shows each node, as an index; nodes that are folded away have none. */
export function rowsByNode(rows: readonly Row[]): ReadonlyMap<number, number> {
  const places = new Map<number, number>()
  for (const [place, row] of rows.entries()) {
    if (row.type === 'words') continue
    for (const node of row.type === 'pair' ? row.cells : row.nodes) if (node >= 0) places.set(node, place)
  }
  return places
}

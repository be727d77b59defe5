/**
 * Changes of the tree of a record: moves added, lines deleted and put in
 * another order, and what is written on a node. Nothing is changed in place:
 * every function returns a new record that shares the untouched nodes with the
 * old one, so keeping the old record is all that undoing needs.
 *
 * A timeline tells how the very tree came about, so a record whose tree was
 * changed has none.
 */
import type { MoveComment, Edit, Glyph, Mark } from './annotation.ts'
import type { Colour, Move } from './move.ts'
import type { GameRecord } from './record.ts'
import { children, pathTo, type MoveNode } from './tree.ts'

/** A record after a change of its tree, and the node of it at which to go on. */
export interface Edited {
  record: GameRecord
  node: number
}

/** What is written on a node by hand. An empty list or text, and undefined, stand for nothing. */
export interface NodeNotes {
  comments?: MoveComment[] | undefined
  glyphs?: Glyph[] | undefined
  marks?: Mark[] | undefined
  name?: string | undefined
}

/** The end of a subtree: the index after the last node below `at`, or after `at` itself without any. */
export function subtreeEnd(nodes: readonly MoveNode[], at: number): number {
  let end = at + 1
  while (end < nodes.length && nodes[end]!.parent >= at) end++
  return end
}

/** Adds a move after all that may already follow a node; the first to follow it continues its line. */
export function addMove(record: GameRecord, at: number, move: Move): Edited {
  return addNode(record, { parent: at, move })
}

/**
 * Writes edits of the position, and who moves after them, on a node in place of those it had. A node
 * that plays a move or could not be read stays as it is: the edits stand on a node of their own after it.
 */
export function changeEdits(record: GameRecord, at: number, edits: readonly Edit[], turn?: Colour): Edited {
  checkNode(record, at)
  const { edits: _, turn: __, ...node } = record.nodes[at]!
  const written = { ...(edits.length > 0 && { edits: [...edits] }), ...(turn !== undefined && { turn }) }
  if (!isEditable(node)) return addNode(record, { parent: at, ...written })
  return { record: withNodes(record, record.nodes.with(at, { ...node, ...written })), node: at }
}

/** Whether edits can stand on a node: it plays no move, and holds none that could not be read. */
export function isEditable({ move, unread }: MoveNode): boolean {
  return move === undefined && unread === undefined
}

/** Adds a node after all that may already follow its parent. */
function addNode(record: GameRecord, made: MoveNode): Edited {
  const at = made.parent
  checkNode(record, at)
  const node = subtreeEnd(record.nodes, at)
  const nodes = record.nodes.slice(0, node)
  nodes.push(made)
  for (const later of record.nodes.slice(node)) {
    nodes.push(later.parent >= node ? { ...later, parent: later.parent + 1 } : later)
  }
  return { record: withNodes(record, nodes), node }
}

/** Deletes a node and all that follows it; its parent is where to go on. Throws TypeError for the root. */
export function deleteLine(record: GameRecord, at: number): Edited {
  checkNode(record, at)
  if (at === 0) throw new TypeError('the root cannot be deleted')
  return { record: without(record, at, subtreeEnd(record.nodes, at)), node: record.nodes[at]!.parent }
}

/** Deletes all that follows a node. */
export function cutAfter(record: GameRecord, at: number): Edited {
  checkNode(record, at)
  return { record: without(record, at + 1, subtreeEnd(record.nodes, at)), node: at }
}

/**
 * Puts the variation that a node is in before the line it replaces: one step
 * towards the main line. On the main line nothing changes.
 */
export function promote(record: GameRecord, at: number): Edited {
  checkNode(record, at)
  const { first } = children(record.nodes)
  const start = pathTo(record.nodes, at).findLast((index) => first[record.nodes[index]!.parent] !== index)
  if (start === undefined) return { record, node: at }
  const { parent } = record.nodes[start]!
  let before = start - 1
  while (record.nodes[before]!.parent !== parent) before = record.nodes[before]!.parent
  return reorder(record, at, before, start)
}

/** Makes the line that leads to a node the main line. */
export function makeMainLine(record: GameRecord, at: number): Edited {
  checkNode(record, at)
  const { first } = children(record.nodes)
  let edited: Edited = { record, node: at }
  // From the end up, no fork that is still to come moves.
  for (const index of pathTo(record.nodes, at).reverse()) {
    const firstSibling = first[record.nodes[index]!.parent]!
    if (firstSibling !== index) edited = reorder(edited.record, edited.node, firstSibling, index)
  }
  return edited
}

/** Writes comments, glyphs, marks or a name on a node in place of those it had; what is not given stays. */
export function changeNotes(record: GameRecord, at: number, notes: NodeNotes): GameRecord {
  checkNode(record, at)
  const node = { ...record.nodes[at]! }
  for (const key of Object.keys(notes) as (keyof NodeNotes)[]) {
    const value = notes[key]
    if (value === undefined || value.length === 0) delete node[key]
    else Object.assign(node, { [key]: value })
  }
  return withNodes(record, record.nodes.with(at, node))
}

/** The record with other nodes, and without the timeline that told of the old ones. */
function withNodes(record: GameRecord, nodes: MoveNode[]): GameRecord {
  const { timeline: _, ...rest } = record
  return { ...rest, nodes }
}

/** The record without the nodes from one index up to and without another, a whole number of subtrees. */
function without(record: GameRecord, from: number, to: number): GameRecord {
  if (from === to) return record
  const nodes = record.nodes.slice(0, from)
  for (const later of record.nodes.slice(to)) {
    nodes.push(later.parent >= to ? { ...later, parent: later.parent - (to - from) } : later)
  }
  return withNodes(record, nodes)
}

/** Moves the subtree of a node before that of an earlier sibling. */
function reorder(record: GameRecord, at: number, sibling: number, start: number): Edited {
  const { nodes } = record
  const end = subtreeEnd(nodes, start)
  /** Where a node comes to stand. */
  const place = (index: number): number => {
    if (index < sibling || index >= end) return index
    return index >= start ? index - (start - sibling) : index + (end - start)
  }
  const order = [
    ...nodes.slice(0, sibling),
    ...nodes.slice(start, end),
    ...nodes.slice(sibling, start),
    ...nodes.slice(end),
  ]
  const moved = order.map((node) => {
    const parent = place(node.parent)
    return parent === node.parent ? node : { ...node, parent }
  })
  return { record: withNodes(record, moved), node: place(at) }
}

function checkNode({ nodes }: GameRecord, at: number): void {
  if (!(at >= 0 && at < nodes.length)) throw new TypeError(`no node ${at} in the tree`)
}

/**
 * Changes to the tree of a record: adding moves, deleting and reordering lines, and changing what is attached to a
 * node. Nothing is changed in place: every function returns a new record that shares the untouched nodes with the old
 * one, so undo only has to keep the old record.
 *
 * A timeline describes how exactly this tree came about, so a record whose tree was changed has none.
 */
import type { MoveComment, Edit, Glyph, Mark } from './annotation.ts'
import type { Colour, Move } from './move.ts'
import type { GameRecord } from './record.ts'
import { children, pathTo, type MoveNode } from './tree.ts'

/** A record after a change of its tree, and the node to go on from. */
export interface Edited {
  record: GameRecord
  node: number
}

/** What a user writes on a node. An empty list or text, or undefined, removes it. */
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

/** Adds a move as the last child of a node; the first child continues its line. */
export function addMove(record: GameRecord, at: number, move: Move): Edited {
  return addNode(record, { parent: at, move })
}

/**
 * Replaces the edits of the position at a node, and who moves after them. If the node plays a move or could not be
 * read, the edits go on a new node after it.
 */
export function changeEdits(record: GameRecord, at: number, edits: readonly Edit[], turn?: Colour): Edited {
  checkNode(record, at)
  const { edits: _, turn: __, ...node } = record.nodes[at]!
  const written = { ...(edits.length > 0 && { edits: [...edits] }), ...(turn !== undefined && { turn }) }
  if (!isEditable(node)) return addNode(record, { parent: at, ...written })
  return { record: withNodes(record, record.nodes.with(at, { ...node, ...written })), node: at }
}

/** Whether a node can have edits: it has no move, not even an unreadable one. */
export function isEditable({ move, unread }: MoveNode): boolean {
  return move === undefined && unread === undefined
}

/** Adds a node as the last child of its parent. */
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

/** Deletes a node and all that follows it; the node to go on from is its parent. Throws TypeError for the root. */
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

/** Moves the variation that contains a node one step towards the main line. On the main line nothing changes. */
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
  // Working from the end up, the forks still to be handled keep their places.
  for (const index of pathTo(record.nodes, at).reverse()) {
    const firstSibling = first[record.nodes[index]!.parent]!
    if (firstSibling !== index) edited = reorder(edited.record, edited.node, firstSibling, index)
  }
  return edited
}

/** Replaces the comments, glyphs, marks or name of a node; what is not given stays. */
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

/** The record with other nodes, and without the timeline of the old ones. */
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
  /** The new index of a node. */
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

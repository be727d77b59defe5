/**
 * The tree of a record: one flat array of nodes in preorder, each with the
 * index of its parent. Node 0 is the root, the position before the first
 * move. The first child of a parent continues its main line. Nothing here
 * recurses, so a line of 200,000 moves is as safe as one of two.
 */
import type { Annotation, Clock, MoveComment, Edit, Evaluation, Glyph, Mark } from './annotation.ts'
import type { Json } from './json.ts'
import type { Colour, Move } from './move.ts'

/** A move that could not be read: what the source had, as text or as base64 bytes. */
export interface UnreadMove {
  text?: string
  base64?: string
}

/** A node of the tree of moves: the move that led to it, and what is attached to it. */
export interface MoveNode {
  /** Index of the parent, always smaller than the node's own; -1 for the root. */
  parent: number
  /** The move that leads here. Absent at the root, at a node that only edits or comments, and when unread. */
  move?: Move
  unread?: UnreadMove
  /** A title of the branch that starts here. */
  name?: string
  /** The number printed with the move, if the source sets it. */
  moveNumber?: number
  comments?: MoveComment[]
  glyphs?: Glyph[]
  marks?: Mark[]
  clock?: Clock
  evaluation?: Evaluation
  /** Changes to the position made here, before the move is played. */
  edits?: Edit[]
  /** The side to move from here on, if the source sets it. */
  turn?: Colour
  annotations?: Annotation[]
  /** What the model does not know, under the format's id, as the format had it. */
  native?: Record<string, Json>
}

/** First children and siblings of every node, for nested views. */
export interface Children {
  /** First child of node i, -1 without one. */
  first: Int32Array
  /** Next sibling of node i, -1 for the last. */
  next: Int32Array
}

/** Links every node to its first child and next sibling, in one pass. */
export function children(nodes: readonly MoveNode[]): Children {
  const first = new Int32Array(nodes.length).fill(-1)
  const next = new Int32Array(nodes.length).fill(-1)
  const last = new Int32Array(nodes.length).fill(-1)
  for (let index = 1; index < nodes.length; index++) {
    const parent = nodes[index]!.parent
    if (last[parent] === -1) first[parent] = index
    else next[last[parent]!] = index
    last[parent] = index
  }
  return { first, next }
}

/** The indexes of the main line from the first move on: always the first child. */
export function mainLine(nodes: readonly MoveNode[]): number[] {
  const line: number[] = []
  let current = 0
  for (let index = 1; index < nodes.length; index++) {
    if (nodes[index]!.parent !== current) continue
    line.push(index)
    current = index
  }
  return line
}

/**
 * The indexes of the nodes of the main line that play a move. A node that only sets up stones or comments is passed
 * through; a move that could not be read ends the line, since nobody knows what the next one was played in.
 */
export function mainLinePlays(nodes: readonly MoveNode[]): number[] {
  const plays: number[] = []
  for (const index of mainLine(nodes)) {
    const { move, unread } = nodes[index]!
    if (move !== undefined) plays.push(index)
    else if (unread) break
  }
  return plays
}

/** The moves of the main line, as {@link mainLinePlays} has them. */
export function mainLineMoves(nodes: readonly MoveNode[]): Move[] {
  return mainLinePlays(nodes).map((index) => nodes[index]!.move!)
}

/** The indexes from the first move down to a node, including the node but not the root. */
export function pathTo(nodes: readonly MoveNode[], index: number): number[] {
  const path: number[] = []
  for (let at = index; at > 0; at = nodes[at]!.parent) path.push(at)
  return path.reverse()
}

/** The number of moves on the path to every node. */
export function depths(nodes: readonly MoveNode[]): Int32Array {
  const depth = new Int32Array(nodes.length)
  for (let index = 1; index < nodes.length; index++) depth[index] = depth[nodes[index]!.parent]! + 1
  return depth
}

/** How many nodes start a variation, that is, are not the first child of their parent. */
export function countVariations(nodes: readonly MoveNode[]): number {
  const hasChild = new Uint8Array(nodes.length)
  let count = 0
  for (let index = 1; index < nodes.length; index++) {
    const parent = nodes[index]!.parent
    if (hasChild[parent] === 1) count++
    hasChild[parent] = 1
  }
  return count
}

/**
 * The first thing wrong with the structure of a tree, or undefined: only the first node is without a parent, parents
 * come before their children, preorder.
 */
export function treeFault(nodes: readonly MoveNode[]): string | undefined {
  if (nodes.length === 0) return 'the tree has no root'
  if (nodes[0]!.parent !== -1) return 'node 0 must be the root, with parent -1'
  // In preorder the parent of a node is the node before it or one of that node's ancestors.
  const path: number[] = [0]
  for (let index = 1; index < nodes.length; index++) {
    const parent = nodes[index]!.parent
    while (path.length > 0 && path[path.length - 1] !== parent) path.pop()
    if (path.length === 0) return `node ${index} does not follow its parent ${parent} in preorder`
    path.push(index)
  }
  return undefined
}

/**
 * Visits every node in preorder with a context carried along the lines. The context is cloned only where lines fork,
 * and `enter` changes it in place.
 * @param clone copies a context, called once for every variation
 * @param enter called with the context of the parent
 */
export function walk<Context>(
  nodes: readonly MoveNode[],
  context: Context,
  clone: (context: Context) => Context,
  enter: (context: Context, node: MoveNode, index: number) => void,
): void {
  const { next } = children(nodes)
  // Contexts saved for later siblings, by parent.
  const saved: { parent: number; context: Context }[] = []
  let current = context
  let previous = -1
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index]!
    if (index > 0 && node.parent !== previous) {
      while (saved[saved.length - 1]!.parent !== node.parent) saved.pop()
      const top = saved[saved.length - 1]!
      current = next[index] === -1 ? top.context : clone(top.context)
      if (next[index] === -1) saved.pop()
    } else if (next[index] !== -1) {
      saved.push({ parent: node.parent, context: clone(current) })
    }
    enter(current, node, index)
    previous = index
  }
}

/** Builds a tree in preorder from the order in which a reader meets moves. */
export class TreeBuilder {
  readonly nodes: MoveNode[] = [{ parent: -1 }]
  private current = 0

  /** The node that the next move follows. */
  get cursor(): number {
    return this.current
  }

  /** The node at the cursor, to attach comments to. */
  get node(): MoveNode {
    return this.nodes[this.current]!
  }

  /** Adds a child of the cursor and moves to it. Children must come in preorder. */
  add(move?: Move): MoveNode {
    const node: MoveNode = move === undefined ? { parent: this.current } : { parent: this.current, move }
    this.current = this.nodes.push(node) - 1
    return node
  }

  /** Moves the cursor to an earlier node. */
  goTo(index: number): void {
    if (!(index >= 0 && index < this.nodes.length)) throw new TypeError(`no node ${index} in the tree`)
    this.current = index
  }
}

/**
 * Puts a tree in preorder whose lines a reader met in another order. The nodes are taken over, and their parents
 * change. @param place receives the new index of each node
 */
export function toPreorder(nodes: readonly MoveNode[], place = new Int32Array(nodes.length)): MoveNode[] {
  const { first, next } = children(nodes)
  const result: MoveNode[] = []
  /** Siblings to visit when the line before them has ended. */
  const later: number[] = []
  for (let index = 0; index >= 0;) {
    const node = nodes[index]!
    if (index > 0) node.parent = place[node.parent]!
    place[index] = result.push(node) - 1
    if (next[index]! >= 0) later.push(next[index]!)
    index = first[index]! >= 0 ? first[index]! : (later.pop() ?? -1)
  }
  return result
}

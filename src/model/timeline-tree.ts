/**
 * The tree of a timeline: a move goes to a new node, or to the node that the
 * same move made before; a take-back goes up; what was said, marked and claimed is added to the node where it happened.
 * The line played last comes first among its siblings.
 */
import type { Mark } from './annotation.ts'
import type { Json } from './json.ts'
import { isPass, moveColour, moveTo, type Move } from './move.ts'
import type { Player } from './record.ts'
import type { Result } from './result.ts'
import type { BranchEvent, StartEvent, Timeline, TimelineEvent } from './timeline.ts'
import { children, treeFault, type MoveNode } from './tree.ts'

/** A node under construction, with what decides its place among its siblings. */
interface Making {
  node: MoveNode
  /** Nodes and moves on the way from the root. */
  depth: number
  moves: number
  /** A distant ancestor, so that taking back many moves needs few steps. */
  jump: number
  hasChild: boolean
  /** Step at which it was last played. */
  visit: number
  /** Starts a branch: branches keep their order and come before lines taken back. */
  isBranch: boolean
}

/** Greater than every packed move, to combine a parent and a move into one number. */
const MOVE_LIMIT = 2 ** 31

/**
 * Builds the tree of a timeline step by step. Nodes are made in the order of
 * their first move; {@link TimelineTree.finish} puts them in preorder.
 */
export class TimelineTree {
  private readonly made: Making[]
  /** Nodes by parent and move; filled only when a line is entered again. */
  private byMove: Map<number, number> | undefined
  private steps = 0
  private current = 0
  private branchName: string | undefined
  private branchNative: Record<string, Json> | undefined
  private startsBranch = false
  private isInPreorder = true

  constructor() {
    this.made = [{ node: { parent: -1 }, depth: 0, moves: 0, jump: 0, hasChild: false, visit: 0, isBranch: false }]
  }

  /** The current node, numbered in order of creation. */
  get cursor(): number {
    return this.current
  }

  /** The current node. Its parent is numbered in order of creation. */
  get node(): MoveNode {
    return this.made[this.current]!.node
  }

  /** Moves on the way from the root to the current node. */
  get moves(): number {
    return this.made[this.current]!.moves
  }

  /** Begins a branch at a node. Its first node is made by the next `move`, or by `open`. */
  branch(from: number, name?: string, native?: Record<string, Json>): void {
    this.current = from
    this.startsBranch = true
    this.branchName = name
    this.branchNative = native
  }

  /** Makes the node of a branch that does not start with a move. */
  open(): MoveNode {
    return this.add({ parent: this.current })
  }

  /** Plays a move. Returns whether that made a new node. */
  move(move: Move): boolean {
    this.steps++
    const known = this.startsBranch ? undefined : this.childWith(move)
    if (known === undefined) {
      this.add({ parent: this.current, move })
      return true
    }
    this.made[known]!.visit = this.steps
    this.current = known
    this.isInPreorder = false
    return false
  }

  /** Takes moves back, at most as many as there are. */
  takeBack(moves: number): void {
    const { made } = this
    const target = Math.max(0, this.moves - moves)
    let at = this.current
    while (made[at]!.moves > target) {
      const { jump, node } = made[at]!
      at = made[jump]!.moves > target ? jump : node.parent
    }
    if (at !== this.current) this.isInPreorder = false
    this.current = at
  }

  /** The nodes in preorder, and the index there of each node created. */
  finish(): { nodes: MoveNode[]; places: Int32Array } {
    const nodes = this.made.map(({ node }) => node)
    if (!this.isInPreorder || treeFault(nodes) !== undefined) return this.sorted()
    return { nodes, places: Int32Array.from(nodes, (_, index) => index) }
  }

  private add(node: MoveNode): MoveNode {
    if (this.branchName !== undefined) node.name = this.branchName
    if (this.branchNative) addNative(node, this.branchNative)
    const { made } = this
    const parent = made[node.parent]!
    const above = made[parent.jump]!
    const isEven = parent.depth - above.depth === above.depth - made[above.jump]!.depth
    const index = made.push({
      node,
      depth: parent.depth + 1,
      moves: parent.moves + (node.move === undefined ? 0 : 1),
      jump: isEven ? above.jump : node.parent,
      hasChild: false,
      visit: this.steps,
      isBranch: this.startsBranch,
    })
    parent.hasChild = true
    this.current = index - 1
    if (this.byMove) this.register(this.current)
    this.startsBranch = false
    this.branchName = undefined
    this.branchNative = undefined
    return node
  }

  private childWith(move: Move): number | undefined {
    if (!this.made[this.current]!.hasChild) return undefined
    if (!this.byMove) {
      this.byMove = new Map()
      for (let index = 1; index < this.made.length; index++) this.register(index)
    }
    return this.byMove.get(this.current * MOVE_LIMIT + move)
  }

  private register(index: number): void {
    const { parent, move } = this.made[index]!.node
    if (move !== undefined) this.byMove!.set(parent * MOVE_LIMIT + move, index)
  }

  private sorted(): { nodes: MoveNode[]; places: Int32Array } {
    const { first, next } = children(this.made.map(({ node }) => node))
    const places = new Int32Array(this.made.length)
    const nodes: MoveNode[] = []
    const stack = [0]
    while (stack.length > 0) {
      const index = stack.pop()!
      const { node } = this.made[index]!
      places[index] = nodes.length
      if (index > 0) node.parent = places[node.parent]!
      nodes.push(node)
      const below: number[] = []
      for (let child = first[index]!; child !== -1; child = next[child]!) below.push(child)
      // The stack gives back the last one first.
      below.sort((left, right) => this.order(right, left))
      for (const child of below) stack.push(child)
    }
    return { nodes, places }
  }

  /** Branches first in their order, then lines by their last visit, most recent first. */
  private order(left: number, right: number): number {
    const [one, other] = [this.made[left]!, this.made[right]!]
    if (one.isBranch !== other.isBranch) return one.isBranch ? -1 : 1
    return one.isBranch ? left - right : other.visit - one.visit
  }
}

/**
 * The tree of a timeline. Sets `node` on every event. A take-back of more
 * moves than there are goes back to the start.
 * @param players names of those who speak and claim
 */
export function timelineTree(timeline: Timeline, players: readonly Player[]): MoveNode[] {
  const tree = new TimelineTree()
  const cursors = new Int32Array(timeline.length)
  timeline.forEach((event, index) => {
    if (event.type === 'move') playEvent(tree, event)
    else if (event.type === 'start') startEvent(tree, event)
    else if (event.type === 'branch') {
      tree.branch(event.from < 0 ? 0 : (cursors[event.from] ?? 0), event.name, event.native)
      // A branch that begins with a move needs no node before it.
      if (hasContent(event) || timeline[index + 1]?.type !== 'move') addBeginning(tree.open(), event)
    } else sayEvent(tree, event, players)
    cursors[index] = tree.cursor
  })
  const { nodes, places } = tree.finish()
  timeline.forEach((event, index) => (event.node = places[cursors[index]!]!))
  return nodes
}

function playEvent(tree: TimelineTree, event: Extract<TimelineEvent, { type: 'move' }>): void {
  const isNew = tree.move(event.move)
  const { node } = tree
  if (event.glyphs && !node.glyphs) node.glyphs = event.glyphs
  if (event.annotations && !node.annotations) node.annotations = event.annotations
  if (isNew && event.time !== undefined) node.clock = { recordedAt: event.time }
  if (isNew && event.native) addNative(node, event.native)
  addRemarks(node, event)
}

function startEvent({ node }: TimelineTree, event: StartEvent): void {
  if (event.name !== undefined) node.name = event.name
  if (event.native) addNative(node, event.native)
  addBeginning(node, event)
}

function hasContent({ edits, annotations, marks, comment }: BranchEvent): boolean {
  return (edits ?? annotations ?? marks ?? comment) !== undefined
}

function addBeginning(node: MoveNode, event: StartEvent | BranchEvent): void {
  if (event.edits) node.edits = event.edits
  if (event.annotations) node.annotations = event.annotations
  addRemarks(node, event)
}

type SaidEvent = Exclude<TimelineEvent, { type: 'move' | 'start' | 'branch' }>

function sayEvent(tree: TimelineTree, event: SaidEvent, players: readonly Player[]): void {
  if (event.type === 'takeback') tree.takeBack(event.moves)
  const { node } = tree
  if (event.type === 'message') say(node, `${speaker(event.actor, players)}${event.text}`)
  if (event.type === 'mark') mark(node, [event.mark])
  if (event.type === 'result') say(node, `${speaker(event.actor, players)}${claimText(event.result)}`)
  addRemarks(node, event)
}

function addRemarks(node: MoveNode, event: TimelineEvent): void {
  if (event.marks) mark(node, event.marks)
  if (event.comment !== undefined) say(node, event.comment)
}

/** Merges what formats keep on a node. */
function addNative(node: MoveNode, native: Record<string, Json>): void {
  node.native ??= {}
  for (const [format, value] of Object.entries(native)) {
    const known = node.native[format]
    node.native[format] = isObject(known) && isObject(value) ? { ...known, ...value } : value
  }
}

function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function say(node: MoveNode, text: string): void {
  node.comments ??= []
  node.comments.push({ text, placement: 'after' })
}

function mark(node: MoveNode, marks: readonly Mark[]): void {
  node.marks ??= []
  for (const mark of marks) {
    const isThere = node.marks.some((other) => sameMark(other, mark))
    if (!isThere) node.marks.push(mark)
  }
}

function sameMark(left: Mark, right: Mark): boolean {
  return left.shape === right.shape && left.at === right.at && left.to === right.to && left.text === right.text
}

function speaker(actor: number | undefined, players: readonly Player[]): string {
  if (actor === undefined) return ''
  return `${players[actor]?.name ?? `#${actor + 1}`}: `
}

/** A result as SGF writes it: `B+2.5`, `W+R`, `0`. */
function claimText({ outcome, winner, margin }: Result): string {
  if (outcome !== 'win') return '0'
  return `${winner === 1 ? 'B' : 'W'}+${margin ?? 'R'}`
}

/**
 * Whether two trees have the same content: moves, set-ups, names, texts, marks, glyphs and problems. The texts of a
 * node count as one, and order is ignored where it has no meaning.
 */
export function sameTree(left: readonly MoveNode[], right: readonly MoveNode[]): boolean {
  return left.length === right.length && left.every((node, index) => nodeText(node) === nodeText(right[index]!))
}

function nodeText(node: MoveNode): string {
  const edits = (node.edits ?? []).flatMap(({ squares, piece }) => squares.map((square) => `${square}${piece}`))
  const marks = (node.marks ?? []).map(({ shape, at, to, text }) => `${shape} ${at} ${to ?? ''} ${text ?? ''}`)
  const problems = (node.annotations ?? []).map((annotation) => annotation.type === 'problem' && annotation.colour)
  const glyphs = (node.glyphs ?? []).map(({ nag }) => nag)
  const move = node.move
  return JSON.stringify([
    node.parent,
    move === undefined ? null : [moveColour(move), isPass(move) ? -1 : moveTo(move)],
    node.name ?? '',
    (node.comments ?? [])
      .map(({ text }) => text)
      .join('\n')
      .replaceAll(/\r\n?/g, '\n'),
    edits.sort(),
    marks.sort(),
    glyphs.sort((one, other) => one - other),
    problems,
  ])
}

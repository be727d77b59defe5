/**
 * The nodes of a record as the tree of a document. A tree begins at the root,
 * at every child of a fork, and at every node that sets up, says or names
 * something without or before a move.
 *
 * wei7 sets up stones on an empty board alone. Where a record changes the
 * position later, or plays on a stone, the position goes on as a tree of its
 * own, beside the main one, with all its stones in `pre`.
 */
import type { Edit } from '../../model/annotation.ts'
import type { Json } from '../../model/json.ts'
import { isPass, moveColour, moveTo, type Colour } from '../../model/move.ts'
import { boardSize, type GameRecord } from '../../model/record.ts'
import { children, walk, type MoveNode } from '../../model/tree.ts'
import { go, stonesWithoutLiberty, type GoPosition } from '../../rules/go/index.ts'
import type { Wei7Pre, Wei7Step, Wei7Stone, Wei7Tree } from './document.ts'
import type { Losses } from './losses.ts'
import { findProblem, joinComments, loseOtherFields, makeMarks, makeMove, makePoint } from './step-writer.ts'
import { isStepTime } from './step.ts'
import { stepMarks, treeMarks } from './native.ts'

interface Stone {
  square: number
  color: Colour
}

/** The state of a line at a node. */
interface Line {
  position: GoPosition
  tree: Wei7Tree
  /** Whether stones were set up or moves made so far. */
  isBegun: boolean
  /** Whether the position can no longer be represented, so that the rest of the line is dropped. */
  isLost: boolean
}

/** Makes the tree of a document from the nodes of a record. */
export function makeTree(record: GameRecord, losses: Losses): Wei7Tree {
  return new TreeWriter(record, losses).write()
}

class TreeWriter {
  private readonly record: GameRecord
  private readonly losses: Losses
  private readonly columns: number
  private readonly points: number
  private readonly root: Wei7Tree = {}
  /** Trees that continue from a changed position. */
  private readonly changed: Wei7Tree[] = []
  private readonly isFork: Uint8Array
  private readonly firstChild: Int32Array

  constructor(record: GameRecord, losses: Losses) {
    this.record = record
    this.losses = losses
    const { first, next } = children(record.nodes)
    this.firstChild = first
    this.isFork = Uint8Array.from(first, (child) => (child !== -1 && next[child] !== -1 ? 1 : 0))
    const { columns, rows } = boardSize(record)
    this.columns = columns
    this.points = columns * rows
  }

  write(): Wei7Tree {
    const position = go.start(this.record)
    const line: Line = { position, tree: this.root, isBegun: false, isLost: false }
    if (this.record.setup !== undefined) this.setUp(line, stonesOf(position))
    walk(
      this.record.nodes,
      line,
      (line) => ({ ...line, position: line.position.clone() }),
      (line, node, index) => this.writeNode(line, node, index),
    )
    if (this.changed.length === 0) return this.root
    return { branches: [this.root, ...this.changed] }
  }

  private writeNode(line: Line, node: MoveNode, index: number): void {
    if (line.isLost) {
      this.leaveOut(node, index)
      return
    }
    const marks = treeMarks(node)
    if (index > 0 && this.beginsTree(node, marks)) line.tree = addBranch(line.tree)
    const { tree } = line
    if (node.name !== undefined) tree.title = node.name
    if (marks.includes('title')) tree.title = ''
    if (node.edits || node.turn !== undefined) this.edit(line, node, index)
    if (line.isLost) {
      this.leaveOut(node, index)
      return
    }
    if (node.move === undefined) this.writePre(line.tree, node, index)
    else this.writeMove(line, node, index)
    addEmptyParts(tree, marks)
    loseOtherFields(node, index, this.record.nodes[this.firstChild[index]!], this.losses)
  }

  private beginsTree(node: MoveNode, marks: readonly string[]): boolean {
    if (this.isFork[node.parent] === 1 || node.move === undefined || node.name !== undefined) return true
    return (node.edits?.length ?? 0) > 0 || marks.length > 0
  }

  /** Changes the position, as a set-up if allowed, otherwise in a separate tree. */
  private edit(line: Line, node: MoveNode, index: number): void {
    const { position } = line
    const before = go.format(position)
    go.edit!(position, node.edits ?? [], node.turn)
    const after = go.format(position)
    if (before.slice(0, -1) === after.slice(0, -1)) {
      // A stone that is there already, or a point cleared that is empty.
      if (node.edits?.length) this.losses.note('wei7/edit-without-effect', {}, node.edits as unknown as Json, index)
      return
    }
    if (stonesWithoutLiberty(position).length > 0) line.isLost = true
    else if (line.isBegun) this.goOnBeside(line, index, 'wei7/position-beside')
    else this.setUp(line, addedStones(node.edits!) ?? stonesOf(position))
  }

  private setUp(line: Line, stones: Stone[]): void {
    line.isBegun = true
    line.tree.pre = { stones: stones.map((stone) => this.makeStone(stone)) }
  }

  private makeStone({ square, color }: Stone): Wei7Stone {
    return { color, point: makePoint(square, this.columns) }
  }

  private goOnBeside(line: Line, index: number, id: 'wei7/position-beside' | 'wei7/move-on-stone'): void {
    this.losses.note(id, {}, undefined, index)
    line.tree = { pre: { stones: stonesOf(line.position).map((stone) => this.makeStone(stone)) } }
    this.changed.push(line.tree)
  }

  private leaveOut(node: MoveNode, index: number): void {
    this.losses.note('wei7/line-left-out', {}, { ...node } as unknown as Json, index)
  }

  /** The contents of a node without a move belong to the position before the first step of its tree. */
  private writePre(tree: Wei7Tree, node: MoveNode, index: number): void {
    const { losses } = this
    const pre: Wei7Pre = { ...tree.pre }
    const problem = node.annotations && findProblem(node.annotations, losses, index)
    if (problem) pre.problem = problem
    const marks = node.marks && makeMarks(node.marks, this.columns, losses, index)
    if (marks && marks.length > 0) pre.marks = marks
    if (node.comments && node.comments.length > 0) pre.comment = joinComments(node.comments, losses, index)
    if (node.glyphs) {
      const glyphs = node.glyphs.map(({ nag }) => nag)
      losses.note('wei7/position-glyph', {}, glyphs, index)
    }
    if (Object.keys(pre).length > 0) tree.pre = pre
  }

  private writeMove(line: Line, node: MoveNode, index: number): void {
    const { position } = line
    const move = node.move!
    if (!isPass(move) && moveTo(move) >= this.points) {
      this.losses.lose('unread-moves', move, index)
      return
    }
    const color = moveColour(move) || position.turn
    const isTaken = !isPass(move) && position.pieceAt(moveTo(move)) !== ''
    position.play(move)
    line.isBegun = true
    if (isTaken) {
      this.goOnBeside(line, index, 'wei7/move-on-stone')
      this.writePre(line.tree, node, index)
      return
    }
    const value = makeMove(move, color, this.columns, node.glyphs, node.annotations, this.losses, index)
    const action = { type: 'move', value }
    const time = node.clock?.recordedAt
    const step: Wei7Step = time !== undefined && isStepTime(time) ? { time, action } : { action }
    const empty = stepMarks(node)
    const marks = makeMarks(node.marks ?? [], this.columns, this.losses, index)
    if (marks.length > 0 || empty.includes('marks')) step.marks = marks
    if (node.comments?.length) step.comment = joinComments(node.comments, this.losses, index)
    else if (empty.includes('comment')) step.comment = ''
    line.tree.steps ??= []
    line.tree.steps.push(step)
  }
}

function addBranch(tree: Wei7Tree): Wei7Tree {
  const branch: Wei7Tree = {}
  tree.branches ??= []
  tree.branches.push(branch)
  return branch
}

/** Parts of a tree that are present but empty. */
export function addEmptyParts(tree: Wei7Tree, marks: readonly string[]): void {
  if (marks.includes('steps')) tree.steps ??= []
  if (marks.includes('branches')) tree.branches ??= []
  if (marks.includes('pre')) tree.pre ??= {}
  if (marks.includes('stones')) tree.pre = { ...tree.pre, stones: tree.pre?.stones ?? [] }
  if (marks.includes('pre.marks')) tree.pre = { ...tree.pre, marks: tree.pre?.marks ?? [] }
  if (marks.includes('pre.comment')) tree.pre = { ...tree.pre, comment: tree.pre?.comment ?? '' }
}

/** The stones that edits add, in order; undefined if they also clear or replace. */
function addedStones(edits: readonly Edit[]): Stone[] | undefined {
  const stones = edits.flatMap(({ squares, piece }) => squares.map((square) => ({ square, piece })))
  const squares = new Set(stones.map(({ square }) => square))
  if (squares.size < stones.length || stones.some(({ piece }) => piece !== '1' && piece !== '2')) return undefined
  return stones.map(({ square, piece }) => ({ square, color: piece === '1' ? 1 : 2 }))
}

/** All stones of a position, row by row. */
function stonesOf(position: GoPosition): Stone[] {
  const stones: Stone[] = []
  for (let square = 0; square < position.columns * position.rows; square++) {
    const color = position.stoneAt(square)
    if (color !== 0) stones.push({ square, color })
  }
  return stones
}

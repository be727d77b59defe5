/** The timeline of a record as the tree of a document, step by step as it happened. */
import type { Json } from '../../model/json.ts'
import { moveColour, otherColour, type Colour } from '../../model/move.ts'
import { boardSize, type GameRecord } from '../../model/record.ts'
import { sameTree, timelineTree } from '../../model/timeline-tree.ts'
import type { BranchEvent, StartEvent, Timeline, TimelineEvent } from '../../model/timeline.ts'
import type { Wei7Pre, Wei7Step, Wei7Tree } from './document.ts'
import { makeResult } from './info-writer.ts'
import type { Losses } from './losses.ts'
import { findProblem, makeMarks, makeMove, makePoint } from './step-writer.ts'
import { stepMarks, treeMarks } from './native.ts'
import { addEmptyParts } from './tree-writer.ts'

/**
 * Whether the timeline of a record can be written: its tree is still the one
 * derived from it, its branches follow after all steps of the tree they leave,
 * and nothing is set up after the first move.
 */
export function isWritable(record: GameRecord): boolean {
  const { timeline, nodes, header } = record
  if (!timeline) return false
  const derived = timelineTree(
    timeline.map((event) => ({ ...event })),
    header.players,
  )
  return sameTree(derived, nodes) && branchesFollow(timeline)
}

/** Whether every branch continues from the last event of a tree, as branches of a document do. */
function branchesFollow(timeline: Timeline): boolean {
  return timeline.every((event, index) => {
    if (event.type === 'start') return index === 0
    if (event.type !== 'branch') return true
    const after = timeline[event.from + 1]
    return (
      event.from < index &&
      (event.from < 0 ? timeline[0] === event || timeline[0]?.type === 'branch' : after?.type === 'branch')
    )
  })
}

/** Makes the tree of a document from a timeline that {@link isWritable}. */
export function makeTimelineTree(record: GameRecord, losses: Losses): Wei7Tree {
  const { columns } = boardSize(record)
  const root: Wei7Tree = {}
  /** The tree to which each event belongs. */
  const treeOf: Wei7Tree[] = []
  let tree = root
  let turn: Colour = 1
  for (const event of record.timeline!) {
    if (event.type === 'start') {
      writeBeginning(root, event, columns, losses)
    } else if (event.type === 'branch') {
      const parent = event.from < 0 ? root : treeOf[event.from]!
      tree = {}
      parent.branches ??= []
      parent.branches.push(tree)
      writeBeginning(tree, event, columns, losses)
    } else {
      const colour: Colour = event.type === 'move' ? moveColour(event.move) || turn : turn
      tree.steps ??= []
      tree.steps.push(makeStep(event, colour, columns, losses))
      if (event.type === 'move') turn = otherColour(colour)
    }
    treeOf.push(tree)
  }
  return root
}

function writeBeginning(tree: Wei7Tree, event: StartEvent | BranchEvent, columns: number, losses: Losses): void {
  const { node } = event
  if (event.name !== undefined) tree.title = event.name
  const marks = treeMarks(event)
  if (marks.includes('title')) tree.title = ''
  const pre: Wei7Pre = {}
  if (event.edits) {
    pre.stones = event.edits.flatMap(({ squares, piece }) =>
      squares.map((square) => ({
        color: piece === '2' ? (2 as const) : (1 as const),
        point: makePoint(square, columns),
      })),
    )
  }
  const problem = event.annotations && findProblem(event.annotations, losses, node)
  if (problem) pre.problem = problem
  if (event.marks) pre.marks = makeMarks(event.marks, columns, losses, node)
  if (event.comment !== undefined) pre.comment = event.comment
  if (Object.keys(pre).length > 0) tree.pre = pre
  addEmptyParts(tree, marks)
}

type StepEvent = Exclude<TimelineEvent, StartEvent | BranchEvent>

function makeStep(event: StepEvent, turn: Colour, columns: number, losses: Losses): Wei7Step {
  const step: Wei7Step = { action: { type: event.type, value: makeValue(event, turn, columns, losses) } }
  const empty = stepMarks(event)
  const marks = makeMarks(event.marks ?? [], columns, losses, event.node)
  if (event.time !== undefined) step.time = event.time
  if (event.actor !== undefined) step.actor = event.actor
  if (marks.length > 0 || empty.includes('marks')) step.marks = marks
  if (event.comment !== undefined) step.comment = event.comment
  else if (empty.includes('comment')) step.comment = ''
  return step
}

function makeValue(event: StepEvent, turn: Colour, columns: number, losses: Losses): Json {
  switch (event.type) {
    case 'move':
      return makeMove(event.move, turn, columns, event.glyphs, event.annotations, losses, event.node)
    case 'takeback':
      return event.moves
    case 'message':
      return event.text
    case 'mark':
      return makeMarks([event.mark], columns, losses, event.node)[0] as unknown as Json
    case 'result':
      return makeResult(event.result, losses, event.node) ?? { winner: null }
  }
}

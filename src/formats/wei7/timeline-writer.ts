/** The timeline of a record as the tree of a document, step by step as it happened. */
import type { Message } from '../../issues/catalogue.ts'
import { makeMessage } from '../../issues/issue.ts'
import type { Json } from '../../model/json.ts'
import { moveColour, otherColour, type Colour } from '../../model/move.ts'
import { boardSize, type GameRecord } from '../../model/record.ts'
import { sameTree, timelineTree } from '../../model/timeline-tree.ts'
import type { BranchEvent, StartEvent, Timeline, TimelineEvent } from '../../model/timeline.ts'
import { go } from '../../rules/go/index.ts'
import { illegalMoves } from '../../rules/replay.ts'
import type { Wei7Pre, Wei7Step, Wei7Tree } from './document.ts'
import { makeResult } from './info-writer.ts'
import type { Losses } from './losses.ts'
import { stepMarks, treeMarks } from './native.ts'
import { isStepTime } from './step.ts'
import { findProblem, makeMarks, makeMove, makePoint } from './step-writer.ts'
import { addEmptyParts } from './tree-writer.ts'

/**
 * Whether the timeline of a record can be written: its tree is still the one derived from it, its set-ups are stones,
 * and its branches come after all steps of their tree.
 */
export function isWritable(record: GameRecord): boolean {
  const { timeline, nodes, header } = record
  if (!timeline) return false
  const derived = timelineTree(
    timeline.map((event) => ({ ...event })),
    header.players,
  )
  return sameTree(derived, nodes) && timeline.every((event, index) => isSayable(event, index, timeline))
}

function isSayable(event: TimelineEvent, index: number, timeline: Timeline): boolean {
  if (event.type === 'takeback') return Number.isInteger(event.moves) && event.moves > 0
  if (event.type !== 'start' && event.type !== 'branch') return true
  if (event.edits?.some(({ piece }) => piece !== '1' && piece !== '2')) return false
  if (event.type === 'start') return index === 0
  // In a tree with branches, the event after its last one begins the first branch.
  return event.from >= -1 && event.from < index && timeline[event.from + 1]!.type === 'branch'
}

/** Why a timeline is not a game of Go, and at which node; undefined if it is one. */
export function timelineFault(record: GameRecord): { reason: Message; node?: number } | undefined {
  const [illegal] = illegalMoves(go, record, 1)
  if (illegal) return { reason: { id: illegal.id, params: illegal.params ?? {} }, ...illegal.place }
  const moves = new Int32Array(record.nodes.length)
  record.nodes.forEach(({ parent, move }, index) => {
    if (index > 0) moves[index] = moves[parent]! + (move === undefined ? 0 : 1)
  })
  let made = 0
  for (const event of record.timeline!) {
    const node = event.node ?? 0
    if (event.type === 'takeback' && event.moves > made) {
      return { reason: makeMessage('timeline-fault/takeback', {}), node }
    }
    made = moves[node]!
  }
  return undefined
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
      const step = makeStep(event, colour, record.header.players.length, columns, losses)
      tree.steps ??= []
      if (step) tree.steps.push(step)
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
  const said = makeMarks(event.marks ?? [], columns, losses, node)
  if (said.length > 0) pre.marks = said
  if (event.comment !== undefined) pre.comment = event.comment
  if (Object.keys(pre).length > 0) tree.pre = pre
  addEmptyParts(tree, marks)
}

type StepEvent = Exclude<TimelineEvent, StartEvent | BranchEvent>

/** A step; undefined if its action cannot be stored. */
function makeStep(
  event: StepEvent,
  turn: Colour,
  players: number,
  columns: number,
  losses: Losses,
): Wei7Step | undefined {
  const { time, actor, node } = event
  const value = makeValue(event, turn, columns, losses)
  if (value === undefined) {
    losses.note('wei7/step-left-out', { type: event.type }, { ...event } as unknown as Json, node)
    return undefined
  }
  const action = { type: event.type, value }
  const isTimed = time !== undefined && isStepTime(time)
  const step: Wei7Step = isTimed ? { time, action } : { action }
  if (time !== undefined && !isTimed) losses.note('wei7/long-time', {}, time, node)
  if (actor !== undefined && actor < players) step.actor = actor
  const marks = makeMarks(event.marks ?? [], columns, losses, node)
  const empty = stepMarks(event)
  if (marks.length > 0 || empty.includes('marks')) step.marks = marks
  if (event.comment !== undefined) step.comment = event.comment
  else if (empty.includes('comment')) step.comment = ''
  return step
}

function makeValue(event: StepEvent, turn: Colour, columns: number, losses: Losses): Json | undefined {
  switch (event.type) {
    case 'move':
      return makeMove(event.move, turn, columns, event.glyphs, event.annotations, losses, event.node)
    case 'takeback':
      return event.moves
    case 'message':
      return event.text
    case 'mark':
      return makeMarks([event.mark], columns, losses, event.node)[0] as unknown as Json | undefined
    case 'result':
      return makeResult(event.result, losses, event.node)
  }
}

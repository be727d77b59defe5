/**
 * The tree of a document, read into a timeline: a start, then the steps of
 * each branch. Trees nest to any depth, so those still to be read are on a stack. The record keeps the timeline only if
 * it says more than the tree.
 */
import type { BranchEvent, StartEvent, Timeline } from '../../model/timeline.ts'
import type { Json } from '../../model/json.ts'
import { readPre } from './pre.ts'
import type { TreeTask } from './tree-task.ts'
import { readStep } from './step.ts'
import type { JsonObject } from '../json.ts'
import { checkProperties, readArray, readObject, readString, type Reading } from './values.ts'

/** The contents of a document's tree. */
export interface TreeContent {
  events: Timeline
  /** The JSON object of each event. */
  sources: JsonObject[]
  /** Whether there are times, actors, or steps other than moves. */
  isTimeline: boolean
}

/** Reads the tree of a document. */
export function readTree(reading: Reading, root: JsonObject): TreeContent {
  const content: TreeContent = { events: [], sources: [], isTimeline: false }
  const tree = root['tree'] === undefined ? undefined : readObject(reading, root, 'tree', '3.16')
  if (!tree) return content
  const tasks: TreeTask[] = [
    { tree, from: -1, moves: 0, hasStones: false, isAnswer: false, isRoot: true, isOnly: false },
  ]
  let isBranched = false
  while (tasks.length > 0) {
    const below = readBranch(reading, tasks.pop()!, content)
    if (below.length > 0) isBranched = true
    // The stack gives back the last one first.
    for (let index = below.length - 1; index >= 0; index--) tasks.push(below[index]!)
  }
  if (isBranched && isLive(content)) {
    reading.findings.report('wei7/timeline-with-branches', {}, root, 'tree')
  }
  return content
}

const LIVE_STEPS = new Set<string>(['takeback', 'message', 'mark'])

/** Whether a record was made live: it has times, messages, single marks or take-backs. */
function isLive({ events, isTimeline }: TreeContent): boolean {
  return isTimeline && events.some(({ type, time }) => time !== undefined || LIVE_STEPS.has(type))
}

const TREE = ['title', 'pre', 'steps', 'branches']

/** Reads one tree without its branches, which it returns. */
function readBranch(reading: Reading, task: TreeTask, content: TreeContent): TreeTask[] {
  const { tree } = task
  checkProperties(reading, tree, TREE, [], '3.16')
  const steps = tree['steps'] === undefined ? undefined : readArray(reading, tree, 'steps', '3.16.3')
  const branches = tree['branches'] === undefined ? undefined : readArray(reading, tree, 'branches', '3.16.4')
  const beginning = readBeginning(reading, task, steps, branches)
  if (beginning) {
    content.events.push(beginning)
    content.sources.push(tree)
  }
  if (steps) readSteps(reading, steps, task, content)
  return branches ? branchTasks(reading, branches, { ...task, from: content.events.length - 1 }) : []
}

/** The event that begins a tree; undefined for a root tree with nothing to record. */
function readBeginning(
  reading: Reading,
  task: TreeTask,
  steps: Json[] | undefined,
  branches: Json[] | undefined,
): StartEvent | BranchEvent | undefined {
  const { tree, isRoot } = task
  const event: StartEvent | BranchEvent = isRoot ? { type: 'start' } : { type: 'branch', from: task.from }
  const marks: string[] = []
  if (tree['title'] !== undefined) {
    const title = readString(reading, tree, 'title', '3.16.1')
    if (title === '') marks.push('title')
    else if (title !== undefined) event.name = title
  }
  if (tree['pre'] !== undefined) marks.push(...readPre(reading, task, event))
  if (steps?.length === 0) marks.push('steps')
  if (branches?.length === 0) marks.push('branches')
  if (task.isOnly && tree['title'] === undefined && tree['pre'] === undefined) {
    marks.push('boundary')
    reading.findings.report('wei7/single-branch', {}, tree)
  }
  if (marks.length > 0) event.native = { wei7: { tree: marks } }
  const isBare = isRoot && Object.keys(event).length === 1
  return isBare ? undefined : event
}

function branchTasks(reading: Reading, branches: Json[], parent: TreeTask): TreeTask[] {
  const tasks: TreeTask[] = []
  for (let index = 0; index < branches.length; index++) {
    const tree = readObject(reading, branches, index, '3.16.4')
    if (tree) tasks.push({ ...parent, tree, isRoot: false, isOnly: branches.length === 1 })
  }
  return tasks
}

function readSteps(reading: Reading, steps: Json[], task: TreeTask, content: TreeContent): void {
  const { findings } = reading
  const movesBefore = task.moves
  let latest = 0
  for (let index = 0; index < steps.length; index++) {
    const step = readObject(reading, steps, index, '3.16.3')
    if (!step) continue
    const event = readStep(reading, step, task.isAnswer)
    if (!event) {
      reading.findings.keep(steps, index)
      continue
    }
    if (event.type !== 'move' || event.time !== undefined || event.actor !== undefined) {
      content.isTimeline = true
      checkActor(reading, step, event.actor)
    }
    if (event.time !== undefined) {
      if (event.time < latest) findings.report('wei7/time-order', {}, step, 'time')
      latest = Math.max(latest, event.time)
    }
    if (event.type === 'move') task.moves++
    if (event.type === 'takeback') {
      checkTakeback(reading, step, event.moves, task.moves, movesBefore)
      task.moves = Math.max(0, task.moves - event.moves)
    }
    content.events.push(event)
    content.sources.push(step)
  }
}

function checkActor(reading: Reading, step: JsonObject, actor: number | undefined): void {
  if (step['actor'] === undefined) reading.findings.report('wei7/actor-missing', {}, step)
  const { type } = step['action'] as JsonObject
  if (type === 'result' && actor !== undefined && reading.colours[actor] === undefined) {
    reading.findings.report('wei7/claim-actor', {}, step, 'actor')
  }
}

function checkTakeback(reading: Reading, step: JsonObject, moves: number, made: number, before: number): void {
  const action = step['action'] as JsonObject
  if (moves > made) {
    reading.findings.report('wei7/takeback-too-far', { taken: moves, made }, action, 'value')
  } else if (made - moves < before) {
    reading.findings.report('wei7/takeback-over-branch', {}, action, 'value')
  }
}

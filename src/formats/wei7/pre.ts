/** The set-up of a tree: `pre` with its stones, problem, marks and comment. */
import type { Edit } from '../../model/annotation.ts'
import type { Json } from '../../model/json.ts'
import type { BranchEvent, StartEvent } from '../../model/timeline.ts'
import type { TreeTask } from './tree-task.ts'
import {
  checkProperties,
  readArray,
  readColour,
  readObject,
  readPoint,
  readProblem,
  readRemarks,
  type Reading,
} from './values.ts'

/**
 * Reads the pre of a tree into the event that begins it, and its consequences for the rest of the tree into the task.
 * Returns what is visible only in the text: `pre` if it is empty, and empty lists and texts by name.
 */
export function readPre(reading: Reading, task: TreeTask, event: StartEvent | BranchEvent): string[] {
  const pre = readObject(reading, task.tree, 'pre', '3.16.2')
  if (!pre) return []
  checkProperties(reading, pre, ['stones', 'problem', 'marks', 'comment'], [], '3.16.2')
  const empty: string[] = Object.keys(pre).length === 0 ? ['pre'] : []
  if (pre['stones'] !== undefined) {
    const stones = readArray(reading, pre, 'stones', '3.16.2.1')
    if (stones?.length === 0) empty.push('stones')
    if (stones && stones.length > 0) {
      if (task.moves > 0 || task.hasStones) {
        reading.findings.report('wei7/stones-late', {}, pre, 'stones')
      }
      task.hasStones = true
      const edits = readStones(reading, stones)
      if (edits.length > 0) event.edits = edits
      else empty.push('stones')
    }
  }
  if (pre['problem'] !== undefined) {
    const problem = readProblem(reading, pre)
    if (problem) event.annotations = [problem]
    if (task.isAnswer) reading.findings.report('wei7/draft-nested-problem', {}, pre, 'problem')
    task.isAnswer = true
  }
  empty.push(...readRemarks(reading, pre, event).map((name) => `pre.${name}`))
  return empty
}

/** The stones in order, with runs of one colour grouped. Of two on one point, the last counts. */
function readStones(reading: Reading, stones: Json[]): Edit[] {
  const colours = new Map<number, number>()
  for (let index = 0; index < stones.length; index++) {
    const stone = readObject(reading, stones, index, '3.16.2.1')
    if (!stone) continue
    checkProperties(reading, stone, ['color', 'point'], ['color', 'point'], '3.16.2.1')
    if (stone['color'] === undefined || stone['point'] === undefined) continue
    const colour = readColour(reading, stone, 'color')
    const square = readPoint(reading, stone, 'point')
    if (colour === undefined || square === undefined) continue
    if (colours.delete(square)) {
      reading.findings.report('wei7/stones-twice', {}, stones, index)
    }
    colours.set(square, colour)
  }
  const edits: Edit[] = []
  for (const [square, colour] of colours) {
    const last = edits.at(-1)
    if (last?.piece === String(colour)) last.squares.push(square)
    else edits.push({ squares: [square], piece: String(colour) })
  }
  return edits
}

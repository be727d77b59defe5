/** A step of a tree: an action with its time, actor, marks and comment. */
import type { Glyph } from '../../model/annotation.ts'
import { makePass, makePlacement } from '../../model/move.ts'
import type { TimelineEvent } from '../../model/timeline.ts'
import type { JsonObject } from '../json.ts'
import {
  checkProperties,
  describe,
  readColour,
  readMark,
  readObject,
  readParticipant,
  readPoint,
  readProblem,
  readRemarks,
  readResult,
  readString,
  refuse,
  refuseType,
  type Reading,
} from './values.ts'

/** Evaluations as glyphs. Those without a PGN number are identified by their code. */
export const EVALUATIONS: Record<string, Glyph> = {
  good: { nag: 1 },
  bad: { nag: 2 },
  controversial: { nag: 5, code: 'controversial' },
  trick: { nag: 6, code: 'trick' },
}

/** Seconds in a day. */
const TIME_LIMIT = 86_400

export function isStepTime(time: number): boolean {
  return time >= 0 && time < TIME_LIMIT
}

const STEP = ['time', 'action', 'actor', 'marks', 'comment']

/** Reads a step; undefined if its action cannot be read. */
export function readStep(reading: Reading, step: JsonObject, isAnswer: boolean): TimelineEvent | undefined {
  checkProperties(reading, step, STEP, ['action'], '3.16.3')
  const action = step['action'] === undefined ? undefined : readObject(reading, step, 'action', '3.16.3.2')
  const event = action && readAction(reading, action, isAnswer)
  if (!event) return undefined
  if (step['time'] !== undefined) {
    const time = readTime(reading, step)
    if (time !== undefined) event.time = time
  }
  if (step['actor'] !== undefined) {
    const actor = readParticipant(reading, step, 'actor')
    if (actor !== undefined) event.actor = actor
  }
  const empty = readRemarks(reading, step, event)
  if (empty.length > 0) event.native = { wei7: { step: empty } }
  return event
}

function readTime(reading: Reading, step: JsonObject): number | undefined {
  const { time } = step
  if (typeof time !== 'number') {
    return refuseType(reading, step, 'time', 'json/number', '3.14')
  }
  if (!isStepTime(time)) {
    reading.findings.report('wei7/step-time', { limit: TIME_LIMIT, value: time }, step, 'time')
  }
  return time
}

function readAction(reading: Reading, action: JsonObject, isAnswer: boolean): TimelineEvent | undefined {
  checkProperties(reading, action, ['type', 'value'], ['type', 'value'], '3.16.3.2')
  const { type, value } = action
  if (type === undefined || value === undefined) return undefined
  switch (type) {
    case 'move':
      return readMove(reading, action, isAnswer)
    case 'takeback':
      if (typeof value === 'number' && Number.isInteger(value) && value > 0) return { type, moves: value }
      return refuse(reading, 'wei7/takeback', { value: describe(value) }, action, 'value')
    case 'message': {
      const text = readString(reading, action, 'value', '3.16.3.2.5')
      return text === undefined ? undefined : { type, text }
    }
    case 'mark': {
      const mark = readMark(reading, action, 'value')
      return mark && { type, mark }
    }
    case 'result': {
      const result = readResult(reading, action, 'value')
      return result && { type, result }
    }
    default:
      return refuse(reading, 'wei7/action-type', { value: describe(type) }, action, 'type')
  }
}

const MOVE = ['color', 'point', 'evaluation', 'problem']

function readMove(reading: Reading, action: JsonObject, isAnswer: boolean): TimelineEvent | undefined {
  const value = readObject(reading, action, 'value', '3.16.3.2.1')
  if (!value) return undefined
  checkProperties(reading, value, MOVE, ['color', 'point'], '3.16.3.2.1')
  if (value['color'] === undefined || value['point'] === undefined) return undefined
  const colour = readColour(reading, value, 'color')
  const isPass = value['point'] === null
  const square = isPass ? 0 : readPoint(reading, value, 'point')
  if (colour === undefined || square === undefined) return undefined
  const event: TimelineEvent = { type: 'move', move: isPass ? makePass(colour) : makePlacement(square, colour) }
  if (value['evaluation'] !== undefined) {
    const glyph = readEvaluation(reading, value)
    if (glyph) event.glyphs = [glyph]
  } else if (isAnswer) {
    reading.findings.report('wei7/draft-answer-evaluation', {}, value)
  }
  if (value['problem'] !== undefined) {
    reading.findings.report('wei7/draft-problem-on-move', {}, value, 'problem')
    const problem = readProblem(reading, value)
    if (problem) event.annotations = [problem]
  }
  return event
}

function readEvaluation(reading: Reading, value: JsonObject): Glyph | undefined {
  const { evaluation } = value
  const glyph =
    typeof evaluation === 'string' && Object.hasOwn(EVALUATIONS, evaluation) ? EVALUATIONS[evaluation] : undefined
  if (!glyph) {
    return refuse(reading, 'wei7/evaluation', { value: describe(evaluation) }, value, 'evaluation')
  }
  if (glyph.code !== undefined) {
    reading.findings.report('wei7/draft-evaluation', { evaluation: glyph.code }, value, 'evaluation')
  }
  return { ...glyph }
}

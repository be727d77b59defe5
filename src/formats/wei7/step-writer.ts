/** Points, marks, comments and moves in the form of a document, and what it cannot store of a node. */
import type { Annotation, MoveComment, Glyph, Mark } from '../../model/annotation.ts'
import { shorten } from '../../issues/collector.ts'
import type { Json } from '../../model/json.ts'
import { isPass, moveColour, moveTo, type Colour, type Move } from '../../model/move.ts'
import type { MoveNode } from '../../model/tree.ts'
import { ANNOTATION_FEATURES, MARK_FEATURES, type Feature } from '../feature.ts'
import type { Wei7Mark, Wei7Point } from './document.ts'
import type { JsonObject } from '../json.ts'
import { otherFields, type Losses } from './losses.ts'
import { EVALUATIONS } from './step.ts'
import { SYMBOL } from './values.ts'

export function makePoint(square: number, columns: number): Wei7Point {
  const x = square % columns
  return { x, y: (square - x) / columns }
}

/** The marks that are a single allowed character; the others are lost. */
export function makeMarks(marks: readonly Mark[], columns: number, losses: Losses, node?: number): Wei7Mark[] {
  const made: Wei7Mark[] = []
  for (const mark of marks) {
    const { shape, at, text } = mark
    if (shape === 'label' && text !== undefined && SYMBOL.test(text)) {
      made.push({ point: makePoint(at, columns), symbol: text })
    } else if (shape === 'label') {
      losses.note('wei7/label', { text: shorten(text ?? '') }, { ...mark }, node)
    } else {
      losses.lose(MARK_FEATURES[shape], { ...mark }, node)
    }
  }
  return made
}

/** The comments of a node as one text, those before the move first. */
export function joinComments(comments: readonly MoveComment[], losses: Losses, node: number): string {
  for (const comment of comments) {
    if (comment.language !== undefined) {
      losses.lose('comment-languages', { ...comment }, node)
    }
    if (comment.placement === 'before' && node > 0) {
      losses.lose('comments-before', { ...comment }, node)
    }
  }
  const before = comments.filter(({ placement }) => placement === 'before')
  const after = comments.filter(({ placement }) => placement !== 'before')
  return [...before, ...after].map(({ text }) => text).join('\n')
}

/** The value of a move action. */
export function makeMove(
  move: Move,
  color: Colour,
  columns: number,
  glyphs: readonly Glyph[] | undefined,
  annotations: readonly Annotation[] | undefined,
  losses: Losses,
  node?: number,
): JsonObject {
  const value: JsonObject = { color, point: isPass(move) ? null : { ...makePoint(moveTo(move), columns) } }
  const evaluation = glyphs && findEvaluation(glyphs, losses, node)
  if (evaluation !== undefined) value['evaluation'] = evaluation
  const problem = annotations && findProblem(annotations, losses, node)
  if (problem) value['problem'] = problem
  return value
}

/** Glyphs stronger than the evaluation written for them: `!!` and `??`. */
const EMPHATIC: Record<number, string> = { 3: 'good', 4: 'bad' }

function findEvaluation(glyphs: readonly Glyph[], losses: Losses, node?: number): string | undefined {
  let found: string | undefined
  for (const glyph of glyphs) {
    const name = Object.keys(EVALUATIONS).find((name) => EVALUATIONS[name]!.nag === glyph.nag)
    const evaluation = name ?? EMPHATIC[glyph.nag]
    if (evaluation === undefined || found !== undefined) {
      losses.note('wei7/glyph', { glyph: glyph.code ?? glyph.nag }, { ...glyph }, node)
      continue
    }
    if (name === undefined) {
      losses.note('wei7/emphasis', { glyph: evaluation === 'good' ? '!!' : '??', evaluation }, { ...glyph }, node)
    }
    found = evaluation
  }
  return found
}

/** The problem among the annotations; the other annotations are lost. */
export function findProblem(
  annotations: readonly Annotation[],
  losses: Losses,
  node?: number,
): { color: Colour } | undefined {
  let found: { color: Colour } | undefined
  for (const annotation of annotations) {
    if (annotation.type !== 'problem') {
      losses.lose(ANNOTATION_FEATURES[annotation.type], annotation as unknown as Json, node)
    } else if (found) losses.note('wei7/second-problem', {}, annotation as unknown as Json, node)
    else found = { color: annotation.colour }
  }
  return found
}

/** Fields of a node that are written or lost elsewhere. */
const KNOWN_FIELDS = [
  'parent',
  'move',
  'name',
  'comments',
  'glyphs',
  'marks',
  'edits',
  'annotations',
  'clock',
  'native',
]

const FIELD_FEATURES: Record<string, Feature> = {
  unread: 'unread-moves',
  evaluation: 'evaluations',
}

/** wei7 stores only when a move was made, as the time of its step. */
const CLOCK_LOSSES = {
  left: 'wei7/time-left',
  lefts: 'wei7/time-left',
  spent: 'wei7/time-spent',
  used: 'wei7/time-used',
  movesLeft: 'wei7/moves-left',
} as const

/**
 * Reports the fields of a node that have no place in a document.
 * @param next the node that follows on the main line
 */
export function loseOtherFields(node: MoveNode, index: number, next: MoveNode | undefined, losses: Losses): void {
  const { recordedAt: _, ...clock } = node.clock ?? {}
  for (const [field, value] of Object.entries(clock)) {
    losses.note(CLOCK_LOSSES[field as keyof typeof clock], {}, value as Json, index)
  }
  for (const [field, value] of otherFields(node, KNOWN_FIELDS)) {
    if (field !== 'turn') losses.lose(FIELD_FEATURES[field]!, value, index)
    else if (!isTurnSaid(node, next)) losses.note('wei7/turn', {}, value, index)
  }
  for (const [format, value] of Object.entries(node.native ?? {})) {
    if (format !== 'wei7') loseNative(losses, format, value, index)
  }
}

/** Reports what only another format knows. */
export function loseNative(losses: Losses, source: string, value: Json, node?: number): void {
  const names = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : []
  losses.note('loss/native', { format: 'wei7', source, names: shorten(names.join(', '), 200) }, value, node)
}

/** Whether the colours of the surrounding moves show whose turn it is. */
function isTurnSaid({ move, turn }: MoveNode, next: MoveNode | undefined): boolean {
  return next?.move !== undefined ? moveColour(next.move) === turn : move !== undefined && moveColour(move) !== turn
}

/** Whether a click on the board plays or draws marks. */
import { computed, signal } from '@preact/signals'
import type { Mark } from '../../../../src/model/annotation.ts'
import { toggleMark } from '../../../../src/model/notes-edit.ts'
import type { Game } from '../../../../src/model/record.ts'
import { writeNotes } from './edit-actions.ts'
import { quiz } from '../study/quiz.ts'
import { node, record } from '../replay/replay.ts'

export type MarkTool = 'colour' | 'circle' | 'square' | 'triangle' | 'cross' | 'label' | 'number' | 'arrow'

export const MARK_TOOLS: readonly MarkTool[] = [
  'colour',
  'circle',
  'square',
  'triangle',
  'cross',
  'label',
  'number',
  'arrow',
]

/** Colours of marks, as named in records. */
export const PAINTS = ['green', 'red', 'yellow', 'blue'] as const
export type Paint = (typeof PAINTS)[number]

/** The mark that clicks draw; undefined if they play. */
export const markTool = signal<MarkTool | undefined>(undefined)

/** Whether clicks draw marks; not during a question, which is answered by moves. */
export const isMarking = computed(() => markTool.value !== undefined && !quiz.value)
export const paint = signal<Paint>('green')

/** The mark drawn with the right button: coloured squares in games where programs use those, otherwise a shape. */
const USUAL: Readonly<Record<Game, MarkTool>> = {
  chess: 'colour',
  xiangqi: 'colour',
  go: 'triangle',
  othello: 'circle',
}

/** Whether marks of a game have colours: those of SGF have none. */
export const hasPaints = computed(() => record.value?.game === 'chess' || record.value?.game === 'xiangqi')

/** Draws a mark on a square of the board, or an arrow to another; if it is already there, it is removed. */
export function drawMark(at: number, to: number, chosen: Paint = paint.value): void {
  const shown = record.value
  if (!shown) return
  const marks = shown.nodes[node.value]?.marks ?? []
  const tool = markTool.value ?? USUAL[shown.game]
  const colour = hasPaints.value ? { paint: chosen } : {}
  if (at !== to) drawOn(marks, { shape: 'arrow', at, to, ...colour })
  else if (tool === 'label' || tool === 'number') drawLabel(marks, at, tool)
  else if (tool === 'colour') drawOn(marks, { shape: 'colour', at, paint: chosen })
  else if (tool !== 'arrow') drawOn(marks, { shape: tool, at, ...colour })
}

export function clearMarks(): void {
  writeNotes(node.value, { marks: [] })
}

function drawOn(marks: readonly Mark[], mark: Mark): void {
  writeNotes(node.value, { marks: toggleMark(marks, mark) })
}

/** The first unused letter or number; a label under the click is removed. */
function drawLabel(marks: readonly Mark[], at: number, tool: 'label' | 'number'): void {
  const known = marks.find((mark) => mark.shape === 'label' && mark.at === at)
  if (known) {
    drawOn(marks, known)
    return
  }
  const taken = new Set(marks.map(({ text }) => text))
  const isLetter = tool === 'label'
  const names = Array.from({ length: isLetter ? 26 : taken.size + 1 }, (_, index) =>
    isLetter ? String.fromCharCode(65 + index) : String(index + 1),
  )
  const text = names.find((name) => !taken.has(name)) ?? 'Z'
  drawOn(marks, { shape: 'label', at, text })
}

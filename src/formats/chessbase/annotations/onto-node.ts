/** Annotations as the record has them, added to a node: what the classic and the newer databases of ChessBase share. */
import type { Annotation } from '../../../model/annotation.ts'
import type { Colour } from '../../../model/move.ts'
import type { MoveNode } from '../../../model/tree.ts'
import { readMarks } from './marks.ts'

/** Bits of the flags of a line colour. */
export const LINE_COLOUR = { mainLineOnly: 1, movesOnly: 2 } as const

/** Adds an annotation; false if there is none. */
export function addAnnotation(node: MoveNode, annotation: Annotation | undefined): boolean {
  if (!annotation) return false
  ;(node.annotations ??= []).push(annotation)
  return true
}

/** Adds a comment. */
export function addComment(
  node: MoveNode,
  text: string,
  placement: 'before' | 'after',
  language: string | undefined,
): boolean {
  ;(node.comments ??= []).push({ text, placement, ...(language !== undefined && { language }) })
  return true
}

/** Adds marks of squares or arrows; false if they cannot be read. @param size bytes of one */
export function addMarks(node: MoveNode, data: Uint8Array, size: 2 | 3): boolean {
  const marks = readMarks(data, size)
  if (marks) (node.marks ??= []).push(...marks)
  return marks !== undefined
}

/** Adds the time spent on a move; false if it is no time, or there is one already. */
export function addTimeSpent(
  node: MoveNode,
  hours: number,
  minutes: number,
  seconds: number,
  hundredths: number,
): boolean {
  if (minutes > 59 || seconds > 59 || hundredths > 99 || node.clock?.spent !== undefined) return false
  ;(node.clock ??= {}).spent = ((hours * 3600 + minutes * 60 + seconds) * 100 + hundredths) / 100
  return true
}

/** Adds the time left to one side, in seconds; false if there is one already. */
export function addClock(node: MoveNode, colour: Colour, seconds: number): boolean {
  const lefts = node.clock?.lefts ?? [undefined, undefined]
  if (lefts[colour - 1] !== undefined) return false
  lefts[colour - 1] = seconds
  ;(node.clock ??= {}).lefts = lefts
  return true
}

/** Adds a link to a page. */
export function addLink(node: MoveNode, address: string, caption: string): boolean {
  return addAnnotation(node, { type: 'media', kind: 'link', address, ...(caption !== '' && { caption }) })
}

/** Adds a video that lies beside the database. */
export function addVideo(node: MoveNode, caption: string, language: string | undefined): boolean {
  return addAnnotation(node, {
    type: 'media',
    kind: 'video',
    address: '',
    ...(caption !== '' && { caption }),
    ...(language !== undefined && { language }),
  })
}

/** Adds the colour of a line; false for unknown flags. @param colour red, green and blue */
export function addLineColour(node: MoveNode, colour: readonly number[], flags: number): boolean {
  const { mainLineOnly, movesOnly } = LINE_COLOUR
  if ((flags & ~(mainLineOnly | movesOnly)) !== 0) return false
  return addAnnotation(node, {
    type: 'line-colour',
    colour: `#${colour.map((value) => value.toString(16).padStart(2, '0')).join('')}`,
    ...((flags & mainLineOnly) !== 0 && { mainLineOnly: true }),
    ...((flags & movesOnly) !== 0 && { movesOnly: true }),
  })
}

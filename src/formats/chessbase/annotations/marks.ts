/**
 * Coloured squares and arrows, which classic databases and those of ChessBase 17 store alike. Squares count from 1 on:
 * a1, a2 ... h8. docs/formats/chessbase.md, Annotations.
 */
import type { Mark } from '../../../model/annotation.ts'
import { turnSquare } from '../moves/codes.ts'
import type { Lose } from '../writer/lose.ts'
import { ANNOTATION } from './items.ts'

/** Colours of squares and arrows; others occur, but their meaning is unknown. */
const PAINTS: Readonly<Record<number, string>> = { 2: 'green', 3: 'yellow', 4: 'red' }

/** The code of green, which is also that of a mark without a colour. */
const GREEN = 2

/** Whether a number is that of a square. */
export function isSquareNumber(number: number): boolean {
  return number >= 1 && number <= 64
}

/** The square of a number. */
export function squareOfNumber(number: number): number {
  return turnSquare(number - 1)
}

/** The number of a square. */
export function squareNumber(square: number): number {
  return turnSquare(square) + 1
}

/** Pairs of a colour and a square, or triples of a colour and two squares; undefined when they are not that. */
export function readMarks(data: Uint8Array, size: 2 | 3): Mark[] | undefined {
  if (data.length === 0 || data.length % size !== 0) return undefined
  const marks: Mark[] = []
  for (let at = 0; at < data.length; at += size) {
    const from = data[at + 1]!
    const to = data[at + size - 1]!
    if (!isSquareNumber(from) || !isSquareNumber(to)) return undefined
    const paint = PAINTS[data[at]!] ?? `chessbase-${data[at]!}`
    if (size === 2) marks.push({ shape: 'colour', at: squareOfNumber(from), paint })
    else marks.push({ shape: 'arrow', at: squareOfNumber(from), to: squareOfNumber(to), paint })
  }
  return marks
}

/** The types and the data of annotations that hold marks; consecutive ones of one kind are stored together. */
export function writeMarks(marks: readonly Mark[], lose: Lose): { type: number; data: Uint8Array }[] {
  const annotations: { type: number; bytes: number[] }[] = []
  for (const { shape, at, to, paint } of marks) {
    const isArrow = (shape === 'arrow' || shape === 'line') && to !== undefined
    if (!isArrow && shape !== 'colour') continue
    const type = isArrow ? ANNOTATION.arrows : ANNOTATION.squares
    if (annotations.at(-1)?.type !== type) annotations.push({ type, bytes: [] })
    const { bytes } = annotations.at(-1)!
    bytes.push(paintCode(paint, lose), squareNumber(at))
    if (isArrow) bytes.push(squareNumber(to))
    if (shape === 'line') lose('chessbase/plain-line', {})
  }
  return annotations.map(({ type, bytes }) => ({ type, data: Uint8Array.from(bytes) }))
}

function paintCode(paint: string | undefined, lose: Lose): number {
  if (paint === undefined) return GREEN
  const known = Object.entries(PAINTS).find(([, name]) => name === paint)
  if (known) return Number(known[0])
  const own = /^chessbase-([0-9]{1,3})$/.exec(paint)
  if (own) return Number(own[1]) & 0xff
  lose('chessbase/mark-colour', { colour: paint })
  return GREEN
}

/** The area of the board that a shape is searched in: marked by hand, with points that may hold more than they do. */
import { batch, computed, effect, signal } from '@preact/signals'
import type { Mark } from '../../../../src/model/annotation.ts'
import { USUAL_SIZE, type Game } from '../../../../src/model/record.ts'
import type { Position } from '../../../../src/rules/rules.ts'
import { quiz } from '../study/quiz.ts'
import { position, record } from '../replay/replay.ts'

/** Columns and rows of the board, counted from its top left as it is drawn unturned, from 0; the last ones included. */
export interface Area {
  left: number
  top: number
  right: number
  bottom: number
}

/** What a point may hold instead of what it does: anything, or a stone of one colour or nothing. */
export type Loosened = 'any' | 'black' | 'white'

/** Whether a hand on the board marks an area. */
const isChosen = signal(false)
/** Not while a question is put, which moves answer. */
export const isChoosingArea = computed(() => isChosen.value && !quiz.value)

export const area = signal<Area | undefined>(undefined)
/** Points by their square. */
export const loosened = signal<ReadonlyMap<number, Loosened>>(new Map())
/** Whether black stays black: colours may be exchanged otherwise. */
export const hasFixedColours = signal(false)

/** What the search for the shape draws on the board. */
export const shapeMarks = signal<readonly Mark[]>([])

/** The square where an area begins while it is being marked. */
const corner = signal<number | undefined>(undefined)

export function toggleChoosing(): void {
  batch(() => {
    isChosen.value = !isChosen.value
    corner.value = undefined
  })
}

/** Ends the search for a shape. */
export function closeArea(): void {
  batch(() => {
    isChosen.value = false
    corner.value = undefined
    area.value = undefined
    loosened.value = new Map()
  })
}

/** Another board has nothing in common with the area marked on this one. */
const board = computed(() => {
  const stands = position.value
  return stands && `${record.value?.game} ${stands.columns} ${stands.rows}`
})
let markedOn: string | undefined
effect(() => {
  if (markedOn !== undefined && board.value !== undefined && board.value !== markedOn) closeArea()
  if (board.value !== undefined) markedOn = board.value
})

/** Rows of chess and xiangqi are counted from the bottom, those of an area always from the top. */
function rowFromTop(game: Game, { columns, rows }: Position, square: number): number {
  const row = Math.floor(square / columns)
  return game === 'chess' || game === 'xiangqi' ? rows - 1 - row : row
}

/** The square of a column and a row from the top left. */
export function squareAtPlace(game: Game, { columns, rows }: Position, column: number, row: number): number {
  return (game === 'chess' || game === 'xiangqi' ? rows - 1 - row : row) * columns + column
}

/** A hand goes down on a square: an area begins there. */
export function pressArea(square: number): void {
  corner.value = square
}

/** The hand moves over a square: the area reaches it. */
export function drawArea(square: number): void {
  const [stands, shown, from] = [position.value, record.value, corner.value]
  if (!stands || !shown || from === undefined) return
  const [ends, rows] = [[from, square], [from, square].map((one) => rowFromTop(shown.game, stands, one))]
  const columns = ends.map((one) => one % stands.columns)
  batch(() => {
    area.value = {
      left: Math.min(...columns),
      top: Math.min(...rows),
      right: Math.max(...columns),
      bottom: Math.max(...rows),
    }
    loosened.value = new Map()
  })
}

/** The hand goes up on the square where it went down: a point of the area holds more, or less again. */
export function tapArea(square: number): void {
  const shown = record.value
  if (!shown || !isInArea(square)) return
  const order: (Loosened | undefined)[] =
    shown.game === 'go' || shown.game === 'othello' ? [undefined, 'any', 'black', 'white'] : [undefined, 'any']
  const next = order[(order.indexOf(loosened.value.get(square)) + 1) % order.length]
  const changed = new Map(loosened.value)
  if (next === undefined) changed.delete(square)
  else changed.set(square, next)
  loosened.value = changed
}

/** By keys: the first square is a corner of a new area, the second the opposite one. */
export function enterArea(square: number): void {
  if (isInArea(square)) return tapArea(square)
  if (corner.value === undefined) return pressArea(square)
  drawArea(square)
  corner.value = undefined
}

function isInArea(square: number): boolean {
  const [stands, shown, marked] = [position.value, record.value, area.value]
  if (!stands || !shown || !marked) return false
  const [column, row] = [square % stands.columns, rowFromTop(shown.game, stands, square)]
  return column >= marked.left && column <= marked.right && row >= marked.top && row <= marked.bottom
}

/** The shape in the area as a pattern (docs/patterns.md); undefined where there is none. */
export const shape = computed<{ game: Game; pattern: string } | undefined>(() => {
  const [stands, shown, marked] = [position.value, record.value, area.value]
  if (!stands || !shown || !marked) return undefined
  const { game } = shown
  const rows =
    game === 'chess' || game === 'xiangqi' ? rowsOfMen(game, stands, marked) : rowsOfStones(game, stands, marked)
  return { game, pattern: rows }
})

/** Rows with the sides of the board that they lie at. */
function rowsOfStones(game: Game, stands: Position, marked: Area): string {
  const atLeft = marked.left === 0
  const atRight = marked.right === stands.columns - 1
  const edge = '-'.repeat(marked.right - marked.left + 1)
  const rows = linesOf(game, stands, marked).map((line) => `${atLeft ? '|' : ''}${line}${atRight ? '|' : ''}`)
  if (marked.top === 0) rows.unshift(edge)
  if (marked.bottom === stands.rows - 1) rows.push(edge)
  const usual = USUAL_SIZE[game]
  const isUsual = stands.columns === usual.columns && stands.rows === usual.rows
  const isWhole = edge.length === stands.columns && marked.top === 0 && marked.bottom === stands.rows - 1
  const touches = atLeft || atRight || marked.top === 0 || marked.bottom === stands.rows - 1
  const words = [...(touches ? [] : ['anywhere']), ...(hasFixedColours.value && game === 'go' ? ['fixed'] : [])]
  const head = words.length > 0 ? `${words.join(' ')}: ` : ''
  return head + rows.join('/') + (isWhole && !isUsual ? `; size=${stands.columns}x${stands.rows}` : '')
}

/** Rows from the top left of the board: patterns of chess and xiangqi begin there. */
function rowsOfMen(game: Game, stands: Position, marked: Area): string {
  const lines = linesOf(game, stands, marked).map((line) => '?'.repeat(marked.left) + line)
  return [...Array.from({ length: marked.top }, () => '?'), ...lines].join('/')
}

function linesOf(game: Game, stands: Position, { left, top, right, bottom }: Area): string[] {
  const lines: string[] = []
  for (let row = top; row <= bottom; row++) {
    let line = ''
    for (let column = left; column <= right; column++) {
      const square = squareAtPlace(game, stands, column, row)
      line += signOf(stands.pieceAt(square), loosened.value.get(square))
    }
    lines.push(line)
  }
  return lines
}

const LOOSENED_SIGNS: Readonly<Record<Loosened, string>> = { any: '?', black: 'x', white: 'o' }

function signOf(piece: string, more: Loosened | undefined): string {
  if (more) return LOOSENED_SIGNS[more]
  if (piece === '') return '.'
  return piece === '1' ? 'X' : piece === '2' ? 'O' : piece
}

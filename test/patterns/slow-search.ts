/**
 * The slow, obvious search that fast scans are compared with: every position of a game as rows of signs, and the
 * pattern held against every place of every image of it. It shares no code with src/patterns.
 */
import { isPass, moveColour, moveFrom, moveTo, type Colour } from '../../src/model/move.ts'
import type { Game, GameRecord } from '../../src/model/index.ts'
import { rulesOf } from '../../src/rules/index.ts'
import type { Position } from '../../src/rules/rules.ts'

/** A position: rows from the top, a sign for each square, `.` for none. */
export type Rows = readonly string[]

/** A game as positions, and the moves between them by column and row from the top. */
export interface SlowGame {
  positions: Rows[]
  moves: { column: number; row: number; colour: Colour; text: string; isPass: boolean }[]
}

/** Where a pattern stands for the first time, and what is played next in its rectangle. */
export interface SlowHit {
  ply: number
  /** Rectangle of the board. */
  left: number
  top: number
  columns: number
  rows: number
  /** Moves to the next one within it, 0 for none. */
  distance: number
}

/** How a pattern is meant: cells by row and column, each with the signs that may stand there; undefined for any. */
export interface SlowPattern {
  cells: (string | undefined)[][]
  place: 'corner' | 'side' | 'anywhere' | 'inner'
  isFixed: boolean
  isStill: boolean
}

export function slowGame(record: GameRecord): SlowGame {
  const rules = rulesOf(record.game)
  const position = rules.start(record)
  const positions = [rowsOf(record.game, position)]
  const moves: SlowGame['moves'] = []
  for (const { move } of record.nodes.slice(1)) {
    const to = moveTo(move!)
    const isUpward = record.game === 'chess' || record.game === 'xiangqi'
    const row = Math.floor(to / position.columns)
    const colour = moveColour(move!) || position.turn
    moves.push({
      column: to % position.columns,
      row: isUpward ? position.rows - 1 - row : row,
      colour,
      text: isUpward ? `${moveFrom(move!)}-${to}` : '',
      isPass: isPass(move!),
    })
    rules.play(position, move!)
    positions.push(rowsOf(record.game, position))
  }
  return { positions, moves }
}

function rowsOf(game: Game, position: Position): Rows {
  const rows: string[] = []
  for (let row = 0; row < position.rows; row++) {
    let text = ''
    for (let column = 0; column < position.columns; column++) {
      const piece = position.pieceAt(row * position.columns + column)
      text += { '': '.', '1': 'X', '2': 'O' }[piece] ?? piece
    }
    rows.push(text)
  }
  return game === 'chess' || game === 'xiangqi' ? rows.toReversed() : rows
}

/** The images of the cells of a pattern, each with the sides of its rectangle that must lie at the edge. */
interface Image {
  cells: (string | undefined)[][]
  edges: { left: boolean; top: boolean; right: boolean; bottom: boolean }
}

function mirrored({ cells, edges }: Image): Image {
  return { cells: cells.map((row) => row.toReversed()), edges: { ...edges, left: edges.right, right: edges.left } }
}

function turned({ cells, edges }: Image): Image {
  const { left, top, right, bottom } = edges
  const exchanged = cells[0]!.map((_, column) => cells.map((row) => row[column]))
  return mirrored({ cells: exchanged, edges: { left: top, top: left, right: bottom, bottom: right } })
}

function swapped({ cells, edges }: Image): Image {
  const swap = (signs: string) => [...signs].map((sign) => ({ X: 'O', O: 'X' })[sign] ?? sign).join('')
  return { cells: cells.map((row) => row.map((signs) => signs && swap(signs))), edges }
}

function imagesOf(game: Game, { cells, place, isFixed, isStill }: SlowPattern, isSquare: boolean): Image[] {
  const at = { left: place === 'corner', top: place === 'corner' || place === 'side', right: false, bottom: false }
  const drawn: Image = { cells, edges: at }
  if (game === 'chess') return [drawn]
  if (game === 'xiangqi') return isStill ? [drawn] : [drawn, mirrored(drawn)]
  let images = [drawn]
  if (!isStill) {
    const quarter = turned(drawn)
    const half = turned(quarter)
    images = isSquare ? [drawn, quarter, half, turned(half)] : [drawn, half]
    images.push(...images.map(mirrored))
  }
  return game === 'othello' || isFixed ? images : [...images, ...images.map(swapped)]
}

/** Every place of a pattern in a game, the first time that it stands there. */
export function slowHits(game: Game, { positions, moves }: SlowGame, pattern: SlowPattern): SlowHit[] {
  const [height, width] = [positions[0]!.length, positions[0]![0]!.length]
  const hits = new Map<string, SlowHit>()
  for (const { cells, edges } of imagesOf(game, pattern, height === width)) {
    const [rows, columns] = [cells.length, cells[0]!.length]
    // The order of signs says nothing.
    const text = JSON.stringify(cells.map((row) => row.map((signs) => signs && [...signs].sort().join(''))))
    for (let top = 0; top + rows <= height; top++) {
      for (let left = 0; left + columns <= width; left++) {
        if ((edges.left && left > 0) || (edges.top && top > 0)) continue
        if ((edges.right && left + columns < width) || (edges.bottom && top + rows < height)) continue
        const isAtEdge = left === 0 || top === 0 || left + columns === width || top + rows === height
        if (pattern.place === 'inner' && isAtEdge) continue
        const stands = (board: Rows) =>
          cells.every((row, y) =>
            row.every((signs, x) => signs === undefined || signs.includes(board[top + y]![left + x]!)),
          )
        const ply = positions.findIndex(stands)
        if (ply < 0) continue
        const isInside = ({ column, row, isPass }: SlowGame['moves'][number]) =>
          !isPass && column >= left && column < left + columns && row >= top && row < top + rows
        const next = moves.findIndex((move, index) => index >= ply && isInside(move))
        const distance = next < 0 ? 0 : next - ply + 1
        hits.set(`${left} ${top} ${text}`, { ply, left, top, columns, rows, distance })
      }
    }
  }
  return [...hits.values()]
}

/** Hits as sorted text. */
export function hitTexts(game: number, hits: readonly SlowHit[]): string[] {
  return hits
    .map(({ ply, left, top, columns, rows, distance }) => [game, ply, left, top, columns, rows, distance].join(' '))
    .sort()
}

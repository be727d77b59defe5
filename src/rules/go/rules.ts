/** Go behind the interface of rules; position.ts says what the rules are. */
import type { Edit } from '../../model/annotation.ts'
import { isPass, isPlacement, makePlacement, moveTo, PASS, type Colour, type Move } from '../../model/move.ts'
import { USUAL_SIZE } from '../../model/record.ts'
import type { Rules, StartOptions } from '../rules.ts'
import { EMPTY } from './geometry.ts'
import { formatGoSquare, GO_STYLES, readGoMove, writeGoMove } from './notation.ts'
import { GoPosition } from './position.ts'
import { formatGo, parseGo } from './position-text.ts'

/** The rules of Go, on boards of any size. */
export const go: Rules<GoPosition> = {
  game: 'go',
  styles: GO_STYLES,

  start(options: StartOptions = {}) {
    if (options.setup !== undefined) return parseGo(options.setup, options)
    const { columns, rows } = options.size ?? USUAL_SIZE.go
    return new GoPosition(columns, rows)
  },
  parse: parseGo,
  format: formatGo,
  clone: (position) => position.clone(),

  play: (position, move) => position.play(move),
  undo: (position) => position.undo(),
  lastChanged: (position, into) => position.lastCapturedSquares(into),

  /** Every empty point, and the pass. */
  legal(position) {
    const moves: Move[] = [PASS]
    for (let square = 0; square < position.geometry.points; square++) {
      if (position.stoneAt(square) === EMPTY) moves.push(makePlacement(square))
    }
    return moves
  },
  isLegal(position, move) {
    if (isPass(move)) return true
    const square = moveTo(move)
    return isPlacement(move) && square < position.geometry.points && position.stoneAt(square) === EMPTY
  },

  /** Adds and removes stones without captures, like SGF's set-up properties; squares off the board are skipped. */
  edit(position, edits: readonly Edit[], turn?: Colour) {
    for (const { squares, piece } of edits) {
      const stone = piece === '1' ? 1 : piece === '2' ? 2 : EMPTY
      for (const square of squares) if (square < position.geometry.points) position.set(square, stone)
    }
    if (turn !== undefined) position.turn = turn
  },

  readMove: readGoMove,
  writeMove: writeGoMove,
  formatSquare: formatGoSquare,

  key: (position, into, at) => position.key(into, at),
  canonicalKey: (position, into, at, swapColours) => position.canonicalKey(into, at, swapColours),

  /** By the definition a game never ends; score.ts counts a position that the players call finished. */
  outcome: () => undefined,
}

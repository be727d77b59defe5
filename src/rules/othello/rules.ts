/** Othello behind the interface of rules; position.ts says how flips and passes work. */
import type { Edit } from '../../model/annotation.ts'
import { isPass, isPlacement, makePlacement, moveColour, moveTo, type Colour, type Move } from '../../model/move.ts'
import { USUAL_SIZE } from '../../model/record.ts'
import type { Outcome, Rules, StartOptions } from '../rules.ts'
import { smallestKey } from '../symmetry.ts'
import {
  formatOthelloSquare,
  OTHELLO_STYLES,
  readAnyOthelloMove,
  readOthelloMove,
  writeOthelloMove,
} from './notation.ts'
import { OthelloPosition } from './position.ts'
import { othelloScore } from './score.ts'
import { formatOthello, parseOthello } from './position-text.ts'

/** Keys of the images of one position, see OthelloPosition.imageKeys. */
const imageKeys = new Int32Array(16)

/** The rules of Othello, on boards of any even size. */
export const othello: Rules<OthelloPosition> = {
  game: 'othello',
  styles: OTHELLO_STYLES,

  start(options: StartOptions = {}) {
    if (options.setup !== undefined) return parseOthello(options.setup, options)
    const { columns, rows } = options.size ?? USUAL_SIZE.othello
    return new OthelloPosition(columns, rows)
  },
  parse: parseOthello,
  format: formatOthello,
  clone: (position) => position.clone(),

  play: (position, move) => position.play(move),
  undo: (position) => position.undo(),
  lastChanged: (position, into) => position.lastFlippedSquares(into),

  /** The placements of the side that can move; passes are implicit and not among them. */
  legal(position) {
    const moves: Move[] = []
    if (position.isOver) return moves
    const { turn } = position
    for (let square = 0; square < position.geometry.squares; square++) {
      if (position.flips(square, turn)) moves.push(makePlacement(square))
    }
    return moves
  },
  /** A pass is legal for a side that cannot move, so a record may include the passes that the rules imply. */
  isLegal(position, move) {
    const colour = moveColour(move)
    if (isPass(move)) return position.passing !== undefined && (colour === 0 || colour === position.passing)
    if (!isPlacement(move) || moveTo(move) >= position.geometry.squares) return false
    return (colour === 0 || colour === position.turn) && position.flips(moveTo(move), position.turn)
  },

  /** Adds and removes discs without flipping, like SGF's set-up properties; squares off the board are skipped. */
  edit(position, edits: readonly Edit[], turn?: Colour) {
    for (const { squares, piece } of edits) {
      const disc = piece === '1' ? 1 : piece === '2' ? 2 : 0
      for (const square of squares) if (square < position.geometry.squares) position.set(square, disc)
    }
    if (turn !== undefined) position.turn = turn
  },

  readMove: readOthelloMove,
  readIllegalMove: readAnyOthelloMove,
  writeMove: writeOthelloMove,
  formatSquare: formatOthelloSquare,

  key: (position, into, at) => position.key(into, at),
  canonicalKey(position, into, at = 0, swapColours = false) {
    let isSwapped = false
    position.imageKeys(imageKeys, isSwapped)
    return smallestKey(position.geometry.symmetries, swapColours, into, at, (symmetry, swapped) => {
      if (swapped !== isSwapped) position.imageKeys(imageKeys, swapped)
      isSwapped = swapped
      into[at] = imageKeys[symmetry]!
      into[at + 1] = imageKeys[8 + symmetry]!
    })
  },

  outcome(position): Outcome | undefined {
    if (!position.isOver) return undefined
    const score = othelloScore(position)
    const outcome: Outcome = { reason: 'score', score }
    if (score[0] !== score[1]) outcome.winner = score[0] > score[1] ? 1 : 2
    return outcome
  },
}

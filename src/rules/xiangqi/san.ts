/**
 * The notation of XBoard, WinBoard and UCI2WB, read only: SAN as in chess with the letters of FEN, ranks counted from 0 (`Hg2`, `Ege2`,
 * `Rxc7`, `gxg4`). A pawn has no letter; without its file it goes straight.
 */
import { makeMove, type Move } from '../../model/move.ts'
import { fileOf, rankOf, squareAt, SQUARES } from './geometry.ts'
import { isLegalMove, isPossibleMove } from './legality.ts'
import { ADVISOR, CANNON, ELEPHANT, HORSE, KING, makePiece, PAWN, ROOK } from './pieces.ts'
import type { XiangqiPosition } from './position.ts'

const KINDS: Readonly<Record<string, number>> = {
  K: KING,
  A: ADVISOR,
  E: ELEPHANT,
  B: ELEPHANT,
  H: HORSE,
  N: HORSE,
  R: ROOK,
  C: CANNON,
  P: PAWN,
}

const SAN = /^([KAEBHNRCP]?)([a-i]?)([0-9]?)x?([a-i])([0-9])[+#]*$/

const FILES = 'abcdefghi'

/**
 * The one move that a text names; undefined when it is not SAN, or fits no move or several.
 * @param alsoIllegal take moves that pieces can make though their king could then be taken
 */
export function readSan(position: XiangqiPosition, text: string, alsoIllegal = false): Move | undefined {
  const match = SAN.exec(text)
  if (!match) return undefined
  const [, letter = '', file = '', rank = '', targetFile = '', targetRank = ''] = match
  const piece = makePiece(position.turn, letter === '' ? PAWN : KINDS[letter]!)
  const to = squareAt(FILES.indexOf(targetFile), Number(targetRank))
  const fromFile = letter === '' && file === '' ? targetFile : file
  const fits = alsoIllegal ? isPossibleMove : isLegalMove
  let found: Move | undefined
  for (let from = 0; from < SQUARES; from++) {
    if (position.board[from] !== piece) continue
    if (fromFile !== '' && FILES[fileOf(from)] !== fromFile) continue
    if (rank !== '' && rankOf(from) !== Number(rank)) continue
    const move = makeMove(from, to)
    if (!fits(position, move)) continue
    if (found !== undefined) return undefined
    found = move
  }
  return found
}

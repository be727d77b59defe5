/**
 * Vietnamese notation: `P2-5`, `M8.7`, `Xt/2`. Tg general, S advisor, T elephant, X rook, P cannon, M horse, B pawn (C too is
 * read); `.` forward, `-` sideways, `/` back; of two on a file t (trước) is the front one, s (sau) the rear one, g (giữa) the
 * middle one. See docs/rules.md, Xiangqi.
 */
import type { Move } from '../../model/move.ts'
import { writeDescription, type DescriptiveNotation } from './describe.ts'
import type { Description, Order } from './description.ts'
import { ADVISOR, CANNON, ELEPHANT, HORSE, KING, PAWN, ROOK } from './pieces.ts'
import type { XiangqiPosition } from './position.ts'

/** The letters written, by kind. */
const LETTERS: Readonly<Record<number, string>> = {
  [KING]: 'Tg',
  [ADVISOR]: 'S',
  [ELEPHANT]: 'T',
  [HORSE]: 'M',
  [ROOK]: 'X',
  [CANNON]: 'P',
  [PAWN]: 'B',
}

const KINDS: Readonly<Record<string, number>> = {
  TG: KING,
  S: ADVISOR,
  T: ELEPHANT,
  M: HORSE,
  X: ROOK,
  P: CANNON,
  B: PAWN,
  C: PAWN,
}

const ORDERS: Readonly<Record<string, Order>> = { T: 'front', S: 'rear', G: 'middle' }
const DIRECTIONS: Readonly<Record<string, Description['direction']>> = { '.': '+', '-': '=', '/': '-' }
const SIGNS: Readonly<Record<Description['direction'], string>> = { '+': '.', '=': '-', '-': '/' }

/** The readings of a text of Vietnamese notation; none if it is something else. */
export function parseVietnamese(text: string): Description[] {
  const match = /^(TG|[XPMTSBC])([1-9TSG])([./-])([1-9])$/.exec(text.toUpperCase())
  if (!match) return []
  const [, letter, which, sign, number] = match as unknown as [string, string, string, string, string]
  const order = ORDERS[which]
  const subject = order === undefined ? { file: Number(which) } : { order }
  return [{ kind: KINDS[letter]!, ...subject, direction: DIRECTIONS[sign]!, number: Number(number) }]
}

const notation: DescriptiveNotation = {
  parse: parseVietnamese,
  writeFile: (_, kind, file) => LETTERS[kind]! + String(file),
  writeStep: (_, direction, number) => SIGNS[direction] + String(number),
  writeOrder: (position, from, neighbours) => {
    const letter = LETTERS[position.board[from]! & 7]!
    const index = neighbours.indexOf(from)
    const fromRear = neighbours.length - 1 - index
    return letter + (index === fromRear ? 'g' : index < fromRear ? 't' : 's')
  },
}

/** Writes Vietnamese notation; a move that it cannot tell from another is written as ICCS. */
export function writeVietnamese(position: XiangqiPosition, move: Move): string {
  return writeDescription(position, move, notation)
}

/**
 * WXF notation: `C2=5`, `H8+7`, `R+-2`. The variants of other programs and every school of naming pawns are read;
 * writing follows the official rules, with `=` for sideways. See docs/rules.md, Xiangqi.
 */
import type { Move } from '../../model/move.ts'
import { ADVISOR, CANNON, ELEPHANT, HORSE, KING, PAWN, ROOK } from './pieces.ts'
import { writeDescription, type DescriptiveNotation } from './describe.ts'
import { ownFile, tandemFiles, type Description, type Order } from './description.ts'
import type { XiangqiPosition } from './position.ts'

/** The letters written, by kind. */
const LETTERS = ' KAEHRCP'

/** Kinds by letter: the official ones, and B and N as in chess. */
const KINDS: Record<string, number> = {
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

/** What a sign beside a piece means: first officially, then plainly, which differs if four or five pawns are on a file. */
const SIGN_ORDERS: Record<string, readonly Order[]> = {
  '+': ['inner-front', 'front'],
  '-': ['inner-rear', 'rear'],
  '=': ['middle'],
}

/** The readings of a text of WXF notation, most likely first; none if it is something else. */
export function parseWxf(text: string): Description[] {
  const plain = text.normalize('NFKC').toUpperCase().replaceAll('.', '=').replaceAll(/[−–—]/g, '-')
  // Some omit the sign of a sideways move: C25.
  const match = /^(.)(.)([-+=])([1-9])$/.exec(plain) ?? /^([A-Z])([1-9])()([1-9])$/.exec(plain)
  if (!match) return []
  const direction = (match[3] || '=') as Description['direction']
  const number = Number(match[4])
  return parseSubject(match[1]!, match[2]!).map(({ kind, order, file }) => ({ kind, order, file, direction, number }))
}

type Subject = Omit<Description, 'direction' | 'number'>

function parseSubject(first: string, second: string): Subject[] {
  const isFile = /[1-9]/.test(second)
  const kind = KINDS[first]
  if (kind !== undefined) {
    if (isFile) return byFile(kind, Number(second))
    // XQBase numbers pawns Pa to Pe.
    if (kind === PAWN && /[A-E]/.test(second)) return [{ kind, order: second.charCodeAt(0) - 64 }]
    return byOrder(kind, second)
  }
  if (first in SIGN_ORDERS) {
    if (first === second && first !== '=') return [{ kind: PAWN, order: first === '+' ? 'front' : 'rear' }]
    return byOrder(KINDS[second] ?? keypadKind(second), first)
  }
  const digit = Number(first)
  if (!(digit >= 1)) return []
  if (isFile) return [...pawnOfTwoDigits(digit, Number(second)), ...byFile(keypadKind(first), Number(second))]
  if (second !== '+' && second !== '-') return []
  return [{ kind: PAWN, order: second === '+' ? 'front' : 'rear', file: digit }, ...byOrder(keypadKind(first), second)]
}

/** A piece named by its file: the middle one if there are three or five on it. */
function byFile(kind: number | undefined, file: number): Subject[] {
  if (kind === undefined) return []
  return [
    { kind, order: 'middle', file },
    { kind, file },
  ]
}

function byOrder(kind: number | undefined, sign: string): Subject[] {
  if (kind === undefined) return []
  return (SIGN_ORDERS[sign] ?? []).map((order) => ({ kind, order }))
}

/**
 * A pawn named by two digits: officially the file twice, for the middle one; in Fairy-Stockfish its order and its
 * file.
 */
function pawnOfTwoDigits(first: number, file: number): Subject[] {
  const byNumber: Subject = { kind: PAWN, order: first, file }
  return first === file ? [{ kind: PAWN, order: 'middle', file }, byNumber] : [byNumber]
}

/** The piece that a digit stands for on a number pad, as in XQBase: 1 king, 2 advisor, ... 7 pawn. */
function keypadKind(digit: string): number | undefined {
  return /[1-7]/.test(digit) ? Number(digit) : undefined
}

const notation: DescriptiveNotation = {
  parse: parseWxf,
  writeFile: (_, kind, file) => LETTERS[kind]! + String(file),
  writeStep: (_, direction, number) => direction + String(number),
  writeOrder: (position, from, neighbours) => {
    const kind = position.board[from]! & 7
    const file = String(ownFile(position, from))
    const index = neighbours.indexOf(from)
    const fromRear = neighbours.length - 1 - index
    const isMiddle = index === fromRear
    if (kind === PAWN && tandemFiles(position, kind).length > 1) {
      return file + (isMiddle ? file : index < fromRear ? '+' : '-')
    }
    if (isMiddle) return LETTERS[kind]! + file
    const sign = index < fromRear ? '+' : '-'
    return (neighbours.length > 3 && Math.min(index, fromRear) === 0 ? sign : LETTERS[kind]!) + sign
  },
}

/** Writes WXF. */
export function writeWxf(position: XiangqiPosition, move: Move): string {
  return writeDescription(position, move, notation)
}

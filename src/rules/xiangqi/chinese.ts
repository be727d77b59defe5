/**
 * Chinese notation: `炮二平五`, `马８进７`, `前车退二`. Both scripts, all variants of the characters and every school of naming
 * pawns are read; writing follows XQBase. See docs/rules.md, Xiangqi.
 */
import type { Move } from '../../model/move.ts'
import { ADVISOR, CANNON, ELEPHANT, HORSE, KING, PAWN, ROOK } from './pieces.ts'
import { writeDescription, type DescriptiveNotation } from './describe.ts'
import { tandemFiles, type Description, type Order } from './description.ts'
import type { XiangqiPosition } from './position.ts'

/** What the characters stand for: a piece by its letter, f, m, r for front, middle and rear, a direction, a digit. */
const MEANINGS = new Map<string, string>()
for (const [meaning, characters] of Object.entries({
  K: '帅帥将將',
  A: '仕士',
  E: '相象',
  H: '马馬傌',
  R: '车車俥砗硨',
  C: '炮砲包',
  P: '兵卒',
  f: '前',
  m: '中',
  r: '后後',
  '+': '进進上',
  '-': '退下',
  '=': '平',
  1: '一1',
  2: '二2',
  3: '三3',
  4: '四4',
  5: '五5',
  6: '六6',
  7: '七7',
  8: '八8',
  9: '九9',
})) {
  for (const character of characters) MEANINGS.set(character, meaning)
}

const KINDS: Record<string, number> = { K: KING, A: ADVISOR, E: ELEPHANT, H: HORSE, R: ROOK, C: CANNON, P: PAWN }
const ORDERS: Record<string, Order> = { f: 'front', m: 'middle', r: 'rear' }

/** The readings of a text of Chinese notation, at most one; none if it is something else. */
export function parseChinese(text: string): Description[] {
  let meaning = ''
  // NFKC turns full-width digits and compatibility forms of characters into the usual ones.
  for (const character of text.normalize('NFKC')) {
    if (character.trim() !== '') meaning += MEANINGS.get(character) ?? '?'
  }
  const step = /([-+=])([1-9])$/.exec(meaning)
  if (!step) return []
  const direction = step[1] as Description['direction']
  const number = Number(step[2])
  const subject = meaning.slice(0, -2)

  const onFile = /^([KAEHRCP])([1-9])$/.exec(subject)
  if (onFile) return [{ kind: KINDS[onFile[1]!]!, file: Number(onFile[2]), direction, number }]

  // 前兵, in older books also 前兵四, or 前四 without the word for pawn; some write 兵前.
  const ordered = /^([fmr1-9])([KAEHRCP]?)([1-9]?)$/.exec(subject.replace(/^([KAEHRCP])([fmr])$/, '$2$1'))
  if (!ordered || (ordered[2] === '' && ordered[3] === '')) return []
  const reading: Description = {
    kind: ordered[2] === '' ? PAWN : KINDS[ordered[2]!]!,
    order: ORDERS[ordered[1]!] ?? Number(ordered[1]),
    direction,
    number,
  }
  if (ordered[3] !== '') reading.file = Number(ordered[3])
  return [reading]
}

const CHINESE_DIGITS = '一二三四五六七八九'
const FULL_WIDTH_DIGITS = '１２３４５６７８９'

/**
 * Chinese notation in one script.
 * @param pieces by colour: king, advisor, elephant, horse, rook, cannon, pawn
 */
function makeNotation(pieces: readonly [string, string], forward: string, rear: string): DescriptiveNotation {
  const digits = ({ turn }: XiangqiPosition) => (turn === 1 ? CHINESE_DIGITS : FULL_WIDTH_DIGITS)
  const piece = ({ turn }: XiangqiPosition, kind: number) => pieces[turn - 1]![kind - KING]!
  return {
    parse: parseChinese,
    writeFile: (position, kind, file) => piece(position, kind) + digits(position)[file - 1]!,
    writeStep: (position, direction, number) =>
      (direction === '+' ? forward : direction === '-' ? '退' : '平') + digits(position)[number - 1]!,
    writeOrder: (position, from, neighbours) => {
      const kind = position.board[from]! & 7
      const files = kind === PAWN ? tandemFiles(position, kind) : []
      const rivals = files.length > 1 ? files.flat() : neighbours
      const index = rivals.indexOf(from)
      const isLast = index === rivals.length - 1
      const order = rivals.length > 3 ? (CHINESE_DIGITS[index] ?? '') : index === 0 ? '前' : isLast ? rear : '中'
      return order + piece(position, kind)
    },
  }
}

const simplified = makeNotation(['帅仕相马车炮兵', '将士象马车炮卒'], '进', '后')
const traditional = makeNotation(['帥仕相馬車炮兵', '將士象馬車炮卒'], '進', '後')

/** Writes simplified characters, Black's digits full width. */
export function writeChinese(position: XiangqiPosition, move: Move): string {
  return writeDescription(position, move, simplified)
}

/** Writes traditional characters, Black's digits full width. */
export function writeTraditional(position: XiangqiPosition, move: Move): string {
  return writeDescription(position, move, traditional)
}

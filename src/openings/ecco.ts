/**
 * Names xiangqi openings by ECCO, the Encyclopedia of Chinese Chess Openings
 * (xqbase.com, 2004): a letter and a digit for the family, a second digit for
 * the variation. ECCO is defined by the moves of the first twenty plies, with mirror images treated as the same, so
 * these are rules about moves rather than a list of positions. All families are here, and those variations whose names
 * define them. A game of another variation only gets the code of its family, such as `C7`.
 */
import { isPass, moveFrom, moveTo, type Move } from '../model/move.ts'
import type { GameRecord } from '../model/record.ts'
import { mainLineMoves } from '../model/tree.ts'
import { rulesOf } from '../rules/index.ts'
import { transformMove } from '../rules/symmetry.ts'
import type { Opening, OpeningBook } from './book.ts'

/** The number of plies that ECCO considers. */
const PLIES = 20

const COLUMNS = 9
const ROWS = 10

/** ECCO's names of families and variations. */
const NAMES: Record<string, string> = {
  A0: '非常见开局',
  A1: '飞相局',
  A11: '顺相局',
  A13: '飞相对进左马',
  A2: '飞相对士角炮或中炮',
  A20: '飞相对左士角炮',
  A27: '飞相对左中炮',
  A28: '飞相转屏风马对左中炮',
  A3: '飞相对过宫炮或进卒',
  A38: '飞相互进七兵局',
  A39: '飞相对进３卒',
  A4: '起马局',
  A42: '起马转边炮对进７卒',
  A44: '起马转中炮对进７卒',
  A45: '起马互进七兵局',
  A5: '仕角炮局',
  A51: '仕角炮对进左马',
  A6: '过宫炮局',
  A61: '过宫炮对进左马',
  A63: '过宫炮对左中炮',
  A64: '过宫炮直车对左中炮',
  B0: '中炮对非常见开局',
  B1: '中炮对单提马',
  B2: '中炮对左三步虎',
  B3: '中炮对反宫马',
  B4: '五六炮对反宫马',
  B5: '五七炮对反宫马',
  C0: '中炮对屏风马',
  C02: '中炮七路马对屏风马——红左马盘河',
  C06: '中炮左边马对屏风马——红左横车',
  C1: '中炮对屏风马',
  C15: '中炮巡河车对屏风马——红不进左马',
  C16: '中炮巡河车对屏风马——红进左马',
  C2: '中炮过河车七路马对屏风马两头蛇',
  C3: '中炮过河车互进七兵对屏风马',
  C4: '中炮过河车互进七兵对屏风马平炮兑车',
  C5: '五六炮对屏风马',
  C51: '五六炮左边马对屏风马',
  C6: '五七炮对屏风马',
  C7: '五七炮对屏风马进３卒',
  C8: '中炮巡河炮对屏风马',
  C9: '五八炮或五九炮对屏风马',
  D0: '顺炮局',
  D1: '顺炮直车对缓开车',
  D2: '顺炮直车对横车',
  D3: '中炮对左炮封车转列炮',
  D4: '中炮对左三步虎转列炮',
  D5: '中炮对列炮',
  E0: '仙人指路局',
  E01: '仙人指路对飞象',
  E03: '仙人指路对中炮',
  E08: '两头蛇对进右马',
  E1: '仙人指路对卒底炮',
  E16: '仙人指路转左中炮对卒底炮飞右象——互进边马',
  E2: '仙人指路转左中炮对卒底炮飞左象',
  E21: '仙人指路转左中炮对卒底炮飞左象——红先上仕',
  E3: '仙人指路转左中炮对卒底炮飞左象',
  E37: '仙人指路转左中炮对卒底炮飞左象——红右边马',
  E4: '对兵局',
  E44: '对兵互进右马局——红横车',
}

/** ECCO as a book: it knows games, not single positions. */
export const ecco: OpeningBook = {
  game: 'xiangqi',
  of(record: GameRecord): Opening | undefined {
    if (record.game !== 'xiangqi' || record.setup !== undefined || record.variant !== undefined) return undefined
    const code = eccoCode(mainLineMoves(record.nodes).slice(0, PLIES))
    return code === undefined ? undefined : { code, name: NAMES[code]! }
  },
}

/** The code of a game by its first moves; undefined when there are none. */
function eccoCode(moves: readonly Move[]): string | undefined {
  if (moves.length === 0) return undefined
  const line = new Line(moves)
  const [first = ''] = line.red
  if (first.startsWith('P')) return pawnCode(line)
  if (first === 'C2=5') return centralCannonCode(line)
  if (first === 'E3+5') return elephantCode(line)
  if (first === 'H2+3') return horseCode(line)
  if (first === 'C2=4') return line.black[0] === 'H8+7' ? 'A51' : 'A5'
  if (first === 'C2=6') return crossPalaceCode(line)
  return 'A0'
}

/** Flying elephant, by Black's reply. */
function elephantCode(line: Line): string {
  const [answer = ''] = line.black
  if (answer === 'C8=6') return 'A20'
  if (answer === 'C8=5') return line.redBefore('R1=2', 5) && line.redBefore('H8+7', 5) ? 'A28' : 'A27'
  if (answer === 'C2=4' || answer === 'C2=5') return 'A2'
  if (answer === 'C8=4' || answer === 'C2=6') return 'A3'
  if (answer === 'P7+1') return line.redBefore('P7+1', 3) ? 'A38' : 'A3'
  if (answer === 'P3+1') return 'A39'
  if (answer === 'E7+5') return 'A11'
  return answer === 'H8+7' ? 'A13' : 'A1'
}

function horseCode(line: Line): string {
  if (line.black[0] !== 'P7+1') return 'A4'
  if (line.red[1] === 'P7+1') return 'A45'
  if (line.red[1] === 'C8=5') return 'A44'
  return line.red[1] === 'C2=1' ? 'A42' : 'A4'
}

function crossPalaceCode(line: Line): string {
  if (line.black[0] === 'H8+7') return 'A61'
  if (line.black[0] !== 'C8=5') return 'A6'
  if (!line.hasRed('R1=2')) return 'A63'
  return line.hasBlack('R9+1') ? 'A6' : 'A64'
}

/** The pawn opening, mirrored so that Red's pawn is on the seventh file. */
function pawnCode(line: Line): string {
  if (line.black[0] === 'C2=3') {
    if (line.red[1] !== 'C2=5' || line.black[1] !== 'E3+5') {
      const areHorsesOnEdges = line.redBefore('H8+9', 6) && line.blackBefore('H2+1', 6)
      return line.red[1] === 'C2=5' && line.black[1] === 'E7+5' && areHorsesOnEdges ? 'E16' : 'E1'
    }
    if (line.countBlack('P3+1') > 1) return 'E3'
    if (line.red[2] === 'H8+9') return 'E37'
    return line.red[2] === 'A6+5' || line.red[2] === 'A4+5' ? 'E21' : 'E2'
  }
  const [answer = ''] = line.black
  if (answer.startsWith('E')) return 'E01'
  if (line.blackBefore('P7+1', 2)) return line.redBefore('R9+1', 4) && line.blackBefore('H8+7', 3) ? 'E44' : 'E4'
  if (answer === 'C2=5' || answer === 'C8=5') return 'E03'
  return answer === 'H8+7' && line.red[1] === 'P3+1' ? 'E08' : 'E0'
}

/** The central cannon: same and opposite cannons, sandwiched horses, screen horses, and everything else. */
function centralCannonCode(line: Line): string {
  const same = line.placeBlack('C8=5')
  const opposite = line.placeBlack('C2=5')
  if (same < 2 && same < opposite) return sameCannonsCode(line)
  if (opposite < 5) {
    if (line.placeBlack('C8+4') < opposite) return 'D3'
    return line.placeBlack('C8=9') < opposite ? 'D4' : 'D5'
  }
  const hasLeft = line.blackBefore('H8+7', 6)
  const hasRight = line.blackBefore('H2+3', 6)
  const sandwich = Math.min(line.placeBlack('C8=6'), line.placeBlack('C2=4'))
  if (hasRight && sandwich < 4 && sandwich < line.placeBlack('R9=8')) return sandwichCode(line)
  if (hasLeft && hasRight) return screenHorsesCode(line)
  if (hasRight && line.blackBefore('H8+9', 5)) return 'B1'
  if (hasLeft && line.blackBefore('C8=9', 5)) return 'B2'
  return 'B0'
}

function sameCannonsCode(line: Line): string {
  if (line.placeRed('R1=2') > 2) return 'D0'
  return line.blackBefore('R9+1', 4) ? 'D2' : 'D1'
}

function sandwichCode(line: Line): string {
  if (!line.blackBefore('H8+7', 5)) return 'B3'
  if (line.redBefore('C8=6', 6)) return 'B4'
  return line.redBefore('C8=7', 6) ? 'B5' : 'B3'
}

function screenHorsesCode(line: Line): string {
  const crossing = line.placeRed('R2+6')
  const leftHorse = line.placeRed('H8+7')
  const bothAdvance = line.redBefore('P7+1', 5) && line.blackBefore('P7+1', 5)
  if (crossing < Math.min(6, leftHorse) && bothAdvance && !line.redBefore('C8=6', 8)) {
    return line.placeBlack('C8=9') < Math.min(7, line.placeBlack('A4+5')) ? 'C4' : 'C3'
  }
  if (line.redBefore('R1+1', 5)) return 'C1'
  const cannon = Math.min(...['C8=6', 'C8=7', 'C8+2', 'C8+4', 'C8=9'].map((move) => line.placeRed(move)))
  if (line.placeRed('R2+4') < Math.min(6, cannon)) return leftHorse < 7 || line.redBefore('H8+9', 7) ? 'C16' : 'C15'
  if (line.redBefore('H8+9', 6) && line.placeRed('R9+1') < Math.min(7, cannon)) return 'C06'
  if (line.redBefore('C8=6', 7)) return line.redBefore('H8+9', 6) ? 'C51' : 'C5'
  if (line.redBefore('C8=7', 7) && !line.redBefore('C8+4', 7)) return line.blackBefore('P3+1', 5) ? 'C7' : 'C6'
  if (line.redBefore('C8+2', 7)) return 'C8'
  if (line.redBefore('C8+4', 7) || line.redBefore('C8=9', 7)) return 'C9'
  if (crossing < 6) {
    const bothPawns = line.hasBlack('P7+1') && line.hasBlack('P3+1')
    return bothPawns && leftHorse < line.placeRed('P5+1') ? 'C2' : 'C1'
  }
  return line.redBefore('H7+6', 6) ? 'C02' : 'C0'
}

/**
 * The first moves of a game, each side's own, as piece, file and direction:
 * `C2=5` is 炮二平五. They are mirrored so that Red's first move is on the side shown in books.
 */
class Line {
  readonly red: string[] = []
  readonly black: string[] = []

  constructor(moves: readonly Move[]) {
    this.write(moves)
    const [first = ''] = this.red
    // Books show the pawn on the seventh file, and everything else on the right.
    const isLeft = first.startsWith('P') ? first[1] === '3' : Number(first[1]) > 5
    if (!isLeft) return
    this.red.length = 0
    this.black.length = 0
    this.write(moves.map((move) => transformMove(move, 1, COLUMNS, ROWS)))
  }

  /** Whether Red or Black made a move, or made it before its own move with a number. */
  hasRed(text: string): boolean {
    return this.red.includes(text)
  }

  hasBlack(text: string): boolean {
    return this.black.includes(text)
  }

  redBefore(text: string, number: number): boolean {
    return this.placeRed(text) < number
  }

  blackBefore(text: string, number: number): boolean {
    return this.placeBlack(text) < number
  }

  /** How many moves the side made before one; Infinity if it did not make it. */
  placeRed(text: string): number {
    return place(this.red, text)
  }

  placeBlack(text: string): number {
    return place(this.black, text)
  }

  countBlack(text: string): number {
    return this.black.filter((move) => move === text).length
  }

  private write(moves: readonly Move[]): void {
    const rules = rulesOf('xiangqi')
    const position = rules.start()
    for (const [index, move] of moves.entries()) {
      const isRed = index % 2 === 0
      const side = isRed ? this.red : this.black
      if (isPass(move)) side.push('')
      else {
        const piece = position.pieceAt(moveFrom(move)).toUpperCase()
        side.push(moveText(piece, moveFrom(move), moveTo(move), isRed))
      }
      rules.play(position, move)
    }
  }
}

function place(moves: readonly string[], text: string): number {
  const index = moves.indexOf(text)
  return index < 0 ? Infinity : index
}

/** Letters that WXF has for horse and elephant. */
const LETTERS: Record<string, string> = { N: 'H', B: 'E' }

/** A move by piece, file, direction, and how far or to which file; files count from the right of the side. */
function moveText(piece: string, from: number, to: number, isRed: boolean): string {
  const fileOf = (square: number) => (isRed ? COLUMNS - (square % COLUMNS) : (square % COLUMNS) + 1)
  const ahead = (Math.floor(to / COLUMNS) - Math.floor(from / COLUMNS)) * (isRed ? 1 : -1)
  const letter = LETTERS[piece] ?? piece
  const by = ahead === 0 || 'HEA'.includes(letter) ? fileOf(to) : Math.abs(ahead)
  return `${letter}${fileOf(from)}${ahead > 0 ? '+' : ahead < 0 ? '-' : '='}${by}`
}

/** CHN and XQI of Ourgame (联众): docs/formats/xiangqi-servers.md, CHN. */
import { u16le, u32le } from '../../bytes/numbers.ts'
import { decodeText } from '../../bytes/text.ts'
import type { IssueCollector } from '../../issues/collector.ts'
import { isRealDate, makeDate } from '../../model/date.ts'
import { ensurePlayer, type Header } from '../../model/record.ts'
import { SQUARES, squareFromTop, type Board } from '../xiangqi/board.ts'
import { isNewChn, OLD_CHN } from './detect.ts'
import { moveFromTop, turnMoves, type ServerGame, type ServerMove } from './server-game.ts'

/** Offsets of the newer form. */
const AT = { time: 8, title: 0x24, red: 0x64, black: 0x8c, board: 0xb4, count: 0x16c, nodes: 0x1d8 } as const

/** Bytes of a node: three pointers, 0, from, to, and what is not known. The first one is no move. */
const NODE = 36

/** Pieces by the low three bits of their byte. */
const PIECES = ' RNCKABP'

export function readChn(bytes: Uint8Array, encoding: string, issues: IssueCollector): ServerGame {
  const header: Header = { players: [], result: { outcome: 'unfinished' } }
  if (!isNewChn(bytes)) return { version: 'CHN (32 bytes)', header, moves: readOldMoves(bytes) }
  const text = (at: number, size: number) => decodeText(bytes.subarray(at, at + size), encoding).replace(/\0.*$/s, '')
  const title = text(AT.title, AT.red - AT.title)
  if (title !== '') header.title = title
  const date = readDate(text(AT.time, AT.title - AT.time))
  if (date) header.date = date
  for (const [colour, at] of [
    [1, AT.red],
    [2, AT.black],
  ] as const) {
    const id = text(at, 20)
    const name = text(at + 20, 20)
    if (name !== '') ensurePlayer(header, colour).name = name
    if (id !== '') Object.assign(ensurePlayer(header, colour), { id, domain: 'ourgame' })
  }
  const count = u32le(bytes, AT.count)
  const moves: ServerMove[] = []
  for (let at = AT.nodes + NODE; at + NODE <= bytes.length && moves.length < count; at += NODE) {
    const [from, to] = [bytes[at + 14]!, bytes[at + 15]!]
    moves.push(moveFromTop(from & 15, from >> 4, to & 15, to >> 4, at))
  }
  if (moves.length < count) issues.add('xiangqi/cut-moves', 'error', { count: moves.length }, { offset: bytes.length })
  return { version: 'GL', header, moves, board: readBoard(bytes, issues) }
}

/** The board, column by column from Red's left and from the top. */
function readBoard(bytes: Uint8Array, issues: IssueCollector): Board {
  const board = new Uint8Array(SQUARES)
  for (let at = 0; at < SQUARES; at++) {
    const code = bytes[AT.board + at] ?? 0
    if (code === 0) continue
    const letter = PIECES[code & 7]!
    if (letter === ' ') issues.add('xiangqi/unknown-piece', 'error', { code }, { offset: AT.board + at })
    else
      board[squareFromTop(Math.floor(at / 10), at % 10)] = (
        (code & 8) === 0 ? letter : letter.toLowerCase()
      ).charCodeAt(0)
  }
  return board
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The text of the C function `ctime`: `Tue Dec 27 20:57:56 2016`. */
function readDate(text: string): Header['date'] {
  const match = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) ([ 0-9][0-9]) [0-9:]{8} ([0-9]{4})/.exec(text)
  if (!match) return undefined
  const date = makeDate(Number(match[3]), MONTHS.indexOf(match[1]!) + 1, Number(match[2]))
  return date && isRealDate(date) ? date : { text }
}

/** The older form: number, x and y from, x and y to. A file of the player of Black is seen from his side. */
function readOldMoves(bytes: Uint8Array): ServerMove[] {
  const moves: ServerMove[] = []
  const { moves: start, size } = OLD_CHN
  for (let at = start; at + size <= bytes.length; at += size) {
    const [x1, y1, x2, y2] = [4, 6, 8, 10].map((offset) => u16le(bytes, at + offset)) as [
      number,
      number,
      number,
      number,
    ]
    moves.push(moveFromTop(x1, y1, x2, y2, at))
  }
  return u16le(bytes, start + 6) < 5 ? turnMoves(moves) : moves
}

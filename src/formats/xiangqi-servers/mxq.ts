/** MXQ of Yitian (弈天): strings with their length in a byte before them. docs/formats/xiangqi-servers.md, MXQ. */
import { decodeText } from '../../bytes/text.ts'
import type { IssueCollector } from '../../issues/collector.ts'
import { ensurePlayer, type Header } from '../../model/record.ts'
import type { Colour } from '../../model/move.ts'
import { parseFreeDate } from '../xiangqi/date.ts'
import { readEnding } from '../xiangqi/record-fields.ts'
import { squareFromTop } from '../xiangqi/board.ts'
import type { ServerGame, ServerMove } from './server-game.ts'

/** The strings before the moves: place, date, title, two ratings, three numbers of the time rule, two ratings after the game, the ending. */
const FACTS = 11

export function readMxq(bytes: Uint8Array, encoding: string, issues: IssueCollector): ServerGame {
  const strings = readStrings(bytes, encoding)
  const start = strings.findIndex(({ text }) => text === 'Moves')
  const facts = strings.slice(0, start).map(({ text }) => text)
  const header: Header = { players: [], result: { outcome: 'unfinished' } }
  if (facts.length === FACTS) readFacts(header, facts)
  const end = strings.findIndex(({ text }, index) => index > start && text === 'Ends')
  const listed = strings.slice(start + 1, end < 0 ? undefined : end)
  const moves = listed.map(({ text, at }): ServerMove => ({ ...squaresOf(text), offset: at }))
  if (end < 0) issues.add('xiangqi/cut-moves', 'error', { count: moves.length }, { offset: bytes.length })
  const notes = strings.slice(end + 1).filter(({ text }) => text !== 'CommentsEnd')
  const native = {
    ...(facts.length === FACTS ? { ratingsAfter: facts.slice(8, 10) } : { facts }),
    ...(end >= 0 && notes.length > 0 && { notes: notes.map(({ text }) => text) }),
  }
  return { version: 'MXQ', header, moves, native }
}

interface FoundString {
  text: string
  at: number
}

function readStrings(bytes: Uint8Array, encoding: string): FoundString[] {
  const strings: FoundString[] = []
  for (let at = 0; at < bytes.length;) {
    const end = Math.min(bytes.length, at + 1 + bytes[at]!)
    strings.push({ text: decodeText(bytes.subarray(at + 1, end), encoding), at })
    at = end
  }
  return strings
}

function readFacts(header: Header, facts: readonly string[]): void {
  const [place, date, title, redRating, blackRating, minutes, second, third, , , ending] = facts
  if (place) header.place = place
  if (title) header.title = title
  const found = parseFreeDate(date!)
  if (found) header.date = found
  // The title is seen from Red: `guest96928(5r)-负-zzxxbb(3r)`.
  const match = /^(.*)-(胜|勝|负|負|和)-(.*)$/.exec(title!)
  if (match) {
    readPlayer(header, 1, match[1]!)
    readPlayer(header, 2, match[3]!)
    if (match[2] === '和') header.result = { outcome: 'draw' }
    else header.result = { outcome: 'win', winner: /胜|勝/.test(match[2]!) ? 1 : 2 }
  }
  readRating(header, 1, redRating!)
  readRating(header, 2, blackRating!)
  header.timeControl = { text: `${minutes} ${second} ${third}` }
  if (ending) readEnding(header.result, ending)
}

/** A name with its level behind it in brackets. */
function readPlayer(header: Header, colour: Colour, text: string): void {
  const match = /^(.*?)\(([^()]*)\)$/.exec(text)
  const player = ensurePlayer(header, colour)
  player.name = match ? match[1]! : text
  if (match) player.rank = match[2]!
}

function readRating(header: Header, colour: Colour, text: string): void {
  if (/^[1-9][0-9]{0,4}$/.test(text)) ensurePlayer(header, colour).rating = Number(text)
}

/** `7C-4C`: the file from Red's left as a digit, the rank from Red's side as a letter. */
function squaresOf(text: string): { from: number; to: number } {
  const match = /^([0-8])([A-J])-([0-8])([A-J])$/.exec(text)
  if (!match) return { from: -1, to: -1 }
  const square = (x: string, rank: string) => squareFromTop(Number(x), 9 - 'ABCDEFGHIJ'.indexOf(rank))
  return { from: square(match[1]!, match[2]!), to: square(match[3]!, match[4]!) }
}

/** Reads GIB files. docs/formats/gib.md. */
import type { FileSet } from '../../bytes/source.ts'
import { IssueCollector, shorten } from '../../issues/collector.ts'
import { FormatError } from '../../issues/errors.ts'
import { makePass, makePlacement, moveColour, otherColour, type Colour } from '../../model/move.ts'
import { emptyRecord, ensurePlayer, type GameRecord, type Header } from '../../model/record.ts'
import type { Result } from '../../model/result.ts'
import { makeDate, isRealDate } from '../../model/date.ts'
import type { Collection, ReadOptions } from '../format.ts'
import { handicapSquares } from '../go-handicap.ts'
import { parseResultWords } from '../go-result.ts'
import { readLines } from '../server-text.ts'
import { SingleRecordCollection } from '../single-record.ts'

/** The only size of board that Tygem has. */
const SIDE = 19

/** Opens a file. Throws FormatError if it has neither a header nor a move. */
export function openGib(files: FileSet, options: ReadOptions = {}): Collection {
  const { name } = files.main
  const { lines, encoding, guessed } = readLines(files.main, options.encoding)
  const { fields, rest } = splitFile(lines)
  if (fields.size === 0 && !rest.some((line) => /^(?:STO|INI)\s/.test(line))) {
    throw new FormatError('gib/not-gib', {}, { file: name, offset: 0 })
  }
  return new SingleRecordCollection('gib', { encoding }, guessed, () => {
    const issues = new IssueCollector({ file: name })
    const record = emptyRecord('go')
    readHeader(fields, record.header)
    const others = readMoves(rest, record, issues)
    record.native = { gib: { fields: Object.fromEntries(fields), lines: others } }
    record.origin = { format: 'gib', file: name, index: 0, encoding }
    return { record, issues: issues.list() }
  })
}

/** Separates the fields of the header from all other lines. */
function splitFile(lines: readonly string[]): { fields: Map<string, string>; rest: string[] } {
  const fields = new Map<string, string>()
  const rest: string[] = []
  let open: string | undefined
  for (const line of lines) {
    const text: string = open === undefined ? line : `${open}\n${line}`
    open = undefined
    const field = /^\s*\\\[([A-Z]+)=([^]*?)\\\]\s*$/.exec(text)
    if (field) fields.set(field[1]!, field[2]!)
    else if (/^\s*\\\[[A-Z]+=/.test(text) && text.length < MAX_FIELD) open = text
    else rest.push(text)
  }
  if (open !== undefined) rest.push(open)
  return { fields, rest }
}

/** A field may span several lines, but only so many characters. */
const MAX_FIELD = 1 << 14

function readHeader(fields: ReadonlyMap<string, string>, header: Header): void {
  const main = parts(fields.get('GAMEINFOMAIN'), ':')
  const tag = fields.get('GAMETAG') ?? ''
  const info = parts(fields.get('GAMEINFOSUB'), ':')
  for (const colour of [1, 2] as const) {
    readPlayer(header, colour, fields.get(colour === 1 ? 'GAMEBLACKNAME' : 'GAMEWHITENAME'))
    readUser(header, colour, fields, tag)
  }
  const event = fields.get('GAMENAME')?.trim() || info.get('GNAME')
  if (event) header.event = { name: event }
  const place = fields.get('GAMEPLACE')?.trim() || info.get('GPLC')
  if (place) header.place = place
  const about = fields.get('GAMECOMMENT')?.trim() || info.get('GCMT')
  if (about) header.about = about
  const date = readDate(tag) ?? readDate(fields.get('GAMEDATE') ?? '') ?? readDate(info.get('GDATE') ?? '')
  if (date) header.date = date
  header.result = readResult(main, tag, fields.get('GAMERESULT') ?? '')
  const komi = Number(main.get('GONGJE') ?? /,G([0-9]+),/.exec(tag)?.[1] ?? Number.NaN)
  if (Number.isFinite(komi)) header.rules = { komi: komi / 10 }
  readTime(header, fields.get('GAMETIME')?.trim(), main.get('GTIME'))
}

/** `GTIME:600-30-3,GRLT:1` as a table. */
function parts(text = '', separator: string): Map<string, string> {
  const table = new Map<string, string>()
  for (const part of text.split(',')) {
    const at = part.indexOf(separator)
    if (at > 0) table.set(part.slice(0, at).trim(), part.slice(at + 1).trim())
  }
  return table
}

/** A name followed by its rank in brackets: `kim (2D)`. */
function readPlayer(header: Header, colour: Colour, text = ''): void {
  const match = /^(.*?)\s*\(([^()]*)\)\s*$/.exec(text.trim())
  const name = match ? match[1]! : text.trim()
  const rank = match?.[2]?.trim()
  if (name) ensurePlayer(header, colour).name = name
  if (rank) ensurePlayer(header, colour).rank = rank
}

/** The fields of a player since 2025, and the letters of the same in `GAMETAG`: nick, name to log in, level. */
const USERS = {
  1: { field: 'BUSERINFO', nick: 'BNICK', id: 'BID', level: 'BLV', tags: 'BMN' },
  2: { field: 'WUSERINFO', nick: 'WNICK', id: 'WID', level: 'WLV', tags: 'AIL' },
} as const

/** A player as Tygem writes them since 2025: `WID:whiteid,WLV:11,WNICK:White_Nick`. What is known already stays. */
function readUser(header: Header, colour: Colour, fields: ReadonlyMap<string, string>, tag: string): void {
  const { field, nick, id, level, tags } = USERS[colour]
  const user = parts(fields.get(field), ':')
  const tagged = (letter: string) => new RegExp(`(?:^|,)${letter}:([^,]*)`).exec(tag)?.[1]?.trim()
  const name = user.get(nick) || tagged(tags[0]!) || user.get(id) || tagged(tags[1]!)
  const rank = rankOfLevel(user.get(level) || tagged(tags[2]!))
  const known = header.players.find((player) => player.colour === colour)
  if (name && !known?.name) ensurePlayer(header, colour).name = name
  if (rank && !known?.rank) ensurePlayer(header, colour).rank = rank
}

/** Ranks by their number: 18 kyu is 0, 1 kyu 17, 1 dan 18, 9 dan 26, and the professionals follow. */
function rankOfLevel(text: string | undefined): string | undefined {
  if (!/^[0-9]{1,2}$/.test(text ?? '')) return undefined
  const level = Number(text)
  if (level < 18) return `${18 - level}K`
  if (level < 27) return `${level - 17}D`
  return level < 36 ? `${level - 26}P` : undefined
}

/** A date as `2020- 6-14- 1-26-14`, `C2020:06:14:01:26` or `2012年11月22日`. */
function readDate(text: string): Header['date'] {
  const match = /([0-9]{4})\s?[-:年]\s?([0-9]{1,2})\s?[-:月]\s?([0-9]{1,2})/.exec(text)
  const date = match ? makeDate(Number(match[1]), Number(match[2]), Number(match[3])) : undefined
  return date && isRealDate(date) ? date : undefined
}

/** Results by their code in `GRLT`. */
const RESULTS: Record<string, Result> = {
  '0': { outcome: 'win', winner: 1 },
  '1': { outcome: 'win', winner: 2 },
  '3': { outcome: 'win', winner: 1, by: 'resignation' },
  '4': { outcome: 'win', winner: 2, by: 'resignation' },
  '7': { outcome: 'win', winner: 1, by: 'time' },
  '8': { outcome: 'win', winner: 2, by: 'time' },
}

function readResult(main: ReadonlyMap<string, string>, tag: string, words: string): Result {
  const code = main.get('GRLT') ?? /,W([0-9]+),/.exec(tag)?.[1] ?? ''
  const points = Number(main.get('ZIPSU') ?? /,Z([0-9]+),/.exec(tag)?.[1] ?? 0) / 10
  const known = RESULTS[code]
  if (!known) return parseResultWords(words) ?? { outcome: 'unfinished', ...(words.trim() && { text: words.trim() }) }
  return known.by === undefined && points > 0 ? { ...known, margin: points } : { ...known }
}

/** Main time, byo-yomi seconds and number of periods: `600-30-3`. */
function readTime(header: Header, words: string | undefined, numbers: string | undefined): void {
  const match = /^([0-9]{1,6})-([0-9]{1,6})-([0-9]{1,6})$/.exec(numbers ?? '')
  if (!words && !match) return
  header.timeControl = {}
  if (words) header.timeControl.text = words
  if (!match) return
  const [seconds, byoYomi, moves] = [Number(match[1]), Number(match[2]), Number(match[3])]
  header.timeControl.periods = [{ seconds }, { byoYomi, moves, kind: 'byo-yomi' }]
}

/** Reads the game into the tree. Returns the lines that are not moves. */
function readMoves(lines: readonly string[], record: GameRecord, issues: IssueCollector): string[] {
  const others: string[] = []
  const { nodes } = record
  for (const line of lines) {
    const words = line.trim().split(/\s+/)
    if (words[0] === 'STO' && words.length >= 6) readStone(words, record, line, issues)
    else if (words[0] === 'SKI' && words.length >= 3) {
      nodes.push({ parent: nodes.length - 1, move: makePass(passColour(words[3], record)) })
    } else {
      if (words[0] === 'INI') readHandicap(words[3], record)
      if (line.trim() !== '') others.push(line)
    }
  }
  return others
}

/** The colour that passes in `SKI 0 2 1`, or, since 2025, in `SKI 0 2`: the one whose turn it is. */
function passColour(word: string | undefined, { nodes }: GameRecord): Colour {
  if (word === '1') return 1
  if (word !== undefined) return 2
  const { move, turn } = nodes.at(-1)!
  return move === undefined ? (turn ?? 1) : otherColour(moveColour(move) as Colour)
}

/** `STO 0 2 1 16 2`: number of the line, colour, column and row from the top left, both from 0. */
function readStone(words: readonly string[], { nodes }: GameRecord, line: string, issues: IssueCollector): void {
  const [colour, column, row] = [Number(words[3]), Number(words[4]), Number(words[5])]
  const parent = nodes.length - 1
  const isStone = (colour === 1 || colour === 2) && isOnBoard(column) && isOnBoard(row)
  if (isStone) {
    nodes.push({ parent, move: makePlacement(row * SIDE + column, colour) })
    return
  }
  nodes.push({ parent, unread: { text: line } })
  issues.add('gib/unread-move', 'error', { line: shorten(line) }, { node: parent + 1 })
}

function isOnBoard(coordinate: number): boolean {
  return Number.isInteger(coordinate) && coordinate >= 0 && coordinate < SIDE
}

function readHandicap(word: string | undefined, record: GameRecord): void {
  const stones = Number(word)
  const squares = handicapSquares(stones, SIDE, SIDE, 'upper left')
  if (!squares) return
  record.header.rules = { ...record.header.rules, handicap: stones }
  record.nodes[0]!.edits = [{ squares, piece: '1' }]
  record.nodes[0]!.turn = 2
}

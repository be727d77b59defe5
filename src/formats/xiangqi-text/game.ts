/** Reads a text with one game: its labels or the lines of PlayOK, its start, its moves. */
import type { IssueCollector } from '../../issues/collector.ts'
import { emptyRecord, ensurePlayer, type GameRecord } from '../../model/record.ts'
import { xiangqi } from '../../rules/xiangqi/index.ts'
import { readKind, readResult } from '../xiangqi/codes.ts'
import { readFields, type Fields } from '../xiangqi/record-fields.ts'
import { readStart } from '../xiangqi/start-text.ts'
import { kindCodeOf, resultCodeOf } from '../xiangqi/words.ts'
import { CHINESE_MOVE, FEN } from './detect.ts'
import { readLabels } from './labels.ts'
import { findMoves, firstMove, readMoves } from './moves.ts'

/** Where the moves begin: the number 1 and a move, or a line that is a move. */
const FIRST_MOVE = new RegExp(`^[ \\t　]*(?:1\\s*[.．、]\\s*)?${CHINESE_MOVE}`, 'm')

/** The moves of PlayOK and XieXie, which end with `}END`; a comment among them has braces too. */
const PLAYOK = /^[ \t]*START[ \t]*\{([\s\S]*?)(?:\}\s*END\b|$(?![\s\S]))/im

/** The line with which XQStudio, dpxq.com and others end a text: which program or site made it. */
const FOOTER = /^\s*棋谱由\s*(.*?)\s*生成\s*(.*?)\s*$/m

/** A text without the line that names its program, which becomes a tag. */
function withoutFooter({ header }: GameRecord, text: string): string {
  const match = FOOTER.exec(text)
  if (!match) return text
  header.tags = { ...header.tags, Generator: `${match[1]!} ${match[2]!}`.trim() }
  return text.slice(0, match.index) + text.slice(match.index + match[0].length)
}

/** What an applet of XQStudio shows: its parameters, among them the moves. */
function appletOf(text: string): (Parts & { params: Map<string, string> }) | undefined {
  const params = new Map(
    [...text.matchAll(/<param\s+name\s*=\s*"?(\w+)"?\s+value\s*=\s*"([^"]*)"/gi)].map(([, name, value]) => [
      name!,
      value!,
    ]),
  )
  const moves = [...params].find(([name]) => /^movelist$/i.test(name))
  return moves && { head: '', moves: moves[1], params }
}

/** The parameters of an applet: its start, and all others as tags. */
function readApplet({ header }: GameRecord, params: ReadonlyMap<string, string>): HeadFacts {
  let fen = ''
  for (const [name, value] of params) {
    if (/^movelist$/i.test(name)) continue
    if (FEN.test(value)) fen = value
    else if (value !== '') header.tags = { ...header.tags, [name]: value }
  }
  return { fen, comment: '' }
}

/** The parts of a text. */
interface Parts {
  head: string
  moves: string
}

/** Reads a game. */
export function readGame(text: string, issues: IssueCollector): GameRecord {
  const playok = PLAYOK.exec(text)
  const applet = appletOf(text)
  const record = emptyRecord('xiangqi')
  const { head, moves } = playok
    ? { head: text.slice(0, playok.index), moves: playok[1]! }
    : (applet ?? partText(withoutFooter(record, text)))
  const facts = playok
    ? readPlayokHead(record, head, issues)
    : applet
      ? readApplet(record, applet.params)
      : readHead(record, head, issues)
  const { setup } = readStart(facts.fen, issues)
  if (setup !== undefined) record.setup = setup
  const found = findMoves(moves)
  record.nodes = readMoves(found.moves, xiangqi.start(record), issues)
  const comment = [facts.comment, found.before].filter((words) => words !== '').join('\n')
  if (comment !== '') record.nodes[0]!.comments = [{ text: comment, placement: 'after' }]
  if (record.header.result.outcome === 'unfinished') readLastWord(record, moves, issues)
  return record
}

/** What the head of a text says beside the header. */
interface HeadFacts {
  fen: string
  comment: string
}

/** Parts a text where its moves begin: in coordinates, right behind the position. */
function partText(text: string): Parts {
  const first = FIRST_MOVE.exec(text)
  if (first) return { head: text.slice(0, first.index), moves: text.slice(first.index) }
  const fen = FEN.exec(text)
  if (!fen) {
    const start = firstMove(text)
    return { head: text.slice(0, start), moves: text.slice(start) }
  }
  const end = fen.index + fen[0].length
  return { head: text.slice(0, end), moves: text.slice(end) }
}

/** Reads labels; lines that are none are a comment on the game, but for those of signs alone and headings. */
function readHead(record: GameRecord, head: string, issues: IssueCollector): HeadFacts {
  const { header } = record
  const fields: Fields = {}
  const comment: string[] = []
  const names: { Red?: string; Black?: string } = {}
  let fen = ''
  let result = ''
  for (const line of head.split(/\r\n|\r|\n/)) {
    const labels = readLabels(line)
    for (const { label, value } of labels) {
      if (label === 'FEN') fen = value
      else if (label === '结果' || label === '比赛结果') result = value
      else if (label === '棋谱类型') readKind(header, kindCodeOf(value) ?? 0, issues, {})
      else if (label === 'ECCO') readOpening(record, fields, value)
      else if (label === '布局') readOpening(record, fields, value)
      else if (label === '棋局类型') readGameKind(record, value, issues)
      else if (label === '棋谱主人') header.tags = { ...header.tags, Owner: value }
      else if (label === '红方姓名') names.Red = value
      else if (label === '黑方姓名') names.Black = value
      else if (label === '耗时') fields[fields.Black === undefined ? 'RedTime' : 'BlackTime'] = value
      else fields[label] = value
    }
    if (labels.length > 0) continue
    const found = FEN.exec(line)
    if (found && fen === '') fen = found[0]
    else if (/^\s*(?:FORMAT\s+\w+|position\s.*\bmoves)\s*$/i.test(line)) continue
    else if (/\p{L}/u.test(line) && !isHeading(line)) comment.push(line.trim())
  }
  readResultWords(record, result, issues)
  readFields(header, nameAlone(fields, names))
  return { fen, comment: comment.join('\n') }
}

/** Players by their names alone: dpxq.com writes the team before the name, and both again by themselves. */
function nameAlone(fields: Fields, names: { Red?: string; Black?: string }): Fields {
  const alone = { ...fields }
  for (const colour of ['Red', 'Black'] as const) {
    const [team, both] = [fields[`${colour}Team`], fields[colour]]
    const name = names[colour] ?? (team && both?.startsWith(`${team} `) ? both.slice(team.length + 1) : undefined)
    if (name !== undefined && name !== '') alone[colour] = name
  }
  return alone
}

/** Kinds of dpxq.com, by the codes of CCBridge: a whole game, an opening, a middlegame or endgame, a composition. */
const GAME_KINDS: Readonly<Record<string, number>> = { 全局: 1, 开局: 2, 布局: 2, 中局: 3, 残局: 3, 排局: 4 }

function readGameKind({ header }: GameRecord, value: string, issues: IssueCollector): void {
  const code = GAME_KINDS[value]
  if (code === undefined) header.tags = { ...header.tags, Type: value }
  else readKind(header, code, issues, {})
}

/** Headings of Ourgame. */
function isHeading(line: string): boolean {
  return /^\s*中\s*国\s*象\s*棋\s*对\s*局\s*记\s*录\s*$|^\s*棋谱\s+红方\s+黑方\s*$/.test(line)
}

/** The code and, behind it, the name of the opening. */
function readOpening({ header }: GameRecord, fields: Fields, value: string): void {
  const match = /^([A-E][0-9]{2})(?:\s+(.*))?$/.exec(value)
  fields.ECCO = match ? match[1]! : value
  if (match?.[2]) header.openingName = match[2]
}

function readResultWords({ header }: GameRecord, words: string, issues: IssueCollector): void {
  const code = resultCodeOf(words)
  readResult(header, code ?? 0, issues, {})
  if (code === undefined) header.result.text = words
}

/** A result behind the moves. */
function readLastWord(record: GameRecord, moves: string, issues: IssueCollector): void {
  const word = /(?:^|[\s,])(1-0|0-1|1\/2-1\/2)$/.exec(moves.trimEnd())?.[1]
  if (word !== undefined) readResultWords(record, word, issues)
}

/** PlayOK: a word in capitals and its value, parts of which are separated by semicolons. */
function readPlayokHead(record: GameRecord, head: string, issues: IssueCollector): HeadFacts {
  const { header } = record
  let fen = ''
  for (const line of head.split(/\r\n|\r|\n/)) {
    const match = /^\s*([A-Z]+)\s+(.*?)\s*$/.exec(line)
    if (!match) continue
    const [name = '', rating = ''] = match[2]!.split(';').map((part) => part.trim())
    if (match[1] === 'RED' || match[1] === 'BLACK') {
      const player = ensurePlayer(header, match[1] === 'RED' ? 1 : 2)
      if (name !== '') player.name = name
      if (/^[1-9][0-9]{0,4}$/.test(rating)) player.rating = Number(rating)
    } else if (match[1] === 'RESULT') readResultWords(record, name, issues)
    else if (match[1] === 'DATE') readFields(header, { Date: name })
    else if (match[1] === 'EVENT') readFields(header, { Contest: name })
    else if (match[1] === 'FEN') fen = match[2]!
  }
  return { fen, comment: '' }
}

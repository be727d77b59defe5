/** Reads a text with one game: its labels or the lines of PlayOK, its start, its moves. */
import { shorten, type IssueCollector } from '../../issues/collector.ts'
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
  if (playok) leaveOut(text.slice(playok.index + playok[0].length), issues)
  const found = findMoves(moves)
  record.nodes = readMoves(found.moves, xiangqi.start(record), issues)
  const comment = [facts.comment, found.before].filter((words) => words !== '').join('\n')
  if (comment !== '') record.nodes[0]!.comments = [{ text: comment, placement: 'after' }]
  if (record.header.result.outcome === 'unfinished') readLastWord(record, moves, issues)
  return record
}

/** Tells of words that have no place in the record. */
function leaveOut(text: string, issues: IssueCollector): void {
  if (/[\p{L}\p{N}]/u.test(text)) issues.add('text/left-out', 'warning', { text: shorten(text.trim()) })
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
      else {
        // A field has one value.
        if (fields[label] !== undefined && fields[label] !== value) leaveOut(fields[label], issues)
        fields[label] = value
      }
    }
    if (labels.length > 0 || isHeading(line)) continue
    const found = fen === '' ? FEN.exec(line) : null
    if (found) fen = found[0]
    const words = found ? line.replace(found[0], ' ').replace(AROUND_FEN, ' ') : line
    if (/[\p{L}\p{N}]/u.test(words)) comment.push(words.trim())
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

/** What programs write beside a position. */
const AROUND_FEN = /\b(?:position|fen|moves)\b/gi

/** Headings of Ourgame, and lines that say how the moves are written. */
function isHeading(line: string): boolean {
  if (/^\s*(?:FORMAT\s+(?:WXF|ICCS|UCCI|LALG|SALG|CHINESE)|position\s+startpos\s+moves)\s*$/i.test(line)) return true
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
    const [, word, value = ''] = /^\s*([A-Z]+)(?:\s+(.*?))?\s*$/.exec(line) ?? []
    const [name = '', ...others] = value.split(';').map((part) => part.trim())
    if (word === 'RED' || word === 'BLACK') {
      const player = ensurePlayer(header, word === 'RED' ? 1 : 2)
      if (name !== '') player.name = name
      if (/^[1-9][0-9]{0,4}$/.test(others[0] ?? '')) player.rating = Number(others.shift())
    } else if (word === 'RESULT') readResultWords(record, name, issues)
    else if (word === 'DATE') readFields(header, { Date: name })
    else if (word === 'EVENT') readFields(header, { Contest: name })
    else if (word === 'FEN') fen = value
    else if (word === 'GAME' && name !== '') header.tags = { ...header.tags, Game: name }
    else if (word !== 'GAME' && !isHeading(line)) others.unshift(line)
    if (word !== 'FEN') leaveOut(others.join(' '), issues)
  }
  return { fen, comment: '' }
}

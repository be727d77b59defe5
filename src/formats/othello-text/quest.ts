/**
 * Games of the Othello Quest server: JSON with the players, Black first, and moves as `{"m": "f5"}` with `-` for a
 * pass; one game, a list of games, games within an object, or a game a line. Everything else is kept.
 */
import { FormatError } from '../../issues/errors.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import { isJsonObject, type Json } from '../../model/json.ts'
import { emptyRecord, ensurePlayer, type GameRecord } from '../../model/record.ts'
import type { Result } from '../../model/result.ts'
import { othello, OthelloPosition } from '../../rules/othello/index.ts'
import { jsonError, type JsonObject } from '../json.ts'
import { parseMoveLine } from './move-line.ts'
import { playText } from './split.ts'

export const FORMAT_ID = 'othello-text'

/** How deep games are looked for within objects and lists. */
const DEEPEST = 6

/** A text's games, and what was found wrong in it. */
export interface QuestGames {
  records: GameRecord[]
  issues: Issue[]
}

/** Whether a text may be such JSON. */
export function looksLikeQuest(text: string): boolean {
  return /^\s*[[{]/.test(text) && /"m"\s*:\s*"(?:[a-h][1-8]|-)"/.test(text)
}

/** Reads the games of a text. Throws FormatError if neither it nor any line of it is JSON. */
export function readQuest(text: string, file: string): QuestGames {
  const whole = parse(text)
  if (whole !== undefined) return { records: gamesIn(whole, 0).map(readQuestGame), issues: [] }
  const games: QuestGames = { records: [], issues: [] }
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const value = parse(line)
    if (value !== undefined) games.records.push(...gamesIn(value, 0).map(readQuestGame))
    else games.issues.push(issue('othello-text/line', 'error', { text: line.slice(0, 60) }, { file, line: index + 1 }))
  }
  if (games.records.length > 0) return games
  throw new FormatError('othello-text/not-json', { reason: jsonError(text).reason }, { file, offset: 0 })
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** The games of a value: itself, or those within it. */
function gamesIn(value: Json, depth: number): JsonObject[] {
  if (isJsonObject(value) && stepsOf(value)) return [value]
  if (typeof value !== 'object' || value === null || depth === DEEPEST) return []
  return Object.values(value).flatMap((inner) => gamesIn(inner, depth + 1))
}

/** The list of moves of a game: its own, or that of its position. Undefined for what is not a game. */
function stepsOf(value: JsonObject): Json[] | undefined {
  const { position, moves } = value
  const list = isJsonObject(position) ? position['moves'] : moves
  if (!Array.isArray(list)) return undefined
  return list.every((step) => isJsonObject(step)) ? list : undefined
}

function readQuestGame(game: JsonObject): GameRecord {
  const record = emptyRecord('othello')
  const { players, position, ...rest } = game
  const kept: JsonObject = rest
  readPlayers(players, record, kept)
  const { created } = rest
  if (typeof created === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(created)) {
    record.header.instant = created
    delete kept['created']
  }
  const holder: JsonObject = isJsonObject(position) ? position : game
  const { moves: _, startPos, ...beside } = holder
  const board = new OthelloPosition()
  const opening = typeof startPos === 'string' ? parseMoveLine(startPos)?.moves : undefined
  for (const move of opening ?? []) add(record, board, move)
  if (startPos !== undefined && !opening) beside['startPos'] = startPos
  for (const step of stepsOf(game) ?? []) readStep(step as JsonObject, record, board)
  const outcome = othello.outcome(board)
  if (outcome && record.header.result.outcome === 'unfinished') {
    const { winner, score } = outcome
    record.header.result = winner ? { outcome: 'win', winner, score: score! } : { outcome: 'draw', score: score! }
  }
  if (holder !== game && Object.keys(beside).length > 0) kept['position'] = beside
  if (holder === game) {
    delete kept['moves']
    if (opening) delete kept['startPos']
  }
  if (Object.keys(kept).length > 0) record.native = { [FORMAT_ID]: kept }
  return record
}

/** Names, ids and ratings; what else is said of the players is kept. */
function readPlayers(players: Json | undefined, { header }: GameRecord, kept: JsonObject): void {
  if (!Array.isArray(players)) {
    if (players !== undefined) kept['players'] = players
    return
  }
  const others = players.map((player, index): Json => {
    if (!isJsonObject(player) || index > 1) return player
    const { name, id, oldR, ...more } = player
    const known = ensurePlayer(header, index === 0 ? 1 : 2)
    if (typeof name === 'string') known.name = name
    if (typeof id === 'string') Object.assign(known, { id, domain: 'othello-quest' })
    if (typeof oldR === 'number' && Number.isFinite(oldR)) known.rating = Math.round(oldR)
    return more
  })
  if (others.some((other) => !isJsonObject(other) || Object.keys(other).length > 0)) kept['players'] = others
}

/** Reads a step: a move with the milliseconds spent on it, or how the game ended. */
function readStep({ m, t, s, ...facts }: JsonObject, record: GameRecord, board: OthelloPosition): void {
  const spent = typeof t === 'number' && t >= 0 ? t / 1000 : undefined
  if (typeof m === 'string') {
    const node = add(record, board, m)
    if (spent !== undefined) node.clock = { spent }
    if (s !== undefined) facts['s'] = s
    if (Object.keys(facts).length > 0) node.native = { [FORMAT_ID]: facts }
    return
  }
  // Whoever is to move says how the game ends.
  if (typeof s === 'string') record.header.result = endOf(s, board.turn)
  if (typeof s !== 'string' || Object.keys(facts).length > 0) {
    const last = record.nodes.at(-1)!
    const more = { ...facts, ...(t !== undefined && { t }), ...(s !== undefined && { s }) }
    last.native = { [FORMAT_ID]: { ...(last.native?.[FORMAT_ID] as JsonObject | undefined), after: more } }
  }
}

function add(record: GameRecord, board: OthelloPosition, text: string): GameRecord['nodes'][number] {
  const parent = record.nodes.length - 1
  const move = playText(board, text)
  record.nodes.push(move === undefined ? { parent, unread: { text } } : { parent, move })
  return record.nodes.at(-1)!
}

/** `LOSE:RESIGN`: a side that loses, and how. Another word is kept as it is. */
function endOf(text: string, turn: 1 | 2): Result {
  const [what, how = ''] = text.split(':')
  const winner = what === 'LOSE' ? (turn === 1 ? 2 : 1) : what === 'WIN' ? turn : undefined
  if (winner === undefined) return what === 'DRAW' ? { outcome: 'draw' } : { outcome: 'unfinished', text }
  if (how === 'RESIGN') return { outcome: 'win', winner, by: 'resignation' }
  if (how.startsWith('TIME')) return { outcome: 'win', winner, by: 'time' }
  return how === '' ? { outcome: 'win', winner } : { outcome: 'win', winner, text }
}

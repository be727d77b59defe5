/**
 * Games of the Othello Quest server: JSON with the players, Black first, and moves as `{"m": "f5"}` with `-` for a
 * pass. Everything else is kept.
 */
import { FormatError } from '../../issues/errors.ts'
import { isJsonObject, type Json } from '../../model/json.ts'
import { emptyRecord, ensurePlayer, type GameRecord } from '../../model/record.ts'
import { othello, OthelloPosition } from '../../rules/othello/index.ts'
import { jsonError } from '../json.ts'
import { playText } from './split.ts'

export const FORMAT_ID = 'othello-text'

/** Whether a text may be such JSON. */
export function looksLikeQuest(text: string): boolean {
  return /^\s*[[{]/.test(text) && /"m"\s*:\s*"(?:[a-h][1-8]|-)"/.test(text)
}

/** Reads the games of a JSON text. Throws FormatError if it is not JSON. */
export function readQuest(text: string, file: string): GameRecord[] {
  let json: Json
  try {
    json = JSON.parse(text) as Json
  } catch {
    throw new FormatError('othello-text/not-json', { reason: jsonError(text).reason }, { file, offset: 0 })
  }
  const found = Array.isArray(json) ? json : [json]
  return found.filter(isJsonObject).map(readQuestGame)
}

function readQuestGame(game: { [key: string]: Json }): GameRecord {
  const record = emptyRecord('othello')
  const { players, position, ...rest } = game
  const names = Array.isArray(players) ? players.filter(isJsonObject) : []
  for (const [index, player] of names.slice(0, 2).entries()) {
    const { name, id } = player
    const known = ensurePlayer(record.header, index === 0 ? 1 : 2)
    if (typeof name === 'string') known.name = name
    if (typeof id === 'string') Object.assign(known, { id, domain: 'othello-quest' })
  }
  const holder = isJsonObject(position) ? position : game
  const { moves, ...beside } = holder
  const board = new OthelloPosition()
  for (const step of Array.isArray(moves) ? moves : []) {
    if (!isJsonObject(step) || typeof step['m'] !== 'string') continue
    const { m, ...facts } = step
    const parent = record.nodes.length - 1
    const move = playText(board, m)
    record.nodes.push(move === undefined ? { parent, unread: { text: m } } : { parent, move })
    if (Object.keys(facts).length > 0) record.nodes.at(-1)!.native = { [FORMAT_ID]: facts }
  }
  const outcome = othello.outcome(board)
  if (outcome) {
    const { winner, score } = outcome
    record.header.result = winner ? { outcome: 'win', winner, score: score! } : { outcome: 'draw', score: score! }
  }
  const kept = { ...rest, ...(holder === game ? {} : { position: beside }) }
  delete (kept as { moves?: Json }).moves
  if (Object.keys(kept).length > 0) record.native = { [FORMAT_ID]: kept }
  return record
}

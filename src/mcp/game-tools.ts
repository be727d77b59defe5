/** Tools that find games, show them, and tell what was played in a position. */
import { MemorySinkSet } from '../bytes/sink.ts'
import { labelsOf } from '../database/collections/labels.ts'
import type { Database } from '../database/database.ts'
import { describeExploration } from '../database/search/describe-exploration.ts'
import { explore } from '../database/search/explore.ts'
import { pageOfGames } from '../database/search/search.ts'
import { drawDiagram } from '../diagrams/diagram.ts'
import { FORMATS } from '../formats/index.ts'
import { describeIssue } from '../issues/describe.ts'
import type { Move } from '../model/move.ts'
import { GAMES, type Game, type GameRecord } from '../model/record.ts'
import { mainLine } from '../model/tree.ts'
import { ALIAS_NAMES, ALIASES, CONDITION_NAMES, CONDITIONS, type ConditionTexts } from '../query/conditions.ts'
import { parseConditions } from '../query/parse.ts'
import { parsePosition } from '../query/position.ts'
import type { GameQuery } from '../query/query.ts'
import { parseSort, SORT_KEYS } from '../query/sort-keys.ts'
import { rulesOf } from '../rules/index.ts'
import type { Position } from '../rules/rules.ts'
import {
  ArgumentError,
  type Arguments,
  type Content,
  decodeText,
  lineContent,
  numberOf,
  requireText,
  textContent,
  textOf,
  type Tool,
} from './tool.ts'

/** Most games and most moves of a reply: assistants read all of it. */
const MOST_GAMES = 200
const MOST_SAMPLES = 20
/** Largest number of a game. */
const MOST_ID = 2 ** 31 - 1

/** Every condition as an argument. */
const CONDITION_PROPERTIES: Readonly<Record<string, object>> = Object.fromEntries([
  ...CONDITION_NAMES.map((name) => [name, { type: ['string', 'number'], description: CONDITIONS[name].meaning }]),
  ...ALIAS_NAMES.map((name) => [name, { type: ['string', 'number'], description: ALIASES[name].meaning }]),
])

const POSITION_PROPERTIES: Readonly<Record<string, object>> = {
  game: { type: 'string', enum: [...GAMES], description: 'chess by default' },
  position: { type: 'string', description: 'FEN or the position text of the game; the initial position by default' },
  moves: { type: 'string', description: 'moves from there, in any notation of the game: "e4 c5 Nf3"' },
}

export const searchTool: Tool = {
  name: 'search_games',
  title: 'Search games',
  description:
    'Finds games by players, event, date, result, ratings, opening, comments, position, pattern or material. ' +
    'All conditions must match. The first line is the total number, then one game per line as JSON.',
  properties: {
    ...CONDITION_PROPERTIES,
    sort: { type: 'string', description: `${SORT_KEYS.join(', ')}; with a leading - for descending order` },
    max: { type: 'integer', description: `maximum number of games, 20 by default, ${MOST_GAMES} at most` },
    offset: { type: 'integer', description: 'number of games to skip' },
  },
  async run(database, given) {
    const query = queryOf(given)
    const limit = numberOf(given, 'max', 20, MOST_GAMES)
    const offset = numberOf(given, 'offset', 0, Number.MAX_SAFE_INTEGER)
    const sort = textOf(given, 'sort')
    const order = sort === undefined ? {} : parseSort(sort)
    if (!order) throw new ArgumentError(`sort must be one of ${SORT_KEYS.join(', ')}`)
    const { total, games } = await pageOfGames(database, query, { ...order, limit, offset })
    return [lineContent([{ total }, ...games])]
  },
}

export const exploreTool: Tool = {
  name: 'explore_position',
  title: 'Explore a position',
  description:
    'The moves that were played in a position, with how often and with which results, and the strongest games. ' +
    'Conditions limit which games count.',
  properties: {
    ...CONDITION_PROPERTIES,
    ...POSITION_PROPERTIES,
    topGames: { type: 'integer', description: `games of the strongest players to list, ${MOST_SAMPLES} at most` },
  },
  async run(database, given) {
    const { game = 'chess', position: asked, ...query } = queryOf(given)
    const position = asked?.position ?? rulesOf(game).start()
    const games = numberOf(given, 'topGames', 0, MOST_SAMPLES)
    const exploration = await explore(database, game, position, { query, games })
    return [textContent(describeExploration(game, position, exploration))]
  },
}

export const gameTool: Tool = {
  name: 'get_game',
  title: 'Get a game',
  description:
    'One game as text with its moves, variations and comments, a picture of the board after a number of plies, and ' +
    "the user's own tags, collections and note, if it has any.",
  properties: {
    id: { type: 'integer', description: 'number of the game, as search_games gives it' },
    format: {
      type: 'string',
      description: 'format of the text: pgn, sgf, jsonl ...; by default the usual one of its game',
    },
    ply: { type: 'integer', description: 'plies (half-moves) before the picture; the end of the game by default' },
  },
  required: ['id'],
  async run(database, given) {
    const record = await requireGame(database, given)
    const line = [0, ...mainLine(record.nodes)]
    const ply = numberOf(given, 'ply', line.length - 1, line.length - 1)
    const text = await formatRecord(record, textOf(given, 'format') ?? usualFormat(record.game))
    const { position, lastMove } = playTo(record, line.slice(0, ply + 1))
    const id = numberOf(given, 'id', 0, MOST_ID)
    const labels = (await labelsOf(database, [id])).get(id)
    return [
      textContent(text),
      ...picture(record.game, position, lastMove),
      ...(labels ? [textContent({ labels })] : []),
    ]
  },
}

export const positionTool: Tool = {
  name: 'show_position',
  title: 'Show a position',
  description: 'A picture of a position, its text, and its legal moves. Needs no database.',
  properties: POSITION_PROPERTIES,
  async run(_database, given) {
    const game = gameOf(given)
    const position = parsePosition(game, textOf(given, 'position'), textOf(given, 'moves'))
    const rules = rulesOf(game)
    const moves = rules.legal(position).map((move) => rules.writeMove(position, move))
    return [textContent({ moves }), ...picture(game, position)]
  },
}

function queryOf(given: Arguments): GameQuery {
  const texts: ConditionTexts = {}
  for (const name of [...CONDITION_NAMES, ...ALIAS_NAMES]) {
    const text = textOf(given, name)
    if (text !== undefined) texts[name] = text
  }
  return parseConditions(texts)
}

function gameOf(given: Arguments): Game {
  const name = textOf(given, 'game') ?? 'chess'
  const game = GAMES.find((candidate) => candidate === name)
  if (!game) throw new ArgumentError(`game must be one of ${GAMES.join(', ')}`)
  return game
}

async function requireGame(database: Database, given: Arguments): Promise<GameRecord> {
  requireText(given, 'id')
  const id = numberOf(given, 'id', 0, MOST_ID)
  const record = await database.record(id)
  if (!record) throw new ArgumentError(`there is no game ${id}`)
  return record
}

/** The format that the players of a game know. */
function usualFormat(game: Game): string {
  return game === 'go' ? 'sgf' : game === 'othello' ? 'ggf' : 'pgn'
}

/** A record in a format of text. Throws ArgumentError where the format cannot hold it. */
export async function formatRecord(record: GameRecord, id: string): Promise<string> {
  const format = FORMATS.find((candidate) => candidate.id === id)
  if (!format?.write || !format.games.includes(record.game)) {
    throw new ArgumentError(`${id.slice(0, 40)} cannot store ${record.game} games`)
  }
  const sinks = new MemorySinkSet(`game${format.extensions[0]}`)
  const writer = await format.write(sinks)
  const { written, issues } = writer.add(record)
  if (!written) throw new ArgumentError(issues.map((found) => describeIssue(found)).join('; '))
  writer.finish()
  const [bytes, ...others] = sinks.files.values()
  const text = bytes && others.length === 0 ? decodeText(bytes) : undefined
  if (text === undefined) throw new ArgumentError(`${id} is not a format of text`)
  return text
}

function playTo(record: GameRecord, line: readonly number[]): { position: Position; lastMove: Move | undefined } {
  const rules = rulesOf(record.game)
  const position = rules.start(record)
  let lastMove: Move | undefined
  for (const index of line) {
    const { edits, turn, move } = record.nodes[index]!
    if (edits || turn) rules.edit?.(position, edits ?? [], turn)
    if (move !== undefined) rules.play(position, move)
    lastMove = move
  }
  return { position, lastMove }
}

/** A position as its text and as a picture. */
function picture(game: Game, position: Position, lastMove?: Move): Content[] {
  const text = rulesOf(game).format(position)
  const resource = {
    uri: `ludograph:position/${game}/${encodeURIComponent(text)}.svg`,
    mimeType: 'image/svg+xml',
    text: drawDiagram(game, position, { lastMove }),
  }
  return [textContent({ game, position: text }), { type: 'resource', resource }]
}

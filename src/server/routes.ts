/** The addresses of the HTTP interface, as data: the server and /openapi.json are both made from it. */
import { ALIAS_NAMES, ALIASES, CONDITION_NAMES, CONDITIONS, parameterOf } from '../query/conditions.ts'
import { SORT_KEYS } from '../query/sort-keys.ts'

export interface Route {
  /** All but `get` change the database. */
  method: 'get' | 'put' | 'post' | 'delete'
  path: string
  summary: string
  /** Parameters by name, with what they mean. */
  parameters: Record<string, string>
  /** Media type of the answer. */
  answers: string
  /** What the body of the request is, where it has one. */
  body?: { mediaTypes: string[]; description: string }
}

const QUERY: Record<string, string> = {
  ...Object.fromEntries(CONDITION_NAMES.map((name) => [parameterOf(name), CONDITIONS[name].meaning])),
  ...Object.fromEntries(ALIAS_NAMES.map((name) => [name, ALIASES[name].meaning])),
  play: 'a position that occurs, by the moves that lead there (from `fen` when both are given), comma-separated: e4,c5,Nf3',
}

const PAGE = {
  max: 'how many, 100 unless said',
  offset: 'how many to pass over',
}

const NDJSON = 'application/x-ndjson'
const JSON_TYPE = 'application/json'
const ANY_FILE = 'application/octet-stream'

export const routes = {
  info: {
    method: 'get',
    path: '/api/info',
    summary: 'What the database holds, and whether games can be saved and imported',
    parameters: {},
    answers: JSON_TYPE,
  },
  games: {
    method: 'get',
    path: '/api/games',
    summary: 'Games that meet all conditions, one JSON object a line; X-Total-Count says how many there are',
    parameters: {
      ...QUERY,
      ...PAGE,
      after: 'the games that come after this one in the list, by its number; with offset, those passed over from there',
      sort: `${SORT_KEYS.join(', ')}; - in front for descending order`,
      records: 'true for full records instead of lines of a list',
    },
    answers: NDJSON,
  },
  importGames: {
    method: 'post',
    path: '/api/games',
    summary: 'Imports a file of games; only where the server was started with --write',
    parameters: {
      name: 'name of the file, by whose extension its format can be told too',
      format: 'pgn, sgf, xqf ...; found out unless said',
    },
    answers: JSON_TYPE,
    body: { mediaTypes: [ANY_FILE], description: 'The file, at most 1 GiB' },
  },
  game: {
    method: 'get',
    path: '/api/games/:id',
    summary: 'One game: its record, or a file of a format',
    parameters: { format: 'pgn, sgf, xqf ...' },
    answers: JSON_TYPE,
  },
  saveGame: {
    method: 'put',
    path: '/api/games/:id',
    summary: 'Saves an edited game in the place of this one; only where the server was started with --write',
    parameters: { format: 'format of a body that is not JSON: pgn, sgf, xqf ...; found out unless said' },
    answers: JSON_TYPE,
    body: { mediaTypes: [JSON_TYPE, ANY_FILE], description: 'The record, or a file of any format with one game' },
  },
  deleteGame: {
    method: 'delete',
    path: '/api/games/:id',
    summary: 'Takes a game out; only where the server was started with --write',
    parameters: {},
    answers: JSON_TYPE,
  },
  explore: {
    method: 'get',
    path: '/api/explore',
    summary: 'The moves played in a position, with results; white is the colour that moves first',
    parameters: {
      ...QUERY,
      topGames: 'how many games of the strongest players to show, none unless said',
    },
    answers: JSON_TYPE,
  },
  players: {
    method: 'get',
    path: '/api/players',
    summary: 'Players with their games and results, the most active first',
    parameters: { name: 'only names that hold the text', ...PAGE },
    answers: NDJSON,
  },
  player: {
    method: 'get',
    path: '/api/players/:name',
    summary: 'One player: results by colour and year, ratings over time, openings, opponents, events',
    parameters: {},
    answers: JSON_TYPE,
  },
  events: {
    method: 'get',
    path: '/api/events',
    summary: 'Events with their games, the largest first',
    parameters: { name: 'only names that hold the text', ...PAGE },
    answers: NDJSON,
  },
  event: {
    method: 'get',
    path: '/api/events/:name',
    summary: 'One event: its table, with the points of every player and game',
    parameters: {},
    answers: JSON_TYPE,
  },
  aliases: {
    method: 'get',
    path: '/api/aliases',
    summary: 'Spellings of names that count as one player',
    parameters: {
      suggested: 'true for names that are likely spellings of one player instead, those with the most games first',
      max: PAGE.max,
    },
    answers: NDJSON,
  },
  saveAlias: {
    method: 'put',
    path: '/api/aliases/:name',
    summary: 'Makes this name count as a player; only where the server was started with --write',
    parameters: { player: 'the name under which the player is listed' },
    answers: JSON_TYPE,
  },
  deleteAlias: {
    method: 'delete',
    path: '/api/aliases/:name',
    summary: 'Makes this name count for itself again; only where the server was started with --write',
    parameters: {},
    answers: JSON_TYPE,
  },
  sources: {
    method: 'get',
    path: '/api/sources',
    summary: 'The files that games were imported from, in the order of their import',
    parameters: { name: 'only those whose path holds the text', ...PAGE },
    answers: NDJSON,
  },
  deleteSource: {
    method: 'delete',
    path: '/api/sources/:id',
    summary: 'Takes a source out with its games; only where the server was started with --write',
    parameters: {},
    answers: JSON_TYPE,
  },
  duplicates: {
    method: 'get',
    path: '/api/duplicates',
    summary: 'Groups of games that are likely the same, the surest first, with the one to keep and why',
    parameters: { max: PAGE.max },
    answers: NDJSON,
  },
  verify: {
    method: 'get',
    path: '/api/verify',
    summary: 'Checks the database: checksums, counts, the index against the games; reads all of the index',
    parameters: {},
    answers: JSON_TYPE,
  },
  openapi: {
    method: 'get',
    path: '/openapi.json',
    summary: 'This description',
    parameters: {},
    answers: JSON_TYPE,
  },
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof routes

/** The routes of the HTTP interface, as data: the server and /openapi.json are both made from it. */
import { ALIAS_NAMES, ALIASES, CONDITION_NAMES, CONDITIONS, parameterOf } from '../query/conditions.ts'
import { TIE_BREAKS } from '../database/names/tie-breaks.ts'
import { SORT_KEYS } from '../query/sort-keys.ts'

export interface Route {
  /** All except `get` change the database, but for analysis. */
  method: 'get' | 'put' | 'post' | 'delete'
  path: string
  summary: string
  /** Parameters by name, with their meaning. */
  parameters: Record<string, string>
  /** Media type of the response. */
  replyType: string
  /** Other paths with the same reply, which older clients ask for. */
  aliases?: readonly string[]
  /** Parameters that are not listed are ignored instead of refused: these addresses are those of another server. */
  ignoresOthers?: true
  /** A description of the request body, if any. */
  body?: { mediaTypes: string[]; description: string }
  /** How it fails, by status, for routes other than `get` that change nothing. */
  failures?: Readonly<Record<number, string>>
}

const QUERY: Record<string, string> = {
  ...Object.fromEntries(CONDITION_NAMES.map((name) => [parameterOf(name), CONDITIONS[name].meaning])),
  ...Object.fromEntries(ALIAS_NAMES.map((name) => [name, ALIASES[name].meaning])),
  play: 'games with the position after these comma-separated moves (from `fen` if both are given): e4,c5,Nf3',
}

const LICHESS: Record<string, string> = {
  variant: 'standard, chess960, fromPosition; xiangqi, go and othello here; nothing is found for others',
  fen: 'position, the initial position by default',
  play: 'comma-separated moves from there',
  moves: 'maximum number of moves, 12 by default',
  topGames: 'maximum number of games of the strongest players',
  recentGames: 'maximum number of the latest games',
  since: 'played in or after this year or month',
  until: 'played in or before this year or month',
}

const PAGE = {
  max: 'maximum number of results, 100 by default',
  offset: 'number of results to skip',
}

const DOSSIER: Record<string, string> = {
  ...QUERY,
  recent: 'number of years that count as recent, 3 by default',
  depth: 'depth of the trees in plies, 30 by default, at most 60',
  lines: 'moves of each tree, 150 by default, at most 2,000',
  lastGames: 'number of last games, 10 by default',
  format: 'json by default; html for a page that stands alone; pgn, sgf ... for the trees as games',
}

const DUPLICATES_OF = 'only groups with a game of this source, as the reply to its import names it'

const NDJSON = 'application/x-ndjson'
const JSON_TYPE = 'application/json'
const ANY_FILE = 'application/octet-stream'

/** What every request to an engine says. */
const ASKED_POSITION =
  'An object: `engine`, its name; `record` and `node`, the index of a node (the last of the main line by default), or `game`, `variant` (chess960), `fen` and `play`'

const ENGINE_FAILURES: Readonly<Record<number, string>> = {
  403: 'Engines are for pages of this server and programs of this machine',
  404: 'There is no such engine',
  409: 'The engine is busy with another search',
  502: 'The engine does not start, or has ended',
}

/** An address of lichess's explorer. */
function lichessRoute<Path extends string>(path: Path, summary: string, parameters: Record<string, string> = {}) {
  return {
    method: 'get' as const,
    path,
    summary,
    parameters: { ...LICHESS, ...parameters },
    ignoresOthers: true as const,
    replyType: JSON_TYPE,
  }
}

export const routes = {
  info: {
    method: 'get',
    path: '/api/info',
    summary: 'What the database holds, and whether it can be changed',
    parameters: {},
    replyType: JSON_TYPE,
  },
  games: {
    method: 'get',
    path: '/api/games',
    summary: 'Games that match all filters, one JSON object per line; X-Total-Count is their number',
    parameters: {
      ...QUERY,
      ...PAGE,
      after: 'number of a game in the list: start after it; offset then counts from there',
      sort: `${SORT_KEYS.join(', ')}; with a leading - for descending order`,
      records: 'true for full records instead of summaries',
    },
    replyType: NDJSON,
  },
  importGames: {
    method: 'post',
    path: '/api/games',
    summary: 'Imports a file of games; needs --write',
    parameters: {
      name: 'name of the file; its extension helps to detect the format',
      format: 'pgn, sgf, xqf ...; detected by default',
    },
    replyType: JSON_TYPE,
    body: { mediaTypes: [ANY_FILE], description: 'The file, at most 1 GiB' },
  },
  game: {
    method: 'get',
    path: '/api/games/:id',
    summary: 'A game: its record, with its revision as ETag, or a file in any format',
    parameters: { format: 'pgn, sgf, xqf ...' },
    replyType: JSON_TYPE,
  },
  saveGame: {
    method: 'put',
    path: '/api/games/:id',
    summary: 'Replaces a game with its edited version, with If-Match only that revision; needs --write',
    parameters: { format: 'format of a body that is not JSON: pgn, sgf, xqf ...; detected by default' },
    replyType: JSON_TYPE,
    body: { mediaTypes: [JSON_TYPE, ANY_FILE], description: 'The record, or a file of any format with one game' },
  },
  deleteGame: {
    method: 'delete',
    path: '/api/games/:id',
    summary: 'Removes a game; needs --write',
    parameters: {},
    replyType: JSON_TYPE,
  },
  explore: {
    method: 'get',
    path: '/api/explore',
    summary: 'The moves played in a position, with results; white stands for the side that moves first',
    parameters: {
      ...QUERY,
      topGames: 'number of games to include, strongest players first; none by default',
    },
    replyType: JSON_TYPE,
  },
  report: {
    method: 'get',
    path: '/api/report',
    summary: 'A report of an opening: years, ratings, main lines, orders of moves, players, plans, endings, novelties',
    parameters: {
      ...QUERY,
      recent: 'number of years that count as recent, 3 by default',
      depth: 'depth of the tree in plies, 20 by default, at most 60',
      lines: 'moves of the tree, 150 by default, at most 2,000',
      topGames: 'games of each list of games, 5 by default',
      format: 'json by default; html for a page that stands alone; pgn, sgf ... for the tree as a game',
    },
    replyType: JSON_TYPE,
  },
  checkRepertoire: {
    method: 'post',
    path: '/api/repertoire/check',
    summary: 'Checks a repertoire: frequent replies without an answer, positions with several moves, transpositions',
    parameters: {
      game: 'kind of the trees; that of the first one by default',
      side: 'first or second: the side of the repertoire; the one with fewer choices by default',
      least: 'fewest games of a frequent reply, 5 by default',
      share: 'least share of a frequent reply in percent of the games in its position, 5 by default',
      format: 'format of a body that is not JSON: pgn, sgf, xqf ...; detected by default',
    },
    replyType: JSON_TYPE,
    body: { mediaTypes: [JSON_TYPE, ANY_FILE], description: 'A record, or a file of any format with trees' },
    failures: {},
  },
  files: {
    method: 'get',
    path: '/api/files',
    summary: 'The files that are served as they lie, and whether they may be replaced',
    parameters: {},
    replyType: JSON_TYPE,
  },
  file: {
    method: 'get',
    path: '/api/file',
    summary: 'A file that is served as it lies, with its revision as ETag',
    parameters: { path: 'its folders and name, as in the list' },
    replyType: ANY_FILE,
  },
  saveFile: {
    method: 'put',
    path: '/api/file',
    summary: 'Replaces a file, with If-Match only that revision; needs --write',
    parameters: { path: 'its folders and name, as in the list' },
    replyType: JSON_TYPE,
    body: { mediaTypes: [ANY_FILE], description: 'The new bytes, at most 1 GiB' },
  },
  books: {
    method: 'get',
    path: '/api/books',
    summary: 'What the opening books beside the database (serve --book) have in a position',
    parameters: { game: QUERY['game']!, fen: QUERY['fen']!, play: 'comma-separated moves from there' },
    replyType: JSON_TYPE,
  },
  tablebase: {
    method: 'get',
    path: '/api/tablebase',
    summary:
      'How a chess position with few men ends, by the tablebase beside the database (serve --tablebase), in the fields of lichess; of a move, how the position after it ends for the other side; `unknown` without moves where it does not have the position',
    parameters: { fen: QUERY['fen']!, play: 'comma-separated moves from there' },
    replyType: JSON_TYPE,
  },
  engines: {
    method: 'get',
    path: '/api/engines',
    summary:
      'The engines that can be asked, their games, whether they are busy, and how far one that is starting has come',
    parameters: {},
    replyType: JSON_TYPE,
  },
  analyse: {
    method: 'post',
    path: '/api/analyse',
    summary:
      'Lets an engine search a position: a line for each thing it found, until the limit is reached or the client ends the connection',
    parameters: {},
    replyType: NDJSON,
    body: {
      mediaTypes: [JSON_TYPE],
      description: `${ASKED_POSITION}; \`limit\`, an object with \`depth\`, \`nodes\`, \`visits\` or \`seconds\`; \`lines\`, how many, 1 by default; \`ownership\`, true for whose each point of Go will be`,
    },
    failures: ENGINE_FAILURES,
  },
  play: {
    method: 'post',
    path: '/api/play',
    summary: 'The move that an engine plays at a level, and how strong that is in its own measure',
    parameters: {},
    replyType: JSON_TYPE,
    body: { mediaTypes: [JSON_TYPE], description: `${ASKED_POSITION}; \`level\`, from 1 to 10, which is the default` },
    failures: ENGINE_FAILURES,
  },
  masters: {
    ...lichessRoute('/masters', 'The explorer as lichess gives it for games of masters'),
    aliases: ['/master'],
  },
  lichess: lichessRoute('/lichess', 'The explorer as lichess gives it for its own games', {
    ratings: 'comma-separated rating groups by their lower bounds: 0, 1000, 1200 ... 2000, 2200, 2500',
  }),
  playerGames: {
    ...lichessRoute('/player', 'The explorer as lichess gives it for the games of one player', {
      player: 'name of the player',
      color: 'white or black: the side of the player',
    }),
    replyType: NDJSON,
    aliases: ['/personal'],
  },
  mastersGame: {
    method: 'get',
    path: '/masters/pgn/:id',
    aliases: ['/master/pgn/:id'],
    summary: 'A game as PGN, at the address that lichess has',
    parameters: {},
    ignoresOthers: true,
    replyType: 'application/vnd.chess-pgn',
  },
  patterns: {
    method: 'get',
    path: '/api/patterns',
    summary:
      'Where a pattern or material stands, and the moves played next in it, with results; with `Accept: application/x-ndjson` as lines, while it is searched, each with the `share` of the games',
    parameters: {
      ...QUERY,
      depth: 'number of moves that are followed, 1 by default',
      max: 'maximum number of games to list, 100 by default',
      offset: 'number of games to skip',
    },
    replyType: JSON_TYPE,
  },
  records: {
    method: 'get',
    path: '/api/records',
    summary: 'Records of the games of one kind: longest, shortest, upsets, series, youngest winners',
    parameters: { ...QUERY, max: 'lines of each list, 5 by default, at most 100' },
    replyType: JSON_TYPE,
  },
  players: {
    method: 'get',
    path: '/api/players',
    summary: 'Players with their games and results, most games first',
    parameters: { name: 'only names containing this text', ...PAGE },
    replyType: NDJSON,
  },
  player: {
    method: 'get',
    path: '/api/players/:name',
    summary: 'A player: results by colour and year, ratings over time, openings, opponents, events',
    parameters: {},
    replyType: JSON_TYPE,
  },
  headToHead: {
    method: 'get',
    path: '/api/players/:name/against/:opponent',
    summary: 'Two players against each other: the score, by colour, year and opening, and all games',
    parameters: {},
    replyType: JSON_TYPE,
  },
  dossier: {
    method: 'get',
    path: '/api/players/:name/dossier',
    summary: 'A dossier of a player: what they play, where they score best and worst, novelties, time trouble',
    parameters: DOSSIER,
    replyType: JSON_TYPE,
  },
  dossierAgainst: {
    method: 'post',
    path: '/api/players/:name/dossier',
    summary: 'The same dossier, with where the repertoire in the body meets the games of the player',
    parameters: { ...DOSSIER, side: 'first or second: your side; the one with fewer choices by default' },
    replyType: JSON_TYPE,
    body: { mediaTypes: [JSON_TYPE, ANY_FILE], description: 'A record, or a file of any format with trees' },
    failures: {},
  },
  events: {
    method: 'get',
    path: '/api/events',
    summary: 'Events with their games, largest first',
    parameters: { name: 'only names containing this text', ...PAGE },
    replyType: NDJSON,
  },
  event: {
    method: 'get',
    path: '/api/events/:name',
    summary: 'An event: its editions and its crosstable',
    parameters: {
      edition: 'only the edition that began in this month (1999-12), or the last one (last)',
      tieBreaks: `what breaks ties, comma-separated: ${TIE_BREAKS.join(', ')}; what is usual for the kind of event by default`,
    },
    replyType: JSON_TYPE,
  },
  aliases: {
    method: 'get',
    path: '/api/aliases',
    summary: 'Spellings of names that count as one player',
    parameters: {
      suggested: 'true to list names that are probably the same player instead, most games first',
      max: PAGE.max,
    },
    replyType: NDJSON,
  },
  saveAlias: {
    method: 'put',
    path: '/api/aliases/:name',
    summary: 'Makes this name an alias of a player; needs --write',
    parameters: { player: 'the name that the player is listed under' },
    replyType: JSON_TYPE,
  },
  deleteAlias: {
    method: 'delete',
    path: '/api/aliases/:name',
    summary: 'Removes an alias; needs --write',
    parameters: {},
    replyType: JSON_TYPE,
  },
  labels: {
    method: 'get',
    path: '/api/labels',
    summary: 'The tags and collections in use with their numbers of games',
    parameters: {},
    replyType: JSON_TYPE,
  },
  labelGames: {
    method: 'post',
    path: '/api/labels',
    summary: 'Tags games, or puts them into a collection, or removes them from it; needs --write',
    parameters: {},
    replyType: JSON_TYPE,
    body: {
      mediaTypes: [JSON_TYPE],
      description:
        'An object: `games`, their numbers; `tag` or `collection`, its name; `remove`, true for the contrary',
    },
  },
  gameLabels: {
    method: 'get',
    path: '/api/games/:id/labels',
    summary: 'The tags, the collections and the note of a game',
    parameters: {},
    replyType: JSON_TYPE,
  },
  saveGameLabels: {
    method: 'put',
    path: '/api/games/:id/labels',
    summary: 'Replaces the tags, the collections and the note of a game; needs --write',
    parameters: {},
    replyType: JSON_TYPE,
    body: {
      mediaTypes: [JSON_TYPE],
      description: 'An object: `tags` and `collections`, lists of names; `note`, a text',
    },
  },
  searches: {
    method: 'get',
    path: '/api/searches',
    summary: 'The saved searches: their names, and their conditions as they were typed',
    parameters: {},
    replyType: NDJSON,
  },
  saveSearch: {
    method: 'put',
    path: '/api/searches/:name',
    summary: 'Saves filters under this name, for the parameter `saved` of others; needs --write',
    parameters: QUERY,
    replyType: JSON_TYPE,
  },
  deleteSearch: {
    method: 'delete',
    path: '/api/searches/:name',
    summary: 'Removes a saved search; needs --write',
    parameters: {},
    replyType: JSON_TYPE,
  },
  sources: {
    method: 'get',
    path: '/api/sources',
    summary: 'The files that games were imported from, in order of import',
    parameters: { name: 'only those whose path contains this text', ...PAGE },
    replyType: NDJSON,
  },
  deleteSource: {
    method: 'delete',
    path: '/api/sources/:id',
    summary: 'Removes a source and its games; needs --write',
    parameters: {},
    replyType: JSON_TYPE,
  },
  duplicates: {
    method: 'get',
    path: '/api/duplicates',
    summary: 'Groups of likely duplicates, most likely first, with the game to keep and why',
    parameters: { max: PAGE.max, source: DUPLICATES_OF },
    replyType: NDJSON,
  },
  mergeDuplicates: {
    method: 'post',
    path: '/api/duplicates',
    summary: 'Merges the games with the same moves, players and date into the ones to keep; needs --write',
    parameters: { source: DUPLICATES_OF },
    replyType: JSON_TYPE,
  },
  verify: {
    method: 'get',
    path: '/api/verify',
    summary: 'Checks the database: checksums, counts, and the index against the games; reads the whole index',
    parameters: {},
    replyType: JSON_TYPE,
  },
  openapi: {
    method: 'get',
    path: '/openapi.json',
    summary: 'This description',
    parameters: {},
    replyType: JSON_TYPE,
  },
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof routes

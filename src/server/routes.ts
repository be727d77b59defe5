/** The addresses of the HTTP interface, as data: the server and /openapi.json are both made from it. */

export interface Route {
  path: string
  summary: string
  /** Parameters by name, with what they mean. */
  parameters: Record<string, string>
  /** Media type of the answer. */
  answers: string
}

const CONDITIONS: Record<string, string> = {
  game: 'chess, xiangqi, go or othello',
  player: 'a player whose name holds the text',
  opponent: 'with player: the two met',
  first: 'the player who moved first',
  second: 'the other player',
  event: 'an event whose name holds the text',
  site: 'a place whose name holds the text',
  since: 'played on or after 1999, 1999.12 or 1999.12.31',
  until: 'played on or before that date',
  result: '1-0, 0-1, 1/2-1/2 or *',
  minRating: 'both players rated at least so',
  maxRating: 'both players rated at most so',
  opening: 'opening code that begins so, or name that holds the text',
  minPlies: 'at least so many moves',
  maxPlies: 'at most so many moves',
  annotator: 'an annotator whose name holds the text',
  comment: 'a comment that holds the text',
  pattern: 'pieces on some squares: rows from the top, ? any square, * the rest of the row',
  material: 'exactly these pieces on the board: KRPkrp',
}

const POSITION: Record<string, string> = {
  fen: 'a position, as FEN or the position text of its game',
  play: 'moves from there, parted by commas: e4,c5,Nf3',
}

const PAGE: Record<string, string> = {
  max: 'how many, 100 unless said',
  offset: 'how many to pass over',
}

export const routes = {
  info: { path: '/api/info', summary: 'What the database holds', parameters: {}, answers: 'application/json' },
  games: {
    path: '/api/games',
    summary: 'Games that meet all conditions, one JSON object a line',
    parameters: {
      ...CONDITIONS,
      ...POSITION,
      ...PAGE,
      sort: 'id, date, player, event, rating or plies; - in front for the greatest first',
      records: 'true for full records instead of lines of a list',
    },
    answers: 'application/x-ndjson',
  },
  game: {
    path: '/api/games/:id',
    summary: 'One game: its record, or a file of a format',
    parameters: { format: 'pgn, sgf, xqf ...' },
    answers: 'application/json',
  },
  explore: {
    path: '/api/explore',
    summary: 'The moves played in a position, with results; white is the colour that moves first',
    parameters: {
      ...CONDITIONS,
      ...POSITION,
      topGames: 'how many games of the strongest players to show, none unless said',
    },
    answers: 'application/json',
  },
  players: {
    path: '/api/players',
    summary: 'Players with their games and results, the most active first',
    parameters: { name: 'only names that hold the text', ...PAGE },
    answers: 'application/x-ndjson',
  },
  player: {
    path: '/api/players/:name',
    summary: 'One player: results by colour and year, rating over time, openings',
    parameters: {},
    answers: 'application/json',
  },
  events: {
    path: '/api/events',
    summary: 'Events with their games, the largest first',
    parameters: { name: 'only names that hold the text', ...PAGE },
    answers: 'application/x-ndjson',
  },
  openapi: { path: '/openapi.json', summary: 'This description', parameters: {}, answers: 'application/json' },
} satisfies Record<string, Route>

export type RouteName = keyof typeof routes

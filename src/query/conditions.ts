/**
 * The conditions of a query as people write them: one table from which the
 * command line makes its options, the HTTP interface its parameters and the
 * page its fields. The tests are in test.ts for records, and in database/search/conditions.ts for a database; both
 * must cover every condition.
 */
import { GAMES, type Header } from '../model/record.ts'
import { RESULTS, SIDES } from './query.ts'

const KINDS: NonNullable<Header['kind']>[] = [
  'game',
  'opening',
  'middlegame',
  'endgame',
  'problem',
  'tutorial',
  'fragment',
]

/** How the value of a condition is read. */
export type ConditionType =
  | 'text'
  | 'date'
  | 'whole'
  | 'choice'
  | 'truth'
  | 'opening'
  | 'numbers'
  | 'board'
  | 'expression'

/** A condition: its value and what it means. */
export interface Condition {
  type: ConditionType
  /** A word for the value in help texts. */
  value: string
  meaning: string
  /** The message of the page that names it. */
  label: string
  /** The allowed values, if there is a choice. */
  choices?: readonly string[]
  /** HTTP parameter, if lichess has a different name. */
  parameter?: string
  /** Applies only to games in a database. */
  isOfDatabase?: boolean
}

/** Every condition by its name; the command line writes `--min-rating` for `minRating`. */
export const CONDITIONS = {
  player: { type: 'text', value: 'name', label: 'player', meaning: 'a player with this name, of either colour' },
  opponent: { type: 'text', value: 'name', label: 'opponent', meaning: 'opponent of --player' },
  colour: {
    type: 'choice',
    value: 'side',
    label: 'colourOfPlayer',
    choices: SIDES,
    meaning: 'colour of --player: white or black, or first or second to move',
  },
  white: { type: 'text', value: 'name', label: 'whitePlayer', meaning: 'the player with White (Red in xiangqi)' },
  black: { type: 'text', value: 'name', label: 'blackPlayer', meaning: 'the player with Black' },
  first: { type: 'text', value: 'name', label: 'movesFirst', meaning: 'the player who moves first' },
  second: { type: 'text', value: 'name', label: 'movesSecond', meaning: 'the player who moves second' },
  game: { type: 'choice', value: 'game', label: 'game', choices: GAMES, meaning: 'chess, xiangqi, go or othello' },
  event: { type: 'text', value: 'text', label: 'event', meaning: 'an event with this name' },
  site: { type: 'text', value: 'text', label: 'site', meaning: 'a venue with this name' },
  since: {
    type: 'date',
    value: 'date',
    label: 'since',
    meaning: 'played on or after DATE: 1999, 1999-12 or 1999-12-31',
  },
  until: { type: 'date', value: 'date', label: 'until', meaning: 'played on or before DATE' },
  result: {
    type: 'choice',
    value: 'result',
    label: 'result',
    choices: RESULTS,
    meaning:
      '1-0, 0-1, 1/2-1/2, 0-0 or *, where the first number is that of the player who moves first; or win, loss (of --player), draw',
  },
  minRating: { type: 'whole', value: 'rating', label: 'minRating', meaning: 'both players rated RATING or higher' },
  maxRating: { type: 'whole', value: 'rating', label: 'maxRating', meaning: 'both players rated RATING or lower' },
  opening: {
    type: 'opening',
    value: 'text',
    label: 'openingFact',
    meaning: 'ECO code starting with TEXT, codes such as B30-B39,C60, or opening name containing its words',
  },
  minPlies: { type: 'whole', value: 'count', label: 'minPlies', meaning: 'COUNT plies (half-moves) or more' },
  maxPlies: { type: 'whole', value: 'count', label: 'maxPlies', meaning: 'COUNT plies (half-moves) or fewer' },
  title: { type: 'text', value: 'text', label: 'title', meaning: 'a title with this name, as problems have' },
  annotator: { type: 'text', value: 'name', label: 'annotator', meaning: 'an annotator with this name' },
  comment: { type: 'text', value: 'text', label: 'commentText', meaning: 'comments containing these words' },
  kind: {
    type: 'choice',
    value: 'kind',
    label: 'kindOfRecord',
    choices: KINDS,
    meaning: 'game, problem, endgame, opening, middlegame, tutorial or fragment, as the source says',
  },
  source: { type: 'text', value: 'path', label: 'sourceFile', meaning: 'from a file whose path contains these words' },
  damaged: { type: 'truth', value: 'yes|no', label: 'howRead', meaning: 'games read with errors, or without' },
  tag: {
    type: 'text',
    value: 'name',
    label: 'ownTag',
    isOfDatabase: true,
    meaning: 'games with this tag of your own',
  },
  collection: {
    type: 'text',
    value: 'name',
    label: 'ownCollection',
    isOfDatabase: true,
    meaning: 'games in this collection of your own, or in one within it: Openings/Najdorf',
  },
  note: {
    type: 'text',
    value: 'text',
    label: 'ownNote',
    isOfDatabase: true,
    meaning: 'games with a note of your own containing these words',
  },
  saved: {
    type: 'text',
    value: 'name',
    label: 'savedSearch',
    isOfDatabase: true,
    meaning: 'games that the saved search of this name finds',
  },
  repertoire: {
    type: 'text',
    value: 'collection',
    label: 'ownRepertoire',
    isOfDatabase: true,
    meaning: 'games that follow to its end a line of the repertoire in this collection of your own',
  },
  ids: {
    type: 'numbers',
    value: 'numbers',
    label: 'gameNumbers',
    isOfDatabase: true,
    meaning: 'games with these numbers, comma-separated',
  },
  position: {
    type: 'board',
    value: 'text',
    label: 'position',
    parameter: 'fen',
    meaning: 'games with this position: FEN, or the position text of the game',
  },
  moves: {
    type: 'board',
    value: 'text',
    label: 'moves',
    parameter: 'play',
    meaning: 'games with the position after these moves, from --position if given: "e4 c5 Nf3"',
  },
  pattern: {
    type: 'board',
    value: 'rows',
    label: 'pattern',
    meaning:
      'pieces on certain squares: rows from the top, ? for any square; in Go optionally preceded by "side:" or "anywhere:"; see docs/patterns.md',
  },
  material: {
    type: 'board',
    value: 'pieces',
    label: 'material',
    meaning: 'exactly these pieces on the board: KRPkrp, or conditions: "R>=1 minor=2 vs q"',
  },
  where: {
    type: 'expression',
    value: 'expression',
    label: 'whereExpression',
    meaning:
      'an expression over conditions, such as player:Carlsen (eco:B90 or eco:B33) not result:draw; see docs/query.md',
  },
} as const satisfies Record<string, Condition>

/** The name of a condition. */
export type ConditionName = keyof typeof CONDITIONS

/** The names of all conditions, in the order of the help. */
export const CONDITION_NAMES = Object.keys(CONDITIONS) as ConditionName[]

/** Another way to write one or two conditions. */
export interface ConditionAlias {
  value: string
  meaning: string
  /** The conditions it stands for. With two, the value is `from-to` and one end may be missing. */
  for: readonly [ConditionName] | readonly [from: ConditionName, to: ConditionName]
  /** One value without a dash: a lower limit, or both limits. */
  single?: 'from' | 'both'
}

/** Other ways to write conditions, by name. */
export const ALIASES = {
  eco: { value: 'code', for: ['opening'], meaning: 'same as --opening' },
  year: {
    value: 'year',
    for: ['since', 'until'],
    single: 'both',
    meaning: 'played in this year, or in a range of years: 1990-1999',
  },
  elo: {
    value: 'rating',
    for: ['minRating', 'maxRating'],
    single: 'from',
    meaning: 'both players rated RATING or higher, or in a range: 2400-2600',
  },
  red: { value: 'name', for: ['white'], meaning: 'the player with Red in xiangqi, same as --white' },
} as const satisfies Record<string, ConditionAlias>

/** The name of an alias of conditions. */
export type AliasName = keyof typeof ALIASES
/** The names of all aliases, in the order of the help. */
export const ALIAS_NAMES = Object.keys(ALIASES) as AliasName[]

/** The HTTP parameter of a condition: lichess's name if it has one. */
export function parameterOf(name: ConditionName | AliasName): string {
  if (name in ALIASES) return name
  const { parameter }: Condition = CONDITIONS[name as ConditionName]
  return parameter ?? name
}

/** The command line's option: `--min-rating` for `minRating`. */
export function optionOf(name: ConditionName | AliasName): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** Conditions and aliases as they were typed, by name. */
export type ConditionTexts = Partial<Record<ConditionName | AliasName, string>>

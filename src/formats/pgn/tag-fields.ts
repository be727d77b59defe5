/**
 * What each tag means: a table that reads tags into the fields of a header
 * and writes them back. docs/formats/pgn.md, Tags, explains every row.
 */
import { formatPgnDate, parseDate, type PartialDate } from '../../model/date.ts'
import type { Colour } from '../../model/move.ts'
import {
  ensurePlayer,
  playerOf,
  resultSymbol,
  type Event,
  type Header,
  type Player,
  type Publication,
  type Result,
} from '../../model/record.ts'
import { formatTimeControl, parseTimeControl } from './time-control.ts'

/** One tag. */
export interface TagField {
  readonly name: string
  /** Takes a value into the header; false when it makes no sense there. */
  read(header: Header, value: string): boolean
  /**
   * The value for a header; undefined when it has none.
   * @param isCanonical leaves the source's own words aside where the model says the same
   */
  write(header: Header, isCanonical?: boolean): string | undefined
  /** Whether writing always gives back the text that was read. */
  readonly isPlain?: boolean
}

/** The tags of one game in the order in which they are written. */
export interface TagFields {
  /** The tags that every game has, known or not. */
  readonly roster: readonly TagField[]
  readonly others: readonly TagField[]
  /** Index of each field, the roster first, by the names it is read under. */
  readonly byName: ReadonlyMap<string, number>
  readonly all: readonly TagField[]
}

/**
 * @param colours how tags name the players: `White`, `Black`
 * @param opening name of the tag with the opening code
 * @param aliases other names that tags are read under
 * @param ofGame tags that only this game has
 */
export function makeTagFields(
  colours: readonly [string, string],
  opening: string,
  aliases: Readonly<Record<string, string>> = {},
  ofGame: readonly TagField[] = [],
): TagFields {
  const [first, second] = colours
  const players = [playerFields(first, 1), playerFields(second, 2)]
  const roster = [
    plain(
      'Event',
      ({ event }) => event?.name,
      (header, value) => (eventOf(header).name = value),
    ),
    plain(
      'Site',
      ({ event, place }) => event?.site ?? place,
      (header, value) => (eventOf(header).site = value),
    ),
    date(
      'Date',
      (header) => header.date,
      (header, value) => (header.date = value),
    ),
    ROUND,
    plain(
      first,
      (header) => playerOf(header, 1)?.name,
      (header, value) => (ensurePlayer(header, 1).name = value),
    ),
    plain(
      second,
      (header) => playerOf(header, 2)?.name,
      (header, value) => (ensurePlayer(header, 2).name = value),
    ),
    RESULT,
  ]
  const others = [
    plain(
      'Title',
      (header) => header.title,
      (header, value) => (header.title = value),
    ),
    KIND,
    PLACE,
    number(
      'Board',
      (header) => header.board,
      (header, value) => (header.board = value),
    ),
    ...interleave(players),
    plain(
      opening,
      (header) => header.openingCode,
      (header, value) => (header.openingCode = value),
    ),
    plain(
      'Opening',
      (header) => header.openingName,
      (header, value) => (header.openingName = value),
    ),
    plain(
      'Variation',
      (header) => header.variationName,
      (header, value) => (header.variationName = value),
    ),
    TERMINATION,
    ...ofGame,
    TIME_CONTROL,
    ...EVENT_FIELDS,
    plain(
      'Annotator',
      (header) => header.annotator,
      (header, value) => (header.annotator = value),
    ),
    plain(
      'Recorder',
      (header) => header.recorder,
      (header, value) => (header.recorder = value),
    ),
    ...SOURCE_FIELDS,
    plain(
      'Copyright',
      (header) => header.copyright,
      (header, value) => (header.copyright = value),
    ),
    plain(
      'GameId',
      (header) => header.id,
      (header, value) => (header.id = value),
    ),
  ]
  const all = [...roster, ...others]
  const byName = new Map(all.map((field, index) => [field.name, index]))
  for (const [alias, name] of Object.entries(aliases)) byName.set(alias, byName.get(name)!)
  return { roster, others, byName, all }
}

function plain(
  name: string,
  write: (header: Header) => string | undefined,
  set: (header: Header, value: string) => void,
): TagField {
  const read = (header: Header, value: string) => {
    set(header, value)
    return true
  }
  return { name, read, write, isPlain: true }
}

function number(
  name: string,
  get: (header: Header) => number | undefined,
  set: (header: Header, value: number) => void,
): TagField {
  return {
    name,
    read: (header, value) => {
      if (!/^[0-9]{1,9}$/.test(value)) return false
      set(header, Number(value))
      return true
    },
    write: (header) => get(header)?.toString(),
  }
}

function date(
  name: string,
  get: (header: Header) => PartialDate | undefined,
  set: (header: Header, value: PartialDate) => void,
): TagField {
  return {
    name,
    read: (header, value) => {
      const read = readDate(value)
      if (read) set(header, read)
      return true
    },
    write: (header, isCanonical) => {
      const value = get(header)
      return value && writeDate(value, isCanonical)
    },
    isPlain: true,
  }
}

/** Reads `yyyy.mm.dd` and its relatives, the Chinese one among them. Another spelling stays as the date's text. */
function readDate(value: string): PartialDate | undefined {
  const usual = value.replace(/^([0-9]{4})年(?:([0-9]{1,2})月(?:([0-9]{1,2})日?)?)?$/, (_, year, month, day) =>
    [year, month, day].filter(Boolean).join('.'),
  )
  const read = parseDate(usual)
  if (!read || read.text !== undefined) return read && { text: value }
  return formatPgnDate(read) === value ? read : { ...read, text: value }
}

/** The date's own words where they still say what its parts say, or it has no parts; else `yyyy.mm.dd`. */
function writeDate(date: PartialDate, isCanonical = false): string {
  const { text, ...parts } = date
  const hasParts = parts.year !== undefined || parts.month !== undefined || parts.day !== undefined
  if (text === undefined || (isCanonical && hasParts)) return formatPgnDate(parts)
  const read = readDate(text)
  const agrees = read?.year === parts.year && read?.month === parts.month && read?.day === parts.day
  return agrees || !hasParts ? text : formatPgnDate(parts)
}

/** `3`, `3.2` for round 3, game or board 2, or any text. */
const ROUND: TagField = {
  name: 'Round',
  read: (header, value) => {
    const parts = /^([0-9]{1,9})(?:\.([0-9]{1,9}))?$/.exec(value)
    if (!parts) {
      header.roundText = value
      return true
    }
    header.round = Number(parts[1])
    if (parts[2] !== undefined) header.subround = Number(parts[2])
    return true
  },
  write: ({ round, subround, roundText }) => {
    if (round === undefined) return roundText
    return subround === undefined ? `${round}` : `${round}.${subround}`
  },
}

/** Longest text that may be a result. */
const MAX_RESULT = 12

/** Results as they are written, and what they mean. */
const RESULTS: Readonly<Record<string, Result>> = {
  '1-0': { outcome: 'win', winner: 1 },
  '0-1': { outcome: 'win', winner: 2 },
  '1/2-1/2': { outcome: 'draw' },
  '0-0': { outcome: 'both-lose' },
  '*': { outcome: 'unfinished' },
  '1/2': { outcome: 'draw' },
  '½-½': { outcome: 'draw' },
  '½': { outcome: 'draw' },
  '0.5-0.5': { outcome: 'draw' },
  '1:0': { outcome: 'win', winner: 1 },
  '0:1': { outcome: 'win', winner: 2 },
  '+-': { outcome: 'win', winner: 1, by: 'forfeit' },
  '-+': { outcome: 'win', winner: 2, by: 'forfeit' },
  '+:-': { outcome: 'win', winner: 1, by: 'forfeit' },
  '-:+': { outcome: 'win', winner: 2, by: 'forfeit' },
  '+--': { outcome: 'win', winner: 1, by: 'forfeit' },
  '--+': { outcome: 'win', winner: 2, by: 'forfeit' },
  '1-0F': { outcome: 'win', winner: 1, by: 'forfeit' },
  '0-1F': { outcome: 'win', winner: 2, by: 'forfeit' },
}

/** Results of arbiters in which the points of the two do not add up to one. */
const ODD_RESULT = /^(?:1-1|1-1\/2|1\/2-1|1\/2-0|0-1\/2)$/

/** A result of fewer discs than the smallest board of Othello has squares counts something else. */
const LEAST_DISCS = 16

/** What a result means, as written in a tag or after the moves; undefined for other text. */
export function parseResult(text: string): Result | undefined {
  if (text.length > MAX_RESULT) return undefined
  const usual = text.replaceAll(/\s/g, '').replaceAll(/[–—]/g, '-')
  if (ODD_RESULT.test(usual)) return { outcome: 'unfinished', text: usual }
  const score = /^([0-9]{1,3})-([0-9]{1,3})$/.exec(usual)
  if (score) {
    const [first, second] = [Number(score[1]), Number(score[2])]
    if (first + second >= LEAST_DISCS) return scoreResult(first, second)
  }
  return Object.hasOwn(RESULTS, usual) ? { ...RESULTS[usual]! } : undefined
}

/** The result that a count of discs of Othello makes. */
function scoreResult(first: number, second: number): Result {
  if (first === second) return { outcome: 'draw', score: [first, second] }
  return { outcome: 'win', winner: first > second ? 1 : 2, score: [first, second] }
}

/** A result as it is written: the discs of both where they are counted, `*` where the standard has no word for it and arbiters neither. */
export function formatResult(result: Result): string {
  const { outcome, text, score } = result
  if (score) return `${score[0]}-${score[1]}`
  return outcome === 'unfinished' && text !== undefined && ODD_RESULT.test(text) ? text : resultSymbol(result)
}

const RESULT: TagField = {
  name: 'Result',
  read: (header, value) => {
    const result = parseResult(value)
    if (result) header.result = result
    else header.result.text = value
    return true
  },
  write: ({ result }) => formatResult(result),
  isPlain: true,
}

const TERMINATIONS: Readonly<Record<string, Result['by']>> = {
  'time forfeit': 'time',
  adjudication: 'adjudication',
  forfeit: 'forfeit',
  resignation: 'resignation',
  checkmate: 'checkmate',
  score: 'score',
}

/** Follows the result in the table: only a win has a reason. */
const TERMINATION: TagField = {
  name: 'Termination',
  read: ({ result }, value) => {
    const text = value.toLowerCase()
    if (text === 'void' && result.outcome === 'unfinished') result.outcome = 'void'
    else if (result.outcome === 'win' && Object.hasOwn(TERMINATIONS, text)) result.by = TERMINATIONS[text]!
    else return false
    return true
  },
  write: ({ result }) => {
    if (result.outcome === 'void') return 'void'
    return Object.keys(TERMINATIONS).find((text) => result.outcome === 'win' && TERMINATIONS[text] === result.by)
  },
}

const TIME_CONTROL: TagField = {
  name: 'TimeControl',
  read: (header, value) => {
    header.timeControl = parseTimeControl(value)
    return true
  },
  write: ({ timeControl }) => timeControl && formatTimeControl(timeControl),
  isPlain: true,
}

const KINDS: ReadonlySet<string> = new Set([
  'game',
  'opening',
  'middlegame',
  'endgame',
  'problem',
  'tutorial',
  'fragment',
])

const KIND: TagField = {
  name: 'Kind',
  read: (header, value) => {
    if (!KINDS.has(value)) return false
    header.kind = value as NonNullable<Header['kind']>
    return true
  },
  write: ({ kind }) => kind,
}

/** The place of the game where the event has a site of its own; else the place is written as the site. */
const PLACE: TagField = {
  name: 'Place',
  read: (header, value) => {
    if (header.event?.site === undefined) return false
    header.place = value
    return true
  },
  write: ({ event, place }) => (event?.site === undefined ? undefined : place),
}

/** Tags of White and Black in pairs: `WhiteElo`, `BlackElo`. */
function interleave([left, right]: readonly TagField[][]): TagField[] {
  return left!.flatMap((field, index) => [field, right![index]!])
}

function playerFields(prefix: string, colour: Colour): TagField[] {
  const text = (name: string, key: 'title' | 'rank' | 'nation' | 'timeUsed') =>
    plain(
      prefix + name,
      (header) => playerOf(header, colour)?.[key],
      (header, value) => (ensurePlayer(header, colour)[key] = value),
    )
  const player = (header: Header): Player | undefined => playerOf(header, colour)
  return [
    text('Title', 'title'),
    {
      name: `${prefix}Elo`,
      read: (header, value) => {
        if (!/^[1-9][0-9]{0,4}$/.test(value)) return false
        ensurePlayer(header, colour).rating = Number(value)
        return true
      },
      write: (header) => player(header)?.rating?.toString(),
    },
    text('Rank', 'rank'),
    {
      name: `${prefix}FideId`,
      read: (header, value) => {
        Object.assign(ensurePlayer(header, colour), { id: value, domain: 'fide' })
        return true
      },
      write: (header) => (player(header)?.domain === 'fide' ? player(header)?.id : undefined),
      isPlain: true,
    },
    text('Country', 'nation'),
    plain(
      `${prefix}Team`,
      (header) => player(header)?.team?.name,
      (header, value) => (ensurePlayer(header, colour).team = { name: value }),
    ),
    {
      name: `${prefix}TeamCountry`,
      read: (header, value) => {
        const team = player(header)?.team
        if (team) team.nation = value
        return team !== undefined
      },
      write: (header) => player(header)?.team?.nation,
      isPlain: true,
    },
    text('TimeUsed', 'timeUsed'),
  ]
}

const EVENT_TYPES: Readonly<Record<NonNullable<Event['type']>, string>> = {
  game: 'game',
  match: 'match',
  tournament: 'tourn',
  swiss: 'swiss',
  team: 'team',
  knockout: 'k.o.',
  simul: 'simul',
  scheveningen: 'schev',
}
const EVENT_PACES: Readonly<Record<string, string>> = { blitz: 'blitz', rapid: 'rapid', correspondence: 'corr' }

/** ChessBase writes the kind of event and its pace as one: `swiss (rapid)`. */
const EVENT_TYPE: TagField = {
  name: 'EventType',
  read: (header, value) => {
    const parts = /^([a-z.]*) ?(?:\(([a-z]+)\))?$/.exec(value)
    const type = Object.keys(EVENT_TYPES).find((key) => EVENT_TYPES[key as keyof typeof EVENT_TYPES] === parts?.[1])
    const pace = Object.keys(EVENT_PACES).find((key) => EVENT_PACES[key] === parts?.[2])
    if (type === undefined && pace === undefined) return false
    const event = eventOf(header)
    if (type !== undefined) event.type = type as NonNullable<Event['type']>
    if (pace !== undefined) event.pace = pace as NonNullable<Event['pace']>
    return true
  },
  write: ({ event }) => {
    const type = event?.type && EVENT_TYPES[event.type]
    const pace = event?.pace && EVENT_PACES[event.pace]
    if (pace === undefined) return type
    return type === undefined ? `(${pace})` : `${type} (${pace})`
  },
}

const EVENT_FIELDS: readonly TagField[] = [
  date(
    'EventDate',
    ({ event }) => event?.date,
    (header, value) => (eventOf(header).date = value),
  ),
  date(
    'EventEndDate',
    ({ event }) => event?.endDate,
    (header, value) => (eventOf(header).endDate = value),
  ),
  EVENT_TYPE,
  number(
    'EventRounds',
    ({ event }) => event?.rounds,
    (header, value) => (eventOf(header).rounds = value),
  ),
  plain(
    'EventCountry',
    ({ event }) => event?.nation,
    (header, value) => (eventOf(header).nation = value),
  ),
  number(
    'EventCategory',
    ({ event }) => event?.category,
    (header, value) => (eventOf(header).category = value),
  ),
]

const QUALITIES = ['high', 'normal', 'low'] as const

const SOURCE_FIELDS: readonly TagField[] = [
  plain(
    'Source',
    ({ publication }) => publication?.publisher,
    (header, value) => (sourceOf(header).publisher = value),
  ),
  plain(
    'SourceTitle',
    ({ publication }) => publication?.title,
    (header, value) => (sourceOf(header).title = value),
  ),
  date(
    'SourceDate',
    ({ publication }) => publication?.published,
    (header, value) => (sourceOf(header).published = value),
  ),
  number(
    'SourceVersion',
    ({ publication }) => publication?.version,
    (header, value) => (sourceOf(header).version = value),
  ),
  date(
    'SourceVersionDate',
    ({ publication }) => publication?.versionDate,
    (header, value) => (sourceOf(header).versionDate = value),
  ),
  {
    name: 'SourceQuality',
    read: (header, value) => {
      const quality = QUALITIES[Number(value) - 1]
      if (quality) sourceOf(header).quality = quality
      return quality !== undefined
    },
    write: ({ publication }) => publication?.quality && `${QUALITIES.indexOf(publication.quality) + 1}`,
  },
]

function eventOf(header: Header): Event {
  return (header.event ??= {})
}

function sourceOf(header: Header): Publication {
  return (header.publication ??= {})
}

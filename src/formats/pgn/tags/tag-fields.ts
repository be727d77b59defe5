/**
 * The meaning of tags: a table of all tags that have a field in the header.
 * docs/formats/pgn.md, Tags, explains its rows.
 */
import type { Colour } from '../../../model/move.ts'
import {
  ensurePlayer,
  playerOf,
  type GameEvent,
  type Header,
  type Player,
  type Publication,
} from '../../../model/record.ts'
import { RESULT, TERMINATION } from './results.ts'
import { dateField, numberField, textField, type Owner, type TagField } from './tag-field.ts'
import { formatTimeControl, parseTimeControl } from './time-control.ts'

/** The tags of one game in the order in which they are written. */
export interface TagFields {
  /** The tags that every game has, known or not. */
  readonly roster: readonly TagField[]
  readonly others: readonly TagField[]
  /** The roster, then the others. */
  readonly all: readonly TagField[]
  /** Index in `all` of each field, by the names from which it is read. */
  readonly byName: ReadonlyMap<string, number>
}

const HEADER: Owner<Header> = { get: (header) => header, ensure: (header) => header }
const EVENT: Owner<GameEvent> = { get: ({ event }) => event, ensure: (header) => (header.event ??= {}) }
const SOURCE: Owner<Publication> = {
  get: ({ publication }) => publication,
  ensure: (header) => (header.publication ??= {}),
}

function playerOwner(colour: Colour): Owner<Player> {
  return { get: (header) => playerOf(header, colour), ensure: (header) => ensurePlayer(header, colour) }
}

/**
 * @param colours the players' names in tags: `White`, `Black`
 * @param opening name of the tag with the opening code
 * @param aliases alternative names of tags @param ofGame tags that only this game has
 */
export function makeTagFields(
  colours: readonly [string, string],
  opening: string,
  aliases: Readonly<Record<string, string>> = {},
  ofGame: readonly TagField[] = [],
): TagFields {
  const [first, second] = colours
  const roster = [
    textField('Event', EVENT, 'name'),
    SITE,
    dateField('Date', HEADER, 'date'),
    ROUND,
    textField(first, playerOwner(1), 'name'),
    textField(second, playerOwner(2), 'name'),
    RESULT,
  ]
  const secondFields = playerFields(second, 2)
  const others = [
    textField('Title', HEADER, 'title'),
    KIND,
    PLACE,
    numberField('Board', HEADER, 'board'),
    // Tags of the two players in pairs: `WhiteElo`, `BlackElo`.
    ...playerFields(first, 1).flatMap((field, index) => [field, secondFields[index]!]),
    textField(opening, HEADER, 'openingCode'),
    textField('Opening', HEADER, 'openingName'),
    textField('Variation', HEADER, 'variationName'),
    TERMINATION,
    ...ofGame,
    TIME_CONTROL,
    dateField('EventDate', EVENT, 'date'),
    dateField('EventEndDate', EVENT, 'endDate'),
    EVENT_TYPE,
    numberField('EventRounds', EVENT, 'rounds'),
    textField('EventCountry', EVENT, 'nation'),
    numberField('EventCategory', EVENT, 'category'),
    textField('Annotator', HEADER, 'annotator'),
    textField('Recorder', HEADER, 'recorder'),
    textField('Source', SOURCE, 'publisher'),
    textField('SourceTitle', SOURCE, 'title'),
    dateField('SourceDate', SOURCE, 'published'),
    numberField('SourceVersion', SOURCE, 'version'),
    dateField('SourceVersionDate', SOURCE, 'versionDate'),
    SOURCE_QUALITY,
    textField('Copyright', HEADER, 'copyright'),
    textField('GameId', HEADER, 'id'),
  ]
  const all = [...roster, ...others]
  const byName = new Map(all.map((field, index) => [field.name, index]))
  for (const [alias, name] of Object.entries(aliases)) byName.set(alias, byName.get(name)!)
  return { roster, others, all, byName }
}

function playerFields(prefix: string, colour: Colour): TagField[] {
  const owner = playerOwner(colour)
  return [
    textField(`${prefix}Title`, owner, 'title'),
    {
      name: `${prefix}Elo`,
      read: (header, value) => {
        if (!/^[1-9][0-9]{0,4}$/.test(value)) return false
        owner.ensure(header).rating = Number(value)
        return true
      },
      write: (header) => owner.get(header)?.rating?.toString(),
      isPlain: true,
    },
    textField(`${prefix}Rank`, owner, 'rank'),
    {
      name: `${prefix}FideId`,
      read: (header, value) => {
        Object.assign(owner.ensure(header), { id: value, domain: 'fide' })
        return true
      },
      write: (header) => (owner.get(header)?.domain === 'fide' ? owner.get(header)?.id : undefined),
      isPlain: true,
    },
    textField(`${prefix}Country`, owner, 'nation'),
    {
      name: `${prefix}Team`,
      read: (header, value) => {
        owner.ensure(header).team = { name: value }
        return true
      },
      write: (header) => owner.get(header)?.team?.name,
      isPlain: true,
    },
    {
      name: `${prefix}TeamCountry`,
      read: (header, value) => {
        const team = owner.get(header)?.team
        if (team) team.nation = value
        return team !== undefined
      },
      write: (header) => owner.get(header)?.team?.nation,
      isPlain: true,
    },
    textField(`${prefix}TimeUsed`, owner, 'timeUsed'),
  ]
}

/** The site of the event or, if unknown, the place of the game. */
const SITE: TagField = {
  name: 'Site',
  read: (header, value) => {
    EVENT.ensure(header).site = value
    return true
  },
  write: ({ event, place }) => event?.site ?? place,
  isPlain: true,
}

/** The place of the game if the event has a site as well. */
const PLACE: TagField = {
  name: 'Place',
  read: (header, value) => {
    if (header.event?.site === undefined) return false
    header.place = value
    return true
  },
  write: ({ event, place }) => (event?.site === undefined ? undefined : place),
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

const TIME_CONTROL: TagField = {
  name: 'TimeControl',
  read: (header, value) => {
    header.timeControl = parseTimeControl(value)
    return true
  },
  write: ({ timeControl }) => timeControl && formatTimeControl(timeControl),
  isPlain: true,
}

/** Kinds of events and their pace as written by ChessBase. */
const EVENT_TYPES = new Map<string, NonNullable<GameEvent['type']>>([
  ['game', 'game'],
  ['match', 'match'],
  ['tourn', 'tournament'],
  ['swiss', 'swiss'],
  ['team', 'team'],
  ['k.o.', 'knockout'],
  ['simul', 'simul'],
  ['schev', 'scheveningen'],
])
const EVENT_PACES = new Map<string, NonNullable<GameEvent['pace']>>([
  ['blitz', 'blitz'],
  ['rapid', 'rapid'],
  ['corr', 'correspondence'],
])

const TYPE_NAMES = new Map<GameEvent['type'], string>(Array.from(EVENT_TYPES, ([name, type]) => [type, name]))
const PACE_NAMES = new Map<GameEvent['pace'], string>(Array.from(EVENT_PACES, ([name, pace]) => [pace, name]))

/** The kind of event and its pace in one text: `swiss (rapid)`. */
const EVENT_TYPE: TagField = {
  name: 'EventType',
  read: (header, value) => {
    const parts = /^([a-z.]*) ?(?:\(([a-z]+)\))?$/.exec(value)
    const type = EVENT_TYPES.get(parts?.[1] ?? '')
    const pace = EVENT_PACES.get(parts?.[2] ?? '')
    if (type !== undefined) EVENT.ensure(header).type = type
    if (pace !== undefined) EVENT.ensure(header).pace = pace
    return type !== undefined || pace !== undefined
  },
  write: ({ event }) => {
    const type = TYPE_NAMES.get(event?.type)
    const pace = PACE_NAMES.get(event?.pace)
    if (pace === undefined) return type
    return type === undefined ? `(${pace})` : `${type} (${pace})`
  },
}

const QUALITIES = ['high', 'normal', 'low'] as const

const SOURCE_QUALITY: TagField = {
  name: 'SourceQuality',
  read: (header, value) => {
    const quality = QUALITIES[Number(value) - 1]
    if (quality) SOURCE.ensure(header).quality = quality
    return quality !== undefined
  },
  write: ({ publication }) => publication?.quality && `${QUALITIES.indexOf(publication.quality) + 1}`,
}

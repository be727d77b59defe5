/**
 * What the records of the entity files hold: docs/formats/chessbase.md,
 * Entities. Offsets count from the data of a record, after its node.
 */
import { i32le } from '../../bytes/numbers.ts'
import type { GameEvent, Publication, Team } from '../../model/record.ts'
import type { Json } from '../../model/json.ts'
import { packDate, unpackDate } from './dates.ts'
import { nationCode } from './nations.ts'
import type { TextReader } from './text.ts'

/** A text field: its offset and its width in bytes. */
export type Field = readonly [at: number, width: number]

export const PLAYER = { size: 58, lastName: [0, 30], firstName: [30, 20], games: 50, firstGame: 54 } as const
export const TOURNAMENT = {
  size: 90,
  title: [0, 40],
  place: [40, 30],
  date: 70,
  type: 74,
  team: 75,
  nation: 76,
  category: 78,
  flags: 79,
  rounds: 80,
  games: 82,
  firstGame: 86,
} as const
export const ANNOTATOR = { size: 53, name: [0, 45], games: 45, firstGame: 49 } as const
export const SOURCE = {
  size: 59,
  title: [0, 25],
  publisher: [25, 16],
  published: 41,
  date: 45,
  version: 49,
  quality: 50,
  games: 51,
  firstGame: 55,
} as const
export const TEAM = {
  size: 63,
  title: [0, 45],
  number: 45,
  season: 49,
  year: 50,
  nation: 54,
  games: 55,
  firstGame: 59,
} as const
/** Eight titles of 200 bytes: English, German, French, Spanish, Italian, Dutch, and two that are not used. */
export const TAG = { size: 1608, titleWidth: 200, titles: 8, games: 1600, firstGame: 1604 } as const

/** Languages of the titles of a game tag, in their order. */
export const TAG_LANGUAGES: readonly (string | undefined)[] = ['en', 'de', 'fr', 'es', 'it', 'nl']

/** The kinds of entities, the file of each and where its counts are. */
export const ENTITY_KINDS = {
  players: { extension: '.cbp', layout: PLAYER },
  tournaments: { extension: '.cbt', layout: TOURNAMENT },
  annotators: { extension: '.cbc', layout: ANNOTATOR },
  sources: { extension: '.cbs', layout: SOURCE },
  teams: { extension: '.cbe', layout: TEAM },
  tags: { extension: '.cbl', layout: TAG },
} as const

export type EntityKind = keyof typeof ENTITY_KINDS

/** The kinds in the order in which lists of them are shown. */
export const ENTITY_KIND_NAMES = Object.keys(ENTITY_KINDS) as EntityKind[]

export const EVENT_TYPES: readonly (GameEvent['type'] | undefined)[] = [
  undefined,
  'game',
  'match',
  'tournament',
  'swiss',
  'team',
  'knockout',
  'simul',
  'scheveningen',
]

/** Bits of a tournament's type byte above the five of the type itself. */
export const EVENT_PACES: readonly (readonly [bit: number, pace: NonNullable<GameEvent['pace']>])[] = [
  [0x20, 'blitz'],
  [0x40, 'rapid'],
  [0x80, 'correspondence'],
]

/** Bits of a tournament's flags. */
export const EVENT_FLAGS = { legacyComplete: 1, complete: 2, boardPoints: 4, threePointsForWin: 8 } as const

/** Qualities of a source by code; 0 is not set. */
export const QUALITIES: readonly (Publication['quality'] | undefined)[] = [undefined, 'high', 'normal', 'low']

/** A publication date that means none is set: 1 January 1900. */
export const UNSET_PUBLICATION = (1900 << 9) | (1 << 5) | 1

/** The name of a player: the two fields as `Last, First`. */
export function readPlayerName(data: Uint8Array, text: TextReader): string {
  const last = field(data, PLAYER.lastName, text)
  const first = field(data, PLAYER.firstName, text)
  return first === '' ? last : `${last}, ${first}`
}

export function readAnnotator(data: Uint8Array, text: TextReader): string {
  return field(data, ANNOTATOR.name, text)
}

/** The event of a tournament record; empty if nothing is set. */
export function readEvent(data: Uint8Array, text: TextReader): GameEvent {
  const event: GameEvent = {}
  const native: Record<string, Json> = {}
  const name = field(data, TOURNAMENT.title, text)
  if (name !== '') event.name = name
  const site = field(data, TOURNAMENT.place, text)
  if (site !== '') event.site = site
  const date = unpackDate(i32le(data, TOURNAMENT.date))
  if (date) event.date = date
  readEventType(event, data[TOURNAMENT.type]!, native)
  const nation = nationCode(data[TOURNAMENT.nation]!)
  if (nation !== undefined) event.nation = nation
  if (data[TOURNAMENT.category] !== 0) event.category = data[TOURNAMENT.category]!
  if (data[TOURNAMENT.rounds] !== 0) event.rounds = data[TOURNAMENT.rounds]!
  if ((data[TOURNAMENT.team]! & 1) !== 0) event.isTeamEvent = true
  readEventFlags(event, data[TOURNAMENT.flags]!, native)
  if (Object.keys(native).length > 0) event.native = { chessbase: native }
  return event
}

/** What the byte of its type says of an event; `native` gets what has no other place. */
export function readEventType(event: GameEvent, typeByte: number, native: Record<string, Json>): void {
  const type = EVENT_TYPES[typeByte & 31]
  if (type) event.type = type
  else if ((typeByte & 31) !== 0) native['type'] = typeByte & 31
  const paces = EVENT_PACES.filter(([bit]) => (typeByte & bit) !== 0)
  if (paces[0]) event.pace = paces[0][1]
  if (paces.length > 1) native['paces'] = typeByte & 0xe0
}

/** What its flags say of an event. */
export function readEventFlags(event: GameEvent, flags: number, native: Record<string, Json>): void {
  const { legacyComplete, complete, boardPoints, threePointsForWin } = EVENT_FLAGS
  if ((flags & (complete | legacyComplete)) !== 0) event.complete = true
  if ((flags & boardPoints) !== 0) event.boardPoints = true
  if ((flags & threePointsForWin) !== 0) event.threePointsForWin = true
  // Older programs set only the first of the two bits for a complete tournament.
  const bothComplete = flags & (complete | legacyComplete)
  if (flags > 15 || bothComplete === legacyComplete || bothComplete === complete) native['flags'] = flags
}

/** The publication of a source record; undefined if nothing is set. */
export function readPublication(data: Uint8Array, text: TextReader): Publication | undefined {
  const publication: Publication = {}
  const title = field(data, SOURCE.title, text)
  if (title !== '') publication.title = title
  const publisher = field(data, SOURCE.publisher, text)
  if (publisher !== '') publication.publisher = publisher
  const published = unpackDate(i32le(data, SOURCE.published))
  if (published && packDate(published) !== UNSET_PUBLICATION) publication.published = published
  const versionDate = unpackDate(i32le(data, SOURCE.date))
  if (versionDate) publication.versionDate = versionDate
  if (data[SOURCE.version] !== 0) publication.version = data[SOURCE.version]!
  const quality = QUALITIES[data[SOURCE.quality]!]
  if (quality) publication.quality = quality
  return Object.keys(publication).length > 0 ? publication : undefined
}

/** The team of a record; undefined for one without a name. */
export function readTeam(data: Uint8Array, text: TextReader): Team | undefined {
  const name = field(data, TEAM.title, text)
  if (name === '') return undefined
  const team: Team = { name }
  const number = i32le(data, TEAM.number)
  if (number !== 0) team.number = number
  if ((data[TEAM.season]! & 1) !== 0) team.season = true
  const year = i32le(data, TEAM.year)
  if (year !== 0) team.year = year
  const nation = nationCode(data[TEAM.nation]!)
  if (nation !== undefined) team.nation = nation
  return team
}

/** The titles of a game tag that are not empty. */
export function readTagTitles(data: Uint8Array, text: TextReader): { language?: string; text: string }[] {
  const titles: { language?: string; text: string }[] = []
  for (let index = 0; index < TAG.titles; index++) {
    const title = field(data, [index * TAG.titleWidth, TAG.titleWidth], text)
    const language = TAG_LANGUAGES[index]
    if (title !== '') titles.push(language === undefined ? { text: title } : { language, text: title })
  }
  return titles
}

function field(data: Uint8Array, [at, width]: Field, text: TextReader): string {
  return text.field(data.subarray(at, at + width))
}

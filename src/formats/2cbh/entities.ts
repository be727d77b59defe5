/** What the records of `.2lid` hold: docs/formats/2cbh.md, Entities. Numbers are little-endian, texts have their length. */
import { ByteReader } from '../../bytes/reader.ts'
import { decodeUtf8Or } from '../../bytes/text.ts'
import { FormatError } from '../../issues/errors.ts'
import type { Json } from '../../model/json.ts'
import type { GameEvent, Player, Publication, Team } from '../../model/record.ts'
import { unpackDate } from '../chessbase/dates.ts'
import { QUALITIES, readEventFlags, readEventType } from '../chessbase/entities.ts'
import { languageOfNation, nationCode } from '../chessbase/nations.ts'

/** What is not known of texts that are not UTF-8. */
const FALLBACK = 'windows-1252'

/** Tie-break rules by number. */
export const TIE_BREAKS: Readonly<Record<number, string>> = {
  1: 'rating of Buchholz',
  2: 'fine Buchholz',
  3: 'median Buchholz',
  4: 'progressive score',
  5: 'Sonneborn-Berger (Swiss)',
  11: 'number of wins',
  12: 'number of wins with Black',
  13: 'number of games with Black',
  14: 'point group',
  16: 'median Buchholz 2',
  17: 'Buchholz cut 1',
  18: 'Buchholz cut 2',
  19: 'Sonneborn-Berger',
  21: 'Koya',
}

/** Most rules a tournament has. */
const MAX_TIE_BREAKS = 64

/** Offsets in the part of a tournament behind its texts, up to the tie-breaks. */
export const TOURNAMENT_AT = {
  date: 0,
  type: 4,
  team: 5,
  nation: 6,
  category: 8,
  flags: 9,
  rounds: 10,
  latitude: 12,
  longitude: 16,
  nationNow: 20,
  sevens: [34, 45, 56],
  tieBreakCount: 58,
  tieBreaks: 60,
} as const

/** Bytes behind the texts of a tournament without tie-breaks. */
export const TOURNAMENT_TAIL = 108

/** A player: the name, and the numbers of whoever knows the player. */
export type StoredPlayer = Pick<Player, 'name' | 'id' | 'domain'> & { chessbaseId?: number }

/** A title in a language. */
export interface Title {
  language?: string
  text: string
}

/** Decodes a record that may be too short; undefined for one that is. */
function tolerate<Entity>(data: Uint8Array, decode: (reader: ByteReader) => Entity): Entity | undefined {
  try {
    return decode(new ByteReader(data))
  } catch (error) {
    if (error instanceof FormatError) return undefined
    throw error
  }
}

/** A text after its length. */
export function readString(reader: ByteReader): string {
  return decodeUtf8Or(reader.take(reader.i32le()), FALLBACK)
}

/** A player, whose two names become `Last, First`. */
export function readPlayer(data: Uint8Array): StoredPlayer | undefined {
  return tolerate(data, (reader) => {
    const last = readString(reader)
    const first = readString(reader)
    const player: StoredPlayer = {}
    const name = first === '' ? last : `${last}, ${first}`
    if (name !== '') player.name = name
    if (reader.remaining < 24) return player
    reader.skip(8)
    const chessbaseId = reader.i32le()
    if (chessbaseId > 0) player.chessbaseId = chessbaseId
    reader.skip(4)
    const fide = reader.u64le()
    if (fide > 0 && Number.isSafeInteger(fide)) Object.assign(player, { id: String(fide), domain: 'fide' })
    return player
  })
}

/** The event of a tournament; empty when nothing of it is set. */
export function readTournament(data: Uint8Array): GameEvent | undefined {
  return tolerate(data, (reader) => {
    const event: GameEvent = {}
    const native: Record<string, Json> = {}
    const site = readString(reader)
    const name = readString(reader)
    if (name !== '') event.name = name
    if (site !== '') event.site = site
    const tail = reader.take(reader.remaining)
    const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength)
    if (tail.length < TOURNAMENT_TAIL) return event
    const date = unpackDate(view.getInt32(TOURNAMENT_AT.date, true))
    if (date) event.date = date
    readEventType(event, tail[TOURNAMENT_AT.type]!, native)
    const nation = nationCode(view.getUint16(TOURNAMENT_AT.nation, true))
    if (nation !== undefined) event.nation = nation
    if (tail[TOURNAMENT_AT.category] !== 0) event.category = tail[TOURNAMENT_AT.category]!
    const rounds = view.getUint16(TOURNAMENT_AT.rounds, true)
    if (rounds !== 0) event.rounds = rounds
    if ((tail[TOURNAMENT_AT.team]! & 1) !== 0) event.isTeamEvent = true
    readEventFlags(event, tail[TOURNAMENT_AT.flags]!, native)
    const latitude = view.getFloat32(TOURNAMENT_AT.latitude, true)
    const longitude = view.getFloat32(TOURNAMENT_AT.longitude, true)
    const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
    if (isPlace && (latitude !== 0 || longitude !== 0)) event.location = { latitude, longitude }
    const nationNow = view.getUint16(TOURNAMENT_AT.nationNow, true)
    if (nationNow !== 0 && nationNow !== view.getUint16(TOURNAMENT_AT.nation, true)) native['nationNow'] = nationNow
    const count = view.getUint16(TOURNAMENT_AT.tieBreakCount, true)
    const end = TOURNAMENT_AT.tieBreaks + 2 * count
    if (count > MAX_TIE_BREAKS || end + 4 > tail.length) return event
    const rules: number[] = []
    for (let at: number = TOURNAMENT_AT.tieBreaks; at < end; at += 2) rules.push(view.getUint16(at, true))
    const used = rules.filter((rule) => rule !== 0)
    if (used.length > 0) event.tieBreaks = used.map((rule) => TIE_BREAKS[rule] ?? `rule ${rule}`)
    const endDate = unpackDate(view.getInt32(end, true))
    if (endDate) event.endDate = endDate
    if (Object.keys(native).length > 0) event.native = { '2cbh': native }
    return event
  })
}

/** The publication of a source; undefined when nothing of it is set. */
export function readSource(data: Uint8Array): Publication | undefined {
  return tolerate(data, (reader) => {
    const publication: Publication = {}
    const title = readString(reader)
    if (title !== '') publication.title = title
    const publisher = readString(reader)
    if (publisher !== '') publication.publisher = publisher
    const published = unpackDate(reader.i32le())
    if (published) publication.published = published
    const versionDate = unpackDate(reader.i32le())
    if (versionDate) publication.versionDate = versionDate
    const version = reader.i16le()
    if (version !== 0) publication.version = version
    const quality = QUALITIES[reader.i16le()]
    if (quality) publication.quality = quality
    return Object.keys(publication).length > 0 ? publication : undefined
  })
}

/** A team; undefined for one without a name. */
export function readTeam(data: Uint8Array): Team | undefined {
  return tolerate(data, (reader) => {
    const name = readString(reader)
    if (name === '') return undefined
    const team: Team = { name }
    const number = reader.u8()
    if (number !== 0) team.number = number
    if ((reader.u8() & 1) !== 0) team.season = true
    const year = reader.i16le()
    if (year !== 0) team.year = year
    const nation = nationCode(reader.u8())
    if (nation !== undefined) team.nation = nation
    return team
  })
}

/** The titles of a game, a text or an analysis that are not empty. */
export function readTitles(data: Uint8Array): Title[] | undefined {
  return tolerate(data, (reader) => {
    const titles: Title[] = []
    for (let left = reader.i32le(); left > 0; left--) {
      const language = languageOfNation(reader.i32le())
      const text = readString(reader)
      if (text !== '') titles.push(language === undefined ? { text } : { language, text })
    }
    return titles
  })
}

/** What goes into the records of `.2lid`, the inverse of entities.ts. */
import { ByteWriter } from '../../../bytes/writer.ts'
import { isJsonObject } from '../../../model/json.ts'
import type { GameEvent, Player, Publication, Team } from '../../../model/record.ts'
import { packDate } from '../../chessbase/dates.ts'
import { EVENT_FLAGS, EVENT_PACES, EVENT_TYPES, QUALITIES } from '../../chessbase/entities.ts'
import { nationNumber, nationOfLanguage } from '../../chessbase/nations.ts'
import type { FieldEncoder } from '../../chessbase/writer/field-encoder.ts'
import { TIE_BREAKS, TOURNAMENT_AT, TOURNAMENT_TAIL, type Title } from '../entities.ts'
import { CONTAINER_SIZES } from '../entity-file.ts'
import type { Lose } from './lose.ts'

/** Bytes that texts share in the containers of each type: what the fixed parts and lengths leave. */
const LENGTH = 4
const PLAYER_ROOM = CONTAINER_SIZES.players - LENGTH - 2 * LENGTH - 28
const TOURNAMENT_ROOM = CONTAINER_SIZES.tournaments - LENGTH - 2 * LENGTH - TOURNAMENT_TAIL
const SOURCE_ROOM = CONTAINER_SIZES.sources - LENGTH - 2 * LENGTH - 12
const TEAM_ROOM = CONTAINER_SIZES.teams - LENGTH - LENGTH - 5
const TITLES_ROOM = CONTAINER_SIZES.titles - LENGTH - LENGTH

/** Most tie-breaks that are written. */
const MAX_TIE_BREAKS = 10

/** Numbers of a player in no list of players. */
const NOT_LOOKED_UP = 0xffff_ffff
const SEVEN = 7

/** Texts of one entity, which share the room of its container. */
function putTexts(out: ByteWriter, room: number, text: FieldEncoder, ...texts: (string | undefined)[]): void {
  let left = room
  for (const one of texts) {
    const bytes = text.field(one ?? '', left)
    out.u32le(bytes.length).put(bytes)
    left -= bytes.length
  }
}

/** A player: the name divided at its first comma, and the number of FIDE. */
export function playerData({ name = '', id, domain }: Partial<Player>, text: FieldEncoder): Uint8Array {
  const out = new ByteWriter()
  const comma = name.indexOf(', ')
  const isDivided = comma >= 0 && comma + 2 < name.length
  putTexts(out, PLAYER_ROOM, text, isDivided ? name.slice(0, comma) : name, isDivided ? name.slice(comma + 2) : '')
  const fide = domain === 'fide' && /^[1-9][0-9]{0,14}$/.test(id ?? '') ? Number(id) : undefined
  out.u32le(0).u32le(0).u32le(NOT_LOOKED_UP).u32le(8)
  if (fide === undefined) out.u32le(NOT_LOOKED_UP).u32le(NOT_LOOKED_UP)
  else out.u64le(fide)
  return out.bytes()
}

export function tournamentData(event: GameEvent, text: FieldEncoder, lose: Lose): Uint8Array {
  const out = new ByteWriter()
  putTexts(out, TOURNAMENT_ROOM - 2 * MAX_TIE_BREAKS, text, event.site, event.name)
  const stored = event.native?.['2cbh']
  const native = isJsonObject(stored) ? stored : {}
  const rules = tieBreakNumbers(event.tieBreaks ?? [], lose)
  const tail = new Uint8Array(TOURNAMENT_TAIL + 2 * rules.length)
  const view = new DataView(tail.buffer)
  view.setInt32(TOURNAMENT_AT.date, packDate(event.date), true)
  tail[TOURNAMENT_AT.type] = typeByte(event, native)
  tail[TOURNAMENT_AT.team] = event.isTeamEvent ? 1 : 0
  const nation = nationNumber(event.nation)
  if (event.nation !== undefined && nation === 0) lose('chessbase/nation', { nation: event.nation })
  view.setUint16(TOURNAMENT_AT.nation, nation, true)
  const now = native['nationNow']
  view.setUint16(TOURNAMENT_AT.nationNow, typeof now === 'number' ? now : nation, true)
  const { category = 0, rounds = 0 } = event
  if (isBelow(category, 0x100)) tail[TOURNAMENT_AT.category] = category
  else lose('chessbase/category', { value: category })
  if (isBelow(rounds, 0x10000)) view.setUint16(TOURNAMENT_AT.rounds, rounds, true)
  else lose('chessbase/rounds', { value: rounds })
  const { legacyComplete, complete, boardPoints, threePointsForWin } = EVENT_FLAGS
  const flags =
    (event.complete ? legacyComplete | complete : 0) |
    (event.boardPoints ? boardPoints : 0) |
    (event.threePointsForWin ? threePointsForWin : 0)
  tail[TOURNAMENT_AT.flags] = typeof native['flags'] === 'number' ? native['flags'] : flags
  view.setFloat32(TOURNAMENT_AT.latitude, event.location?.latitude ?? 0, true)
  view.setFloat32(TOURNAMENT_AT.longitude, event.location?.longitude ?? 0, true)
  for (const at of TOURNAMENT_AT.sevens) tail[at] = SEVEN
  view.setUint16(TOURNAMENT_AT.tieBreakCount, rules.length, true)
  for (const [index, rule] of rules.entries()) view.setUint16(TOURNAMENT_AT.tieBreaks + 2 * index, rule, true)
  view.setInt32(TOURNAMENT_AT.tieBreaks + 2 * rules.length, packDate(event.endDate), true)
  return out.put(tail).bytes()
}

function typeByte(event: GameEvent, native: Record<string, unknown>): number {
  const type = native['type']
  const paces = native['paces']
  const known = event.type === undefined ? 0 : Math.max(0, EVENT_TYPES.indexOf(event.type))
  const pace = EVENT_PACES.find(([, name]) => name === event.pace)?.[0] ?? 0
  return (typeof type === 'number' ? type & 31 : known) | (typeof paces === 'number' ? paces & 0xe0 : pace)
}

/** The numbers of rules by their names, or by `rule N` where they have none. */
function tieBreakNumbers(names: readonly string[], lose: Lose): number[] {
  const numbers: number[] = []
  for (const name of names) {
    const known = Object.entries(TIE_BREAKS).find(([, rule]) => rule === name)?.[0]
    const number = Number(known ?? /^rule ([1-9][0-9]{0,3})$/.exec(name)?.[1] ?? 0)
    if (number === 0 || numbers.length === MAX_TIE_BREAKS) lose('chessbase/tie-break', { rule: name })
    else numbers.push(number)
  }
  return numbers
}

function isBelow(value: number, limit: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < limit
}

export function sourceData(publication: Publication, text: FieldEncoder, lose: Lose): Uint8Array {
  const out = new ByteWriter()
  putTexts(out, SOURCE_ROOM, text, publication.title, publication.publisher)
  out.u32le(packDate(publication.published)).u32le(packDate(publication.versionDate))
  const { version = 0, quality } = publication
  const fits = isBelow(version, 0x8000)
  if (!fits) lose('chessbase/source-version', { value: version })
  return out
    .u16le(fits ? version : 0)
    .u16le(quality === undefined ? 0 : Math.max(0, QUALITIES.indexOf(quality)))
    .bytes()
}

export function teamData(team: Team, text: FieldEncoder, lose: Lose): Uint8Array {
  const out = new ByteWriter()
  putTexts(out, TEAM_ROOM, text, team.name)
  const { number = 0, year = 0 } = team
  if (!isBelow(number, 0x100)) lose('chessbase/team-number', { value: number })
  if (!isBelow(year, 0x8000)) lose('chessbase/team-year', { value: year })
  const nation = nationNumber(team.nation)
  if (team.nation !== undefined && nation === 0) lose('chessbase/nation', { nation: team.nation })
  return out
    .u8(isBelow(number, 0x100) ? number : 0)
    .u8(team.season ? 1 : 0)
    .u16le(isBelow(year, 0x8000) ? year : 0)
    .u8(nation)
    .bytes()
}

/** The titles of a game, a text or an analysis in their order. */
export function titlesData(titles: readonly Title[], text: FieldEncoder, lose: Lose): Uint8Array {
  const out = new ByteWriter()
  let room = TITLES_ROOM - titles.length * 2 * LENGTH
  const kept = room >= 0 ? titles : titles.slice(0, Math.floor(TITLES_ROOM / (2 * LENGTH)))
  for (const title of titles.slice(kept.length)) lose('chessbase/title', { title: title.text })
  room = TITLES_ROOM - kept.length * 2 * LENGTH
  out.u32le(kept.length)
  for (const title of kept) {
    const nation = nationOfLanguage(title.language)
    if (title.language !== undefined && nation === 0) lose('chessbase/language', { language: title.language })
    const words = text.field(title.text, room)
    room -= words.length
    out.u32le(nation).u32le(words.length).put(words)
  }
  return out.bytes()
}

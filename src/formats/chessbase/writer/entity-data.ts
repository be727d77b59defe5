/** The contents of records in the entity files, the inverse of entities.ts. Numbers are little-endian. */
import type { GameEvent, Publication, Team } from '../../../model/record.ts'
import { isJsonObject } from '../../../model/json.ts'
import { packDate } from '../dates.ts'
import {
  ANNOTATOR,
  EVENT_FLAGS,
  EVENT_PACES,
  EVENT_TYPES,
  PLAYER,
  QUALITIES,
  SOURCE,
  TAG,
  TAG_LANGUAGES,
  TEAM,
  TOURNAMENT,
  type Field,
} from '../entities.ts'
import { nationNumber } from '../nations.ts'
import type { Lose } from './lose.ts'
import type { FieldEncoder } from './field-encoder.ts'

/** Losses of one number. */
type NumberLoss = `chessbase/${'category' | 'rounds' | 'source-version' | 'team-number' | 'team-year'}`

class Data {
  readonly bytes: Uint8Array
  private readonly view: DataView
  private readonly text: FieldEncoder
  private readonly lose: Lose

  constructor(size: number, text: FieldEncoder, lose: Lose = () => {}) {
    this.bytes = new Uint8Array(size)
    this.view = new DataView(this.bytes.buffer)
    this.text = text
    this.lose = lose
  }

  put([at, width]: Field, text: string | undefined): void {
    if (text !== undefined && text !== '') this.bytes.set(this.text.field(text, width), at)
  }

  /** A number from 0 to `most`; any other is lost. */
  number(at: number, width: 1 | 4, value: number | undefined, loss: NumberLoss): void {
    if (value === undefined) return
    const most = width === 1 ? 0xff : 0x7fff_ffff
    if (!Number.isInteger(value) || value < 0 || value > most) this.lose(loss, { value })
    else if (width === 1) this.bytes[at] = value
    else this.view.setUint32(at, value, true)
  }

  nation(at: number, code: string | undefined): void {
    const number = nationNumber(code)
    if (code !== undefined && number === 0) this.lose('chessbase/nation', { nation: code })
    this.bytes[at] = number
  }

  date(at: number, packed: number): void {
    this.view.setUint32(at, packed, true)
  }
}

/** A player's name, divided at its first comma. */
export function playerData(name: string, text: FieldEncoder): Uint8Array {
  const data = new Data(PLAYER.size, text)
  const comma = name.indexOf(', ')
  const isDivided = comma >= 0 && comma + 2 < name.length
  data.put(PLAYER.lastName, isDivided ? name.slice(0, comma) : name)
  if (isDivided) data.put(PLAYER.firstName, name.slice(comma + 2))
  return data.bytes
}

export function annotatorData(name: string, text: FieldEncoder): Uint8Array {
  const data = new Data(ANNOTATOR.size, text)
  data.put(ANNOTATOR.name, name)
  return data.bytes
}

export function eventData(event: GameEvent, text: FieldEncoder, lose: Lose): Uint8Array {
  const data = new Data(TOURNAMENT.size, text, lose)
  const { bytes } = data
  const stored = event.native?.['chessbase']
  const native = isJsonObject(stored) ? stored : {}
  data.put(TOURNAMENT.title, event.name)
  data.put(TOURNAMENT.place, event.site)
  data.date(TOURNAMENT.date, packDate(event.date))
  const nativeType = native['type']
  const type = event.type === undefined ? 0 : EVENT_TYPES.indexOf(event.type)
  const nativePaces = native['paces']
  const pace = EVENT_PACES.find(([, name]) => name === event.pace)?.[0] ?? 0
  bytes[TOURNAMENT.type] =
    (typeof nativeType === 'number' ? nativeType & 31 : Math.max(0, type)) |
    (typeof nativePaces === 'number' ? nativePaces & 0xe0 : pace)
  bytes[TOURNAMENT.team] = event.isTeamEvent ? 1 : 0
  data.nation(TOURNAMENT.nation, event.nation)
  data.number(TOURNAMENT.category, 1, event.category, 'chessbase/category')
  data.number(TOURNAMENT.rounds, 1, event.rounds, 'chessbase/rounds')
  const { legacyComplete, complete, boardPoints, threePointsForWin } = EVENT_FLAGS
  const flags =
    (event.complete ? legacyComplete | complete : 0) |
    (event.boardPoints ? boardPoints : 0) |
    (event.threePointsForWin ? threePointsForWin : 0)
  const nativeFlags = native['flags']
  bytes[TOURNAMENT.flags] = typeof nativeFlags === 'number' ? nativeFlags : flags
  return bytes
}

/** @param unset the value for an unknown date of publication */
export function publicationData(publication: Publication, unset: number, text: FieldEncoder, lose: Lose): Uint8Array {
  const data = new Data(SOURCE.size, text, lose)
  data.put(SOURCE.title, publication.title)
  data.put(SOURCE.publisher, publication.publisher)
  data.date(SOURCE.published, packDate(publication.published) || unset)
  data.date(SOURCE.date, packDate(publication.versionDate))
  data.number(SOURCE.version, 1, publication.version, 'chessbase/source-version')
  const quality = publication.quality === undefined ? 0 : QUALITIES.indexOf(publication.quality)
  data.bytes[SOURCE.quality] = Math.max(0, quality)
  return data.bytes
}

export function teamData(team: Team, text: FieldEncoder, lose: Lose): Uint8Array {
  const data = new Data(TEAM.size, text, lose)
  data.put(TEAM.title, team.name)
  data.number(TEAM.number, 4, team.number, 'chessbase/team-number')
  data.bytes[TEAM.season] = team.season ? 1 : 0
  data.number(TEAM.year, 4, team.year, 'chessbase/team-year')
  data.nation(TEAM.nation, team.nation)
  return data.bytes
}

/** Titles of a game, one for each language with a place. */
export function tagData(
  titles: readonly { language?: string; text: string }[],
  text: FieldEncoder,
  lose: Lose,
): Uint8Array {
  const data = new Data(TAG.size, text, lose)
  const taken = new Set<number>()
  for (const title of titles) {
    // The last two places have no language.
    const places = title.language === undefined ? [6, 7] : [TAG_LANGUAGES.indexOf(title.language)]
    const place = places.find((index) => index >= 0 && !taken.has(index))
    if (place === undefined) {
      lose('chessbase/title', { title: title.text })
      continue
    }
    taken.add(place)
    data.put([place * TAG.titleWidth, TAG.titleWidth], title.text)
  }
  return data.bytes
}

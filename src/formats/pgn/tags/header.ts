/** Converts the tags of a game to its header and back. */
import type { Header } from '../../../model/record.ts'
import type { TagField } from './tag-field.ts'
import type { TagFields } from './tag-fields.ts'

/** A tag with its value. */
export type TagPair = readonly [name: string, value: string]

/** Tags in order. */
export interface TagList {
  readonly names: readonly string[]
  value(index: number): string
}

/** The values of unknown tags of the roster. */
export const UNKNOWN = '?'
export const UNKNOWN_DATE = '????.??.??'

/** The contents of the tags of a game. */
export interface TagReading {
  header: Header
  /** Repeated tags, which a header cannot store. */
  repeated: TagPair[]
}

/** A header before any tag is read. */
export function emptyHeader(): Header {
  return { players: [], result: { outcome: 'unfinished' } }
}

/** Reads one tag into a header. Tags must come in the order of their fields, which may rely on those before them. */
export function readTag(header: Header, fields: TagFields, name: string, value: string): void {
  const field = fields.byName.get(name)
  if (field === undefined) addTag(header, name, value)
  else readField(header, fields.all[field]!, name, value)
}

/**
 * Reads tags into a header.
 * @param isPassed identifies the tags that are read elsewhere; each is skipped once
 * @param header what other tags have filled
 */
export function readHeader(
  section: TagList,
  fields: TagFields,
  isPassed: (name: string, index: number) => boolean,
  header = emptyHeader(),
): TagReading {
  const { names } = section
  const found = placesFor(fields)
  let others: Map<string, number> | undefined
  const repeated: TagPair[] = []
  for (let index = 0; index < names.length; index++) {
    const name = names[index]!
    const field = fields.byName.get(name)
    if (field === undefined ? others?.has(name) || name === '__proto__' : found[field] !== NOWHERE) {
      repeated.push([name, section.value(index)])
    } else if (field === undefined) {
      others ??= new Map()
      others.set(name, index)
    } else {
      found[field] = index
    }
  }
  // In the order of the table, so a field can rely on those before it.
  for (let field = 0; field < fields.all.length; field++) {
    const index = found[field]!
    if (index !== NOWHERE) readField(header, fields.all[field]!, names[index]!, section.value(index))
  }
  sortPlayers(header)
  if (!others) return { header, repeated }
  readInstant(header, section, others)
  for (const [name, index] of others) if (!isPassed(name, index)) addTag(header, name, section.value(index))
  return { header, repeated }
}

/** The index of a tag that is not there. */
const NOWHERE = -1

/** Memory for the indexes of tags, by their fields. */
let places = new Int32Array(0)

/** A place for the index of the tag of every field, good until the next call. */
function placesFor({ all }: TagFields): Int32Array {
  if (places.length < all.length) places = new Int32Array(all.length)
  return places.fill(NOWHERE)
}

/** Nearly every header has its two players in order. */
function sortPlayers({ players }: Header): void {
  if (players.length === 2 && players[0]!.colour! <= players[1]!.colour!) return
  players.sort((left, right) => left.colour! - right.colour!)
}

/** The instant at which a game began has two tags. */
function readInstant(header: Header, section: TagList, others: Map<string, number>): void {
  const date = others.get('UTCDate')
  const time = others.get('UTCTime')
  if (date === undefined || time === undefined) return
  const day = /^([0-9]{4})\.([0-9]{2})\.([0-9]{2})$/.exec(section.value(date))
  const clock = section.value(time)
  if (!day || !/^[0-9]{2}:[0-9]{2}:[0-9]{2}$/.test(clock)) return
  const instant = `${day[1]}-${day[2]}-${day[3]}T${clock}Z`
  // An invalid date or time is kept as written.
  const parsed = new Date(instant)
  if (Number.isNaN(parsed.getTime()) || parsed.toISOString() !== instant.replace('Z', '.000Z')) return
  header.instant = instant
  others.delete('UTCDate')
  others.delete('UTCTime')
}

/** The two tags of an instant; none if it has fractions of a second or a year without four digits. */
function writeInstant(instant: string | undefined): TagPair[] {
  const time = instant === undefined ? Number.NaN : Date.parse(instant)
  if (Number.isNaN(time)) return []
  const [date, clock] = new Date(time).toISOString().split('T')
  if (date!.length !== 10) return []
  return [
    ['UTCDate', date!.replaceAll('-', '.')],
    ['UTCTime', clock!.slice(0, 8)],
  ]
}

/** Reads a tag; if it is invalid as a field, or would be written differently, it is also kept under its own name. */
function readField(header: Header, field: TagField, name: string, value: string): void {
  if (value === '' || value === UNKNOWN) return
  if (field.read(header, value) && (field.isPlain || field.write(header) === value)) return
  addTag(header, name, value)
}

function addTag(header: Header, name: string, value: string): void {
  header.tags ??= {}
  header.tags[name] = value
}

/**
 * The tags of a header: the roster, then the others.
 * @param isCanonical one way to write each field, and all tags after the roster by name
 * @param extra tags about the game itself (`FEN`), written after those of the header
 * @param repeated further tags with names that have already been written
 */
export function writeHeader(
  header: Header,
  fields: TagFields,
  isCanonical: boolean,
  extra: readonly TagPair[],
  repeated: readonly TagPair[],
): TagPair[] {
  const tags: TagPair[] = []
  for (const field of fields.roster) {
    const value = fieldValue(header, field, isCanonical) ?? (field.name === 'Date' ? UNKNOWN_DATE : UNKNOWN)
    tags.push([field.name, value])
  }
  for (const field of fields.others) {
    const value = fieldValue(header, field, isCanonical)
    if (value !== undefined) tags.push([field.name, value])
  }
  tags.push(...writeInstant(header.instant), ...extra)
  if (header.tags) {
    const written = new Set(tags.map(([name]) => name))
    for (const [name, value] of Object.entries(header.tags)) {
      if (!written.has(name) && isTagName(name)) tags.push([name, value])
    }
  }
  tags.push(...repeated)
  if (!isCanonical) return tags
  const others = tags.splice(fields.roster.length)
  return tags.concat(others.sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0)))
}

/** The text of a field: in the source's spelling if that still means the same, otherwise as the field is written. */
function fieldValue(header: Header, field: TagField, isCanonical: boolean): string | undefined {
  const value = field.write(header, isCanonical)
  const spelling = header.tags?.[field.name]
  if (spelling === undefined || (isCanonical && value !== undefined)) return value
  if (value === undefined) return spelling
  const probe: Header = { players: [], result: { ...header.result }, event: { site: UNKNOWN } }
  return field.read(probe, spelling) && field.write(probe) === value ? spelling : value
}

/** Whether a name can be the name of a tag. */
export function isTagName(name: string): boolean {
  return name.length <= 255 && /^[A-Za-z0-9_\-.\u0080-\uffff]+$/.test(name)
}

/** Collects the entries of a list and writes its files: docs/formats/chess-assistant.md, Writing. */
import { ByteWriter } from '../../../bytes/writer.ts'
import { isRealDate, makeDate, type PartialDate } from '../../../model/date.ts'
import type { Json } from '../../../model/json.ts'
import type { Player } from '../../../model/record.ts'
import { LIST_FILES, packDate, unpackDate, type ListName } from '../files/layout.ts'
import { mainHeader } from '../files/main-file.ts'

/** What a list may store about an entry besides its name; only players have any of it. */
interface Details {
  title: string
  rating: number
  fideId: number
  /** The packed date, 0 unknown. */
  birth: number
  /** 1 male, 2 female, 0 unknown. */
  gender: number
}

/** An entry to be written. */
interface NewEntry extends Details {
  name: string
}

const NO_DETAILS: Details = { title: '', rating: 0, fideId: 0, birth: 0, gender: 0 }

/** How names become bytes. */
export interface NameEncoding {
  /** Reports what the current record loses by the encoding of a text, if that is already known. */
  check(text: string): void
  /** Encodes a text into at most 255 bytes. */
  encode(text: string): Uint8Array
  /** The sort key of stored names: their bytes in lower case, as one character each. */
  sortKey(name: Uint8Array): string
}

/** A list that grows; id 0 is an entry without a name. */
export class ListWriter {
  readonly name: ListName
  /** Number of rows added. */
  private rows = 0
  private readonly ids = new Map<string, number>()
  /** The first entry of every name. */
  private readonly idsOfNames = new Map<string, number>()
  private readonly entries: NewEntry[] = []
  private readonly names: NameEncoding

  constructor(name: ListName, names: NameEncoding) {
    this.name = name
    this.names = names
    this.append('', NO_DETAILS)
  }

  /**
   * Whether the list equals that of the source: a new entry makes it longer, and so does adding the empty entry if the
   * source has none.
   */
  get isSame(): boolean {
    return this.entries.length === this.rows
  }

  /** The id of an entry, which is added if it is new. */
  add(name: string, player?: Player): number {
    const details = detailsOf(player)
    return this.ids.get(keyOf(name, details)) ?? this.append(name, details)
  }

  /** The id of the first entry with a name, which is added if there is none. */
  addName(name: string): number {
    return this.idsOfNames.get(name) ?? this.append(name, NO_DETAILS)
  }

  /** Copies a row from the same list of another database, with everything in it. The empty entry 0 is already there. */
  put({ id, name, title, rating, fideId, birth, gender }: Record<string, Json>): void {
    const text = (value: Json | undefined) => (typeof value === 'string' ? value : '')
    const details: Details = {
      title: text(title),
      rating: typeof rating === 'number' ? rating : 0,
      fideId: Number(text(fideId)) || 0,
      birth: typeof birth === 'number' ? birth : packDate(parseStoredDate(text(birth))),
      gender: gender === 'male' ? 1 : gender === 'female' ? 2 : typeof gender === 'number' ? gender : 0,
    }
    this.rows++
    const isBlank = text(name) === '' && Object.values(details).every((value) => !value)
    if (id === 0 && isBlank) return
    this.append(text(name), details)
  }

  private append(name: string, details: Details): number {
    this.names.check(name)
    this.names.check(details.title)
    const id = this.entries.push({ ...details, name }) - 1
    const key = keyOf(name, details)
    if (!this.ids.has(key)) this.ids.set(key, id)
    if (!this.idsOfNames.has(name)) this.idsOfNames.set(name, id)
    return id
  }

  /** Every name and title, possibly repeated. */
  *texts(): IterableIterator<string> {
    for (const { name, title } of this.entries) {
      yield name
      if (title !== '') yield title
    }
  }

  /** The seven files of the list, in the order of the volume. */
  files(): (readonly [name: string, bytes: Uint8Array])[] {
    const entries = this.entries.map((entry) => {
      const name = this.names.encode(entry.name)
      return { ...entry, name, titleBytes: this.names.encode(entry.title), sort: this.names.sortKey(name) }
    })
    const isPlayers = this.name === 'Players'
    const addresses = new ByteWriter(entries.length * 4)
    const fixed = new ByteWriter()
    // No address is 0, since the description contradicts itself about that.
    const data = new ByteWriter().u8(0)
    for (const { name, titleBytes, rating, fideId, birth, gender } of entries) {
      addresses.u32le(data.length)
      data.u8(name.length)
      if (isPlayers) data.u8(titleBytes.length)
      data.put(name)
      if (isPlayers) data.put(titleBytes)
      if (isPlayers) fixed.u16le(rating).u32le(fideId).u24le(birth).u8(gender)
    }
    const places = entries.map((_, id) => id)
    places.sort((left, right) => compare(entries[left]!.sort, entries[right]!.sort) || left - right)
    const order = new ByteWriter(entries.length * 4)
    for (const id of places) order.u32le(id)
    const contents: Record<(typeof LIST_FILES)[number], Uint8Array> = {
      cdp: mainHeader(entries.length, new Uint8Array(0)),
      iii: order.bytes(),
      axx: new Uint8Array(0),
      dxx: new Uint8Array(0),
      d00: fixed.bytes(),
      a01: addresses.bytes(),
      d01: data.bytes(),
    }
    return LIST_FILES.map((file) => [`${this.name}.${file}`, contents[file]] as const)
  }
}

/** What the record of a game says of a player for the list. */
function detailsOf(player: Player | undefined): Details {
  return {
    title: player?.title ?? '',
    rating: 0,
    fideId: fideId(player) ?? 0,
    birth: packDate(player?.birth),
    gender: player?.gender === undefined ? 0 : player.gender === 'male' ? 1 : 2,
  }
}

/**
 * What identifies an entry in the record of a game: not the rating in the list, and birth and gender only if they are
 * valid.
 */
function keyOf(name: string, { title, fideId, birth, gender }: Details): string {
  const date = unpackDate(birth)
  return [name, title, fideId, date && isRealDate(date) ? packDate(date) : 0, gender <= 2 ? gender : 0].join('\0')
}

/** A date as shown in lists, `1976.07.23` or `1976.??.??`, whether or not it exists. */
function parseStoredDate(text: string): PartialDate | undefined {
  const parts = /^(?:([0-9]{4})|\?{4})\.(?:([0-9]{2})|\?\?)\.(?:([0-9]{2})|\?\?)$/.exec(text)
  return parts ? makeDate(Number(parts[1] ?? 0), Number(parts[2] ?? 0), Number(parts[3] ?? 0)) : undefined
}

/** A player's FIDE number; undefined if there is none. */
export function fideId(player: Player | undefined): number | undefined {
  const id = Number(player?.id)
  const isFide = player?.domain === undefined || player.domain === 'fide'
  return isFide && Number.isInteger(id) && id > 0 && id < 2 ** 32 ? id : undefined
}

function compare(left: string, right: string): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}

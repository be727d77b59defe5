/** The lists of players, events, places and sources: docs/formats/chess-assistant.md, Lists. */
import { u16le, u32le } from '../../../bytes/numbers.ts'
import { MemorySource } from '../../../bytes/source.ts'
import type { TermIn } from '../../../issues/catalogue.ts'
import { formatPgnDate, isRealDate } from '../../../model/date.ts'
import type { Json } from '../../../model/json.ts'
import type { Player } from '../../../model/record.ts'
import type { Table } from '../../format.ts'
import { resolveAddress } from './addresses.ts'
import { packDate, PLAYER_SIZE, u24le, unpackDate, type ListName } from './layout.ts'
import type { Volume } from './volume.ts'

/** The stored texts of an entry. */
export interface EntryBytes {
  name: Uint8Array
  title: Uint8Array
}

/** Offset of the number of entries in the main file of a list, like the number of games in that of the database. */
const COUNT_AT = 104
const COUNT_END = 108

/** Names or players held in memory at once. */
const MAX_HELD = 1 << 16

export class EntityList {
  readonly name: ListName
  /** Number of entries, unused ones included. */
  readonly count: number
  readonly order: Uint8Array
  private readonly addresses: MemorySource
  private readonly data: Uint8Array
  private readonly fixed: Uint8Array
  private readonly main: Uint8Array
  /** Cached names and players, by id. */
  private readonly names = new Map<number, string>()
  private readonly players = new Map<number, Omit<Player, 'colour'>>()
  /** Id of the first entry. */
  base = 0
  decode: (bytes: Uint8Array) => string = (bytes) => String.fromCharCode(...bytes)

  constructor(name: ListName, volume: Volume) {
    this.name = name
    this.addresses = new MemorySource(name, volume.file(`${name}.a01`))
    this.data = volume.file(`${name}.d01`)
    this.fixed = name === 'Players' ? volume.file(`${name}.d00`) : new Uint8Array(0)
    this.order = volume.file(`${name}.iii`)
    this.main = volume.file(`${name}.cdp`)
    this.count = this.addresses.size >> 2
  }

  /** The texts of an id; undefined if they are outside the file. */
  bytesOf(id: number, base = this.base): EntryBytes | undefined {
    const at = resolveAddress(this.addresses, id, base)
    if (at === undefined || at >= this.data.length) return undefined
    const hasTitle = this.name === 'Players'
    const start = at + (hasTitle ? 2 : 1)
    const nameEnd = start + this.data[at]!
    const end = hasTitle ? nameEnd + (this.data[at + 1] ?? 0) : nameEnd
    if (end > this.data.length) return undefined
    return { name: this.data.subarray(start, nameEnd), title: this.data.subarray(nameEnd, end) }
  }

  /** Where the entry of an id is in `.d01`; undefined if it cannot be read. */
  extentOf(id: number): { start: number; end: number } | undefined {
    const bytes = this.bytesOf(id)
    if (!bytes) return undefined
    const end = bytes.title.byteOffset + bytes.title.length - this.data.byteOffset
    return { start: bytes.name.byteOffset - this.data.byteOffset - (this.name === 'Players' ? 2 : 1), end }
  }

  /** The number of entries that each part of the list states, beside its addresses. */
  statedCounts(): { part: TermIn<'ca-part'>; stated: number }[] {
    const counts: { part: TermIn<'ca-part'>; stated: number }[] = [{ part: 'order', stated: this.order.length / 4 }]
    if (this.name === 'Players') counts.push({ part: 'ratings', stated: this.fixed.length / PLAYER_SIZE })
    if (this.main.length >= COUNT_END) counts.push({ part: 'main', stated: u32le(this.main, COUNT_AT) })
    return counts
  }

  /** Whether an id refers to a readable entry, or to none. */
  has(id: number): boolean {
    const isKnown = this.names.has(id) || this.players.get(id)?.name !== undefined
    return isKnown || (this.base === 1 && id === 0) || this.bytesOf(id) !== undefined
  }

  /** The name of an id; undefined when it is empty or cannot be read. */
  nameOf(id: number): string | undefined {
    if (this.name === 'Players') return this.heldPlayer(id).name
    const known = this.names.get(id)
    if (known !== undefined) return known || undefined
    const bytes = this.bytesOf(id)
    if (!bytes) return undefined
    const name = this.decode(bytes.name)
    if (this.names.size >= MAX_HELD) this.names.clear()
    this.names.set(id, name)
    return name || undefined
  }

  /** What is known about a player by id, independent of any game. The caller may change it. */
  player(id: number): Omit<Player, 'colour'> {
    return copyOf(this.heldPlayer(id))
  }

  private heldPlayer(id: number): Readonly<Omit<Player, 'colour'>> {
    const known = this.players.get(id)
    if (known) return known
    const player: Omit<Player, 'colour'> = {}
    const bytes = this.bytesOf(id)
    if (bytes && bytes.name.length > 0) player.name = this.decode(bytes.name)
    if (bytes && bytes.title.length > 0) player.title = this.decode(bytes.title)
    const { fideId, packedBirth, gender } = this.detailsOf(id)
    const birth = unpackDate(packedBirth)
    if (fideId !== 0) Object.assign(player, { id: String(fideId), domain: 'fide' })
    if (birth && isRealDate(birth)) player.birth = birth
    if (gender === 1 || gender === 2) player.gender = gender === 1 ? 'male' : 'female'
    if (this.players.size >= MAX_HELD) this.players.clear()
    this.players.set(id, player)
    return player
  }

  /** The fixed part of a player's entry. */
  private detailsOf(id: number): { rating: number; fideId: number; packedBirth: number; gender: number } {
    const at = (id - this.base) * PLAYER_SIZE
    const { fixed } = this
    if (at < 0 || at + PLAYER_SIZE > fixed.length) return { rating: 0, fideId: 0, packedBirth: 0, gender: 0 }
    return {
      rating: u16le(fixed, at),
      fideId: u32le(fixed, at + 2),
      packedBirth: u24le(fixed, at + 6),
      gender: fixed[at + 9]!,
    }
  }

  /** Every entry in stored order. */
  table(): Table {
    const isPlayers = this.name === 'Players'
    const details = isPlayers ? ['title', 'rating', 'fideId', 'birth', 'gender'] : []
    const row = (place: number): Record<string, Json> => {
      const id = place + this.base
      if (!isPlayers) return { id, name: this.nameOf(id) ?? '' }
      const { name = '', title } = this.player(id)
      const { rating, fideId, packedBirth, gender } = this.detailsOf(id)
      const row: Record<string, Json> = { id, name }
      if (title !== undefined) row['title'] = title
      if (rating > 0) row['rating'] = rating
      if (fideId > 0) row['fideId'] = String(fideId)
      if (packedBirth !== 0) row['birth'] = birthOf(packedBirth)
      if (gender !== 0) row['gender'] = [undefined, 'male', 'female'][gender] ?? gender
      return row
    }
    const { count } = this
    return {
      name: this.name.toLowerCase(),
      columns: ['id', 'name', ...details],
      count,
      *rows() {
        for (let place = 0; place < count; place++) yield row(place)
      },
    }
  }
}

/** A birth date as text; the number itself if its parts do not represent it. */
function birthOf(packed: number): string | number {
  const date = unpackDate(packed)
  return date && packDate(date) === packed ? formatPgnDate(date) : packed
}

function copyOf(player: Readonly<Omit<Player, 'colour'>>): Omit<Player, 'colour'> {
  return player.birth ? { ...player, birth: { ...player.birth } } : { ...player }
}

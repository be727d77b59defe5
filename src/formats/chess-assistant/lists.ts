/** The lists of players, events, places and sources: docs/formats/chess-assistant.md, Lists. */
import { u16le, u32le } from '../../bytes/numbers.ts'
import { MemorySource } from '../../bytes/source.ts'
import { formatPgnDate, isRealDate } from '../../model/date.ts'
import type { Json } from '../../model/json.ts'
import type { Player } from '../../model/record.ts'
import type { Table } from '../format.ts'
import { resolveAddress } from './addresses.ts'
import { PLAYER_SIZE, u24le, unpackDate, type ListName } from './layout.ts'
import type { Volume } from './volume.ts'

/** The stored texts of an entry. */
export interface EntryBytes {
  name: Uint8Array
  title: Uint8Array
}

export class EntityList {
  readonly name: ListName
  /** Number of entries, unused ones included. */
  readonly count: number
  readonly order: Uint8Array
  private readonly addresses: MemorySource
  private readonly data: Uint8Array
  private readonly fixed: Uint8Array
  /** Id of the first entry. */
  base = 0
  decode: (bytes: Uint8Array) => string = (bytes) => String.fromCharCode(...bytes)

  constructor(name: ListName, volume: Volume) {
    this.name = name
    this.addresses = new MemorySource(name, volume.file(`${name}.a01`))
    this.data = volume.file(`${name}.d01`)
    this.fixed = name === 'Players' ? volume.file(`${name}.d00`) : new Uint8Array(0)
    this.order = volume.file(`${name}.iii`)
    this.count = this.addresses.size >> 2
  }

  /** The texts of an id; undefined when they lie outside the file. */
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

  /** Whether an id stands for an entry that can be read, or for none. */
  has(id: number): boolean {
    return (this.base === 1 && id === 0) || this.bytesOf(id) !== undefined
  }

  /** The name of an id; undefined when it is empty or cannot be read. */
  nameOf(id: number): string | undefined {
    const bytes = this.bytesOf(id)
    return bytes && bytes.name.length > 0 ? this.decode(bytes.name) : undefined
  }

  /** What is known of a player by id, apart from any game. */
  player(id: number): Omit<Player, 'colour'> {
    const place = id - this.base
    const bytes = this.bytesOf(id)
    const player: Omit<Player, 'colour'> = {}
    if (bytes && bytes.name.length > 0) player.name = this.decode(bytes.name)
    if (bytes && bytes.title.length > 0) player.title = this.decode(bytes.title)
    const at = place * PLAYER_SIZE
    if (place < 0 || at + PLAYER_SIZE > this.fixed.length) return player
    const identifier = u32le(this.fixed, at + 2)
    const birth = unpackDate(u24le(this.fixed, at + 6))
    const gender = this.fixed[at + 9]
    if (identifier !== 0) Object.assign(player, { id: String(identifier), domain: 'fide' })
    if (birth && isRealDate(birth)) player.birth = birth
    if (gender === 1 || gender === 2) player.gender = gender === 1 ? 'male' : 'female'
    return player
  }

  /** Every entry in stored order. */
  table(): Table {
    const isPlayers = this.name === 'Players'
    const details = isPlayers ? ['title', 'rating', 'fideId', 'birth', 'gender'] : []
    const row = (place: number): Record<string, Json> => {
      const id = place + this.base
      if (!isPlayers) return { id, name: this.nameOf(id) ?? '' }
      const { name = '', title, birth, gender, id: fideId } = this.player(id)
      const row: Record<string, Json> = { id, name }
      const rating = place * PLAYER_SIZE < this.fixed.length ? u16le(this.fixed, place * PLAYER_SIZE) : 0
      if (title !== undefined) row['title'] = title
      if (rating > 0) row['rating'] = rating
      if (fideId !== undefined) row['fideId'] = fideId
      if (birth) row['birth'] = formatPgnDate(birth)
      if (gender) row['gender'] = gender
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

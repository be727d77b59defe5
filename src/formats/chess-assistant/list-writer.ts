/** Gathers the entries of a list and writes its files: docs/formats/chess-assistant.md, Writing. */
import { ByteWriter } from '../../bytes/writer.ts'
import type { Player } from '../../model/record.ts'
import { LIST_FILES, packDate, type ListName } from './layout.ts'
import { latin, PROGRAM } from './volume.ts'

const MAIN_FORMAT = '\nChess Data Pro format. Version 1.3'

/** The header of a main file, of the database or of a list. */
export function mainHeader(count: number, comment: Uint8Array): Uint8Array {
  const writer = new ByteWriter(112 + comment.length)
  writer.field(latin(PROGRAM), 50).field(latin(MAIN_FORMAT), 50).u32le(0)
  return writer.u32le(count).u32le(comment.length).put(comment).bytes()
}

interface NewEntry {
  name: Uint8Array
  title: Uint8Array
  player: Player | undefined
  /** What it is sorted by. */
  sort: string
}

/** A list that grows; id 0 is an entry without a name. */
export class ListWriter {
  private readonly ids = new Map<string, number>()
  private readonly entries: NewEntry[] = []
  private readonly name: ListName
  private readonly encode: (text: string) => Uint8Array

  /** @param encode encodes a text into at most 255 bytes, and says what it loses */
  constructor(name: ListName, encode: (text: string) => Uint8Array) {
    this.name = name
    this.encode = encode
    this.add('')
  }

  /** The id of an entry, made when it is new. */
  add(name: string, player?: Player): number {
    const { title = '', id = '', birth, gender = '' } = player ?? {}
    const key = [name, title, id, packDate(birth), gender].join('\0')
    let known = this.ids.get(key)
    if (known === undefined) {
      const encoded = this.encode(name)
      const entry = {
        name: encoded,
        title: this.encode(title),
        player,
        sort: String.fromCharCode(...encoded).toLowerCase(),
      }
      known = this.entries.push(entry) - 1
      this.ids.set(key, known)
    }
    return known
  }

  /** The seven files of the list, in the order of the volume. */
  files(): (readonly [name: string, bytes: Uint8Array])[] {
    const { entries } = this
    const isPlayers = this.name === 'Players'
    const addresses = new ByteWriter(entries.length * 4)
    const fixed = new ByteWriter()
    // No address is 0: of that the description says two things.
    const data = new ByteWriter().u8(0)
    for (const { name, title, player } of entries) {
      addresses.u32le(data.length)
      data.u8(name.length)
      if (isPlayers) data.u8(title.length)
      data.put(name)
      if (!isPlayers) continue
      data.put(title)
      const gender = player?.gender === undefined ? 0 : player.gender === 'male' ? 1 : 2
      fixed
        .u16le(0)
        .u32le(fideId(player) ?? 0)
        .u24le(packDate(player?.birth))
        .u8(gender)
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

/** The number of a player with FIDE; undefined without one. */
export function fideId(player: Player | undefined): number | undefined {
  const id = Number(player?.id)
  const isFide = player?.domain === undefined || player.domain === 'fide'
  return isFide && Number.isInteger(id) && id > 0 && id < 2 ** 32 ? id : undefined
}

function compare(left: string, right: string): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}

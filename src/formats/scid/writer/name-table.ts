/** The names of a database that is being written, each list by its numbers in order of first use. */
import { ByteWriter } from '../../../bytes/writer.ts'
import type { DatabaseFacts } from '../index-header.ts'
import { compareNames } from '../name-order.ts'
import { FACT_TYPE, MOST_NAMES, NAME_KINDS, ONE_BYTE, SCID4_NAMES_MAGIC, TWO_BYTES, type NameKind } from '../names.ts'
import type { FieldEncoder } from './field-encoder.ts'

/** Longest name in bytes. */
export const MAX_NAME = 255

/** One list of names. */
export class NameTable {
  readonly kind: NameKind
  readonly names: Uint8Array[] = []
  /** How often games use each name. */
  readonly frequencies: number[] = []
  private readonly most: number
  private readonly idOfText = new Map<string, number>()
  private readonly idOfBytes = new Map<string, number>()

  constructor(kind: NameKind, generation: 4 | 5) {
    this.kind = kind
    this.most = MOST_NAMES[generation][kind]
  }

  /** Whether another name may find no room. */
  get isFull(): boolean {
    return this.names.length >= this.most
  }

  /** Takes a name that is stored already. */
  load(name: Uint8Array, text: string): void {
    const id = this.names.push(name) - 1
    this.frequencies.push(0)
    if (!this.idOfText.has(text)) this.idOfText.set(text, id)
    const key = keyOf(name)
    if (!this.idOfBytes.has(key)) this.idOfBytes.set(key, id)
  }

  /** The number of a name, which is added where it is new. Names that become the same bytes are one. */
  find(text: string, encoder: FieldEncoder): number {
    const known = this.idOfText.get(text)
    if (known !== undefined) return known
    const name = encoder.encodeWithin(text, MAX_NAME)
    const key = keyOf(name)
    let id = this.idOfBytes.get(key)
    if (id === undefined) {
      id = this.names.push(name) - 1
      this.frequencies.push(0)
      this.idOfBytes.set(key, id)
    }
    // A name that is stored in another way is encoded, and reported, at every use.
    if (encoder.isExact) this.idOfText.set(text, id)
    return id
  }

  /** Counts a use of a name. */
  count(id: number): void {
    if (this.frequencies[id] !== undefined) this.frequencies[id]++
  }
}

function keyOf(name: Uint8Array): string {
  return String.fromCharCode(...name)
}

/** All lists of a new database. */
export function newNameTables(generation: 4 | 5): Record<NameKind, NameTable> {
  return Object.fromEntries(NAME_KINDS.map((kind) => [kind, new NameTable(kind, generation)])) as Record<
    NameKind,
    NameTable
  >
}

/** The bytes of a `.sn4` file. */
export function writeScid4Names(tables: Readonly<Record<NameKind, NameTable>>): Uint8Array {
  const lists = NAME_KINDS.map((kind) => tables[kind])
  const greatest = lists.map(({ frequencies }) => frequencies.reduce((most, count) => Math.max(most, count), 0))
  const out = new ByteWriter(1 << 12)
  for (const letter of SCID4_NAMES_MAGIC) out.u8(letter.charCodeAt(0))
  out.u32be(0)
  for (const { names } of lists) out.u24be(names.length)
  for (const count of greatest) out.u24be(count)
  for (const [index, list] of lists.entries()) writeList(list, greatest[index]!, out)
  return out.bytes()
}

function writeList({ names, frequencies }: NameTable, greatest: number, out: ByteWriter): void {
  const hasLongIds = names.length >= TWO_BYTES
  const order = names.map((_, id) => id).sort((left, right) => compareNames(names[left]!, names[right]!))
  let previous: Uint8Array | undefined
  for (const id of order) {
    const name = names[id]!
    if (hasLongIds) out.u24be(id)
    else out.u16be(id)
    const frequency = frequencies[id]!
    if (greatest >= TWO_BYTES) out.u24be(frequency)
    else if (greatest >= ONE_BYTE) out.u16be(frequency)
    else out.u8(frequency)
    out.u8(name.length)
    const prefix = previous === undefined ? 0 : commonPrefix(previous, name)
    if (previous !== undefined) out.u8(prefix)
    out.put(name.subarray(prefix))
    previous = name
  }
}

function commonPrefix(left: Uint8Array, right: Uint8Array): number {
  let length = 0
  while (length < left.length && length < right.length && left[length] === right[length]) length++
  return length
}

/** Type of the names of each list in a `.sn5` file. */
export const TYPE_OF_KIND: Readonly<Record<NameKind, number>> = { players: 0, events: 1, sites: 2, rounds: 3 }

/** Writes a string of a `.sn5` file. */
export function writeScid5String(type: number, text: Uint8Array, out: ByteWriter): void {
  let value = text.length * 8 + type
  for (; value >= 0x80; value = Math.floor(value / 0x80)) out.u8((value % 0x80) | 0x80)
  out.u8(value).put(text)
}

/** Writes the facts of a database into a `.sn5` file, as far as they say something. */
export function writeScid5Facts({ type, autoload, description, flagNames }: DatabaseFacts, out: ByteWriter): void {
  const ascii = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
  const put = (key: string, value: Uint8Array) => {
    const text = new ByteWriter(key.length + value.length)
    writeScid5String(FACT_TYPE, text.put(ascii(key)).put(value).bytes(), out)
  }
  if (type !== 0) put('type', ascii(String(type)))
  if (description.length > 0) put('description', description)
  if (autoload !== 1) put('autoload', ascii(String(autoload)))
  for (const [index, name] of flagNames.entries()) if (name.length > 0) put(`flag${index + 1}`, name)
}

/**
 * The entities of one kind while a database is written: each once, numbered in order of appearance, with the number of
 * games that name it. At the end their file is written with a balanced tree in alphabetical order.
 * docs/formats/chessbase.md, Entities.
 */
import { i32le } from '../../../bytes/numbers.ts'
import { decodeText } from '../../../bytes/text.ts'
import { ByteWriter } from '../../../bytes/writer.ts'
import type { Sink } from '../../../bytes/sink.ts'
import { ENTITY_KINDS, type EntityKind } from '../entities.ts'
import { DELETED, ENTITY_HEAD_EXTRA, ENTITY_MAGIC, NO_NODE, type EntityFile } from '../entity-file.ts'
import { ENTITY_ORDERS } from '../entity-order.ts'
import { untilNul } from '../text.ts'
import { balancedTree } from './balanced-tree.ts'

/** The number for no team or no tag. */
export const NO_ENTITY = -1

/** The entities of a part of a database, in order of appearance, as plain data. */
export interface EntityPart {
  /** What identifies each. */
  keys: string[]
  /** The record of each, one after another. */
  records: Uint8Array
  /** How many games of the part name each, and the first of them, counted in the part. */
  games: number[]
  firstGames: number[]
}

/** Number of records written at once. */
const BATCH = 4096

export class EntityTable {
  readonly kind: EntityKind
  private readonly records: Uint8Array[] = []
  private readonly games: number[] = []
  private readonly firstGames: number[] = []
  /** Identifiers by the caller's name of the entity, and by its bytes. */
  private readonly byName = new Map<string, number>()
  private readonly byBytes = new Map<string, number>()
  /** Free records of an existing database, in the order of the chain in their file. */
  private readonly deleted = new Map<number, number>()
  private firstDeleted = NO_NODE

  constructor(kind: EntityKind) {
    this.kind = kind
  }

  get size(): number {
    return this.records.length
  }

  /**
   * Imports the entities of a file, each with its own number. @param beside what other files say about an entity, as
   * for {@link find}
   */
  load(file: EntityFile, beside: (id: number) => string = () => ''): void {
    const { layout } = ENTITY_KINDS[this.kind]
    for (let id = 0; id < file.capacity; id++) {
      const data = cleaned(file.data(id)!.slice(0, layout.size), layout)
      this.records.push(data)
      this.games.push(i32le(data, layout.games))
      this.firstGames.push(i32le(data, layout.firstGame))
      if (file.isDeleted(id)) this.deleted.set(id, file.node(id)!.right)
      else this.byBytes.set(this.bytesKey(data) + beside(id), id)
    }
    this.firstDeleted = file.head.firstDeleted
  }

  /**
   * The number of an entity. Its bytes are made only if its name is new. @param beside what other files say about it,
   * if that too distinguishes entities
   */
  find(name: string, makeData: () => Uint8Array, beside = ''): number {
    const known = this.byName.get(name)
    if (known !== undefined) return known
    const data = makeData()
    const key = this.bytesKey(data) + beside
    const id = this.byBytes.get(key) ?? this.insert(key, data)
    this.byName.set(name, id)
    return id
  }

  private insert(key: string, data: Uint8Array): number {
    const id = this.records.push(data) - 1
    this.games.push(0)
    this.firstGames.push(0)
    this.byBytes.set(key, id)
    return id
  }

  /** All entities of a new table. */
  part(): EntityPart {
    const { size } = ENTITY_KINDS[this.kind].layout
    const out = new ByteWriter(this.records.length * size)
    for (const data of this.records) out.put(data)
    const { games, firstGames } = this
    return { keys: [...this.byBytes.keys()], records: out.bytes().slice(), games, firstGames }
  }

  /** Adds the entities of a part after so many games, and returns their numbers here. */
  addPart({ keys, records, games, firstGames }: EntityPart, gamesBefore: number): number[] {
    const { size } = ENTITY_KINDS[this.kind].layout
    return keys.map((key, index) => {
      const id = this.byBytes.get(key) ?? this.insert(key, records.slice(index * size, (index + 1) * size))
      if (this.games[id] === 0 && games[index]! > 0) this.firstGames[id] = gamesBefore + firstGames[index]!
      this.games[id]! += games[index]!
      return id
    })
  }

  /** Counts a game, by its number from 1, that names an entity. */
  count(id: number, game: number): void {
    if (id === NO_ENTITY) return
    if (this.games[id]!++ === 0) this.firstGames[id] = game
  }

  /** Writes the whole file. */
  write(sink: Sink): void {
    const { layout } = ENTITY_KINDS[this.kind]
    const tree = balancedTree(this.inOrder(), this.records.length)
    const out = new ByteWriter(Math.min(BATCH, this.records.length + 1) * (layout.size + 9))
    out.u32le(this.records.length).u32le(tree.root).u32le(ENTITY_MAGIC).u32le(layout.size)
    out.u32le(this.firstDeleted).u32le(this.records.length - this.deleted.size)
    out.u32le(ENTITY_HEAD_EXTRA).fill(0, ENTITY_HEAD_EXTRA)
    for (const [id, data] of this.records.entries()) {
      const free = this.deleted.get(id)
      if (free === undefined) out.u32le(tree.left[id]!).u32le(tree.right[id]!).u8(tree.balance[id]!)
      else out.u32le(DELETED).u32le(free).u8(0)
      const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
      view.setInt32(layout.games, this.games[id]!, true)
      view.setInt32(layout.firstGame, this.firstGames[id]!, true)
      out.put(data)
      if (id % BATCH === BATCH - 1) {
        sink.append(out.bytes())
        out.clear()
      }
    }
    sink.append(out.bytes())
  }

  private inOrder(): number[] {
    const order = ENTITY_ORDERS[this.kind]
    const { records, deleted } = this
    const ids: number[] = []
    for (let id = 0; id < records.length; id++) if (!deleted.has(id)) ids.push(id)
    return ids.sort((left, right) => order(records[left]!, records[right]!) || left - right)
  }

  /** The bytes before the counts, which alone identify an entity. */
  private bytesKey(data: Uint8Array): string {
    const { layout } = ENTITY_KINDS[this.kind]
    let end = layout.games
    while (end > 0 && data[end - 1] === 0) end--
    // Any single-byte code page maps bytes to distinct characters.
    return decodeText(data.subarray(0, end), 'windows-1252')
  }
}

/** Without left-over bytes after the ends of texts. */
function cleaned(data: Uint8Array, layout: object): Uint8Array {
  for (const field of Object.values(layout) as unknown[]) {
    if (!Array.isArray(field)) continue
    const [at, width] = field as [number, number]
    data.fill(0, at + untilNul(data.subarray(at, at + width)).length, at + width)
  }
  return data
}

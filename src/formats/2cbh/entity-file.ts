/**
 * The `.2lid` file: players, tournaments, sources, teams and titles, each in a container of fixed size, of which block
 * i holds those numbered i of every type. docs/formats/2cbh.md, Entities.
 */
import { i32be, i32le } from '../../bytes/numbers.ts'
import type { Source } from '../../bytes/source.ts'
import { issue, type Issue } from '../../issues/issue.ts'

/** The types of entities in the order of their containers. */
export const ENTITY_TYPES = ['players', 'tournaments', 'sources', 'unused', 'teams', 'titles'] as const
export type EntityType = (typeof ENTITY_TYPES)[number]

/** Bytes of the head that ChessBase writes, and of the containers of each type in it. */
export const ENTITY_HEAD_SIZE = 184
export const CONTAINER_SIZES: Readonly<Record<EntityType, number>> = {
  players: 1024,
  tournaments: 1120,
  sources: 220,
  unused: 1024,
  teams: 314,
  titles: 532,
}

/** Where the facts of the types begin in the head, and how many bytes each has. */
export const TYPES_AT = 8
export const TYPE_FACTS_SIZE = 20

/** Most types, and largest container, that are believed. */
const MOST_TYPES = 16
const LARGEST_CONTAINER = 1 << 16

/** A record of this content was deleted; the number of the next one follows. */
export const DELETED_MARK = [0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99] as const
export const DELETED_LENGTH = 16

/** What the head says of a type. */
interface TypeFacts {
  /** Offset of its container in a block. */
  offset: number
  size: number
  count: number
  firstDeleted: number
}

export class EntityFile {
  readonly file: string
  readonly issues: Issue[] = []
  /** Blocks that are there, the last one perhaps cut: a number of entities that no type exceeds. */
  readonly blocks: number
  private readonly source: Source
  private readonly headSize: number
  private readonly blockSize: number
  private readonly types: readonly (TypeFacts | undefined)[]

  constructor(source: Source) {
    this.source = source
    this.file = source.name
    const fixed = source.read(0, TYPES_AT)
    this.headSize = i32be(fixed, 0)
    const typeCount = i32be(fixed, 4)
    const types: TypeFacts[] = []
    let blockSize = 0
    const isHead = fixed.length === TYPES_AT && typeCount >= ENTITY_TYPES.length && typeCount <= MOST_TYPES
    const facts = isHead ? source.read(TYPES_AT, TYPES_AT + typeCount * TYPE_FACTS_SIZE) : new Uint8Array(0)
    const view = new DataView(facts.buffer, facts.byteOffset, facts.byteLength)
    for (let at = 0; at + TYPE_FACTS_SIZE <= facts.length; at += TYPE_FACTS_SIZE) {
      const size = view.getInt32(at)
      types.push({
        offset: blockSize,
        size,
        count: Number(view.getBigInt64(at + 4)),
        firstDeleted: Number(view.getBigInt64(at + 12)),
      })
      blockSize += size
    }
    const headEnd = TYPES_AT + facts.length
    const isUsable =
      isHead &&
      types.length === typeCount &&
      types.every(({ size }) => size > 4 && size <= LARGEST_CONTAINER) &&
      this.headSize >= headEnd
    this.types = isUsable ? types : []
    this.blockSize = blockSize
    this.blocks = isUsable ? Math.max(0, Math.ceil((source.size - this.headSize) / blockSize)) : 0
    if (!isUsable) this.issues.push(issue('2cbh/entity-head', 'error', {}, { file: source.name, offset: 0 }))
  }

  /** How many entities of a type the head counts. */
  stated(type: EntityType): number {
    return this.types[ENTITY_TYPES.indexOf(type)]?.count ?? 0
  }

  /** The first deleted entity of a type, -1 for none. */
  firstDeleted(type: EntityType): number {
    return this.types[ENTITY_TYPES.indexOf(type)]?.firstDeleted ?? -1
  }

  /** Whether the containers are those that are known, so that what fits one of them fits here. */
  get hasUsualContainers(): boolean {
    return (
      this.types.length === ENTITY_TYPES.length &&
      this.types.every((facts, index) => facts?.size === CONTAINER_SIZES[ENTITY_TYPES[index]!])
    )
  }

  /** Offset of the block with the entities of a number. */
  blockStart(id: number): number {
    return this.headSize + id * this.blockSize
  }

  /** The bytes of a container as far as they are there, whatever they hold. */
  container(type: EntityType, id: number): Uint8Array {
    const facts = this.types[ENTITY_TYPES.indexOf(type)]
    if (!facts) return new Uint8Array(0)
    const start = this.blockStart(id) + facts.offset
    return this.source.read(start, start + facts.size)
  }

  /** The content of a record, deleted or not; undefined for one that is not there or not in use. */
  data(type: EntityType, id: number): Uint8Array | undefined {
    const facts = this.types[ENTITY_TYPES.indexOf(type)]
    if (!facts || !(Number.isSafeInteger(id) && id >= 0 && id < this.blocks)) return undefined
    const record = this.container(type, id)
    const length = i32le(record, 0)
    if (record.length < 4 || length <= 0 || length > facts.size - 4) return undefined
    return record.subarray(4, 4 + length)
  }

  /** Whether a record was deleted. The chain of such records is not reliable, their content is. */
  isDeleted(type: EntityType, id: number): boolean {
    const data = this.data(type, id)
    return data !== undefined && isDeletedData(data)
  }

  /** The number of entities of a type, unused ones and deleted ones too: up to the last that is in use. */
  capacity(type: EntityType): number {
    let capacity = Math.min(this.blocks, Math.max(0, this.stated(type)))
    for (let id = this.blocks - 1; id >= capacity; id--) if (this.data(type, id)) capacity = id + 1
    return capacity
  }
}

export function isDeletedData(data: Uint8Array): boolean {
  return data.length === DELETED_LENGTH && DELETED_MARK.every((byte, index) => data[index] === byte)
}

/**
 * The `.2lgd` file: which records name an entity, in each role. Record i of 512 bytes has the heads of the lists of
 * all entities numbered i, and block i of all lists. Derived data, which no reader needs. docs/formats/2cbh.md, Games
 * of an entity.
 */
import { i32le } from '../../bytes/numbers.ts'
import type { Source } from '../../bytes/source.ts'

export const LISTS_HEAD_SIZE = 12
export const LISTS_MARK = 256
export const LIST_RECORD_SIZE = 512

/** Numbers of 64 bits in a record: 32 of heads, then 32 of a block. */
export const LIST_SLOTS = 32

/** Slots of the heads: the first entry of the list of a role, its last, and how many it has. */
export const LIST_AT = { first: 0, last: 10, count: 20, twelve: 30 } as const
export const TWELVE = 12

/** Slots of a block: the next block, how many entries it has, the first of them. */
export const BLOCK_AT = { next: 0, count: 1, entries: 2 } as const
export const BLOCK_ENTRIES = 30

/** Bits of a first entry: it is a record itself, or the begin of a range of records. */
export const SINGLE = 1n << 62n
export const RANGE = 1n << 61n
const NUMBER = RANGE - 1n

/** The list of an entity in a role: the records that name it by their numbers from 1; undefined where it is damaged. */
export function readGameList(source: Source, role: number, id: number, most: number): number[] | undefined {
  const heads = readSlots(source, id, 0)
  const first = heads[LIST_AT.first + role]
  const last = heads[LIST_AT.last + role]
  const count = Number(heads[LIST_AT.count + role])
  if (first === undefined || last === undefined || count > most) return undefined
  if (count === 0 || first === -1n) return []
  if ((first & SINGLE) !== 0n) {
    const entries = [Number(first & NUMBER)]
    if (last !== -1n) entries.push(Number(last & NUMBER))
    return entries.length === count ? entries : undefined
  }
  if ((first & RANGE) !== 0n) {
    const [from, to] = [Number(first & NUMBER), Number(last & NUMBER)]
    return to - from + 1 === count ? Array.from({ length: count }, (_, index) => from + index) : undefined
  }
  const entries: number[] = []
  for (let block = first; block >= 0n && entries.length < count;) {
    const slots = readSlots(source, Number(block), LIST_SLOTS)
    const held = Number(slots[BLOCK_AT.count] ?? 0n)
    if (held < 1 || held > BLOCK_ENTRIES) return undefined
    for (let index = 0; index < held; index++) entries.push(Number(slots[BLOCK_AT.entries + index]))
    block = slots[BLOCK_AT.next]!
  }
  return entries.length === count ? entries : undefined
}

/** How many records the file has. */
export function countListRecords(source: Source): number {
  return Math.max(0, Math.floor((source.size - LISTS_HEAD_SIZE) / LIST_RECORD_SIZE))
}

/** Whether a file begins as such files do. */
export function isListFile(source: Source): boolean {
  return i32le(source.read(0, LISTS_HEAD_SIZE), 0) === LISTS_MARK
}

/** Half a record: the heads or the block. */
function readSlots(source: Source, record: number, from: number): BigInt64Array {
  const start = LISTS_HEAD_SIZE + record * LIST_RECORD_SIZE + from * 8
  const bytes = source.read(start, start + LIST_SLOTS * 8)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return BigInt64Array.from({ length: bytes.length >> 3 }, (_, index) => view.getBigInt64(index * 8, true))
}

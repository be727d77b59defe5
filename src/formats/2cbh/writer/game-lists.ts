/** Writes the `.2lgd` file, the records that name each entity: docs/formats/2cbh.md, Games of an entity. */
import type { Sink } from '../../../bytes/sink.ts'
import { ByteWriter } from '../../../bytes/writer.ts'
import { BLOCK_AT, BLOCK_ENTRIES, LIST_AT, LIST_SLOTS, LISTS_MARK, RANGE, SINGLE, TWELVE } from '../game-lists.ts'
import { ROLES, type Role } from '../references.ts'

/** The records that name each entity, by role; built while games are written. */
export class GameLists {
  private readonly lists = new Map<Role, number[][]>(ROLES.map((role) => [role, []]))

  /** Adds a record, by its number from 1, that names an entity. Numbers ascend. */
  add(role: Role, id: number, record: number): void {
    const lists = this.lists.get(role)!
    const list = lists[id]
    if (list) list.push(record)
    else lists[id] = [record]
  }

  /** The entities that are named in a role, in ascending order. */
  named(role: Role): number[] {
    return Object.keys(this.lists.get(role)!).map(Number)
  }

  /** Writes the whole file for so many entities of a type. */
  write(entities: number, sink: Sink): void {
    const heads: BigInt64Array[] = Array.from({ length: entities }, emptyHeads)
    const blocks: BigInt64Array[] = []
    for (const role of ROLES) {
      for (const id of this.named(role)) {
        const list = this.lists.get(role)![id]!
        const [first, last] = place(list, blocks)
        const head = heads[id]!
        head[LIST_AT.first + role.number] = first
        head[LIST_AT.last + role.number] = last
        head[LIST_AT.count + role.number] = BigInt(list.length)
      }
    }
    const out = new ByteWriter(12)
    sink.append(out.u32le(LISTS_MARK).u32le(blocks.length).u32le(0).bytes())
    for (let record = 0; record < Math.max(heads.length, blocks.length); record++) {
      sink.append(bytesOf(heads[record] ?? emptyHeads()))
      sink.append(bytesOf(blocks[record] ?? emptyBlock()))
    }
  }
}

/** Where a list begins and ends: in the head itself, or in blocks. */
function place(list: readonly number[], blocks: BigInt64Array[]): [first: bigint, last: bigint] {
  const [from, to] = [list[0]!, list.at(-1)!]
  if (list.length === 1) return [BigInt(from) | SINGLE, -1n]
  if (list.length === 2) return [BigInt(from) | SINGLE, BigInt(to) | SINGLE]
  if (list.every((record, index) => record === from + index)) return [BigInt(from) | RANGE, BigInt(to) | RANGE]
  const first = blocks.length
  for (let at = 0; at < list.length; at += BLOCK_ENTRIES) {
    const part = list.slice(at, at + BLOCK_ENTRIES)
    const block = emptyBlock()
    block[BLOCK_AT.next] = at + BLOCK_ENTRIES < list.length ? BigInt(blocks.length + 1) : -1n
    block[BLOCK_AT.count] = BigInt(part.length)
    for (const [index, record] of part.entries()) block[BLOCK_AT.entries + index] = BigInt(record)
    blocks.push(block)
  }
  return [BigInt(first), BigInt(blocks.length - 1)]
}

function emptyHeads(): BigInt64Array {
  const heads = new BigInt64Array(LIST_SLOTS).fill(-1n, 0, LIST_AT.count)
  heads[LIST_AT.twelve] = BigInt(TWELVE)
  return heads
}

function emptyBlock(): BigInt64Array {
  const block = new BigInt64Array(LIST_SLOTS).fill(-1n)
  block[BLOCK_AT.count] = 0n
  return block
}

function bytesOf(slots: BigInt64Array): Uint8Array {
  const bytes = new Uint8Array(slots.length * 8)
  const view = new DataView(bytes.buffer)
  for (const [index, slot] of slots.entries()) view.setBigInt64(8 * index, slot, true)
  return bytes
}

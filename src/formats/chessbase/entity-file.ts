/**
 * The files of players, tournaments, annotators, sources, teams and game tags
 * share one structure: a head, then records that are also the nodes of a
 * balanced tree in alphabetical order. All numbers are little-endian. docs/formats/chessbase.md, Entities.
 */
import { i32le } from '../../bytes/numbers.ts'
import type { Source } from '../../bytes/source.ts'
import { issue, type Issue } from '../../issues/issue.ts'

/** Bytes of the head, without the extra ones that newer files have. */
export const ENTITY_HEAD_SIZE = 28

/** Extra bytes of the head in current files. */
export const ENTITY_HEAD_EXTRA = 4

/** Found at offset 8 of every file. */
export const ENTITY_MAGIC = 1234567890

/** Bytes before the data of a record: left child, right child, balance. */
export const NODE_SIZE = 9

/** Bytes that are looked through at once. */
const BLOCK_SIZE = 1 << 16

/** Left child of a deleted record; its right child is then the next deleted one. */
export const DELETED = -999

/** No node, no deleted record. */
export const NO_NODE = -1

export const ENTITY_HEAD_AT = {
  capacity: 0,
  root: 4,
  magic: 8,
  dataSize: 12,
  firstDeleted: 16,
  count: 20,
  extra: 24,
} as const

/** The head of an entity file. */
export interface EntityHead {
  /** Records in the file, deleted ones included. */
  capacity: number
  root: number
  dataSize: number
  firstDeleted: number
  /** Records that are not deleted. */
  count: number
  headSize: number
}

/** A place in the tree of an entity file. */
export interface EntityNode {
  left: number
  right: number
  /** Height of the right subtree minus that of the left. */
  balance: number
}

/** One open entity file. */
export class EntityFile {
  readonly file: string
  readonly head: EntityHead
  /** Number of records actually in the file. */
  readonly capacity: number
  /** What is wrong with the head. */
  readonly issues: Issue[] = []
  private readonly source: Source
  private readonly recordSize: number

  /** @param dataSize bytes that the data of a record of this kind takes */
  constructor(source: Source, dataSize: number) {
    this.source = source
    this.file = source.name
    this.head = readHead(source)
    this.recordSize = this.head.dataSize + NODE_SIZE
    const room = Math.max(0, source.size - this.head.headSize)
    const isUsable = this.head.dataSize >= dataSize && this.head.headSize >= ENTITY_HEAD_SIZE
    const present = isUsable ? Math.floor(room / this.recordSize) : 0
    this.capacity = Math.min(present, Math.max(0, this.head.capacity))
    this.checkHead(dataSize, isUsable, present)
  }

  /** The data of a record; undefined outside the file. */
  data(id: number): Uint8Array | undefined {
    if (!(id >= 0 && id < this.capacity)) return undefined
    const start = this.head.headSize + id * this.recordSize
    return this.source.read(start + NODE_SIZE, start + this.recordSize)
  }

  /**
   * Finds texts beyond ASCII, without an object for each of those that are not.
   * @param to the number of records to look at
   * @param fields where in the data of a record texts begin, and the bytes for each
   * @param take is called with the bytes of such a text up to its first zero byte; it says whether to go on
   */
  findForeignTexts(
    to: number,
    fields: readonly (readonly [at: number, width: number])[],
    take: (text: Uint8Array) => boolean,
  ): void {
    const { recordSize } = this
    const step = Math.max(1, Math.floor(BLOCK_SIZE / recordSize))
    for (let first = 0; first < to; first += step) {
      const start = this.head.headSize + first * recordSize
      const block = this.source.read(start, start + Math.min(step, to - first) * recordSize)
      for (let data = NODE_SIZE; data < block.length; data += recordSize) {
        for (const [at, width] of fields) {
          let end = data + at
          let joined = 0
          for (let byte = 1; end < data + at + width && (byte = block[end]!) !== 0; end++) joined |= byte
          if (joined >= 0x80 && !take(block.subarray(data + at, end))) return
        }
      }
    }
  }

  /** The node of a record; undefined outside the file. */
  node(id: number): EntityNode | undefined {
    if (!(id >= 0 && id < this.capacity)) return undefined
    const start = this.head.headSize + id * this.recordSize
    const bytes = this.source.read(start, start + NODE_SIZE)
    return { left: i32le(bytes, 0), right: i32le(bytes, 4), balance: (bytes[8]! << 24) >> 24 }
  }

  isDeleted(id: number): boolean {
    if (!(id >= 0 && id < this.capacity)) return false
    const start = this.head.headSize + id * this.recordSize
    return i32le(this.source.read(start, start + 4), 0) === DELETED
  }

  /** The root of the tree; NO_NODE if it is empty, whatever the head says. */
  get root(): number {
    const { root } = this.head
    return root >= 0 && root < this.capacity && !this.isDeleted(root) ? root : NO_NODE
  }

  /** The records in the order of the tree; ends early where the tree is damaged. */
  *inOrder(): IterableIterator<number> {
    const path: number[] = []
    const isSeen = new Uint8Array(this.capacity)
    let at = this.root
    for (;;) {
      while (at >= 0 && at < this.capacity && isSeen[at] === 0) {
        isSeen[at] = 1
        path.push(at)
        at = this.node(at)!.left
      }
      const next = path.pop()
      if (next === undefined) return
      yield next
      at = this.node(next)!.right
    }
  }

  /** The chain of deleted records, from the one the head names; ends early where it is damaged. */
  *deletedChain(): IterableIterator<number> {
    const isSeen = new Uint8Array(this.capacity)
    let at = this.head.firstDeleted
    while (at >= 0 && at < this.capacity && isSeen[at] === 0 && this.isDeleted(at)) {
      isSeen[at] = 1
      yield at
      at = this.node(at)!.right
    }
  }

  private checkHead(dataSize: number, isUsable: boolean, present: number): void {
    const { head, source } = this
    const at = (offset: number) => ({ file: source.name, offset })
    if (!isUsable) {
      const sizes = { size: head.dataSize, expected: dataSize }
      this.issues.push(issue('chessbase/entity-size', 'error', sizes, at(ENTITY_HEAD_AT.dataSize)))
      return
    }
    if (i32le(source.read(ENTITY_HEAD_AT.magic, ENTITY_HEAD_AT.magic + 4), 0) !== ENTITY_MAGIC) {
      this.issues.push(issue('chessbase/entity-head', 'warning', { number: ENTITY_MAGIC }, at(ENTITY_HEAD_AT.magic)))
    }
    if (head.capacity > present) {
      const counts = { stated: head.capacity, count: present }
      this.issues.push(issue('chessbase/truncated', 'error', counts, at(source.size)))
    }
  }
}

function readHead(source: Source): EntityHead {
  const bytes = source.read(0, ENTITY_HEAD_SIZE)
  return {
    capacity: i32le(bytes, ENTITY_HEAD_AT.capacity),
    root: i32le(bytes, ENTITY_HEAD_AT.root),
    dataSize: i32le(bytes, ENTITY_HEAD_AT.dataSize),
    firstDeleted: i32le(bytes, ENTITY_HEAD_AT.firstDeleted),
    count: i32le(bytes, ENTITY_HEAD_AT.count),
    headSize: ENTITY_HEAD_SIZE + i32le(bytes, ENTITY_HEAD_AT.extra),
  }
}

/** Writes the `.2lcd` file, the entities of each role in alphabetical order: docs/formats/2cbh.md, Orders. */
import type { Sink } from '../../../bytes/sink.ts'
import { encodeText } from '../../../bytes/text.ts'
import { ByteWriter } from '../../../bytes/writer.ts'
import {
  CATALOGUE_ROW,
  CATALOGUE_ROWS,
  DIRECTORY_SIZE,
  NODE_SIZE,
  NODES_ON_PAGE,
  ORDERS,
  PAGE_SIZE,
  type OrderNode,
} from '../order-file.ts'
import type { Role } from '../references.ts'
import { balancedTree, type Tree } from '../../chessbase/writer/balanced-tree.ts'

/** What an entity is sorted by. */
export interface SortEntry {
  id: number
  /** Texts and numbers, the first to compare first. */
  fields: readonly (string | number)[]
  /** The eight bytes that searches compare first. */
  key: bigint
}

/** Entities of each role, in no order yet. */
export type Orders = ReadonlyMap<Role, readonly SortEntry[]>

/** Writes all trees. */
export function writeOrders(orders: Orders, sink: Sink): void {
  const pages: Uint8Array[] = []
  const catalogue = new ByteWriter(PAGE_SIZE)
  for (const [role, typePlusOne, number, name] of ORDERS) {
    const entries = [...(orders.get(role) ?? [])].sort(compareEntries)
    const capacity = entries.reduce((most, { id }) => Math.max(most, id + 1), 0)
    const tree = balancedTree(
      entries.map(({ id }) => id),
      capacity,
    )
    const { depth, page } = addTree(nodesOf(tree, entries, capacity), pages)
    putRow(catalogue, depth, page, tree.root, entries.length, [typePlusOne, 3, number, 1], name)
  }
  while (catalogue.length < CATALOGUE_ROWS * CATALOGUE_ROW) putRow(catalogue, 0, 0, -1, 0, [0, 3, 0, 1], '')
  const head = new ByteWriter(PAGE_SIZE)
    .u32be(1)
    .u32be(FIRST_PAGE + pages.length)
    .u32be(PAGE_SIZE)
  sink.append(head.fill(0, PAGE_SIZE - head.length).bytes())
  sink.append(catalogue.bytes())
  for (const page of pages) sink.append(page)
}

/** Pages before those of trees. */
const FIRST_PAGE = 2

function putRow(
  out: ByteWriter,
  depth: number,
  page: number,
  root: number,
  count: number,
  bytes: readonly number[],
  name: string,
): void {
  const start = out.length
  out.u16be(depth).u32be(page)
  if (root < 0) out.u32be(0xffff_ffff).u32be(0xffff_ffff)
  else out.u64be(root)
  out.u64be(count)
  for (const byte of bytes) out.u8(byte)
  const encoded = encodeText(name, 'windows-1252').bytes
  out.u16be(encoded.length).put(encoded)
  out.fill(0, CATALOGUE_ROW - (out.length - start))
}

/** The nodes of a tree by the number of their entity; holes where a number is not in it. */
function nodesOf(tree: Tree, entries: readonly SortEntry[], capacity: number): (OrderNode | undefined)[] {
  const nodes: (OrderNode | undefined)[] = Array.from({ length: capacity }, () => undefined)
  for (const { id, key } of entries) {
    nodes[id] = { left: tree.left[id]!, right: tree.right[id]!, parent: -1, key, balance: tree.balance[id]! }
  }
  for (const [id, node] of nodes.entries()) {
    if (!node) continue
    for (const child of [node.left, node.right]) if (child >= 0) nodes[child]!.parent = id
  }
  return nodes
}

/** Puts nodes on pages, and as many directories above them as it takes. */
function addTree(nodes: readonly (OrderNode | undefined)[], pages: Uint8Array[]): { depth: number; page: number } {
  let level: number[] = []
  for (let at = 0; at === 0 || at < nodes.length; at += NODES_ON_PAGE) {
    level.push(FIRST_PAGE + pages.push(nodePage(nodes, at)) - 1)
  }
  let depth = 0
  while (level.length > 1) {
    const above: number[] = []
    for (let at = 0; at < level.length; at += DIRECTORY_SIZE) {
      const page = new ByteWriter(PAGE_SIZE)
      for (const number of level.slice(at, at + DIRECTORY_SIZE)) page.u32le(number)
      above.push(FIRST_PAGE + pages.push(page.fill(0, PAGE_SIZE - page.length).bytes()) - 1)
    }
    level = above
    depth++
  }
  return { depth, page: level[0]! }
}

function nodePage(nodes: readonly (OrderNode | undefined)[], first: number): Uint8Array {
  const page = new Uint8Array(PAGE_SIZE)
  const view = new DataView(page.buffer)
  for (let index = 0; index < NODES_ON_PAGE; index++) {
    const node = nodes[first + index]
    if (!node) continue
    const at = index * NODE_SIZE
    view.setBigInt64(at, BigInt(node.left), true)
    view.setBigInt64(at + 8, BigInt(node.right), true)
    view.setBigInt64(at + 16, BigInt(node.parent), true)
    view.setBigUint64(at + 24, node.key, true)
    view.setInt16(at + 32, node.balance, true)
    view.setInt32(at + 36, index, true)
  }
  return page
}

function compareEntries(left: SortEntry, right: SortEntry): number {
  for (const [index, one] of left.fields.entries()) {
    const other = right.fields[index]!
    if (one !== other) return one < other ? -1 : 1
  }
  return left.id - right.id
}

/**
 * The `.2lcd` file: the entities of each role in alphabetical order, as balanced trees on pages of 4,096 bytes. Derived
 * data, which no reader needs. docs/formats/2cbh.md, Orders.
 */
import { i16be, i32be, i32le } from '../../bytes/numbers.ts'
import type { Source } from '../../bytes/source.ts'
import { ROLE, type Role } from './references.ts'

export const PAGE_SIZE = 4096

/** Rows of the catalogue on page 1. */
export const CATALOGUE_ROW = 128
export const CATALOGUE_ROWS = 32

/** Nodes of 40 bytes on a page. */
export const NODE_SIZE = 40
export const NODES_ON_PAGE = 102

/** Numbers of pages on a page of a directory. */
export const DIRECTORY_SIZE = 1024

/** The trees in their order: the role, the number of the type and of the order, and the name in ChessBase. */
export const ORDERS: readonly (readonly [role: Role, typePlusOne: number, number: number, name: string])[] = [
  [ROLE.player, 1, 1, 'Default Spieler'],
  [ROLE.tournament, 2, 2, 'Default Turnier'],
  [ROLE.source, 3, 3, 'Default Quelle'],
  [ROLE.annotator, 1, 4, 'Default Kommentator'],
  [ROLE.team, 5, 5, 'Default Mannschaften'],
  [ROLE.tag, 6, 6, 'Default partietitle'],
  [ROLE.text, 6, 6, 'Texttitel'],
  [ROLE.analysis, 6, 6, 'Analysen'],
]

/** A place in a tree; a child or parent is -1 where there is none. */
export interface OrderNode {
  left: number
  right: number
  parent: number
  key: bigint
  /** Height of the right subtree minus that of the left. */
  balance: number
}

/** One tree, as the catalogue has it. */
export interface OrderTree {
  root: number
  count: number
  node(id: number): OrderNode | undefined
}

/** Reads the row of an order in the catalogue; undefined where it is none. */
export function readOrderTree(source: Source, index: number): OrderTree | undefined {
  const start = PAGE_SIZE + index * CATALOGUE_ROW
  const row = source.read(start, start + CATALOGUE_ROW)
  if (row.length < CATALOGUE_ROW) return undefined
  const view = new DataView(row.buffer, row.byteOffset, row.byteLength)
  const depth = i16be(row, 0)
  const page = i32be(row, 2)
  if (depth < 0 || depth > 2) return undefined
  return {
    root: Number(view.getBigInt64(6)),
    count: Number(view.getBigInt64(14)),
    node: (id) => readNode(source, depth, page, id),
  }
}

function readNode(source: Source, depth: number, top: number, id: number): OrderNode | undefined {
  if (!(id >= 0) || id >= NODES_ON_PAGE * DIRECTORY_SIZE ** depth) return undefined
  let page = top
  for (let level = depth; level > 0; level--) {
    const span = NODES_ON_PAGE * DIRECTORY_SIZE ** (level - 1)
    const at = page * PAGE_SIZE + 4 * (Math.floor(id / span) % DIRECTORY_SIZE)
    page = i32le(source.read(at, at + 4), 0)
    if (page <= 0) return undefined
  }
  const start = page * PAGE_SIZE + (id % NODES_ON_PAGE) * NODE_SIZE
  const bytes = source.read(start, start + NODE_SIZE)
  if (bytes.length < NODE_SIZE) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return {
    left: Number(view.getBigInt64(0, true)),
    right: Number(view.getBigInt64(8, true)),
    parent: Number(view.getBigInt64(16, true)),
    key: view.getBigUint64(24, true),
    balance: view.getInt16(32, true),
  }
}

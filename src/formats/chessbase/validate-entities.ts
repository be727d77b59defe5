/** Checks of the entity files: the tree against the records, the counts against the games. */
import { i32le } from '../../bytes/numbers.ts'
import { issue, type Issue, type IssueLocation } from '../../issues/issue.ts'
import { ENTITY_KINDS, type EntityKind } from './entities.ts'
import { NO_NODE, type EntityFile } from './entity-file.ts'
import { ENTITY_ORDERS, OTHER_ORDERS } from './entity-order.ts'

/** For each entity of a kind, the number of games that name it, and the first of them. */
export class References {
  readonly counts: Int32Array
  readonly first: Int32Array

  constructor(capacity: number) {
    this.counts = new Int32Array(capacity)
    this.first = new Int32Array(capacity)
  }

  /** Counts a game, by its number from 1, that names an entity. */
  add(id: number, game: number): void {
    if (!(id >= 0 && id < this.counts.length)) return
    if (this.counts[id]!++ === 0) this.first[id] = game
  }
}

/** Checks the tree, the chain of deleted records and the counts of one file. */
export function* validateEntities(
  kind: EntityKind,
  file: EntityFile,
  references: References | undefined,
): IterableIterator<Issue> {
  yield* checkTree(kind, file)
  yield* checkDeleted(file)
  if (references) yield* checkCounts(kind, file, references)
}

function* checkTree(kind: EntityKind, file: EntityFile): IterableIterator<Issue> {
  const reached = new Uint8Array(file.capacity)
  const orders = [ENTITY_ORDERS[kind], ...(OTHER_ORDERS[kind] ?? [])]
  const misplaced = orders.map(() => 0)
  let previous: Uint8Array | undefined
  for (const id of file.inOrder()) {
    reached[id] = 1
    // A page of the file may be dropped while the next is read, so copies are compared.
    const data = file.data(id)!.slice()
    for (const [index, order] of orders.entries()) if (previous && order(previous, data) > 0) misplaced[index]!++
    previous = data
  }
  const fewest = Math.min(...misplaced)
  if (fewest > 0) {
    yield issue('chessbase/tree-order', 'warning', { count: fewest }, placeOf(file))
  }
  let present = 0
  let lost = 0
  for (let id = 0; id < file.capacity; id++) {
    if (file.isDeleted(id)) continue
    present++
    if (reached[id] === 0) lost++
  }
  if (lost > 0) yield issue('chessbase/tree', 'warning', { lost, count: present }, placeOf(file))
  const { count: stated } = file.head
  if (stated !== present) yield issue('chessbase/counter', 'warning', { stated, count: present }, placeOf(file))
  const unbalanced = countUnbalanced(file)
  if (unbalanced > 0) yield issue('chessbase/tree-balance', 'info', { count: unbalanced }, placeOf(file))
}

/** How many nodes have the wrong balance, computed from the leaves up. */
function countUnbalanced(file: EntityFile): number {
  const heights = new Uint16Array(file.capacity)
  const parents = new Int32Array(file.capacity).fill(NO_NODE)
  const order: number[] = []
  const isSeen = new Uint8Array(file.capacity)
  const stack = file.root === NO_NODE ? [] : [file.root]
  while (stack.length > 0) {
    const id = stack.pop()!
    if (isSeen[id] === 1) continue
    isSeen[id] = 1
    order.push(id)
    const { left, right } = file.node(id)!
    for (const child of [left, right]) {
      if (child < 0 || child >= file.capacity || isSeen[child] === 1) continue
      parents[child] = id
      stack.push(child)
    }
  }
  const height = (parent: number, child: number) =>
    child >= 0 && child < file.capacity && parents[child] === parent ? heights[child]! : 0
  let wrong = 0
  for (const id of order.reverse()) {
    const { left, right, balance } = file.node(id)!
    const leftHeight = height(id, left)
    const rightHeight = height(id, right)
    heights[id] = Math.max(leftHeight, rightHeight) + 1
    if (balance !== rightHeight - leftHeight) wrong++
  }
  return wrong
}

function* checkDeleted(file: EntityFile): IterableIterator<Issue> {
  let chained = 0
  for (const _ of file.deletedChain()) chained++
  let deleted = 0
  for (let id = 0; id < file.capacity; id++) if (file.isDeleted(id)) deleted++
  if (chained !== deleted) yield issue('chessbase/deleted-chain', 'warning', { count: deleted, chained }, placeOf(file))
}

function* checkCounts(kind: EntityKind, file: EntityFile, references: References): IterableIterator<Issue> {
  const { layout } = ENTITY_KINDS[kind]
  let wrongCounts = 0
  let wrongFirst = 0
  for (let id = 0; id < file.capacity; id++) {
    if (file.isDeleted(id)) continue
    const data = file.data(id)!
    if (i32le(data, layout.games) !== references.counts[id]) wrongCounts++
    else if (references.counts[id]! > 0 && i32le(data, layout.firstGame) !== references.first[id]) wrongFirst++
  }
  if (wrongCounts > 0) yield issue('chessbase/entity-count', 'info', { count: wrongCounts }, placeOf(file))
  if (wrongFirst > 0) yield issue('chessbase/entity-first', 'info', { count: wrongFirst }, placeOf(file))
}

function placeOf({ file, head }: EntityFile): IssueLocation {
  return { file, offset: head.headSize }
}

/** Checks of `.2lcd`: the trees in themselves, and that they have the entities that records name. */
import type { Source } from '../../bytes/source.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import type { Cbh2Database } from './database.ts'
import type { EntityFile } from './entity-file.ts'
import { ORDERS, readOrderTree, type OrderTree } from './order-file.ts'
import { ROLE, rolesOf, type Role } from './references.ts'

export function* validateOrders(database: Cbh2Database, entities: EntityFile, source: Source): IterableIterator<Issue> {
  const named = namedEntities(database)
  for (const [index, [role, , , name]] of ORDERS.entries()) {
    const place = { file: source.name }
    const tree = readOrderTree(source, index)
    const found = tree && walkTree(tree, entities.blocks)
    if (!tree || !found) {
      yield issue('2cbh/order-tree', 'warning', { name }, place)
      continue
    }
    const { ids, unbalanced } = found
    if (ids.size !== tree.count) {
      yield issue('chessbase/counter', 'warning', { stated: tree.count, count: ids.size }, place)
    }
    if (unbalanced > 0) yield issue('chessbase/tree-balance', 'info', { count: unbalanced }, place)
    // ChessBase leaves most titles of texts out.
    if (role === ROLE.text || role === ROLE.tag) continue
    const wanted = named.get(role) ?? new Set()
    const lost = [...wanted].filter((id) => !ids.has(id)).length
    if (lost > 0) yield issue('chessbase/tree', 'warning', { lost, count: wanted.size }, place)
  }
}

/** The entities that records name, by role. */
function namedEntities(database: Cbh2Database): Map<Role, Set<number>> {
  const named = new Map<Role, Set<number>>()
  for (let index = 0; index < database.count; index++) {
    const stored = database.record(index)
    if (!stored) continue
    for (const [role, id] of rolesOf(stored)) {
      const ids = named.get(role)
      if (ids) ids.add(id)
      else named.set(role, new Set([id]))
    }
  }
  return named
}

/** The nodes of a tree, and how many do not hold the difference of the heights below them; undefined for a damaged one. */
function walkTree(tree: OrderTree, most: number): { ids: Set<number>; unbalanced: number } | undefined {
  const order: { id: number; left: number; right: number; balance: number }[] = []
  const ids = new Set<number>()
  const stack: [id: number, parent: number][] = tree.root >= 0 ? [[tree.root, -1]] : []
  while (stack.length > 0) {
    const [id, parent] = stack.pop()!
    const node = tree.node(id)
    if (!node || ids.has(id) || id >= most || node.parent !== parent) return undefined
    ids.add(id)
    order.push({ id, ...node })
    for (const child of [node.left, node.right]) if (child >= 0) stack.push([child, id])
  }
  const heights = new Map<number, number>([[-1, 0]])
  let unbalanced = 0
  for (const { id, left, right, balance } of order.reverse()) {
    const [low, high] = [heights.get(Math.max(-1, left))!, heights.get(Math.max(-1, right))!]
    heights.set(id, Math.max(low, high) + 1)
    if (balance !== high - low) unbalanced++
  }
  return { ids, unbalanced }
}

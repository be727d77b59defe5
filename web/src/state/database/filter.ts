/** Which games of the database are listed, and in what order; part of the address of the view. */
import { computed } from '@preact/signals'
import { CONDITION_NAMES, parameterOf, type ConditionName } from '../../../../src/query/conditions.ts'
import { parseSort, type SortKey } from '../../../../src/query/sort-keys.ts'
import { boardNamed } from '../explorer/explored-board.ts'
import { goToView, route } from '../page/route.ts'

/** A condition by its name on the server. */
export type Condition = Exclude<ConditionName, 'ids' | 'moves' | 'position'> | 'fen'

/** Conditions that the page has no field for. */
const HIDDEN: ReadonlySet<ConditionName> = new Set(['ids', 'moves'])

export const CONDITIONS = CONDITION_NAMES.filter((name) => !HIDDEN.has(name)).map(parameterOf) as Condition[]
export type Filter = Readonly<Partial<Record<Condition, string>>>

/** The sort orders of the list to choose from, with a leading `-` for descending. */
export const ORDERS = ['id', '-date', 'date', 'first', 'event', '-rating', '-plies', 'plies'] as const
export type ListedOrder = (typeof ORDERS)[number]
/** Any order that a column brings. */
export type Order = `${'' | '-'}${SortKey}`

export const isListedOrder = (order: Order): order is ListedOrder => ORDERS.some((one) => one === order)

/** The filter without empty conditions. */
export const filter = computed<Filter>(() => {
  const { query } = route.value
  return Object.fromEntries(CONDITIONS.flatMap((name) => (query[name] ? [[name, query[name]]] : [])))
})

export const order = computed<Order>(() => {
  const found = parseSort(route.value.query['sort'] ?? 'id')
  return found ? `${found.descending ? '-' : ''}${found.order}` : 'id'
})

/** Lists other games. The game on the board stays where it is. */
export function setFilter(wanted: Filter, sorted: Order = order.value): void {
  const { id, at, line, board } = route.value.query
  // Listing another kind of game also explores that.
  const isOfGame = wanted.game === undefined || boardNamed(board)?.game === wanted.game
  const kept = { id, at, line, board: isOfGame ? board : undefined }
  goToView(['games'], { ...wanted, ...kept, sort: sorted === 'id' ? undefined : sorted })
}

/** Adds conditions to the filter; `undefined` removes one. */
export function changeFilter(change: Readonly<Partial<Record<Condition, string | undefined>>>): void {
  const wanted = Object.entries({ ...filter.value, ...change }).filter(([, value]) => value !== undefined)
  setFilter(Object.fromEntries(wanted))
}

/** Finding and sorting the games of a published database, and the way back to its empty board. */
import { useEffect, useRef } from 'preact/hooks'
import type { ListOrder } from '../../../../src/positions/published/published-games.ts'
import { publishedSearch } from '../../state/database/published-search.ts'
import { publishedView } from '../../state/database/published.ts'
import { count, entry } from '../../state/files/library.ts'
import { record } from '../../state/replay/replay.ts'
import { fill, formatNumber, words } from '../../words/index.ts'
import { isTable, type ColumnName } from '../../state/list/columns.ts'
import { TableHead, type ColumnOrder } from '../list/TableHead.tsx'

const ORDER_WORDS = { newest: 'sortNewest', rating: 'sortRating' } as const satisfies Record<ListOrder, string>

const COLUMN_ORDERS: Partial<Record<ColumnName, ListOrder>> = { year: 'newest', date: 'newest', firstRating: 'rating' }

/** Milliseconds without a key before the list is searched: that asks the host for much of it. */
const PAUSE = 600

export function PublishedTools() {
  const view = publishedView.value
  if (!view) return null
  const { orders, order, sort, find } = view
  const orderOf = (name: ColumnName): ColumnOrder | undefined => {
    const own = COLUMN_ORDERS[name]
    return own && orders.includes(own)
      ? { sorted: order === own ? 'descending' : undefined, sort: () => sort(own) }
      : undefined
  }
  return (
    <>
      {count.value === 0 && find === '' && <p class="none">{words.publishedUnlisted}</p>}
      <div class="list-tools published-tools">
        {orders.length > 0 && <SearchField />}
        {orders.length > 1 && !isTable.value && (
          <select
            aria-label={words.sortBy}
            title={words.sortBy}
            value={order}
            onChange={({ currentTarget }) => sort(currentTarget.value as ListOrder)}
          >
            {orders.map((one) => (
              <option key={one} value={one}>
                {words[ORDER_WORDS[one]]}
              </option>
            ))}
          </select>
        )}
        {entry.value?.kind === 'listed' && (
          <button type="button" onClick={() => view.chooseBoard(record.value!.game)}>
            {words.emptyBoard}
          </button>
        )}
      </div>
      <SearchStatus />
      <TableHead orderOf={orderOf} />
    </>
  )
}

function SearchField() {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => () => clearTimeout(waiting.current), [])
  const find = publishedView.value?.find ?? ''
  useEffect(() => {
    // The user went back; what is being typed stays.
    if (field.current && document.activeElement !== field.current) field.current.value = find
  }, [find])
  return (
    <input
      ref={field}
      type="search"
      aria-label={words.filterGames}
      placeholder={words.filterGames}
      title={words.publishedSearchHint}
      defaultValue={find}
      onInput={({ currentTarget: { value } }) => {
        clearTimeout(waiting.current)
        waiting.current = setTimeout(() => publishedView.value?.search(value), PAUSE)
      }}
    />
  )
}

/** How far the list was read, and what it cannot be searched for. */
function SearchStatus() {
  const search = publishedSearch.value
  if (!search) return null
  const { read, of, isReading, unknown, readOn } = search
  if (unknown.length > 0) {
    return (
      <div class="published-search">
        <p class="none" role="status">
          {fill(words.publishedSearchUnknown, { conditions: unknown.join(', ') })}
        </p>
      </div>
    )
  }
  return (
    <div class="published-search">
      {isReading && <progress aria-label={words.filterGames} value={read / of} />}
      {!isReading && count.value === 0 && (
        <p class="none" role="status">
          {words.noneFound}
        </p>
      )}
      {readOn && (
        <p role="status">
          {fill(words.publishedSearched, { read: formatNumber(read), games: formatNumber(of) })}{' '}
          <button type="button" class="link" onClick={readOn}>
            {words.publishedSearchOn}
          </button>
        </p>
      )}
    </div>
  )
}

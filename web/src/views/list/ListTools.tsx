/** Searching and sorting the games of open files. */
import { useEffect, useRef } from 'preact/hooks'
import { SORTS } from '../../../../src/query/sort-keys.ts'
import { arrange, arrangement, isArranging } from '../../state/files/arrangement.ts'
import { count } from '../../state/files/library.ts'
import { isBusy, progress } from '../../state/files/opening.ts'
import type { SortKey } from '../../worker/protocol.ts'
import { words, type Word } from '../../words/index.ts'
import { isTable, type ColumnName } from '../../state/list/columns.ts'
import { onSearchKey } from './search-keys.ts'
import { TableHead, type ColumnOrder } from './TableHead.tsx'

/** Orders by their labels in the table of all. */
const ORDERS: Readonly<Record<SortKey, Word>> = {
  number: SORTS.id.label,
  first: SORTS.first.label,
  second: SORTS.second.label,
  event: SORTS.event.label,
  date: SORTS.date.label,
  result: SORTS.result.label,
  opening: SORTS.opening.label,
  firstRating: 'ratingFirst',
  secondRating: 'ratingSecond',
}

/** The orders of columns. */
const COLUMN_ORDERS: Partial<Record<ColumnName, SortKey>> = {
  number: 'number',
  first: 'first',
  second: 'second',
  firstRating: 'firstRating',
  secondRating: 'secondRating',
  event: 'event',
  year: 'date',
  date: 'date',
  result: 'result',
  opening: 'opening',
}

/** Milliseconds without a key before the list is searched. */
const PAUSE = 200

export function ListTools() {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(waiting.current), [])
  const { filter, sort, isDescending } = arrangement.value
  const orderOf = (name: ColumnName): ColumnOrder | undefined => {
    const key = COLUMN_ORDERS[name]
    if (!key) return undefined
    // The order of the file says nothing, unless it is reversed.
    const isSorted = sort === key && (key !== 'number' || isDescending)
    // The third click returns to the order of the files.
    const next = isSorted && isDescending ? 'number' : key
    return {
      sorted: isSorted ? (isDescending ? 'descending' : 'ascending') : undefined,
      sort: () => void arrange({ sort: next, isDescending: isSorted && !isDescending }),
    }
  }
  return (
    <>
      <fieldset class="list-tools" disabled={isBusy.value}>
        <input
          type="search"
          aria-label={words.filterGames}
          placeholder={words.filterGames}
          title={words.filterHint}
          defaultValue={filter}
          onKeyDown={onSearchKey}
          onInput={({ currentTarget: { value } }) => {
            clearTimeout(waiting.current)
            waiting.current = setTimeout(() => void arrange({ filter: value }), PAUSE)
          }}
        />
        {!isTable.value && <Orders />}
        {isArranging.value && <progress aria-label={words.sortBy} value={progress.value.arranging ?? 0} />}
        {count.value === 0 && !isArranging.value && (
          <p class="none" role="status">
            {words.noneFound}
          </p>
        )}
      </fieldset>
      <TableHead orderOf={orderOf} />
    </>
  )
}

/** Choosing an order where there are no heads of columns to click. */
function Orders() {
  const { sort, isDescending } = arrangement.value
  return (
    <>
      <select
        aria-label={words.sortBy}
        title={words.sortBy}
        value={sort}
        onChange={({ currentTarget }) => void arrange({ sort: currentTarget.value as SortKey })}
      >
        {(Object.keys(ORDERS) as SortKey[]).map((key) => (
          <option key={key} value={key}>
            {words[ORDERS[key]]}
          </option>
        ))}
      </select>
      <button
        type="button"
        aria-label={words.reverseOrder}
        title={words.reverseOrder}
        aria-pressed={isDescending}
        onClick={() => void arrange({ isDescending: !isDescending })}
      >
        {isDescending ? '↑' : '↓'}
      </button>
    </>
  )
}

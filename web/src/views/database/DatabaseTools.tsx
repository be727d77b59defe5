/** Searching and sorting the games of the database: common conditions directly, the others in a dialog. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { filterFailure, isListing, listAgain } from '../../state/database/view.ts'
import {
  changeFilter,
  filter,
  order,
  isListedOrder,
  ORDERS,
  setFilter,
  type Condition,
  type ListedOrder,
  type Order,
} from '../../state/database/filter.ts'
import { parseSort, type SortKey } from '../../../../src/query/sort-keys.ts'
import { database, type Failure } from '../../state/database/server.ts'
import { count } from '../../state/files/library.ts'
import { readTyped } from '../../state/database/typed-search.ts'
import { countOf, fill, words, type Word } from '../../words/index.ts'
import { conditionText, labelOf } from './conditions.ts'
import { FilterDialog } from './FilterDialog.tsx'
import { isTable, type ColumnName } from '../../state/list/columns.ts'
import { TableHead, type ColumnOrder } from '../list/TableHead.tsx'
import { onSearchKey } from '../list/search-keys.ts'
import { PositionDialog } from './PositionDialog.tsx'
import { SavedDialog } from './SavedDialog.tsx'

const ORDER_WORDS: Readonly<Record<ListedOrder, Word>> = {
  id: 'sortImported',
  '-date': 'sortNewest',
  date: 'sortOldest',
  first: 'sortPlayer',
  event: 'sortEvent',
  '-rating': 'sortRating',
  '-plies': 'sortLongest',
  plies: 'sortShortest',
}

/** Milliseconds without a key before the list is requested. */
const PAUSE = 250

export function DatabaseTools() {
  const [dialog, setDialog] = useState<'filter' | 'position' | 'saved' | undefined>()
  const chosen = filter.value
  const others = (Object.keys(chosen) as Condition[]).filter((name) => name !== 'player')
  return (
    <>
      <div class="list-tools database-tools">
        <SearchField />
        <button type="button" onClick={() => setDialog('filter')}>
          {words.moreConditions}
        </button>
        {!isTable.value && (
          <select
            aria-label={words.sortBy}
            title={words.sortBy}
            value={order.value}
            onChange={({ currentTarget }) => setFilter(chosen, currentTarget.value as Order)}
          >
            {ORDERS.map((key) => (
              <option key={key} value={key}>
                {words[ORDER_WORDS[key]]}
              </option>
            ))}
            {!isListedOrder(order.value) && <option value={order.value}>{words.sortByColumn}</option>}
          </select>
        )}
        <button type="button" onClick={() => setDialog('position')}>
          {words.position}
        </button>
        {database.value?.parts.includes('labels') && (
          <button type="button" onClick={() => setDialog('saved')}>
            {words.savedSearches} …
          </button>
        )}
        {others.length > 0 && (
          <ul class="chips" aria-label={words.conditions}>
            {others.map((name) => (
              <li key={name}>
                <button
                  type="button"
                  class="chip"
                  title={words.removeFilter}
                  onClick={() => changeFilter({ [name]: undefined })}
                >
                  <span class="quiet">{words[labelOf(name)]}</span> {conditionText(name, chosen[name]!)}
                  <span aria-hidden="true"> ✕</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {filterFailure.value && <NoList failure={filterFailure.value} />}
        {count.value === 0 && !isListing.value && filterFailure.value === undefined && (
          <p class="none" role="status">
            {Object.keys(chosen).length > 0 ? words.noneFound : words.emptyDatabase}{' '}
            {chosen.player !== undefined && chosen.event === undefined && (
              <button
                type="button"
                class="link"
                onClick={() => changeFilter({ player: undefined, event: chosen.player })}
              >
                {fill(words.findEvent, { name: chosen.player })}
              </button>
            )}
          </p>
        )}
        <p class="spoken" role="status">
          {isListing.value ? '' : countOf('gamesHere', count.value)}
        </p>
      </div>
      <TableHead orderOf={orderOf} />
      {dialog === 'filter' && (
        <FilterDialog close={() => setDialog(undefined)} searchPosition={() => setDialog('position')} />
      )}
      {dialog === 'saved' && <SavedDialog close={() => setDialog(undefined)} />}
      {dialog === 'position' && <PositionDialog close={() => setDialog(undefined)} />}
    </>
  )
}

/** The sort keys of columns, as the server calls them. */
const COLUMN_KEYS: Partial<Record<ColumnName, SortKey>> = {
  number: 'id',
  first: 'first',
  second: 'second',
  firstRating: 'rating',
  event: 'event',
  result: 'result',
  opening: 'opening',
  year: 'date',
  date: 'date',
  length: 'plies',
}

/** Keys whose greatest values are wanted first. */
const GREATEST_FIRST: ReadonlySet<SortKey> = new Set(['rating', 'date', 'plies'])

/** A click on a head sorts by it, the next the other way round, the third as imported. */
function orderOf(name: ColumnName): ColumnOrder | undefined {
  const key = COLUMN_KEYS[name]
  if (!key) return undefined
  const sign = GREATEST_FIRST.has(key) ? '-' : ''
  const steps: readonly Order[] = [`${sign}${key}`, `${sign === '' ? '-' : ''}${key}`, 'id']
  const now = parseSort(order.value)
  const isSorted = now?.order === key && key !== 'id'
  const step = isSorted ? steps.indexOf(`${now.descending ? '-' : ''}${key}`) + 1 : 0
  return {
    sorted: isSorted ? (now.descending ? 'descending' : 'ascending') : undefined,
    sort: () => setFilter(filter.value, steps[step]),
  }
}

/** Why there is no list: the server refuses its conditions, or does not respond, in which case it can be retried. */
function NoList({ failure: { message, isRefusal } }: { failure: Failure }) {
  return (
    <div class="none" role="alert">
      {isRefusal ? (
        <>
          {words.filterRefused} <small>{message}</small>
        </>
      ) : (
        <>
          {message}{' '}
          <button type="button" onClick={listAgain}>
            {words.tryAgain}
          </button>
        </>
      )}
    </div>
  )
}

/** One field for what is looked for most: what is understood besides a player becomes chips. */
function SearchField() {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const field = useRef<HTMLInputElement>(null)
  /** The conditions that were typed here: other words take their place. */
  const typed = useRef<readonly Condition[]>([])
  const wanted = filter.value.player ?? ''
  useEffect(() => () => clearTimeout(waiting.current), [])
  useEffect(() => {
    // The field follows the view when another is opened, but not while the user is typing.
    if (field.current && document.activeElement !== field.current) field.current.value = wanted
  }, [wanted])
  const search = (text: string) => {
    const found = readTyped(text)
    const before = Object.fromEntries(typed.current.map((name) => [name, undefined]))
    typed.current = Object.keys(found) as Condition[]
    changeFilter({ ...before, player: undefined, ...found })
  }
  return (
    <input
      ref={field}
      type="search"
      aria-label={words.filterGames}
      placeholder={words.filterGames}
      title={words.filterHint}
      defaultValue={wanted}
      onKeyDown={onSearchKey}
      onBlur={() => (typed.current = [])}
      onInput={({ currentTarget: { value } }) => {
        clearTimeout(waiting.current)
        waiting.current = setTimeout(() => search(value), PAUSE)
      }}
    />
  )
}

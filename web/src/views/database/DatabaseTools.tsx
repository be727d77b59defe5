/** Searching and sorting the games of the database: common conditions directly, the others in a dialog. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { filterFailure, isListing, listAgain } from '../../state/database/view.ts'
import {
  changeFilter,
  filter,
  order,
  ORDERS,
  setFilter,
  type Condition,
  type Order,
} from '../../state/database/filter.ts'
import { database, type Failure } from '../../state/database/server.ts'
import { count } from '../../state/files/library.ts'
import { countOf, words, type Word } from '../../words/index.ts'
import { conditionText, labelOf } from './conditions.ts'
import { FilterDialog } from './FilterDialog.tsx'
import { TableHead, type Column } from '../list/TableHead.tsx'
import { PositionDialog } from './PositionDialog.tsx'
import { SavedDialog } from './SavedDialog.tsx'

const ORDER_WORDS: Readonly<Record<Order, Word>> = {
  id: 'sortImported',
  '-date': 'sortNewest',
  date: 'sortOldest',
  player: 'sortPlayer',
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
        <PlayerField />
        <button type="button" onClick={() => setDialog('filter')}>
          {words.moreConditions}
        </button>
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
        </select>
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
            {Object.keys(chosen).length > 0 ? words.noneFound : words.emptyDatabase}
          </p>
        )}
        <p class="spoken" role="status">
          {isListing.value ? '' : countOf('gamesHere', count.value)}
        </p>
      </div>
      <TableHead
        first={columnOf('player')}
        rating={columnOf('-rating')}
        year={columnOf(order.value === '-date' ? 'date' : '-date')}
      />
      {dialog === 'filter' && (
        <FilterDialog close={() => setDialog(undefined)} searchPosition={() => setDialog('position')} />
      )}
      {dialog === 'saved' && <SavedDialog close={() => setDialog(undefined)} />}
      {dialog === 'position' && <PositionDialog close={() => setDialog(undefined)} />}
    </>
  )
}

/** A column by the order that a click on its head brings; dates change their direction with every click. */
function columnOf(wanted: Order): Column {
  const isByDate = wanted.endsWith('date')
  const isSorted = isByDate ? order.value.endsWith('date') : order.value === wanted
  return {
    sorted: isSorted ? (order.value.startsWith('-') ? 'descending' : 'ascending') : undefined,
    sort: () => setFilter(filter.value, wanted),
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

/** The most common condition, in the list itself. */
function PlayerField() {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const field = useRef<HTMLInputElement>(null)
  const wanted = filter.value.player ?? ''
  useEffect(() => () => clearTimeout(waiting.current), [])
  useEffect(() => {
    // The field follows the view when another is opened, but not while the user is typing.
    if (field.current && document.activeElement !== field.current) field.current.value = wanted
  }, [wanted])
  return (
    <input
      ref={field}
      type="search"
      aria-label={words.player}
      placeholder={words.player}
      defaultValue={wanted}
      onInput={({ currentTarget: { value } }) => {
        clearTimeout(waiting.current)
        waiting.current = setTimeout(() => changeFilter({ player: value.trim() || undefined }), PAUSE)
      }}
    />
  )
}

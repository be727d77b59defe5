/** Searching and sorting the games of open files. */
import { useEffect, useRef } from 'preact/hooks'
import { SORTS } from '../../../../src/query/sort-keys.ts'
import { arrange, arrangement, isArranging } from '../../state/files/arrangement.ts'
import { count } from '../../state/files/library.ts'
import { isBusy, progress } from '../../state/files/opening.ts'
import type { SortKey } from '../../worker/protocol.ts'
import { words, type Word } from '../../words/index.ts'
import { TableHead, type Column } from './TableHead.tsx'

/** Orders by their labels in the table of all. */
const ORDERS: Readonly<Record<SortKey, Word>> = {
  number: SORTS.id.label,
  first: SORTS.first.label,
  second: SORTS.second.label,
  event: SORTS.event.label,
  date: SORTS.date.label,
  result: SORTS.result.label,
}

/** Milliseconds without a key before the list is searched. */
const PAUSE = 200

export function ListTools() {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(waiting.current), [])
  const { filter, sort, isDescending } = arrangement.value
  const column = (key: SortKey): Column => ({
    sorted: sort === key ? (isDescending ? 'descending' : 'ascending') : undefined,
    sort: () => void arrange({ sort: key, isDescending: sort === key && !isDescending }),
  })
  return (
    <>
      <fieldset class="list-tools" disabled={isBusy.value}>
        <input
          type="search"
          aria-label={words.filterGames}
          placeholder={words.filterGames}
          title={words.filterHint}
          defaultValue={filter}
          onInput={({ currentTarget: { value } }) => {
            clearTimeout(waiting.current)
            waiting.current = setTimeout(() => void arrange({ filter: value }), PAUSE)
          }}
        />
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
        {isArranging.value && <progress aria-label={words.sortBy} value={progress.value.arranging ?? 0} />}
        {count.value === 0 && !isArranging.value && (
          <p class="none" role="status">
            {words.noneFound}
          </p>
        )}
      </fieldset>
      <TableHead first={column('first')} second={column('second')} result={column('result')} year={column('date')} />
    </>
  )
}

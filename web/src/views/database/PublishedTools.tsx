/** Sorting the games of a published database, and the way back to its empty board. */
import type { ListOrder } from '../../../../src/positions/published-games.ts'
import { publishedView } from '../../state/database/published.ts'
import { count, entry } from '../../state/files/library.ts'
import { record } from '../../state/replay/replay.ts'
import { words } from '../../words/index.ts'
import { TableHead, type Column } from '../TableHead.tsx'

const ORDER_WORDS = { newest: 'sortNewest', rating: 'sortRating' } as const satisfies Record<ListOrder, string>

export function PublishedTools() {
  const view = publishedView.value
  if (!view) return null
  const { orders, order, sort } = view
  const column = (own: ListOrder): Column => ({
    sorted: order === own ? 'descending' : undefined,
    sort: () => sort(own),
  })
  return (
    <>
      {count.value === 0 && <p class="none">{words.publishedUnlisted}</p>}
      <div class="list-tools published-tools">
        {orders.length > 1 && (
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
      <TableHead year={column('newest')} {...(orders.includes('rating') && { rating: column('rating') })} />
    </>
  )
}

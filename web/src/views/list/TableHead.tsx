/** The heads of the columns of the table of games; those that it can be sorted by are buttons. */
import { isTable, shownColumns, type ColumnName } from '../../state/list/columns.ts'
import { isMixed, listedGames } from '../../state/list/facts.ts'
import { columnHead, columnLabel } from './column-labels.ts'

export interface ColumnOrder {
  /** Whether the list is sorted by it, and how. */
  sorted?: 'ascending' | 'descending' | undefined
  sort: () => void
}

/** @param orderOf the order that a column brings; undefined if the list cannot be sorted by it */
export function TableHead({ orderOf }: { orderOf: (name: ColumnName) => ColumnOrder | undefined }) {
  if (!isTable.value) return null
  const game = isMixed.value ? undefined : [...listedGames.value][0]
  return (
    <div class="table-head">
      {shownColumns.value.map((name) => (
        <Head
          key={name}
          name={name}
          head={columnHead(name, game)}
          label={columnLabel(name, game)}
          order={orderOf(name)}
        />
      ))}
    </div>
  )
}

interface HeadProps {
  name: ColumnName
  head: string
  label: string
  order: ColumnOrder | undefined
}

function Head({ name, head, label, order }: HeadProps) {
  if (!order) {
    return (
      <span title={label} data-column={name}>
        {head}
      </span>
    )
  }
  return (
    <button
      type="button"
      title={label}
      data-column={name}
      aria-pressed={order.sorted !== undefined}
      onClick={order.sort}
    >
      {head}
      {order.sorted && (
        <svg viewBox="0 0 12 12" aria-hidden="true">
          <path d={order.sorted === 'ascending' ? 'M6 3l4 6H2z' : 'M6 9l4-6H2z'} />
        </svg>
      )}
    </button>
  )
}

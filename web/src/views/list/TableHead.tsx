/** The heads of the columns of the table of games; those that it can be sorted by are buttons. */
import { colourWord, words } from '../../words/index.ts'
import { isMixed, isTable, listedGames } from './game-table.ts'

export interface Column {
  /** Whether the list is sorted by it, and how. */
  sorted?: 'ascending' | 'descending' | undefined
  sort: () => void
}

export interface Columns {
  first?: Column
  second?: Column
  rating?: Column
  result?: Column
  year?: Column
}

export function TableHead({ first, second, rating, result, year }: Columns) {
  if (!isTable.value) return null
  const [game] = listedGames.value
  const isOne = game !== undefined && !isMixed.value
  return (
    <div class="table-head">
      <Head name={isOne ? colourWord(game, 1) : words.movesFirst} column={first} />
      <Head name={words.ratingShort} column={rating} />
      <Head name={isOne ? colourWord(game, 2) : words.movesSecond} column={second} />
      <Head name={words.ratingShort} />
      <Head name={words.result} column={result} />
      <Head name={isMixed.value ? words.game : game === 'chess' || game === 'xiangqi' ? 'ECO' : ''} />
      <Head name={words.year} column={year} />
    </div>
  )
}

function Head({ name, column }: { name: string; column?: Column | undefined }) {
  if (!column) return <span title={name}>{name}</span>
  return (
    <button type="button" title={name} aria-pressed={column.sorted !== undefined} onClick={column.sort}>
      {name}
      {column.sorted && (
        <svg viewBox="0 0 12 12" aria-hidden="true">
          <path d={column.sorted === 'ascending' ? 'M6 3l4 6H2z' : 'M6 9l4-6H2z'} />
        </svg>
      )}
    </button>
  )
}

/** The columns of the table of games to choose from. */
import { absenceOf, chooseColumn, COLUMN_NAMES, COLUMNS, isChosen } from '../../state/list/columns.ts'
import { isMixed, listedGames } from '../../state/list/facts.ts'
import { words } from '../../words/index.ts'
import { columnLabel } from './column-labels.ts'

export function ColumnMenu() {
  const game = isMixed.value ? undefined : [...listedGames.value][0]
  return (
    <>
      <button
        type="button"
        class="column-button"
        popovertarget="columns"
        aria-label={words.columns}
        title={words.columns}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 5h16v14H4zM10 5v14M15 5v14" />
        </svg>
      </button>
      <fieldset id="columns" popover="auto" class="menu columns">
        <legend class="spoken">{words.columns}</legend>
        {COLUMN_NAMES.filter((name) => COLUMNS[name].rank < 10).map((name) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={isChosen(name)}
              onChange={({ currentTarget }) => chooseColumn(name, currentTarget.checked)}
            />
            <span>{columnLabel(name, game)}</span>
            {absenceOf(name) === 'room' && <small>{words.columnNeedsRoom}</small>}
          </label>
        ))}
      </fieldset>
    </>
  )
}

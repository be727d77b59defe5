/** The order of the games in the open collection, and its name. */
import { listedIndex, attempt, files } from '../../state/files/library.ts'
import { moveGame, openCollection, removeGame, renameCollection } from '../../state/sessions/collections.ts'
import { words } from '../../words/index.ts'
import { LIST, useKeptFocus } from '../shell/use-kept-focus.ts'

export function CollectionBar() {
  return openCollection.value ? <Bar /> : null
}

function Bar() {
  const bar = useKeptFocus<HTMLDivElement>({ takesFocus: false, home: LIST })
  const shown = openCollection.value
  const game = listedIndex.value
  const last = files.value.reduce((sum, { count }) => sum + count, 0) - 1
  if (!shown) return null
  const act = (change: () => Promise<void>) => () => void attempt(change)
  return (
    <div class="selection" role="group" aria-label={words.collection} ref={bar} tabIndex={-1}>
      <input
        type="text"
        aria-label={words.nameOfCollection}
        maxLength={100}
        key={shown.name}
        defaultValue={shown.name}
        onChange={({ currentTarget: { value } }) => value.trim() !== '' && void attempt(() => renameCollection(value))}
      />
      <button
        type="button"
        aria-label={words.moveGameUp}
        title={words.moveGameUp}
        disabled={game === undefined || game === 0}
        onClick={act(() => moveGame(game!, game! - 1))}
      >
        ↑
      </button>
      <button
        type="button"
        aria-label={words.moveGameDown}
        title={words.moveGameDown}
        disabled={game === undefined || game === last}
        onClick={act(() => moveGame(game!, game! + 1))}
      >
        ↓
      </button>
      <button
        type="button"
        disabled={game === undefined || last === 0}
        title={words.removeFromCollection}
        onClick={act(() => removeGame(game!))}
      >
        {words.removeGame}
      </button>
    </div>
  )
}

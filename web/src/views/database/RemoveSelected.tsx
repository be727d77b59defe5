/** Removes the selected games from a writable database, after a second click. */
import { useState } from 'preact/hooks'
import { removeSelected } from '../../state/database/changes.ts'
import { database } from '../../state/database/server.ts'
import { DatabaseGames } from '../../state/database/games.ts'
import { source } from '../../state/files/library.ts'
import { selected } from '../../state/files/selection.ts'
import { countOf, words } from '../../words/index.ts'

export function RemoveSelected() {
  const [isAsked, setAsked] = useState(false)
  if (!database.value?.writable || !(source.value instanceof DatabaseGames)) return null
  return (
    <button type="button" onClick={() => (isAsked ? void removeSelected() : setAsked(true))}>
      {isAsked ? countOf('removeGames', selected.value.size) : words.removeGame}
    </button>
  )
}

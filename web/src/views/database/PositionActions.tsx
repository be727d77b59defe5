/** What can be done in the database with the position on the board. */
import { rulesOf } from '../../../../src/rules/index.ts'
import { changeFilter, filter } from '../../state/database/filter.ts'
import { position, record } from '../../state/replay/replay.ts'
import { words } from '../../words/index.ts'

export function PositionActions() {
  const [stands, game] = [position.value, record.value?.game]
  if (!stands || !game) return null
  const fen = rulesOf(game).format(stands)
  const isListed = filter.value.fen === fen && (filter.value.game ?? 'chess') === game
  return (
    <button
      type="button"
      class="position-filter"
      aria-pressed={isListed}
      title={words.gamesWithPosition}
      onClick={() => changeFilter(isListed ? { fen: undefined } : { game, fen })}
    >
      {words.listHere}
    </button>
  )
}

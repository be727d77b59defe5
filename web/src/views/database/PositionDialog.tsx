/** Searching for a position or a pattern: pieces are placed on a board, and the games that had them are listed. */
import { useState } from 'preact/hooks'
import { GAMES, type Game } from '../../../../src/model/record.ts'
import { rulesOf } from '../../../../src/rules/index.ts'
import { changeFilter, filter } from '../../state/database/filter.ts'
import { position, record } from '../../state/replay/replay.ts'
import {
  ANYTHING,
  isPositionText,
  patternText,
  positionText,
  setUpOf,
  startSetUp,
  type SetUp,
} from '../../state/editing/set-up.ts'
import { words } from '../../words/index.ts'
import { Dialog } from '../shell/Dialog.tsx'
import { SetUpBoard } from '../editing/SetUpBoard.tsx'

/** The initial board: the last position searched for, or the one on the board, or the start of the game. */
function setUpFor(game: Game): SetUp {
  const { fen, game: searched = 'chess' } = filter.value
  if (fen !== undefined && searched === game && isPositionText(game, fen)) return setUpOf(game, fen)
  if (position.value && record.value?.game === game) return setUpOf(game, rulesOf(game).format(position.value))
  return startSetUp(game)
}

export function PositionDialog({ close }: { close: () => void }) {
  const [setUp, setSetUp] = useState(() =>
    setUpFor(filter.value.game === undefined ? (record.value?.game ?? 'chess') : gameOf(filter.value.game)),
  )
  const [isPattern, setPattern] = useState(false)
  const { game } = setUp
  const turnTo = (pattern: boolean) => {
    setPattern(pattern)
    const [from, to] = pattern ? ['', ANYTHING] : [ANYTHING, '']
    setSetUp({ ...setUp, pieces: setUp.pieces.map((piece) => (piece === from ? to : piece)) })
  }
  const text = isPattern ? patternText(setUp) : textOf(setUp)
  return (
    <Dialog title={words.searchPosition} close={close}>
      <form
        class="fields position-search"
        onSubmit={(event) => {
          event.preventDefault()
          if (text === undefined) return
          changeFilter(isPattern ? { game, pattern: text, fen: undefined } : { game, fen: text, pattern: undefined })
          close()
        }}
      >
        <div class="grid">
          <label>
            <span>{words.game}</span>
            <select
              value={game}
              onChange={({ currentTarget }) => {
                setPattern(false)
                setSetUp(setUpFor(gameOf(currentTarget.value)))
              }}
            >
              {GAMES.map((one) => (
                <option key={one} value={one}>
                  {words[one]}
                </option>
              ))}
            </select>
          </label>
          <label>
            <span>{words.searchFor}</span>
            <select
              value={isPattern ? 'pattern' : 'position'}
              onChange={({ currentTarget }) => turnTo(currentTarget.value === 'pattern')}
            >
              <option value="position">{words.wholePosition}</option>
              <option value="pattern">{words.pattern}</option>
            </select>
          </label>
        </div>
        <SetUpBoard setUp={setUp} change={setSetUp} isPattern={isPattern} />
        <div class="dialog-actions">
          <button type="submit" class="primary" disabled={text === undefined}>
            {words.find}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

function gameOf(text: string): Game {
  return GAMES.find((game) => game === text) ?? 'chess'
}

/** Position text; undefined if it is not a position of the game. */
function textOf(setUp: SetUp): string | undefined {
  try {
    return positionText(setUp)
  } catch {
    return undefined
  }
}

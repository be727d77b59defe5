/** Begins a new game: which one, on which board, from which start. */
import { useState } from 'preact/hooks'
import { GAMES, type Game } from '../../../../src/model/record.ts'
import { handicapSquares } from '../../../../src/formats/go-handicap.ts'
import { record } from '../../state/replay/replay.ts'
import { newGameOf, newRecord, openRecord, SIDES, type NewGame } from '../../state/editing/new-game.ts'
import { positionText, startSetUp, type SetUp } from '../../state/editing/set-up.ts'
import { words, type Word } from '../../words/index.ts'
import { Dialog } from '../shell/Dialog.tsx'
import { SetUpBoard } from './SetUpBoard.tsx'

const HANDICAPS = [0, 2, 3, 4, 5, 6, 7, 8, 9]

export function NewGameDialog({ close }: { close: () => void }) {
  const [wanted, setWanted] = useState(() => newGameOf(record.value?.game ?? 'chess'))
  const { game, start, side } = wanted
  const change = (part: Partial<NewGame>) => setWanted({ ...wanted, ...part })
  const isReady = start !== 'set-up' || isPosition(wanted.setUp)
  const sides = SIDES[game]
  return (
    <Dialog title={words.newGame} close={close}>
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isReady) return
          close()
          void openRecord(newRecord(wanted))
        }}
      >
        <div class="grid">
          <Choice word="game" value={game} choose={(value) => setWanted(newGameOf(value as Game))}>
            {GAMES.map((name) => [name, words[name]])}
          </Choice>
          {sides && (
            <Choice
              word="size"
              value={String(side)}
              choose={(value) => {
                const columns = Number(value)
                change({ side: columns, handicap: 0, setUp: startSetUp(game, { columns, rows: columns }) })
              }}
            >
              {[...new Set([...sides, side])].map((one) => [String(one), `${one} × ${one}`])}
            </Choice>
          )}
          <Choice word="startFrom" value={start} choose={(value) => change({ start: value as NewGame['start'] })}>
            {[
              ['usual', words.initialPosition],
              ...(game === 'chess' ? [['chess960', words.chess960Start] as const] : []),
              ['set-up', words.setUpStart],
            ]}
          </Choice>
          {game === 'go' && start === 'usual' && handicapSquares(2, side, side) && (
            <Choice
              word="handicap"
              value={String(wanted.handicap)}
              choose={(value) => change({ handicap: Number(value) })}
            >
              {HANDICAPS.map((stones) => [String(stones), String(stones)])}
            </Choice>
          )}
          {game === 'go' && (
            <label>
              <span>{words.komi}</span>
              <input
                type="text"
                inputMode="decimal"
                pattern="-?[0-9]{1,3}([.][0-9]{1,2})?"
                value={wanted.komi}
                onInput={({ currentTarget }) => change({ komi: currentTarget.value.trim() })}
              />
            </label>
          )}
          {start === 'chess960' && (
            <label>
              <span>{words.chess960Start} (0–959)</span>
              <input
                type="number"
                min={0}
                max={959}
                required
                value={wanted.number}
                onInput={({ currentTarget }) => change({ number: currentTarget.valueAsNumber })}
              />
            </label>
          )}
        </div>
        {start === 'chess960' && (
          <button type="button" onClick={() => change({ number: Math.floor(Math.random() * 960) })}>
            {words.anyNumber}
          </button>
        )}
        {start === 'set-up' && (
          <SetUpBoard setUp={wanted.setUp} change={(setUp) => change({ setUp, side: setUp.columns })} />
        )}
        <div class="dialog-actions">
          <button type="button" onClick={close}>
            {words.cancel}
          </button>
          <button type="submit" class="primary" disabled={!isReady}>
            {words.begin}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

function isPosition(setUp: SetUp): boolean {
  try {
    positionText(setUp)
    return true
  } catch {
    return false
  }
}

interface ChoiceProps {
  word: Word
  value: string
  choose: (value: string) => void
  children: readonly (readonly [value: string, text: string])[]
}

function Choice({ word, value, choose, children }: ChoiceProps) {
  return (
    <label>
      <span>{words[word]}</span>
      <select value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {children.map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

/** A game against the engine. */
import { useState } from 'preact/hooks'
import type { Strength } from '../../../../src/engines/index.ts'
import type { Colour } from '../../../../src/model/move.ts'
import { isOver, isTaken } from '../../state/engines/analysis.ts'
import {
  isItsTurn,
  leaveOpponent,
  letPlay,
  level,
  opponent,
  startOpponent,
  takeBack,
  type Opponent,
} from '../../state/engines/opponent.ts'
import { node, position, record } from '../../state/replay/replay.ts'
import { colourWord, fill, words, type Word } from '../../words/index.ts'

export function OpponentPart() {
  const playing = opponent.value
  return (
    <section class="engine-part" aria-label={words.playEngine}>
      {playing ? <Playing playing={playing} /> : <Begin />}
    </section>
  )
}

function Begin() {
  const [chosen, choose] = useState<Colour | undefined>()
  const { game } = record.value!
  const own = chosen ?? position.value?.turn ?? 1
  return (
    <div class="engine-bar">
      <button type="button" disabled={isTaken.value || isOver.value} onClick={() => startOpponent(own === 1 ? 2 : 1)}>
        {words.playEngine}
      </button>
      <label>
        <span class="unseen">{words.youPlay}</span>
        <select
          title={words.youPlay}
          value={own}
          onChange={({ currentTarget }) => choose(currentTarget.value === '1' ? 1 : 2)}
        >
          {([1, 2] as const).map((colour) => (
            <option key={colour} value={colour}>
              {fill(words.asColour, { colour: colourWord(game, colour) })}
            </option>
          ))}
        </select>
      </label>
      <LevelChoice />
    </div>
  )
}

function LevelChoice() {
  return (
    <label title={words.levelHint}>
      <span class="unseen">{words.level}</span>
      <select
        value={level.value}
        onChange={({ currentTarget }) => (level.value = currentTarget.value as typeof level.value)}
      >
        {Array.from({ length: 10 }, (_, index) => String(index + 1)).map((each) => (
          <option key={each} value={each}>
            {fill(words.levelOf, { level: Number(each) })}
          </option>
        ))}
      </select>
    </label>
  )
}

function Playing({ playing }: { playing: Opponent }) {
  const { game } = record.value!
  const state: Word = isOver.value
    ? 'gameIsOver'
    : playing.hasResigned
      ? 'engineResigns'
      : playing.isThinking
        ? 'engineThinks'
        : isItsTurn.value
          ? 'engineWaits'
          : 'yourMove'
  return (
    <>
      <p>
        {fill(words.engineHasColour, {
          name: playing.engine.name,
          colour: colourWord(game, playing.colour),
        })}
      </p>
      <p role="status">
        <strong>{words[state]}</strong>
      </p>
      <div class="engine-bar">
        <LevelChoice />
        {isItsTurn.value && !playing.isThinking && (
          <button type="button" class="primary" onClick={() => void letPlay()}>
            {words.letItPlay}
          </button>
        )}
        <button type="button" disabled={node.value === 0} onClick={takeBack}>
          {words.takeBack}
        </button>
        <button type="button" onClick={leaveOpponent}>
          {words.endGame}
        </button>
      </div>
      <p class="quiet">{playing.strength ? strengthText(playing.strength) : words.levelHint}</p>
    </>
  )
}

const MEASURES: Readonly<Record<Strength['measure'], Word>> = {
  elo: 'strengthElo',
  skill: 'strengthSkill',
  level: 'strengthLevel',
  nodes: 'strengthNodes',
  visits: 'strengthVisits',
  depth: 'strengthDepth',
  seconds: 'strengthSeconds',
}

function strengthText({ measure, value }: Strength): string {
  return fill(words[MEASURES[measure]], { value })
}

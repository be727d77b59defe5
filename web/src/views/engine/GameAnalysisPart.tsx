/** The whole game under the engine: how far it is, and how everybody played. */
import { PHASES, type PlaySummary } from '../../../../src/engines/index.ts'
import type { Colour } from '../../../../src/model/move.ts'
import { playerOf } from '../../../../src/model/record.ts'
import { isTaken } from '../../state/engines/analysis.ts'
import { analyseGame, gameAnalysis, secondsEach, stopGameAnalysis } from '../../state/engines/whole-game.ts'
import { record } from '../../state/replay/replay.ts'
import { colourWord, countOf, fill, formatNumber, words } from '../../words/index.ts'

export function GameAnalysisPart() {
  const running = gameAnalysis.value
  if ((record.value?.nodes.length ?? 0) < 2) return null
  return (
    <section class="engine-part" aria-label={words.wholeGame}>
      <div class="engine-bar">
        {running?.isRunning ? (
          <>
            <progress aria-label={words.wholeGame} value={running.done} max={running.all} />
            <span class="quiet grows" role="status">
              {fill(words.positionsDone, { done: running.done, all: running.all })}
            </span>
            <button type="button" onClick={stopGameAnalysis}>
              {words.stopEngine}
            </button>
          </>
        ) : (
          <>
            <button type="button" disabled={isTaken.value} onClick={() => void analyseGame()}>
              {words.analyseGame}
            </button>
            <label>
              <span class="unseen">{words.timeEach}</span>
              <select
                title={words.timeEach}
                value={secondsEach.value}
                onChange={({ currentTarget }) => (secondsEach.value = currentTarget.value as typeof secondsEach.value)}
              >
                {['1', '2', '5', '10', '30'].map((seconds) => (
                  <option key={seconds} value={seconds}>
                    {fill(words.secondsTaken, { seconds })}
                  </option>
                ))}
              </select>
            </label>
          </>
        )}
      </div>
      {running?.summaries && <Summaries summaries={running.summaries} />}
    </section>
  )
}

const PHASE_WORDS = { opening: 'kindOpening', middlegame: 'kindMiddlegame', endgame: 'kindEndgame' } as const

const percent = (value: number) => formatNumber(value, { style: 'percent', maximumFractionDigits: 1 })

function Summaries({ summaries }: { summaries: Partial<Record<Colour, PlaySummary>> }) {
  const { game, header } = record.value!
  const rows = ([1, 2] as const).flatMap((colour) => {
    const summary = summaries[colour]
    return summary ? [{ colour, summary, name: playerOf(header, colour)?.name ?? colourWord(game, colour) }] : []
  })
  if (rows.length === 0) return null
  return (
    <table class="summary">
      <thead>
        <tr>
          <th scope="col">
            <span class="unseen">{words.player}</span>
          </th>
          <th scope="col">{words.accuracy}</th>
          <th scope="col" title={words.lostAMove}>
            {words.lostShort}
          </th>
          {['?!', '?', '??'].map((glyph) => (
            <th key={glyph} scope="col">
              {glyph}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ colour, summary, name }) => {
          const { accuracy, averageLoss, counts, phases } = summary
          const byPhase = PHASES.filter((phase) => phases[phase].moves > 0).map(
            (phase) => `${words[PHASE_WORDS[phase]]}: ${percent(phases[phase].averageLoss)}`,
          )
          return (
            <tr key={colour}>
              <th scope="row" title={countOf('movesJudged', summary.moves)}>
                {name}
              </th>
              <td>{accuracy !== undefined && percent(accuracy / 100)}</td>
              <td title={byPhase.join(', ')}>{percent(averageLoss)}</td>
              <td>{counts.inaccuracy}</td>
              <td>{counts.mistake}</td>
              <td>{counts.blunder}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

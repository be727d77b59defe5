/** The engine beside the board: what it finds in the position, the whole game under it, and a game against it. */
import type { EvaluatedLine } from '../../../../src/model/annotation.ts'
import {
  engineFailure,
  foundHere,
  isAnalysing,
  isOver,
  isSearching,
  isTaken,
  lineCount,
  starting,
  toggleAnalysis,
} from '../../state/engines/analysis.ts'
import { chooseEngine, engine, engines } from '../../state/engines/engines.ts'
import { insertLine, playLine, writeLine } from '../../state/engines/lines.ts'
import { opponent } from '../../state/engines/opponent.ts'
import { evaluationText } from '../../state/replay/evaluations.ts'
import { record } from '../../state/replay/replay.ts'
import { countOf, fill, formatNumber, words } from '../../words/index.ts'
import { GameAnalysisPart } from './GameAnalysisPart.tsx'
import { OpponentPart } from './OpponentPart.tsx'
import { OwnEngines } from './OwnEngines.tsx'

/** What the engine finds in the position on the board; it stands above the moves. */
export function EnginePane() {
  const asked = engine.value
  if (!asked && engineFailure.value === undefined) return null
  return (
    <section class="engine" aria-label={words.engine}>
      {asked && !opponent.value && <Analysis name={asked.name} />}
      {engineFailure.value !== undefined && (
        <p class="none" role="alert">
          {engineFailure.value}
        </p>
      )}
    </section>
  )
}

/** What else an engine can do: go through the whole game, and play. It stands below the moves. */
export function EngineTasks() {
  const asked = engine.value
  return (
    <section class="engine-tasks" aria-label={words.engineTasks}>
      {asked && !opponent.value && <GameAnalysisPart />}
      {asked && <OpponentPart />}
      <OwnEngines />
    </section>
  )
}

function Analysis({ name }: { name: string }) {
  return (
    <>
      <div class="engine-bar">
        <button
          type="button"
          class={isAnalysing.value ? '' : 'primary'}
          aria-pressed={isAnalysing.value}
          disabled={isTaken.value}
          title={words.toggleEngine}
          onClick={toggleAnalysis}
        >
          {isAnalysing.value ? words.stopEngine : words.startEngine}
        </button>
        {engines.value.length > 1 ? (
          <label class="grows">
            <span class="unseen">{words.engine}</span>
            <select value={name} onChange={({ currentTarget }) => chooseEngine(currentTarget.value)}>
              {engines.value.map((each) => (
                <option key={each.name}>{each.name}</option>
              ))}
            </select>
          </label>
        ) : (
          <strong class="grows">{name}</strong>
        )}
        <label>
          <span class="unseen">{words.linesShown}</span>
          <select
            title={words.linesShown}
            value={lineCount.value}
            onChange={({ currentTarget }) => (lineCount.value = currentTarget.value as typeof lineCount.value)}
          >
            {['1', '2', '3', '4', '5', '8'].map((count) => (
              <option key={count} value={count}>
                {countOf('engineLines', Number(count))}
              </option>
            ))}
          </select>
        </label>
      </div>
      {isOver.value ? <p class="none">{words.gameIsOver}</p> : <Lines />}
    </>
  )
}

function Lines() {
  const found = foundHere.value
  if (!found) {
    return isSearching.value ? (
      <Waiting />
    ) : (
      !isAnalysing.value && <p class="none">{fill(words.engineHint, { key: 'E' })}</p>
    )
  }
  const { depth, nodes, visits, seconds, lines = [] } = found
  const { game } = record.value!
  const isValued = lines[0] !== undefined && evaluationText(lines[0], game) !== undefined
  const facts = [
    depth !== undefined && fill(words.depthReached, { depth }),
    nodes !== undefined && countOf('positionsSearched', nodes),
    visits !== undefined && countOf('playouts', visits),
    seconds !== undefined && fill(words.secondsTaken, { seconds: formatNumber(seconds, { maximumFractionDigits: 1 }) }),
  ].filter((fact) => fact !== false)
  return (
    <>
      {/* Programs that only play give their moves no values. */}
      {!isValued && <p class="value">{evaluationText(found, game)}</p>}
      <ol class="engine-lines">
        {lines.map((line, index) => (
          <Line key={index} line={line} />
        ))}
      </ol>
      <p class="quiet facts-line">
        {facts.join(' · ')}
        {isSearching.value && ' …'}
      </p>
    </>
  )
}

/** An engine that has found nothing yet; one that loads or tunes itself for minutes says how far it is. */
function Waiting() {
  if (!starting.value) return <p class="none">{words.engineThinks}</p>
  const { seconds, line } = starting.value
  return (
    <>
      <p class="none" role="status">
        {fill(words.engineStartsSince, { seconds: formatNumber(seconds) })}
      </p>
      {line !== '' && <p class="quiet engine-says">{line}</p>}
    </>
  )
}

/** Moves of a line that are shown: more do not help anybody. */
const MOST_MOVES = 16

function Line({ line }: { line: EvaluatedLine }) {
  const moves = line.moves.slice(0, MOST_MOVES)
  const written = writeLine(moves)
  const value = evaluationText(line, record.value!.game)
  return (
    <li>
      <span class="value">{value}</span>
      <span class="line-moves">
        {written.map(({ number, text }, index) => (
          <button key={index} type="button" class="move" onClick={() => playLine(moves.slice(0, index + 1))}>
            {number !== '' && <span class="number">{number}</span>}
            {text}
          </button>
        ))}
      </span>
      <button
        type="button"
        class="insert"
        title={words.insertLine}
        aria-label={`${words.insertLine}: ${written[0]?.text ?? ''}`}
        onClick={() => insertLine({ ...line, moves })}
      >
        +
      </button>
    </li>
  )
}

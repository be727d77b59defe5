/** The explorer beside the board: what was played in this position, how often, and how it went. */
import type { ComponentChildren } from 'preact'
import { rulesOf } from '../../../src/rules/index.ts'
import { play } from '../state/edit-actions.ts'
import {
  explored,
  explorerFailure,
  explorerSource,
  isAsking,
  isExploring,
  toggleExplorer,
  type Explored,
} from '../state/explorer.ts'
import type { PlayedMove, SampleGame } from '../state/explorer-source.ts'
import { notation } from '../state/replay.ts'
import { countOf, fill, formatNumber, words } from '../words/index.ts'
import { ResultBar } from './ResultBar.tsx'

/** @param children what is done with the position: shown beside the number of games */
interface ExplorerProps {
  /** Shows a sample game; absent where the source has no games to show. */
  showGame?: ((id: number) => void) | undefined
  children?: ComponentChildren
}

export function Explorer({ showGame, children }: ExplorerProps) {
  const source = explorerSource.value
  if (!source) return null
  const answer = explored.value
  return (
    <section class={isExploring.value ? 'explorer' : 'explorer closed'} aria-label={words.explorer}>
      <header>
        <h2>
          <button type="button" class="disclosure" aria-expanded={isExploring.value} onClick={toggleExplorer}>
            {words.explorer}
          </button>
        </h2>
        {isExploring.value && answer && (
          <span class="quiet" role="status">
            {answer.facts.opening ?? countOf('gamesHere', answer.facts.games)}
          </span>
        )}
      </header>
      {isExploring.value && (
        <div class={isAsking.value ? 'explorer-body asking' : 'explorer-body'} aria-busy={isAsking.value}>
          {explorerFailure.value !== undefined ? (
            <p class="none">
              {words.explorerFailed} <small>{explorerFailure.value}</small>
            </p>
          ) : answer ? (
            <>
              <Answer answer={answer} showGame={showGame} />
              {children}
            </>
          ) : (
            <p class="none">{words.opening}</p>
          )}
        </div>
      )}
    </section>
  )
}

function Answer({ answer, showGame }: { answer: Explored; showGame: ((id: number) => void) | undefined }) {
  const { facts, samples } = answer
  if (facts.games === 0) return <p class="none">{words.notPlayed}</p>
  return (
    <>
      {facts.moves.length > 0 && <Moves answer={answer} />}
      {facts.ended > 0 && <p class="quiet">{fill(words.endedHere, { games: countOf('gamesHere', facts.ended) })}</p>}
      {samples.length > 0 && <Samples answer={answer} samples={samples} showGame={showGame} />}
    </>
  )
}

function Moves({ answer: { game, position, facts } }: { answer: Explored }) {
  const rules = rulesOf(game)
  return (
    <table class="explored-moves">
      <thead>
        <tr>
          <th scope="col">{words.move}</th>
          <th scope="col" class="number">
            {words.games}
          </th>
          <th scope="col">{words.results}</th>
          <th scope="col" class="number" title={words.averageRating}>
            {words.ratingShort}
          </th>
          <th scope="col" class="number" title={words.performance}>
            {words.performanceShort}
          </th>
          <th scope="col" class="number" title={words.lastYear}>
            {words.lastYearShort}
          </th>
        </tr>
      </thead>
      <tbody>
        {facts.moves.map((row) => (
          <tr key={row.move} onClick={() => play(row.move)}>
            <th scope="row">
              <button
                type="button"
                class="move"
                onClick={(event) => {
                  event.stopPropagation()
                  play(row.move)
                }}
              >
                {rules.writeMove(position, row.move, notation.value)}
              </button>
            </th>
            <td class="number" title={share(row, facts.games)}>
              {formatNumber(row.games)}
            </td>
            <td>
              <ResultBar game={game} {...row} />
            </td>
            <td class="number">{row.rating}</td>
            <td class="number">{row.performance}</td>
            <td class="number">{row.lastYear || ''}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{words.total}</th>
          <td class="number">{formatNumber(facts.games)}</td>
          <td>
            <ResultBar game={game} {...facts} />
          </td>
          <td colSpan={3} />
        </tr>
      </tfoot>
    </table>
  )
}

function share({ games }: PlayedMove, all: number): string {
  return `${formatNumber((games / all) * 100, { maximumFractionDigits: 1 })}%`
}

interface SamplesProps {
  answer: Explored
  samples: readonly SampleGame[]
  showGame: ((id: number) => void) | undefined
}

function Samples({ answer: { game, position }, samples, showGame }: SamplesProps) {
  const rules = rulesOf(game)
  return (
    <>
      <h3>{words.sampleGames}</h3>
      <ul class="sample-games">
        {samples.map(({ id, players, ratings, move, result, year }) => {
          const names = players.map((name, index) =>
            [name || words.unknownPlayer, ratings[index]].filter(Boolean).join(' '),
          )
          const text = (
            <>
              <span>{names.join(' – ')}</span>
              <span class="quiet">
                {[move !== undefined && rules.writeMove(position, move, notation.value), result, year]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </>
          )
          return (
            <li key={id}>
              {showGame ? (
                <button type="button" class="sample" onClick={() => showGame(id)}>
                  {text}
                </button>
              ) : (
                text
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** The explorer beside the board: what was played in this position, how often, and how it went. */
import type { ComponentChildren } from 'preact'
import type { Game } from '../../../../src/model/record.ts'
import { rulesOf } from '../../../../src/rules/index.ts'
import type { NotationStyle } from '../../../../src/rules/rules.ts'
import { publishedOffer } from '../../state/database/published.ts'
import { database } from '../../state/database/server.ts'
import { hasBooks } from '../../state/explorer/book-sources.ts'
import {
  explored,
  explorerFailure,
  explorerSource,
  isAsking,
  playExplored,
  pointedMove,
  type Explored,
} from '../../state/explorer/explorer.ts'
import { gamesCounted } from '../../state/explorer/files-explorer.ts'
import type { PlayedMove, SampleGame } from '../../state/explorer/explorer-source.ts'
import { notation, record } from '../../state/replay/replay.ts'
import { countOf, fill, formatNumber, words } from '../../words/index.ts'
import { lazily } from '../shell/lazily.tsx'
import { ResultBar } from './ResultBar.tsx'

const Books = lazily(async () => (await import('./Books.tsx')).Books)
const Tablebase = lazily(async () => (await import('./Tablebase.tsx')).Tablebase)

interface ExplorerProps {
  /** Shows a sample game; absent if the source has no games. */
  showGame?: ((id: number) => void) | undefined
  /** What can be done with the position. */
  children?: ComponentChildren
}

export function Explorer({ showGame, children }: ExplorerProps) {
  const source = explorerSource.value
  if (!source && !hasBooks.value) return null
  const answer = source && explored.value
  return (
    <section class="explorer" aria-label={words.explorer}>
      <header>
        {answer && (
          <span class="quiet" role="status">
            {countOf('gamesHere', answer.facts.games)}
            {gamesCounted.value !== undefined && ` (${countOf('gamesRead', gamesCounted.value)})`}
          </span>
        )}
        {publishedOffer.value && publishedOffer.value.source === source && (
          <button type="button" class="link" onClick={publishedOffer.value.show}>
            {words.showItsGames}
          </button>
        )}
        {children}
      </header>
      <div class={isAsking.value ? 'explorer-body asking' : 'explorer-body'} aria-busy={isAsking.value}>
        {database.value?.tablebase && <Tablebase />}
        {explorerFailure.value !== undefined ? (
          <p class="none">
            {words.explorerFailed} <small>{explorerFailure.value}</small>
          </p>
        ) : answer ? (
          <Answer answer={answer} />
        ) : (
          source && <p class="none">{words.loading}</p>
        )}
        {hasBooks.value && <Books />}
        {answer && explorerFailure.value === undefined && answer.samples.length > 0 && (
          <Samples answer={answer} samples={answer.samples} showGame={showGame} />
        )}
      </div>
    </section>
  )
}

function Answer({ answer }: { answer: Explored }) {
  const { facts } = answer
  return (
    <>
      {facts.opening !== undefined && <p class="opening">{facts.opening}</p>}
      {facts.games === 0 && <p class="none">{words.notPlayed}</p>}
      {facts.moves.length > 0 && <Moves answer={answer} />}
      {facts.ended > 0 && <p class="quiet">{fill(words.endedHere, { games: countOf('gamesHere', facts.ended) })}</p>}
    </>
  )
}

const NUMBER_COLUMNS = [
  { field: 'rating', word: 'averageRating', short: 'ratingShort' },
  { field: 'performance', word: 'performance', short: 'performanceShort' },
  { field: 'lastYear', word: 'lastYear', short: 'lastYearShort' },
] as const

function Moves({ answer: { game, position, facts } }: { answer: Explored }) {
  const rules = rulesOf(game)
  // Columns without data are omitted.
  const columns = NUMBER_COLUMNS.filter(({ field }) => facts.moves.some((row) => row[field]))
  return (
    <table class="explored-moves">
      <thead>
        <tr>
          <th scope="col">{words.move}</th>
          <th scope="col" class="number">
            {words.games}
          </th>
          <th scope="col">{words.results}</th>
          {columns.map(({ field, word, short }) => (
            <th key={field} scope="col" class={`number ${field}`} title={words[word]}>
              {words[short]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {facts.moves.map((row) => (
          <tr
            key={row.move}
            onClick={() => playExplored(row.move)}
            onPointerEnter={() => (pointedMove.value = row.move)}
            onPointerLeave={() => (pointedMove.value = undefined)}
            onFocusIn={() => (pointedMove.value = row.move)}
            onFocusOut={() => (pointedMove.value = undefined)}
          >
            <th scope="row">
              <button
                type="button"
                class="move"
                onClick={(event) => {
                  event.stopPropagation()
                  playExplored(row.move)
                }}
              >
                {rules.writeMove(position, row.move, styleOf(game))}
              </button>
            </th>
            <td class="number" title={share(row, facts.games)}>
              {formatNumber(row.games)}
            </td>
            <td>
              <ResultBar game={game} {...row} />
            </td>
            {columns.map(({ field }) => (
              <td key={field} class={`number ${field}`}>
                {row[field] || ''}
              </td>
            ))}
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
          {columns.length > 0 && <td colSpan={columns.length} />}
        </tr>
      </tfoot>
    </table>
  )
}

/** The notation chosen for the game; the default one while the response is still for another game. */
function styleOf(game: Game): NotationStyle | undefined {
  return record.value?.game === game ? notation.value : undefined
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
      <h2>{words.sampleGames}</h2>
      <ul class="sample-games">
        {samples.map(({ id, players, ratings, move, result, year }) => {
          const names = players.map((name, index) =>
            [name || words.unknownPlayer, ratings[index]].filter(Boolean).join(' '),
          )
          const text = (
            <>
              <span>{names.join(' – ')}</span>
              <span class="quiet">
                {[move !== undefined && rules.writeMove(position, move, styleOf(game)), result, year]
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

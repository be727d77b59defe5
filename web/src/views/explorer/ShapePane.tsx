/** What was played in a marked area of the board: the moves played next, how they went, and the games. */
import { drawDiagram } from '../../../../src/diagrams/diagram.ts'
import type { Game, GameRecord } from '../../../../src/model/record.ts'
import { mainLine } from '../../../../src/model/tree.ts'
import type { DescribedNext } from '../../../../src/patterns/answer/describe.ts'
import { inOrder } from '../../../../src/query/found-game.ts'
import { rulesOf } from '../../../../src/rules/index.ts'
import { positionAt } from '../../../../src/rules/replay.ts'
import { closeArea, area, hasFixedColours } from '../../state/patterns/area.ts'
import {
  agreeToRead,
  foundShape,
  isSearchingShape,
  listMoreGames,
  nextText,
  playNext,
  searchedShare,
  shapeBytes,
  shapeFailure,
  type FoundShape,
} from '../../state/patterns/search.ts'
import type { ShapeGame, ShapeSource } from '../../state/patterns/shape-source.ts'
import { record } from '../../state/replay/replay.ts'
import { countOf, fill, formatNumber, words } from '../../words/index.ts'
import { formatSize } from '../shell/format-size.ts'
import { ResultBar } from './ResultBar.tsx'
import { useAnswer } from '../database/use-answer.ts'

export function ShapePane() {
  const found = foundShape.value
  const [failure, share, bytes] = [shapeFailure.value, searchedShare.value, shapeBytes.value]
  return (
    <section class="explorer shape" aria-label={words.shape}>
      <header>
        <h2>{words.shape}</h2>
        {found && (
          <span class="quiet" role="status">
            {countOf('gamesHere', found.answer.games)} · {countOf('hitsHere', found.answer.hits)}
          </span>
        )}
        {found?.source.list && (
          <button
            type="button"
            class="position-filter"
            title={words.gamesWithShape}
            onClick={() => found.source.list!(found)}
          >
            {words.listHere}
          </button>
        )}
        <button type="button" class="position-filter" onClick={closeArea}>
          {words.closeShape}
        </button>
      </header>
      <div
        class={isSearchingShape.value && share === undefined ? 'explorer-body asking' : 'explorer-body'}
        aria-busy={isSearchingShape.value}
      >
        {share !== undefined && <progress aria-label={words.searchShape} value={share} />}
        {!area.value && <p class="none">{words.markArea}</p>}
        {area.value && record.value?.game === 'go' && (
          <label class="fixed-colours">
            <input
              type="checkbox"
              checked={hasFixedColours.value}
              onChange={({ currentTarget }) => (hasFixedColours.value = currentTarget.checked)}
            />
            {words.fixedColours}
          </label>
        )}
        {failure && <p class="none">{failure.message}</p>}
        {bytes !== undefined && (
          <p class="none">
            {fill(words.shapeReadsAll, { size: formatSize(bytes) })}{' '}
            <button type="button" class="link" onClick={agreeToRead}>
              {words.searchAllGames}
            </button>
          </p>
        )}
        {found && found.answer.games === 0 && share === undefined && <p class="none">{words.noShape}</p>}
        {found && found.answer.games > 0 && <Answer found={found} />}
      </div>
    </section>
  )
}

function Answer({ found }: { found: FoundShape }) {
  const { next, games, ended, found: listed, firstYear, lastYear } = found.answer
  const years = [firstYear, lastYear].filter((year, index, all) => year !== undefined && all.indexOf(year) === index)
  return (
    <>
      {years.length > 0 && <p class="quiet">{years.join(' – ')}</p>}
      {next.length > 0 && <NextMoves found={found} next={next} />}
      {ended > 0 && <p class="quiet">{fill(words.endedInShape, { places: countOf('hitsHere', ended) })}</p>}
      {listed.length > 0 && (
        <>
          <h3>{words.gamesWithShape}</h3>
          <ul class="hits">
            {listed.map((game) => (
              <Found key={game.id} found={game} source={found.source} />
            ))}
          </ul>
        </>
      )}
      {listed.length > 0 && listed.length < games && !isSearchingShape.value && (
        <button type="button" onClick={listMoreGames}>
          {words.showMore}
        </button>
      )}
    </>
  )
}

function NextMoves({ found, next }: { found: FoundShape; next: readonly DescribedNext[] }) {
  return (
    <table class="explored-moves">
      <thead>
        <tr>
          <th scope="col">{words.move}</th>
          <th scope="col" class="number">
            {words.games}
          </th>
          <th scope="col">{words.results}</th>
          <th scope="col" class="number" title={words.afterTenuki}>
            {words.tenukiShort}
          </th>
          <th scope="col" class="number" title={words.lastYear}>
            {words.lastYearShort}
          </th>
        </tr>
      </thead>
      <tbody>
        {next.map((row) => (
          <tr key={row.label} onClick={() => playNext(found, row)}>
            <th scope="row">
              <button
                type="button"
                class="move"
                onClick={(event) => {
                  event.stopPropagation()
                  playNext(found, row)
                }}
              >
                {found.game === 'go' || found.game === 'othello' ? `${row.label} · ` : ''}
                {nextText(found, row)}
              </button>
              {row.colour && found.game === 'go' && (
                <span class={`swatch go colour-${row.colour === 'black' ? 1 : 2}`} aria-hidden="true" />
              )}
            </th>
            <td class="number">{formatNumber(row.games)}</td>
            <td>
              <ResultBar game={found.game} {...resultsOf(found, row)} />
            </td>
            <td class="number">{row.tenuki || ''}</td>
            <td class="number">{row.lastYear ?? ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Results in the order of moves, as the shape is drawn. */
function resultsOf({ game }: FoundShape, { white, draws, black }: DescribedNext) {
  const [first = 0, second = 0] = inOrder({ game, white, black })
  return { first, draws, second }
}

/** A game with the board at its first hit, and steps to all of them. */
function Found({ found, source }: { found: ShapeGame; source: ShapeSource }) {
  const { id, game, white, black, date, result, hits } = found
  const { answer } = useAnswer(String(id), (signal) => source.record(found, signal))
  const line = answer && [0, ...mainLine(answer.nodes)]
  const show = (ply: number) => source.show(found, line?.[ply] ?? 0)
  const names = inOrder({ game, ...(white && { white }), ...(black && { black }) })
  return (
    <li>
      <button type="button" class="hit" onClick={() => show(hits[0]!.ply)}>
        {answer && line ? <Thumbnail record={answer} node={line[hits[0]!.ply] ?? 0} /> : <span class="thumbnail" />}
        <span class="names">
          <span>{names.map((player) => player?.name || words.unknownPlayer).join(' – ')}</span>
          <span class="quiet">{[date, result].filter(Boolean).join(' · ')}</span>
        </span>
      </button>
      <span class="steps">
        {hits.map(({ ply, left, top }) => (
          <button key={`${ply} ${left} ${top}`} type="button" onClick={() => show(ply)}>
            {fill(words.afterMoves, { n: formatNumber(moveNumber(game, ply)) })}
          </button>
        ))}
      </span>
    </li>
  )
}

/** The number of the move that was played last, as players count. */
function moveNumber(game: Game, ply: number): number {
  return game === 'go' || game === 'othello' ? ply : Math.ceil(ply / 2)
}

function Thumbnail({ record: shown, node }: { record: GameRecord; node: number }) {
  const rules = rulesOf(shown.game)
  const options = { lastMove: shown.nodes[node]!.move, isBare: true }
  const svg = drawDiagram(shown.game, positionAt(rules, shown, node), options)
  return <img class="thumbnail" src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt="" />
}

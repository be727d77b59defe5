/** Records of some games, asked for when they are unfolded. */
import { useState } from 'preact/hooks'
import { movesOfPlies } from '../../../../src/model/move-count.ts'
import type { FoundGame } from '../../../../src/query/found-game.ts'
import { requestJson } from '../../state/database/server.ts'
import type { GameRecords, Series } from '../../state/database/people.ts'
import { addressOf } from '../../state/page/route.ts'
import { formatNumber, words } from '../../words/index.ts'
import { Answered } from './Answered.tsx'
import { dateText } from './Events.tsx'
import { GameLines, type GameLine } from './GameLines.tsx'
import { useAnswer } from './use-answer.ts'

type Conditions = Readonly<Record<string, string | undefined>>

export function Records({ conditions }: { conditions: Conditions }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section class="card whole records">
      <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>{words.recordsTitle}</summary>
        {isOpen && <Lists conditions={conditions} />}
      </details>
    </section>
  )
}

function Lists({ conditions }: { conditions: Conditions }) {
  const awaited = useAnswer(JSON.stringify(conditions), (signal) =>
    requestJson<GameRecords>('records', { ...conditions }, signal),
  )
  return (
    <Answered awaited={awaited}>
      {({ longest, shortest, upsets, wins, unbeaten, youngest }) => (
        <>
          <Games title={words.longestGames} lines={linesOf(longest)} conditions={conditions} />
          <Games title={words.shortestGames} lines={linesOf(shortest)} conditions={conditions} />
          <Games
            title={words.upsets}
            lines={upsets.map(({ game, difference }) => ({ game, note: formatNumber(difference) }))}
            conditions={conditions}
          />
          <SeriesTable title={words.winSeries} series={wins} />
          <SeriesTable title={words.unbeatenSeries} series={unbeaten} />
          <Games
            title={words.youngestWinners}
            lines={youngest.map(({ game, name, age }) => ({ game, note: `${name}, ${formatNumber(age)}` }))}
            conditions={conditions}
          />
        </>
      )}
    </Answered>
  )
}

function linesOf(games: readonly FoundGame[]): GameLine[] {
  return games.map((game) => ({
    game,
    note: formatNumber(movesOfPlies(game.game, game.plies)),
  }))
}

function Games({ title, lines, conditions }: { title: string; lines: readonly GameLine[]; conditions: Conditions }) {
  if (lines.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <GameLines lines={lines} conditions={conditions} />
    </>
  )
}

function SeriesTable({ title, series }: { title: string; series: readonly Series[] }) {
  if (series.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <table class="plain">
        <tbody>
          {series.map(({ name, games, firstDate, lastDate, first }) => (
            <tr key={name}>
              <td class="number">{formatNumber(games)}</td>
              <th scope="row">
                <a href={addressOf(['players', name])}>{name}</a>
              </th>
              <td class="quiet">
                <a href={addressOf(['games'], { player: name, id: String(first) })}>
                  {[...new Set([dateText(firstDate), dateText(lastDate)])].join(' – ')}
                </a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

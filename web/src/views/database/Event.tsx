/** One event: its table, as a crosstable if there are few players, and links to its games. */
import { requestJson } from '../../state/database/server.ts'
import type { EventDescription, Standing } from '../../state/database/people.ts'
import { addressOf } from '../../state/page/route.ts'
import { countOf, formatNumber, words } from '../../words/index.ts'
import { Answered } from './Answered.tsx'
import { dateText } from './Events.tsx'
import { ScoreBar } from './ScoreBar.tsx'
import { useAnswer } from './use-answer.ts'

/** The largest number of players in a crosstable; larger tables list the results of each player in order. */
const CROSSED = 24

/** The largest number of results listed for a player; more are summarised by a bar. */
const LISTED = 30

export function Event({ name }: { name: string }) {
  const awaited = useAnswer(name, (signal) =>
    requestJson<EventDescription>(`events/${encodeURIComponent(name)}`, {}, signal),
  )
  return (
    <main class="person">
      <h1>{name}</h1>
      <Answered awaited={awaited}>{(event) => <Description event={event} />}</Answered>
    </main>
  )
}

function Description({ event }: { event: EventDescription }) {
  const { name, site, firstDate, lastDate, games, table, players } = event
  const dates = [dateText(firstDate), firstDate === lastDate ? undefined : dateText(lastDate)].filter(Boolean)
  return (
    <>
      <p class="headline">
        <a href={addressOf(['games'], { event: name })}>{countOf('gamesHere', games)}</a>
        <span class="quiet">{[site, dates.join(' – ')].filter(Boolean).join(' · ')}</span>
      </p>
      {table.length > 0 ? (
        <div class="table-box card">
          <table class="cross-table">
            <Heads table={table} />
            <tbody>
              {table.map((standing, place) => (
                <tr key={standing.name}>
                  <td class="number quiet">{formatNumber(place + 1)}</td>
                  <th scope="row">
                    <a href={addressOf(['players', standing.name])}>{standing.name}</a>{' '}
                    <span class="quiet">{standing.rating}</span>
                  </th>
                  <td class="number points">{pointsText(standing.points)}</td>
                  <td class="number">{formatNumber(standing.games)}</td>
                  <Results event={name} standing={standing} table={table} />
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <p class="none">{words.noTable}</p>
      )}
      {players > table.length && <p class="quiet">{countOf('morePlayers', players - table.length)}</p>}
    </>
  )
}

function Heads({ table }: { table: readonly Standing[] }) {
  return (
    <thead>
      <tr>
        <th scope="col" class="number">
          #
        </th>
        <th scope="col">{words.player}</th>
        <th scope="col" class="number">
          {words.points}
        </th>
        <th scope="col" class="number">
          {words.games}
        </th>
        {table.length <= CROSSED ? (
          table.map(({ name }, place) => (
            <th key={name} scope="col" class="cross" title={name}>
              {formatNumber(place + 1)}
            </th>
          ))
        ) : (
          <th scope="col">{words.results}</th>
        )}
      </tr>
    </thead>
  )
}

function Results({ event, standing, table }: { event: string; standing: Standing; table: readonly Standing[] }) {
  const link = ({ id, opponent, points, round }: Standing['results'][number]) => (
    <a
      key={id}
      href={addressOf(['games'], { event, id: String(id) })}
      title={[opponent, round !== undefined && `${words.round} ${round}`].filter(Boolean).join(' · ')}
      aria-label={`${points === undefined ? '*' : pointsText(points)}, ${opponent}`}
    >
      {points === undefined ? '*' : pointsText(points)}
    </a>
  )
  if (table.length > CROSSED) {
    const isListed = standing.results.length <= LISTED
    return <td class="results">{isListed ? standing.results.map(link) : <ScoreBar {...standing} />}</td>
  }
  return (
    <>
      {table.map(({ name }) => (
        <td key={name} class={name === standing.name ? 'cross own' : 'cross'}>
          {standing.results.filter(({ opponent }) => opponent === name).map(link)}
        </td>
      ))}
    </>
  )
}

/** Points as tables print them: 7½. */
function pointsText(points: number): string {
  const whole = Math.floor(points)
  if (points === whole) return formatNumber(points)
  return whole === 0 ? '½' : `${formatNumber(whole)}½`
}

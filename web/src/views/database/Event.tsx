/** One event: its table, as a crosstable if there are few players, and links to its games. */
import type { TieBreak } from '../../../../src/database/names/tie-breaks.ts'
import type { Game } from '../../../../src/model/record.ts'
import { requestJson } from '../../state/database/server.ts'
import type { EventDescription, Standing } from '../../state/database/people.ts'
import { addressOf } from '../../state/page/route.ts'
import { colourWord, countOf, formatNumber, words, type Word } from '../../words/index.ts'
import { Answered } from './Answered.tsx'
import { dateText } from './Events.tsx'
import { Records } from './Records.tsx'
import { ScoreBar } from './ScoreBar.tsx'
import { useAnswer } from './use-answer.ts'

/** The largest number of players in a crosstable; larger tables list the results of each player in order. */
const CROSSED = 24

/** The largest number of results listed for a player; more are summarised by a bar. */
const LISTED = 30

export function Event({ name, edition }: { name: string; edition: string }) {
  const awaited = useAnswer(`${name} ${edition}`, (signal) =>
    requestJson<EventDescription>(`events/${encodeURIComponent(name)}`, { edition }, signal),
  )
  return (
    <main class="person">
      <h1>{name}</h1>
      <Answered awaited={awaited}>{(event) => <Description event={event} />}</Answered>
    </main>
  )
}

function Description({ event }: { event: EventDescription }) {
  const { name, site, games, table, players, editions, edition } = event
  const isOnly = editions.length <= 1
  const shown = isOnly ? undefined : editions.find(({ from }) => (from ?? '') === edition)
  // Its games were played within these dates, of which the last may be a whole month.
  const [from, to] = isOnly ? [event.firstDate, event.lastDate] : [shown?.from, shown?.to]
  const dates = [dateText(from), from === to ? undefined : dateText(to)].filter(Boolean)
  const span = isOnly ? {} : { since: from, until: to === undefined ? undefined : endOf(to) }
  const rounds = roundsOf(event)
  const rules = event.tieBreaks.filter((rule) => table.some(({ tieBreaks }) => tieBreaks?.[rule] !== undefined))
  const hasPerformance = !rules.includes('performance') && table.some(({ performance }) => performance !== undefined)
  return (
    <>
      <p class="headline">
        <a href={addressOf(['games'], { event: name, ...span })}>{countOf('gamesHere', games)}</a>
        <span class="quiet">{[site, dates.join(' – ')].filter(Boolean).join(' · ')}</span>
      </p>
      {!isOnly && <Editions event={event} />}
      {table.length > 0 ? (
        <div class="table-box card">
          <table class="cross-table">
            <Heads table={table} rounds={rounds} rules={hasPerformance ? [...rules, 'performance'] : rules} />
            <tbody>
              {table.map((standing, place) => (
                <tr key={standing.name} id={`place-${place + 1}`}>
                  <td class="number quiet">{formatNumber(place + 1)}</td>
                  <th scope="row">
                    <a href={addressOf(['players', standing.name])}>{standing.name}</a>{' '}
                    <span class="quiet">{standing.rating}</span>
                  </th>
                  <td class="number points">{pointsText(standing.points)}</td>
                  <td class="number">{formatNumber(standing.games)}</td>
                  {rules.map((rule) => (
                    <td key={rule} class="number tie-break">
                      {tieBreakText(standing.tieBreaks?.[rule])}
                    </td>
                  ))}
                  {hasPerformance && <td class="number tie-break">{tieBreakText(standing.performance)}</td>}
                  <Results
                    event={name}
                    standing={standing}
                    table={table}
                    rounds={rounds}
                    game={event.kinds[0] ?? 'chess'}
                  />
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <p class="none">{words.noTable}</p>
      )}
      {players > table.length && <p class="quiet">{countOf('morePlayers', players - table.length)}</p>}
      <Records key={edition} conditions={{ event: name, ...span }} />
    </>
  )
}

/** The editions of an event of many years. */
function Editions({ event: { name, editions, edition } }: { event: EventDescription }) {
  return (
    <ul class="chips editions" aria-label={words.years}>
      {[...editions].reverse().map(({ from = '', to, games }) => (
        <li key={from}>
          <a
            class="chip"
            href={addressOf(['events', name], { edition: from === '' ? undefined : from })}
            aria-current={from === edition ? 'page' : undefined}
            title={countOf('gamesHere', games)}
          >
            {from === '' ? words.undated : editionName(from, to)}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The years of an edition, as tournaments over New Year are named: 1995/96. */
function editionName(from: string, to: string = from): string {
  const [first, last] = [from.slice(0, 4), to.slice(0, 4)]
  return first === last ? first : `${first}/${last.slice(2)}`
}

/** The last day of a month, or of a year. */
function endOf(date: string): string {
  const [year, month] = date.split('-').map(Number)
  if (month === undefined) return `${year}-12-31`
  return `${date}-${new Date(Date.UTC(year!, month, 0)).getUTCDate()}`
}

/** The most rounds that have columns of their own. */
const MOST_ROUNDS = 20

/** The rounds of a tournament in which everybody plays one game a round; empty for others. */
function roundsOf({ rounds, table }: EventDescription): readonly string[] {
  const isOneEach = table.every(({ results }) => new Set(results.map(({ round }) => round)).size === results.length)
  const areNumbers =
    rounds.every((round) => /^\d+$/.test(round)) &&
    table.every(({ results }) => results.every((one) => one.round !== undefined))
  return isOneEach && areNumbers && rounds.length <= MOST_ROUNDS ? rounds : []
}

interface Columns {
  table: readonly Standing[]
  rounds: readonly string[]
}

const RULES: Readonly<Record<TieBreak, { short: Word; long: Word }>> = {
  direct: { short: 'directShort', long: 'directEncounter' },
  wins: { short: 'winsShort', long: 'winsRule' },
  sonnebornBerger: { short: 'sonnebornShort', long: 'sonnebornBerger' },
  buchholzCut1: { short: 'buchholzCutShort', long: 'buchholzCut' },
  buchholz: { short: 'buchholzShort', long: 'buchholz' },
  buchholzMedian: { short: 'medianShort', long: 'medianRule' },
  sos: { short: 'sosShort', long: 'sosRule' },
  sosos: { short: 'sososShort', long: 'sososRule' },
  sodos: { short: 'sodosShort', long: 'sodosRule' },
  koya: { short: 'koyaShort', long: 'koyaRule' },
  secondWins: { short: 'secondWinsShort', long: 'secondWinsRule' },
  opponentRating: { short: 'opponentRatingShort', long: 'opponentRatingRule' },
  progressive: { short: 'progressiveShort', long: 'progressive' },
  performance: { short: 'performanceShort', long: 'ratingPerformance' },
}

function Heads({ table, rounds, rules }: Columns & { rules: readonly TieBreak[] }) {
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
        {rules.map((rule) => (
          <th key={rule} scope="col" class="number tie-break" title={words[RULES[rule].long]}>
            {words[RULES[rule].short]}
          </th>
        ))}
        {table.length <= CROSSED ? (
          table.map(({ name }, place) => (
            <th key={name} scope="col" class="cross" title={name}>
              {formatNumber(place + 1)}
            </th>
          ))
        ) : rounds.length > 0 ? (
          rounds.map((round) => (
            <th key={round} scope="col" class="cross" title={`${words.round} ${round}`}>
              {round}
            </th>
          ))
        ) : (
          <th scope="col">{words.results}</th>
        )}
      </tr>
    </thead>
  )
}

function Results({
  event,
  standing,
  table,
  rounds,
  game,
}: Columns & { event: string; standing: Standing; game: Game }) {
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
  if (table.length > CROSSED && rounds.length > 0) {
    const places = new Map(table.map(({ name }, place) => [name, place + 1]))
    return (
      <>
        {rounds.map((round) => {
          const result = standing.results.find((one) => one.round === round)
          return (
            <td key={round} class="cross">
              {result && (
                <>
                  {link(result)}
                  <small>
                    <span class={`swatch ${game} colour-${result.colour}`} title={colourWord(game, result.colour)} />
                    {places.get(result.opponent)}
                  </small>
                </>
              )}
            </td>
          )
        })}
      </>
    )
  }
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

/** The value of a rule that breaks ties, with two decimals at most. */
const tieBreakText = (value: number | undefined) =>
  value === undefined ? '' : formatNumber(value, { maximumFractionDigits: 2, useGrouping: false })

/** Points as tables print them: 7½. */
function pointsText(points: number): string {
  const whole = Math.floor(points)
  if (points === whole) return formatNumber(points)
  return whole === 0 ? '½' : `${formatNumber(whole)}½`
}

/** One player: how the games went by colour and year, ratings over time, openings, opponents, events. */
import { Fragment } from 'preact'
import { requestJson } from '../../state/database/server.ts'
import type { PlayerDescription } from '../../state/database/people.ts'
import { addressOf } from '../../state/page/route.ts'
import { colourWord, countOf, formatNumber, words } from '../../words/index.ts'
import { RatingChart, YearsChart } from './charts.tsx'
import { dateText } from './Events.tsx'
import { Records } from './Records.tsx'
import { ScoreBar, scorePercent } from './ScoreBar.tsx'
import { Scores } from './Scores.tsx'
import { Answered } from './Answered.tsx'
import { useAnswer } from './use-answer.ts'

export function Player({ name }: { name: string }) {
  const awaited = useAnswer(name, (signal) =>
    requestJson<PlayerDescription>(`players/${encodeURIComponent(name)}`, {}, signal),
  )
  return (
    <main class="person">
      <h1>{name}</h1>
      <Answered awaited={awaited}>{(player) => <Description player={player} />}</Answered>
    </main>
  )
}

function Description({ player }: { player: PlayerDescription }) {
  const others = player.names.filter((name) => name !== player.name)
  const years = player.byYear.filter((year): year is typeof year & { year: number } => year.year !== undefined)
  const rated = player.kinds.flatMap((game) => {
    const ratings = player.ratings.filter((rating) => rating.game === game)
    return ratings.length > 1 ? [{ game, ratings }] : []
  })
  return (
    <>
      {others.length > 0 && <p class="quiet">{others.join(', ')}</p>}
      <p class="headline">
        <a href={addressOf(['games'], { player: player.name })}>{countOf('gamesHere', player.games)}</a>
        <span>
          {words.won} {formatNumber(player.won)} · {words.drawn} {formatNumber(player.drawn)} · {words.lost}{' '}
          {formatNumber(player.lost)}
        </span>
        <strong>{scorePercent(player)}</strong>
        <a href={addressOf(['players', player.name], { view: 'preparation' })}>{words.prepareFor}</a>
      </p>
      <div class="cards">
        <section class="card">
          <h2>{words.byColour}</h2>
          <Scores
            lines={player.byColour.map((score) => {
              const [game] = player.kinds
              const isOne = player.kinds.length === 1 && game !== undefined
              const name = isOne
                ? colourWord(game, score.colour)
                : words[score.colour === 1 ? 'movesFirst' : 'movesSecond']
              const field = score.colour === 1 ? 'first' : 'second'
              return { ...score, name, href: addressOf(['games'], { [field]: player.name }) }
            })}
          />
          <p class="legend">
            <span class="won">{words.won}</span> <span class="drawn">{words.drawn}</span>{' '}
            <span class="lost">{words.lost}</span>
          </p>
        </section>
        {years.length > 0 && (
          <section class="card">
            <YearsChart years={years} />
          </section>
        )}
        {rated.map(({ game, ratings }) => (
          <section key={game} class="card">
            <RatingChart
              title={rated.length > 1 ? `${words.ratingOverTime}: ${words[game]}` : words.ratingOverTime}
              ratings={ratings}
            />
          </section>
        ))}
        {player.openings.length > 0 && (
          <section class="card">
            <h2>{words.openings}</h2>
            <div class="table-box">
              <Openings player={player} />
            </div>
          </section>
        )}
        {player.opponents.length > 0 && (
          <section class="card">
            <h2>{words.opponents}</h2>
            <Scores
              lines={player.opponents.map((score) => ({
                ...score,
                href: addressOf(['players', score.name]),
                more: {
                  href: addressOf(['players', player.name], { against: score.name }),
                  text: '⚔',
                  label: `${words.gamesAgainst}: ${score.name}`,
                },
              }))}
            />
          </section>
        )}
        {player.events.length > 0 && (
          <section class="card">
            <h2>{words.events}</h2>
            <table class="plain">
              <tbody>
                {player.events.map(({ name, date, games }) => (
                  <tr key={name}>
                    <th scope="row">
                      <a href={addressOf(['events', name])}>{name}</a>
                    </th>
                    <td class="quiet">{dateText(date)}</td>
                    <td class="number">{formatNumber(games)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
        <Records conditions={{ player: player.name }} />
      </div>
    </>
  )
}

/** Each opening once, with the results of both colours. */
function Openings({ player }: { player: PlayerDescription }) {
  const nameOf = ({ opening }: PlayerDescription['openings'][number]) =>
    [opening?.eco, opening?.name].filter(Boolean).join(' ')
  const lines = Map.groupBy(player.openings, (score) => `${score.game} ${nameOf(score)}`)
  const [game] = player.kinds
  const isOne = player.kinds.length === 1 && game !== undefined
  const colourName = (colour: 1 | 2) =>
    isOne ? colourWord(game, colour) : words[colour === 1 ? 'movesFirst' : 'movesSecond']
  return (
    <table class="plain both-colours">
      <thead>
        <tr>
          <th scope="col">
            <span class="unseen">{words.openings}</span>
          </th>
          {([1, 2] as const).map((colour) => (
            <th key={colour} scope="colgroup" colSpan={2}>
              {colourName(colour)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...lines].map(([key, scores]) => (
          <tr key={key}>
            <th scope="row">{nameOf(scores[0]!)}</th>
            {([1, 2] as const).map((colour) => {
              const score = scores.find((one) => one.colour === colour)
              if (!score) return <td key={colour} colSpan={2} />
              const address = addressOf(['games'], {
                game: score.game,
                [colour === 1 ? 'first' : 'second']: player.name,
                opening: score.opening?.eco ?? score.opening?.name,
              })
              return (
                <Fragment key={colour}>
                  <td class="number">
                    <a href={address} aria-label={`${colourName(colour)}: ${countOf('gamesHere', score.games)}`}>
                      {formatNumber(score.games)}
                    </a>
                  </td>
                  <td class="bar-column">
                    <ScoreBar {...score} />
                  </td>
                </Fragment>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

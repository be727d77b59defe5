/** Two players against each other: the score, by colour, year and opening, and the games. */
import { requestJson } from '../../state/database/server.ts'
import type { HeadToHead as Met } from '../../state/database/people.ts'
import { addressOf } from '../../state/page/route.ts'
import { colourWord, countOf, formatNumber, words } from '../../words/index.ts'
import { Answered } from './Answered.tsx'
import { YearsChart } from './charts.tsx'
import { GameLines } from './GameLines.tsx'
import { Scores } from './Scores.tsx'
import { useAnswer } from './use-answer.ts'

/** The most games listed, the latest ones; the list of games has all. */
const LISTED = 200

export function HeadToHead({ name, opponent }: { name: string; opponent: string }) {
  const awaited = useAnswer(`${name}/${opponent}`, (signal) =>
    requestJson<Met>(`players/${encodeURIComponent(name)}/against/${encodeURIComponent(opponent)}`, {}, signal),
  )
  return (
    <main class="person">
      <h1>
        <a href={addressOf(['players', name])}>{name}</a> – <a href={addressOf(['players', opponent])}>{opponent}</a>
      </h1>
      <Answered awaited={awaited}>{(met) => <Description met={met} />}</Answered>
    </main>
  )
}

function Description({ met }: { met: Met }) {
  const { name, opponent, kinds } = met
  const [game] = kinds
  const isOne = kinds.length === 1 && game !== undefined
  const sideOf = (colour: 1 | 2) =>
    isOne ? colourWord(game, colour) : words[colour === 1 ? 'movesFirst' : 'movesSecond']
  const conditions = { player: name, opponent }
  const years = met.byYear.filter((year): year is typeof year & { year: number } => year.year !== undefined)
  const side = (colour: 1 | 2) => (colour === 1 ? { first: name, second: opponent } : { first: opponent, second: name })
  return (
    <>
      <p class="headline">
        <a href={addressOf(['games'], conditions)}>{countOf('gamesHere', met.games)}</a>
        <span>
          {words.won} {formatNumber(met.won)} · {words.drawn} {formatNumber(met.drawn)} · {words.lost}{' '}
          {formatNumber(met.lost)}
        </span>
        <strong>
          {formatNumber(met.points)} : {formatNumber(met.opponentPoints)}
        </strong>
      </p>
      <div class="cards">
        <section class="card">
          <h2>{words.byColour}</h2>
          <Scores
            lines={met.byColour.map((score) => ({
              ...score,
              name: sideOf(score.colour),
              href: addressOf(['games'], side(score.colour)),
            }))}
          />
        </section>
        {years.length > 0 && (
          <section class="card">
            <YearsChart years={years} />
          </section>
        )}
        {met.openings.length > 0 && (
          <section class="card">
            <h2>{words.openings}</h2>
            <Scores
              lines={met.openings.map(({ opening, colour, ...score }) => ({
                ...score,
                name: [opening.eco, opening.name].filter(Boolean).join(' '),
                note: sideOf(colour),
                href: addressOf(['games'], { ...side(colour), opening: opening.eco ?? opening.name }),
              }))}
            />
          </section>
        )}
        <section class="card whole">
          <h2>{words.games}</h2>
          <GameLines lines={met.list.slice(-LISTED).map((one) => ({ game: one }))} conditions={conditions} />
          {met.list.length > LISTED && <a href={addressOf(['games'], conditions)}>{countOf('gamesHere', met.games)}</a>}
        </section>
      </div>
    </>
  )
}

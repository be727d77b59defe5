/** Preparing for a player: what they play, where they score best and worst, what they do differently, what is new. */
import type { ColourPart, Deviation, Dossier, PlayedNovelty, ScoredLine } from '../../state/database/studies.ts'
import type { ComponentChildren } from 'preact'
import type { Game } from '../../../../src/model/record.ts'
import { requestJson } from '../../state/database/server.ts'
import { addressOf } from '../../state/page/route.ts'
import { colourWord, countOf, fill, formatNumber, words } from '../../words/index.ts'
import { studyCount, studyWords } from '../../words/study/index.ts'
import { Answered } from '../database/Answered.tsx'
import { GameLines } from '../database/GameLines.tsx'
import { ScoreBar } from '../database/ScoreBar.tsx'
import { useAnswer } from '../database/use-answer.ts'
import { LineTree } from './LineTree.tsx'
import { lineAddress, percent } from './lines.ts'

export function Preparation({ name }: { name: string }) {
  const path = `players/${encodeURIComponent(name)}/dossier`
  const awaited = useAnswer(name, (signal) => requestJson<Dossier>(path, {}, signal))
  return (
    <main class="person">
      <h1>{fill(studyWords.dossierOf, { name })}</h1>
      <p class="links">
        <a href={addressOf(['players', name])}>{studyWords.allOfPlayer}</a>{' '}
        <a href={`api/${path}?format=pgn`} download>
          {studyWords.asFile}
        </a>
      </p>
      <Answered awaited={awaited}>{(dossier) => <Parts dossier={dossier} />}</Answered>
    </main>
  )
}

function Parts({ dossier }: { dossier: Dossier }) {
  const { name, game, byColour, best, worst, deviations, novelties, lastGames, clocks, performance, rating } = dossier
  const isEmpty = byColour.every(({ tree }) => tree.length === 0)
  return (
    <>
      <p class="headline">
        <a href={addressOf(['games'], { player: name })}>{countOf('gamesHere', dossier.games)}</a>
        {rating !== undefined && (
          <span>
            {words.rating} {rating}
          </span>
        )}
        {performance !== undefined && (
          <span>
            {studyWords.performance} {performance}
          </span>
        )}
        {dossier.score !== undefined && <strong>{percent(dossier.score)}</strong>}
      </p>
      {isEmpty && <p class="none">{studyWords.nothingToTell}</p>}
      <div class="cards">
        {byColour.map(
          (part) => part.tree.length > 0 && <Played key={part.colour} game={game} part={part} name={name} />,
        )}
        <Card title={studyWords.scoresBest} isShown={best.length > 0}>
          <Extremes game={game} lines={best} />
        </Card>
        <Card title={studyWords.scoresWorst} isShown={worst.length > 0}>
          <Extremes game={game} lines={worst} />
        </Card>
        <Card title={studyWords.deviations} isShown={deviations.length > 0}>
          <ul>
            {deviations.map((deviation) => (
              <DeviationLine key={deviation.line} game={game} deviation={deviation} />
            ))}
          </ul>
        </Card>
        <Card title={studyWords.novelties} isShown={novelties.length > 0}>
          <p class="quiet">{studyCount('noveltiesHint', dossier.noveltyGames)}</p>
          <ul>
            {novelties.map((novelty) => (
              <NoveltyLine key={novelty.line} game={game} novelty={novelty} />
            ))}
          </ul>
        </Card>
        <Card title={studyWords.timeTrouble} isShown={clocks !== undefined && clocks.games > 0}>
          <p>
            {fill(studyWords.troubleIn, {
              trouble: formatNumber(clocks?.trouble.games ?? 0),
              games: formatNumber(clocks?.games ?? 0),
            })}
          </p>
        </Card>
        <Card title={studyWords.lastGames} isShown={lastGames.length > 0}>
          <GameLines lines={lastGames.map((one) => ({ game: one }))} conditions={{ player: name }} />
        </Card>
      </div>
    </>
  )
}

function Card({ title, isShown, children }: { title: string; isShown: boolean; children: ComponentChildren }) {
  if (!isShown) return null
  return (
    <section class="card">
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function Played({ game, part, name }: { game: Game; part: ColourPart; name: string }) {
  const { colour, tree, games } = part
  return (
    <section class="card">
      <h2>{fill(studyWords.playsWith, { colour: colourWord(game, colour) })}</h2>
      <p class="headline">
        <a href={addressOf(['games'], { [colour === 1 ? 'first' : 'second']: name })}>{countOf('gamesHere', games)}</a>
        {part.score !== undefined && <strong>{percent(part.score)}</strong>}
      </p>
      <ScoreBar {...part} />
      <LineTree game={game} moves={tree} />
    </section>
  )
}

function Extremes({ game, lines }: { game: Game; lines: readonly ScoredLine[] }) {
  return (
    <table class="plain">
      <tbody>
        {lines.map((line) => (
          <tr key={line.line}>
            <th scope="row">
              <a href={lineAddress(game, line.moves)}>{line.line}</a>{' '}
              <span class="quiet">{[line.opening?.eco, line.opening?.name].filter(Boolean).join(' ')}</span>
            </th>
            <td class="number">{formatNumber(line.games)}</td>
            <td class="number">
              <strong>{percent(line.score)}</strong>
            </td>
            <td class="quiet">{fill(studyWords.usually, { score: percent(line.usual) })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function DeviationLine({ game, deviation }: { game: Game; deviation: Deviation }) {
  const { line, moves, share, usual } = deviation
  return (
    <li>
      <a href={lineAddress(game, moves)}>{line}</a>{' '}
      <span class="quiet">
        {fill(studyWords.insteadOf, { share: percent(share), move: usual.san, others: percent(usual.share) })}
      </span>
    </li>
  )
}

function NoveltyLine({ game, novelty }: { game: Game; novelty: PlayedNovelty }) {
  const { line, moves } = novelty
  return (
    <li>
      <a href={lineAddress(game, moves)}>{line}</a>{' '}
      <a class="more" href={addressOf(['games'], { id: String(novelty.game.id), at: String(moves.length) })}>
        {[novelty.game.white?.name, novelty.game.black?.name].filter(Boolean).join(' – ')}
      </a>
    </li>
  )
}

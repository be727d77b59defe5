/** A dossier as a page that stands alone. */
import { colourName } from '../model/record.ts'
import type { Deviation } from './deviations.ts'
import type { ColourPart, Dossier, PlayedNovelty } from './dossier.ts'
import type { ScoredLine } from './extremes.ts'
import { grouped, percent, resultsText } from './figures.ts'
import type { RepertoireMeeting } from './meeting.ts'
import {
  boardAfter,
  boards,
  columnChart,
  escapeHtml,
  figure,
  gamesTable,
  htmlPage,
  playedText,
  scoreCells,
  section,
  shareFigure,
  table,
  treeHtml,
} from './page.ts'
import { shareOf, type Score } from '../repertoire/scores.ts'

/** A dossier as HTML. */
export function dossierPage(dossier: Dossier): string {
  const { name, names, game, byColour, byYear, opponents, lastGames, novelties, against = [] } = dossier
  const others = names.length > 1 ? `<p class="note">also ${names.slice(1).map(escapeHtml).join('; ')}</p>` : ''
  const body = [
    `<header><h1>${escapeHtml(name)}</h1>${others}${facts(dossier)}</header>`,
    section(
      'By colour',
      table(
        ['', 'games', 'score', 'results', 'performance'],
        byColour.map((part) => [
          escapeHtml(colourName(game, part.colour)),
          figure(part.games),
          ...scoreCells(part),
          figure(part.performance === undefined ? '' : String(part.performance)),
        ]),
      ),
    ),
    section(
      'By year',
      columnChart(
        byYear.map((one) => ({
          label: String(one.year),
          value: one.games,
          text: `${one.year}: ${one.games} games, ${resultsText(one)}`,
        })),
      ),
    ),
    ...against.map((meeting) => meetingHtml(dossier, meeting)),
    ...byColour.map((part) => colourHtml(dossier, part)),
    section('Scores best in', linesHtml(dossier, dossier.best)),
    section('Scores worst in', linesHtml(dossier, dossier.worst)),
    section(
      'Usual deviations',
      boards(dossier.deviations.map((one) => deviationHtml(dossier, one))),
      'Moves that the player chooses and others seldom do.',
    ),
    section(
      'Novelties',
      boards(novelties.map((one) => noveltyHtml(dossier, one))),
      `The first game of the database that left known positions, among ${grouped(dossier.noveltyGames)} games looked at.`,
    ),
    section('Time', clocksHtml(dossier)),
    section(
      'Opponents',
      table(
        ['', 'games', 'score', 'results', 'rating', 'last met'],
        opponents.map((one) => [
          escapeHtml(one.name),
          figure(one.games),
          ...scoreCells(one),
          figure(one.rating === undefined ? '' : String(one.rating)),
          escapeHtml(one.lastDate ?? ''),
        ]),
      ),
    ),
    section('Last games', gamesTable(lastGames)),
    '<footer>Made by Ludograph. Scores are those of the player.</footer>',
  ]
  return htmlPage(`${name}: dossier`, body.join('\n'))
}

function facts(dossier: Dossier): string {
  const { games, score, performance, firstDate, lastDate, rating, bestRating, recentSince } = dossier
  const years = [...new Set([firstDate?.slice(0, 4), lastDate?.slice(0, 4)])].filter(Boolean).join('–')
  const items: [string, string][] = [
    ['games', grouped(games)],
    ['results', resultsText(dossier)],
    ['score', score === undefined ? '' : percent(score)],
    ['performance', performance === undefined ? '' : String(performance)],
    ['years', years],
    ['last rating', rating === undefined ? '' : String(rating)],
    ['best rating', bestRating === undefined ? '' : String(bestRating)],
    ['recent means since', recentSince === undefined ? '' : String(recentSince)],
  ]
  const known = items.filter(([, text]) => text !== '')
  return `<ul class="facts">${known.map(([name, text]) => `<li>${name} <b>${escapeHtml(text)}</b></li>`).join('')}</ul>`
}

function colourHtml({ game }: Dossier, part: ColourPart): string {
  const { colour, inTree, tree, openings } = part
  const title = `With ${colourName(game, colour)}`
  const list = table(
    ['opening', 'games', 'score', 'results', 'last'],
    openings.map((one) => [
      escapeHtml([one.opening.eco, one.opening.name].filter(Boolean).join(' ')),
      figure(one.games),
      ...scoreCells(one),
      figure(one.lastYear === undefined ? '' : String(one.lastYear)),
    ]),
  )
  const made =
    inTree === part.games ? '' : `The tree is made of the ${grouped(inTree)} games that begin at the usual start.`
  return (
    section(title, treeHtml(tree), made) +
    (list === '' ? '' : section(`Openings with ${colourName(game, colour)}`, list))
  )
}

/** A score below a board. */
function scoreText(score: Score): string {
  const share = shareOf(score)
  return `${grouped(score.games)} ${score.games === 1 ? 'game' : 'games'}, ${resultsText(score)}${share === undefined ? '' : `, ${percent(share)}`}`
}

function linesHtml({ game }: Dossier, lines: readonly ScoredLine[]): string {
  return boards(
    lines.map((line) => {
      const opening = [line.opening?.eco, line.opening?.name].filter(Boolean).join(' ')
      const usual = `${scoreText(line)}; with ${colourName(game, line.colour)} usually ${percent(line.usual)}`
      return boardAfter(
        game,
        line.moves,
        line.line,
        `${opening === '' ? '' : `${escapeHtml(opening)}<br>`}<span>${usual}</span>`,
      )
    }),
  )
}

function deviationHtml({ game }: Dossier, one: Deviation): string {
  const { moves, line, share, others, othersShare, usual } = one
  const text = `${percent(share)}, others ${percent(othersShare)} of ${grouped(others)}; usual is ${usual.san} (${percent(usual.share)})`
  return boardAfter(game, moves, line, `<span>${escapeHtml(text)}<br>${scoreText(one)}</span>`)
}

function noveltyHtml({ game }: Dossier, { game: played, moves, line, before, after }: PlayedNovelty): string {
  const players = playedText(played)
  const text = `${grouped(before)} games before it, ${grouped(after)} followed`
  return boardAfter(game, moves, line, `${escapeHtml(players)}<br><span>${text}</span>`)
}

function clocksHtml({ clocks }: Dossier): string {
  if (!clocks) return ''
  const { games, trouble, others, troubleMove, left } = clocks
  const when = troubleMove === undefined ? '' : `, from move ${troubleMove} on average`
  const text = `<p>In ${grouped(trouble.games)} of ${grouped(games)} games with clock times less than a tenth of the time was left${when}.</p>`
  return (
    text +
    table(
      ['', 'games', 'score', 'results'],
      [
        ['in time trouble', figure(trouble.games), ...scoreCells(trouble)],
        ['otherwise', figure(others.games), ...scoreCells(others)],
      ],
    ) +
    table(
      ['after move', 'time left', 'games'],
      left.map(({ move, share, games: count }) => [figure(String(move)), shareFigure(share), figure(count)]),
    )
  )
}

function meetingHtml({ game }: Dossier, { colour, games, tree, gaps }: RepertoireMeeting): string {
  const rows = gaps
    .slice(0, GAPS)
    .map((gap) => [
      escapeHtml(gap.line),
      figure(gap.games),
      ...scoreCells(gap),
      gap.kind === 'reply' ? 'no answer to this move' : 'the line ends before it',
      figure(gap.lastYear === undefined ? '' : String(gap.lastYear)),
    ])
  return (
    section(
      `Your repertoire with ${colourName(game, colour)}`,
      treeHtml(tree),
      `Their ${grouped(games)} games with the other colour, as far as they met the moves of the repertoire. Scores are theirs.`,
    ) + section('Moves without an answer', table(['their move', 'games', 'score', 'results', '', 'last'], rows))
  )
}

/** Gaps of a repertoire that are listed. */
const GAPS = 30

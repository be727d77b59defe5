/** An opening report as a page that stands alone. */
import { drawDiagram } from '../diagrams/diagram.ts'
import { colourName, type GameRecord } from '../model/record.ts'
import { movesOfPlies } from '../model/move-count.ts'
import { rulesOf } from '../rules/index.ts'
import { grouped, percent, resultsText } from './figures.ts'
import {
  boardAfter,
  boards,
  columnChart,
  escapeHtml,
  figure,
  gamesTable,
  htmlPage,
  playedText,
  resultBar,
  scoreCells,
  section,
  shareFigure,
  table,
  treeHtml,
} from './page.ts'
import { positionOfReport, type Report, type ReportNovelty } from './report.ts'
import { treeRecord } from './tree-record.ts'

/** A report as HTML. */
export function reportPage(report: Report): string {
  const { game, byYear, byRating, moves, tree, orders, players, endings, modelGames, shortGames, ply } = report
  const title = reportTitle(report)
  const first = colourName(game, 1)
  const body = [
    `<header><h1>${escapeHtml(title)}</h1>${board(report)}</header>`,
    section(
      'By year',
      columnChart(
        byYear.map(({ year, games, all }) => ({
          label: String(year),
          value: games,
          text: `${year}: ${games} of ${all} games (${percent(games / all)})`,
        })),
      ),
      'Games of each year.',
    ),
    section(
      'By rating',
      table(
        ['mean rating', 'games', 'score', 'results', 'drawn'],
        byRating.map((band) => [
          `${band.from}–${band.to - 1}`,
          figure(band.games),
          ...scoreCells(band),
          shareFigure(band.drawn / band.games),
        ]),
      ),
    ),
    section(
      'Moves',
      table(
        ['move', 'games', '', 'results', 'rating', 'performance', 'last'],
        moves.map((move) => {
          const [won, lost] = first === 'Black' ? [move.black, move.white] : [move.white, move.black]
          return [
            `<b>${escapeHtml(move.san)}</b>`,
            figure(move.games),
            shareFigure(move.games / report.games),
            resultBar({ games: move.games, won, drawn: move.draws, lost }),
            figure(move.averageRating === undefined ? '' : String(move.averageRating)),
            figure(move.performance === undefined ? '' : String(move.performance)),
            figure(move.lastYear === undefined ? '' : String(move.lastYear)),
          ]
        }),
      ),
      `Results from the point of view of ${first}.`,
    ),
    section('Main lines', treeHtml(tree, ply, false), walkedText(report)),
    section(
      'Orders of moves',
      table(
        ['', 'games', ''],
        orders.map(({ line, games }) => [escapeHtml(line), figure(games), shareFigure(games / report.walked)]),
      ),
    ),
    ...players.map(({ colour, players: list }) =>
      section(
        `Who plays it with ${colourName(game, colour)}`,
        table(
          ['', 'games', 'score', 'results', 'rating', 'last'],
          list.map((one) => [
            escapeHtml(one.name),
            figure(one.games),
            ...scoreCells(one),
            figure(one.rating === undefined ? '' : String(one.rating)),
            figure(one.lastYear === undefined ? '' : String(one.lastYear)),
          ]),
        ),
      ),
    ),
    plansHtml(report),
    section(
      'Endings reached',
      table(
        ['', 'games', 'score', 'results'],
        endings.map((one) => [escapeHtml(one.material), figure(one.games), ...scoreCells(one)]),
      ),
      `What was left at the end of the games, ${first} first; kings are not told.`,
    ),
    section('Games of the strongest players', gamesTable(modelGames)),
    section('Shortest games that were won', gamesTable(shortGames)),
    section(
      'Novelties',
      boards(report.novelties.slice(0, BOARDS).map((one) => noveltyHtml(report, one))),
      `The first game of the database that left known positions, among ${grouped(report.noveltyGames)} games looked at.`,
    ),
    `<footer>Made by Ludograph. Scores are those of ${first} where nothing else is said.</footer>`,
  ]
  return htmlPage(title, body.join('\n'))
}

/** Novelties that have a board. */
const BOARDS = 60

/** What a report is called. */
export function reportTitle({ opening, orders, fen }: Report): string {
  const name = opening && [opening.eco, opening.name].filter(Boolean).join(' ')
  return name ?? orders[0]?.line ?? fen
}

/** How many games the lines of a report come from. */
export function walkedText({ walked, games }: Report): string {
  if (walked === games) return ''
  return `From ${grouped(walked)} of the ${grouped(games)} games: those that begin at the usual start, of many a sample.`
}

function board(report: Report): string {
  const { game, games, score, orders, firstYear, lastYear, meanPlies } = report
  const years = [...new Set([firstYear, lastYear])].filter((year) => year !== undefined).join('–')
  const items: [string, string][] = [
    ['games', grouped(games)],
    ['results', resultsText(report)],
    [`score of ${colourName(game, 1)}`, score === undefined ? '' : percent(score)],
    ['years', years],
    ['moves on average', meanPlies === undefined ? '' : String(movesOfPlies(game, Math.round(meanPlies)))],
  ]
  const facts = items
    .filter(([, text]) => text !== '')
    .map(([name, text]) => `<li>${name} <b>${escapeHtml(text)}</b></li>`)
  const picture = drawDiagram(game, positionOfReport(report), { isBare: true })
  return `<ul class="facts">${facts.join('')}</ul>
<div class="boards"><figure class="board"><div role="img" aria-label="${escapeHtml(report.fen)}">${picture}</div><figcaption><b>${escapeHtml(orders[0]?.line ?? '')}</b></figcaption></figure></div>`
}

function plansHtml({ game, plans }: Report): string {
  if (!plans) return ''
  const exchanged =
    plans.exchanged.length === 0
      ? ''
      : `<p>Exchanged by then: ${plans.exchanged.map(({ man, share }) => `${escapeHtml(man.toUpperCase())} ${percent(share)}`).join(', ')}.</p>`
  const sides = plans.placements.map(
    ({ colour, list }) =>
      `<h3>${colourName(game, colour)}</h3>${table(
        ['', 'of games', 'score'],
        list.map(({ man, square, share, score }) => [
          escapeHtml(placementText(man, square)),
          shareFigure(share),
          shareFigure(score),
        ]),
      )}`,
  )
  return section(
    'Typical plans',
    exchanged + sides.join(''),
    `Where men stood after ${plans.plies / 2} more moves (games that lasted that long: ${grouped(plans.games)}); the score is that of their side.`,
  )
}

/** A man on a square: `Rd1`; of pawns and stones the square alone. */
export function placementText(man: string, square: string): string {
  return '12pP'.includes(man) ? square : `${man.toUpperCase()}${square}`
}

function noveltyHtml({ game }: Report, { game: played, moves, line, before, after }: ReportNovelty): string {
  const players = playedText(played)
  const text = `${grouped(before)} games before it, ${grouped(after)} followed`
  return boardAfter(game, moves, line, `${escapeHtml(players)}<br><span>${text}</span>`)
}

/** The tree of a report as a record, after the order of moves in which most games came to it. */
export function reportRecords(report: Report): GameRecord[] {
  const { game, tree, orders, fen, walked } = report
  const first = colourName(game, 1)
  const isUsual = orders.length > 0 || rulesOf(game).format(rulesOf(game).start()) === fen
  return [
    treeRecord(game, tree, {
      title: reportTitle(report),
      comment: `${grouped(walked)} games. Scores are those of ${first}.`,
      ...(isUsual ? { before: orders[0]?.moves ?? [] } : { setup: fen }),
    }),
  ]
}

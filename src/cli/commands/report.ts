/** `ludograph report`: an opening report, everything a database says about a position. */
import type { Command } from 'commander'
import type { Database } from '../../database/database.ts'
import { kindsOf } from '../../database/catalogue/statistics.ts'
import { movesOfPlies } from '../../model/move-count.ts'
import { colourName } from '../../model/record.ts'
import { inferGame } from '../../query/parse.ts'
import type { ConditionTexts } from '../../query/conditions.ts'
import { parsePosition } from '../../query/position.ts'
import { resultsText } from '../../study/figures.ts'
import { makeReport, type Report } from '../../study/report.ts'
import { placementText, reportPage, reportRecords, reportTitle, walkedText } from '../../study/report-page.ts'
import { parseCount, tellOfGame, withDatabase } from '../read/database.ts'
import { Progress } from '../show/progress.ts'
import { makeQuery } from '../read/make-query.ts'
import { orExplain, refuseTwoPositions, withQueryOptions } from '../read/query.ts'
import { isWritten, withStudyOutput, writeStudy, type StudyOutputOptions } from '../write/study-output.ts'
import { headedTable, partsText, scoreText, shareText, treeText } from '../show/study-text.ts'
import { countOf, examples, grouped, paint, print, printJson, foundNothing } from '../show/terminal.ts'
import { formatGames } from './search.ts'

interface ReportCommandOptions extends ConditionTexts, StudyOutputOptions {
  recent?: number
  depth?: number
  lines?: number
  games?: number
}

/** Moves of the tree on the terminal, and in files. */
const TEXT_MOVES = 50
const FILE_MOVES = 200

export function addReport(program: Command): void {
  const command = program
    .command('report')
    .description(
      'Opening report: years, ratings, main lines, move orders, players, plans, endings, model games, novelties',
    )
    .argument('<database>', 'folder of the database')
    .argument('[position]', 'FEN or the position text of the game (default: the initial position)')
    .option('--recent <years>', 'the number of years that count as recent', parseCount, 3)
    .option('--depth <plies>', 'depth of the tree in plies', parseCount, 20)
    .option('--lines <moves>', `moves of the tree (default: ${TEXT_MOVES}, in files ${FILE_MOVES})`, parseCount)
    .option('--games <count>', 'games of each list of games', parseCount, 5)
  withQueryOptions(withStudyOutput(command))
    .addHelpText(
      'before',
      examples(
        'report games.db --moves "e4 c5 Nf3 d6 d4"',
        'report games.db --moves "e4 c5" --min-rating 2500 -o sicilian.html',
        'report games.db --event "Hastings 1895"',
        'report othello.db --moves f5d6c3d3c4 -o tiger.sgf',
      ),
    )
    .action(async (folder: string, text: string | undefined, options: ReportCommandOptions) => {
      await withDatabase(folder, true, async (database) => runReport(database, text, options))
    })
}

async function runReport(database: Database, text: string | undefined, options: ReportCommandOptions): Promise<void> {
  const { recent = 3, depth = 20, lines, games = 5, moves, position: positionText, ...conditions } = options
  const kinds = await kindsOf(database)
  const { game: asked, ...query } = makeQuery(conditions, kinds)
  refuseTwoPositions(text, positionText)
  const fen = text ?? positionText
  const board = { ...(fen !== undefined && { position: fen }), ...(moves !== undefined && { moves }) }
  const game = asked ?? inferGame(board, kinds)
  tellOfGame(game, asked, kinds)
  const position = orExplain(() => parsePosition(game, fen, moves))
  const isText = !isWritten(options) && !options.json
  const progress = new Progress('game')
  const report = await makeReport(database, game, position, {
    query,
    recentYears: recent,
    depth,
    moves: lines ?? (isText ? TEXT_MOVES : FILE_MOVES),
    games,
    onGame: (walked, all) => progress.set(walked, all),
  })
  progress.end()
  if (isWritten(options)) {
    const records = () => reportRecords(report)
    return await writeStudy({ page: () => reportPage(report), json: () => report, records }, options)
  }
  if (report.games === 0) foundNothing()
  if (options.json) return printJson(report)
  print(formatReport(report))
}

/** Columns of a bar of years, and years that are listed. */
const BAR = 30
const YEARS = 25
/** Games of a year below which it does not set the scale of the bars. */
const FEW_GAMES = 20

function formatReport(report: Report): string {
  const { game, byYear, byRating, moves, tree, orders, players, plans, endings, modelGames, shortGames, ply } = report
  const title = paint('bold', reportTitle(report))
  if (report.games === 0) return `${title}\nNo game in the database reached this position.`
  const side = (colour: 1 | 2) => colourName(game, colour)
  const years = [...new Set([report.firstYear, report.lastYear])].filter((year) => year !== undefined).join('–')
  const length =
    report.meanPlies === undefined ? '' : `${movesOfPlies(game, Math.round(report.meanPlies))} moves on average`
  const head = [scoreText(report), years, length].filter((part) => part !== '').join('  ')
  const walked = walkedText(report)
  return partsText([
    ['', `${title}\n${head}  ${paint('dim', `scores of ${side(1)}`)}`],
    ['by year', yearsText(byYear)],
    [
      'by rating',
      byRating.length === 0
        ? ''
        : headedTable(
            ['mean rating', 'games', 'results', 'score', 'drawn'],
            byRating.map((band) => [
              `${band.from}–${band.to - 1}`,
              grouped(band.games),
              resultsText(band),
              shareText(band.score),
              shareText(band.drawn / band.games),
            ]),
          ),
    ],
    [
      'moves',
      headedTable(
        ['', 'games', '', 'white / draw / black', 'rating', 'performance', 'last'],
        moves.map((move) => [
          paint('bold', move.san),
          grouped(move.games),
          shareText(move.games / report.games),
          [move.white, move.draws, move.black].map((count) => shareText(count / move.games).padStart(4)).join(' '),
          String(move.averageRating ?? ''),
          String(move.performance ?? ''),
          String(move.lastYear ?? ''),
        ]),
      ),
    ],
    [`main lines${walked === '' ? '' : `  ${paint('dim', walked)}`}`, tree.length > 0 ? treeText(tree, ply) : ''],
    [
      'orders of moves',
      orders.length === 0
        ? ''
        : headedTable(
            ['', 'games', ''],
            orders.map(({ line, games }) => [line, grouped(games), shareText(games / report.walked)]),
          ),
    ],
    ...players.map(({ colour, players: list }): [string, string] => [
      `who plays it with ${side(colour)}`,
      headedTable(
        ['', 'games', 'results', 'score', 'rating', 'last'],
        list.map((one) => [
          one.name,
          grouped(one.games),
          resultsText(one),
          shareText(one.score),
          String(one.rating ?? ''),
          String(one.lastYear ?? ''),
        ]),
      ),
    ]),
    ['typical plans', plans ? plansText(game, plans) : ''],
    [
      'endings reached',
      endings.length === 0
        ? ''
        : headedTable(
            ['', 'games', 'results', 'score'],
            endings.map((one) => [one.material, grouped(one.games), resultsText(one), shareText(one.score)]),
          ),
    ],
    ['games of the strongest players', modelGames.length > 0 ? formatGames(modelGames) : ''],
    ['shortest games that were won', shortGames.length > 0 ? formatGames(shortGames) : ''],
    [
      `novelties  ${paint('dim', `first in a known position, among ${countOf(report.noveltyGames, 'game')}`)}`,
      report.novelties.length === 0
        ? ''
        : headedTable(
            ['date', 'players', 'line', 'before', 'followed', 'game'],
            report.novelties.map((one) => [
              one.game.date ?? '',
              `${one.game.white?.name ?? '?'} – ${one.game.black?.name ?? '?'}`,
              one.line,
              grouped(one.before),
              grouped(one.after),
              String(one.game.id),
            ]),
          ),
    ],
  ])
}

/** The latest years: how many of all games were of this opening, with a bar. */
function yearsText(byYear: Report['byYear']): string {
  const latest = byYear.slice(-YEARS)
  // A year of few games says little: a single one may be all there is.
  const usual = latest.filter(({ all }) => all >= FEW_GAMES)
  const most = Math.max(...(usual.length > 0 ? usual : latest).map(({ games, all }) => games / all))
  if (latest.length < 2) return ''
  return headedTable(
    ['', 'games', 'of all', '', 'score'],
    latest.map(({ year, games, all, score }) => [
      String(year),
      grouped(games),
      `${((100 * games) / all).toFixed(1)}%`,
      '█'.repeat(Math.min(BAR, Math.round((BAR * games) / all / most))),
      shareText(score),
    ]),
  )
}

function plansText(
  game: Report['game'],
  { plies, games, placements, exchanged }: NonNullable<Report['plans']>,
): string {
  const heads = placements.flatMap(({ colour }) => [colourName(game, colour), 'of games', 'score'])
  const rows = Array.from({ length: Math.max(...placements.map(({ list }) => list.length)) }, (_, index) =>
    placements.flatMap(({ list }) => {
      const one = list[index]
      return one ? [placementText(one.man, one.square), shareText(one.share), shareText(one.score)] : ['', '', '']
    }),
  )
  const gone = exchanged.map(({ man, share }) => `${man.toUpperCase()} ${shareText(share)}`).join(', ')
  const note = `after ${plies / 2} more moves, in ${countOf(games, 'game')}; scores are those of the side`
  return `  ${paint('dim', note)}\n${headedTable(heads, rows)}${gone === '' ? '' : `\n  exchanged: ${gone}`}`
}

/** `ludograph prepare`: a dossier of a player, for somebody who is going to play them. */
import type { Command } from 'commander'
import type { Database } from '../../database/database.ts'
import { listPlayers } from '../../database/names/entities.ts'
import { kindsOf } from '../../database/catalogue/statistics.ts'
import type { ConditionTexts } from '../../query/conditions.ts'
import type { Colour } from '../../model/move.ts'
import { colourName } from '../../model/record.ts'
import { makeDossier, type Dossier, type DossierOptions } from '../../study/dossier.ts'
import { resultsText } from '../../study/figures.ts'
import { dossierPage } from '../../study/dossier-page.ts'
import { makeRepertoire } from '../../repertoire/repertoire.ts'
import { dossierRecords } from '../../study/dossier-records.ts'
import { parseCount, withDatabase } from '../read/database.ts'
import { onlyName } from '../read/find-name.ts'
import { Progress } from '../show/progress.ts'
import { makeQuery } from '../read/make-query.ts'
import { withQueryOptions } from '../read/query.ts'
import { parseSide, readTrees } from '../read/repertoire.ts'
import { headedTable, partsText, scoreText, shareText, treeText } from '../show/study-text.ts'
import { isWritten, withStudyOutput, writeStudy, type StudyOutputOptions } from '../write/study-output.ts'
import { optionsNeed } from '../read/option-use.ts'
import { CommandError, countOf, examples, EXIT, grouped, paint, print, printJson } from '../show/terminal.ts'
import { formatGames } from './search.ts'

interface PrepareOptions extends ConditionTexts, StudyOutputOptions {
  against?: string
  side?: Colour
  recent?: number
  depth?: number
  lines?: number
  games?: number
}

/** Moves of each tree on the terminal, and in files. */
const TEXT_MOVES = 60
const FILE_MOVES = 200

export function addPrepare(program: Command): void {
  const command = program
    .command('prepare')
    .description(
      'Prepare for a player: what they play with each colour, where they score and where not, novelties, time trouble',
    )
    .argument('<database>', 'folder of the database')
    .argument('<player>', 'name or a part of it, as listed by ludograph players')
    .option('--against <file>', 'your repertoire, a tree in any format: where it meets their games')
    .option(
      '--side <side>',
      'the side of your repertoire: first or second (default: the one with fewer choices)',
      parseSide,
    )
    .option('--recent <years>', 'the number of years that count as recent', parseCount, 3)
    .option('--depth <plies>', 'depth of the trees in plies', parseCount, 30)
    .option('--lines <moves>', `moves of each tree (default: ${TEXT_MOVES}, in files ${FILE_MOVES})`, parseCount)
    .option('--games <count>', 'number of last games', parseCount, 10)
  withQueryOptions(withStudyOutput(command), { ofDatabase: false })
    .addHelpText(
      'before',
      examples(
        'prepare games.db "Carlsen, Magnus"',
        'prepare games.db carlsen --since 2020 -o carlsen.html',
        'prepare games.db carlsen --against my-white.pgn',
        'prepare othello.db "Tastet Marc" -o tastet.sgf',
        'prepare games.db carlsen --json',
      ),
    )
    .action(async (folder: string, player: string, options: PrepareOptions) => {
      await withDatabase(folder, true, async (database) => runPrepare(database, player, options))
    })
  optionsNeed(command, ['--side'], '--against')
}

async function runPrepare(database: Database, wanted: string, options: PrepareOptions): Promise<void> {
  const { against, side, recent = 3, depth = 30, lines, games = 10, ...others } = options
  // A colour is that of the player.
  const texts = others.colour === undefined ? others : { ...others, player: wanted }
  const { game, ...query } = makeQuery(texts, await kindsOf(database))
  const isText = !isWritten(options) && !options.json
  const progress = new Progress('game')
  const made: DossierOptions = {
    ...(game && { game }),
    query,
    recentYears: recent,
    depth,
    moves: lines ?? (isText ? TEXT_MOVES : FILE_MOVES),
    lastGames: games,
    onGame: (walked, all) => progress.set(walked, all),
  }
  if (against !== undefined) {
    const trees = await readTrees(against, game)
    made.against = makeRepertoire(trees.game, trees.records, side)
  }
  if (made.against) made.game ??= made.against.game
  const dossier =
    (await makeDossier(database, wanted, made)) ??
    (await makeDossier(database, await onlyName(database, 'player', wanted, listPlayers), made))
  progress.end()
  if (!dossier) throw new CommandError('no game of the player matches the filters', EXIT.issues)
  if (isWritten(options)) {
    const records = () => dossierRecords(dossier)
    return await writeStudy({ page: () => dossierPage(dossier), json: () => dossier, records }, options)
  }
  if (options.json) return printJson(dossier)
  print(formatDossier(dossier))
}

function formatDossier(dossier: Dossier): string {
  const { name, names, game, byColour, deviations, opponents, novelties, noveltyGames, lastGames, clocks } = dossier
  const side = (colour: 1 | 2) => colourName(game, colour)
  const others = names.length > 1 ? `\nalso ${names.slice(1).join('; ')}` : ''
  const scored = (lines: Dossier['best']) =>
    headedTable(
      ['', 'line', 'games', 'score', 'usual', 'last', 'opening'],
      lines.map((line) => [
        side(line.colour),
        line.line,
        grouped(line.games),
        shareText(line.score),
        shareText(line.usual),
        String(line.lastYear ?? ''),
        [line.opening?.eco, line.opening?.name].filter(Boolean).join(' '),
      ]),
    )
  return partsText([
    ['', `${paint('bold', name)}  ${factsText(dossier)}${others}`],
    ...(dossier.against ?? []).flatMap((meeting): [string, string][] => [
      [
        `your repertoire with ${side(meeting.colour)} against their ${countOf(meeting.games, 'game')}`,
        treeText(meeting.tree),
      ],
      ['moves without an answer', gapsText(meeting.gaps)],
    ]),
    ...byColour.map((part): [string, string] => [
      `with ${side(part.colour)}  ${scoreText(part)}${performanceText(part.performance)}`,
      part.tree.length > 0 ? treeText(part.tree) : '  no game from the usual start',
    ]),
    ['scores best in', dossier.best.length > 0 ? scored(dossier.best) : ''],
    ['scores worst in', dossier.worst.length > 0 ? scored(dossier.worst) : ''],
    [
      'plays what others seldom do',
      deviations.length === 0
        ? ''
        : headedTable(
            ['', 'line', 'games', 'chosen', 'others', 'usual', ''],
            deviations.map((one) => [
              side(one.colour),
              one.line,
              grouped(one.games),
              shareText(one.share),
              `${shareText(one.othersShare)} of ${grouped(one.others)}`,
              one.usual.san,
              shareText(one.usual.share),
            ]),
          ),
    ],
    [
      `novelties  ${paint('dim', `first in a known position, among ${countOf(noveltyGames, 'game')}`)}`,
      novelties.length === 0
        ? ''
        : headedTable(
            ['date', '', 'line', 'before', 'followed', 'game'],
            novelties.map((one) => [
              one.game.date ?? '',
              side(one.colour),
              one.line,
              grouped(one.before),
              grouped(one.after),
              String(one.game.id),
            ]),
          ),
    ],
    ['time', clocks ? clocksText(clocks) : ''],
    [
      'opponents',
      headedTable(
        ['', 'games', 'results', 'score', 'rating', 'last'],
        opponents.map((one) => [
          one.name,
          grouped(one.games),
          resultsText(one),
          shareText(one.score),
          String(one.rating ?? ''),
          one.lastDate ?? '',
        ]),
      ),
    ],
    ['last games', lastGames.length > 0 ? formatGames(lastGames) : ''],
  ])
}

function factsText(dossier: Dossier): string {
  const { game, firstDate, lastDate, rating, bestRating, recentSince } = dossier
  const years = [...new Set([firstDate?.slice(0, 4), lastDate?.slice(0, 4)])].filter(Boolean).join('–')
  const parts = [
    game,
    scoreText(dossier) + performanceText(dossier.performance),
    years,
    rating === undefined ? '' : `rated ${rating}${bestRating === rating ? '' : `, best ${bestRating}`}`,
    recentSince === undefined ? '' : paint('dim', `recent: since ${recentSince}`),
  ]
  return parts.filter((part) => part !== '').join('  ')
}

function performanceText(performance: number | undefined): string {
  return performance === undefined ? '' : `, performance ${performance}`
}

/** Gaps that are listed on the terminal. */
const GAPS = 15

function gapsText(gaps: NonNullable<Dossier['against']>[number]['gaps']): string {
  if (gaps.length === 0) return ''
  const more = gaps.length > GAPS ? `\n  ${countOf(gaps.length - GAPS, 'more move')}; --json lists all` : ''
  const rows = gaps
    .slice(0, GAPS)
    .map((gap) => [
      gap.line,
      grouped(gap.games),
      scoreText(gap).split(', ').slice(1).join(', '),
      String(gap.lastYear ?? ''),
      gap.kind === 'reply' ? 'no answer to this move' : 'the line ends before it',
    ])
  return headedTable(['their move', 'games', 'score', 'last', ''], rows) + more
}

function clocksText({ games, trouble, others, troubleMove, left }: NonNullable<Dossier['clocks']>): string {
  const when = troubleMove === undefined ? '' : `, from move ${troubleMove} on average`
  const rows = [
    [`less than a tenth of the time left${when}`, scoreText(trouble)],
    [`other games of ${countOf(games, 'game')} with clock times`, scoreText(others)],
    ...left.map(({ move, share, games: count }) => [
      `time left after move ${move}`,
      `${shareText(share)} in ${countOf(count, 'game')}`,
    ]),
  ]
  return headedTable(['', ''], rows).split('\n').slice(1).join('\n')
}

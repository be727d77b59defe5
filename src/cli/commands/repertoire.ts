/** `ludograph repertoire`: checks and trains the trees of one's own openings. */
import type { Command } from 'commander'
import type { Colour } from '../../model/move.ts'
import { colourName } from '../../model/record.ts'
import { checkRepertoire, type CheckOptions, type RepertoireCheck } from '../../study/check-repertoire.ts'
import { parseCount, withDatabase } from '../read/database.ts'
import { optionsNeed } from '../read/option-use.ts'
import { parseSide, readTrees } from '../read/repertoire.ts'
import { headedTable, partsText, shareText } from '../show/study-text.ts'
import { countOf, examples, grouped, print, printJson } from '../show/terminal.ts'
import { addTrain } from './train.ts'

interface CheckCommandOptions {
  database?: string
  side?: Colour
  games?: number
  share?: number
  json?: boolean
}

export function addRepertoire(program: Command): void {
  const repertoire = program
    .command('repertoire')
    .description('Check and train your own openings, kept as a tree in any format')
  const check = repertoire
    .command('check')
    .description('List frequent replies without an answer, positions with several moves, and transpositions')
    .argument('<tree>', 'a file of games with variations: .pgn, .sgf, .xqf ...')
    .option('--database <folder>', 'the database whose games tell which replies are frequent')
    .option('--side <side>', 'your side: first or second (default: the one with fewer choices)', parseSide)
    .option('--games <count>', 'fewest games of a frequent reply', parseCount, 5)
    .option('--share <percent>', 'least share of a frequent reply among the games in its position', parseCount, 5)
    .option('--json', 'as JSON')
    .addHelpText(
      'before',
      examples('repertoire check my-white.pgn --database games.db', 'repertoire check joseki.sgf --side first'),
    )
    .action(runCheck)
  optionsNeed(check, ['--games', '--share'], '--database')
  addTrain(repertoire)
}

async function runCheck(path: string, options: CheckCommandOptions): Promise<void> {
  const { database: folder, side, games = 5, share = 5, json } = options
  const { game, records } = await readTrees(path)
  const settings: CheckOptions = { leastGames: games, leastShare: share / 100, ...(side && { colour: side }) }
  const check =
    folder === undefined
      ? await checkRepertoire(undefined, game, records, settings)
      : await withDatabase(folder, true, async (database) => checkRepertoire(database, game, records, settings))
  if (json) return printJson(check)
  print(formatCheck(check, folder !== undefined))
}

function formatCheck(
  { game, colour, positions, gaps, conflicts, transpositions }: RepertoireCheck,
  hasGames: boolean,
): string {
  const side = colour === undefined ? 'both sides' : colourName(game, colour)
  const counts = [
    ...(hasGames
      ? [countOf(gaps.length, 'frequent reply without an answer', 'frequent replies without an answer')]
      : []),
    countOf(conflicts.length, 'position with several moves', 'positions with several moves'),
    countOf(transpositions.length, 'transposition'),
  ]
  return partsText([
    ['', `${countOf(positions, 'position')}, ${side}: ${counts.join(', ')}`],
    [
      'replies without an answer',
      gaps.length === 0
        ? ''
        : headedTable(
            ['', 'games', ''],
            gaps.map((gap) => [gap.line, grouped(gap.games), shareText(gap.share)]),
          ),
    ],
    [
      'several moves',
      conflicts.length === 0
        ? ''
        : headedTable(
            ['after', 'moves'],
            conflicts.map(({ line, moves }) => [line === '' ? 'the start' : line, moves.join(', ')]),
          ),
    ],
    ['transpositions', transpositions.map(({ lines }) => lines.map((line) => `  ${line}`).join('\n')).join('\n\n')],
  ])
}

/** `ludograph patterns`: where a pattern or material stands, what was played next, and how it went. */
import { storeOf } from '../../database/stores/store.ts'
import { InvalidArgumentError, type Command } from 'commander'
import type { Database } from '../../database/database.ts'
import { patternGames, type PatternGame } from '../../database/search/describe-patterns.ts'
import { countGames } from '../../database/search/search.ts'
import { searchPattern } from '../../database/search/patterns.ts'
import { describePatternSearch } from '../../patterns/describe-search.ts'
import type { PatternSearch } from '../../patterns/search.ts'
import { continuationRecord } from '../../patterns/answer/tree-record.ts'
import type { DescribedNext, DescribedYear, PatternCounts } from '../../patterns/answer/describe.ts'
import { hasStones } from '../../positions/main-line.ts'
import type { ConditionTexts } from '../../query/conditions.ts'
import { parseCount, queryFor, withDatabase } from '../read/database.ts'
import { formatGames } from './search.ts'
import { optionExcludes } from '../read/option-use.ts'
import { withTarget, type WriteCommandOptions } from '../write/write-options.ts'
import { positiveNumber } from '../read/positive-number.ts'
import { withQueryOptions } from '../read/query.ts'
import { writeRecords } from '../write/study-output.ts'
import {
  CommandError,
  countOf,
  examples,
  EXIT,
  formatTable,
  grouped,
  note,
  paint,
  print,
  printJson,
  foundNothing,
} from '../show/terminal.ts'
import { Progress } from '../show/progress.ts'

/** Moves that are followed at most. */
const MAX_DEPTH = 20

/** Width of the bars of the years. */
const BAR = 40

interface PatternCommandOptions extends ConditionTexts, WriteCommandOptions {
  depth: number
  limit?: number
  games?: number
  years?: boolean
  json?: boolean
}

export function addPatterns(program: Command): void {
  const command = program
    .command('patterns')
    .description('Where a pattern or material stands, and the moves played next in it, with results')
    .argument('<database>', 'folder of the database')
    .option('--depth <count>', `follow COUNT moves, at most ${MAX_DEPTH}`, parseDepth, 1)
    .option('--limit <count>', 'list at most COUNT moves at every step, the most played ones', positiveNumber)
    .option('--games <count>', 'list COUNT games that show it', parseCount)
    .option('--years', 'show how often it was played year by year')
    .option('--json', 'as JSON')
  withQueryOptions(withTarget(command, 'write the tree of continuations to a file; Go and Othello'))
    .addHelpText(
      'before',
      examples(
        'patterns games.db --game go --pattern "..../..X./.O../...."',
        'patterns games.db --game go --pattern "anywhere: XO/OX; next=B" --games 5',
        'patterns games.db --game go --pattern "..../..X./.O../...." --depth 6 -o joseki.sgf',
        'patterns games.db --material "R>=1 minor=2 vs q"',
      ),
    )
    .action(async (folder: string, options: PatternCommandOptions) => {
      await withDatabase(folder, true, async (database) => runPatterns(database, options))
    })
  for (const target of ['--output', '--to']) {
    optionExcludes(command, target, ['--limit', '--games', '--years', '--json'])
  }
}

function parseDepth(text: string): number {
  const depth = parseCount(text)
  if (depth < 1 || depth > MAX_DEPTH) throw new InvalidArgumentError(`expected a depth from 1 to ${MAX_DEPTH}.`)
  return depth
}

async function runPatterns(database: Database, options: PatternCommandOptions): Promise<void> {
  const query = await queryFor(storeOf(database), options)
  if (!query.pattern && !query.material) throw new CommandError('--pattern or --material is needed', EXIT.usage)
  const game = query.pattern?.game ?? query.material!.game
  const total = await countGames(database, { game })
  const progress = new Progress('game')
  const onProgress = (share: number) => progress.set(Math.round(share * total), total)
  const search = await searchPattern(database, query, { depth: options.depth, onProgress })
  progress.end()
  if (options.output !== undefined || options.to !== undefined) return await writeTree(search, options)
  const whole = describePatternSearch(search)
  const described = { ...whole, next: mostPlayed(whole.next, options.limit) }
  const found = options.games === undefined ? [] : await patternGames(database, search, options.games)
  if (described.games === 0) foundNothing()
  if (options.json) return printJson({ ...described, ...(options.games !== undefined && { found }) })
  if (described.games === 0) return print('No game in the database shows it.')
  print(`${countOf(described.games, 'game')}, ${countOf(described.hits, 'place')}, ${results(described)}`)
  if (described.next.length > 0) {
    const header = ['', 'move', 'games', '', 'white / draw / black', 'tenuki', 'years'].map((cell) =>
      paint('dim', cell),
    )
    print(`\n${formatTable([header, ...rowsOf(described.next, described, '')])}`)
  }
  if (described.ended > 0) note(`${countOf(described.ended, 'place')} where nothing more was played`)
  if (options.years) printYears(described.years)
  if (found.length > 0) print(`\n${formatGames(found)}\n${found.map(hitLine).join('\n')}`)
}

/** The first moves of every step, which are the most played. */
function mostPlayed(next: readonly DescribedNext[], limit: number | undefined): DescribedNext[] {
  return next.slice(0, limit).map((move) => (move.moves ? { ...move, moves: mostPlayed(move.moves, limit) } : move))
}

/** A row for every move, those that follow it below it. */
function rowsOf(next: readonly DescribedNext[], whole: PatternCounts, indent: string): string[][] {
  return next.flatMap((move) => [
    [
      paint('bold', indent + move.label),
      moveText(move),
      grouped(move.games),
      `${Math.round((100 * move.games) / whole.games)}%`,
      results(move),
      move.tenuki ? grouped(move.tenuki) : '',
      yearsText(move),
    ],
    ...rowsOf(move.moves ?? [], move, `${indent}  `),
  ])
}

/** A move of stones by column and row of the pattern, from 1. */
function moveText({ san, colour, column, row }: DescribedNext): string {
  if (san !== undefined) return san
  return `${colour === 'black' ? 'B' : 'W'} ${column! + 1},${row! + 1}`
}

function results({ games, white, draws, black }: PatternCounts): string {
  return [white, draws, black].map((count) => `${Math.round((100 * count) / games)}%`.padStart(4)).join(' ')
}

function yearsText({ firstYear, lastYear }: PatternCounts): string {
  if (firstYear === undefined) return ''
  return firstYear === lastYear ? String(firstYear) : `${firstYear}-${lastYear}`
}

/** A bar for every year in which the pattern was played: its share of the games of the year. */
function printYears(years: readonly DescribedYear[]): void {
  const played = years.filter(({ games }) => games > 0)
  const most = played.reduce((highest, { games, all }) => Math.max(highest, games / all), 0)
  if (most === 0) return
  const rows = played.map(({ year, games, all }) => [
    String(year),
    grouped(games),
    `${((100 * games) / all).toFixed(1)}%`,
    '█'.repeat(Math.round((BAR * games) / all / most)),
  ])
  print(`\n${formatTable(rows)}`)
}

function hitLine({ id, hits }: PatternGame): string {
  const places = hits.map(({ ply, next }) => `${ply}${next === undefined ? '' : ` ${next}`}`)
  return `${paint('dim', String(id))} after ${places.join(', ')}`
}

/** Writes the tree of continuations as one record. */
async function writeTree(search: PatternSearch, options: PatternCommandOptions): Promise<void> {
  const { pattern, game, tree } = search
  if (!pattern || !hasStones(game)) {
    throw new CommandError(
      'trees of continuations are written for patterns of Go and Othello; of a position of any game: ludograph report DATABASE POSITION -o FILE',
      EXIT.usage,
    )
  }
  const record = continuationRecord(pattern, tree)
  const target = await writeRecords([record], options)
  note(`${countOf(tree.games, 'game')}, ${countOf(record.nodes.length - 1, 'move')} written as ${target.name}`)
}

/** `ludograph analyse`: games with an engine's evaluations, and how well they were played. */
import { InvalidArgumentError, type Command } from 'commander'
import { Conversion } from '../../convert/convert.ts'
import { isDatabaseFolder } from '../../database/catalogue/folder.ts'
import { saveGame } from '../../database/import/save.ts'
import { listGames, countGames, searchRecords, type SearchOptions } from '../../database/search/search.ts'
import type { Entry } from '../../formats/format.ts'
import type { ConditionTexts } from '../../query/conditions.ts'
import { Analysis, type AnalysisSettings } from '../write/analysis.ts'
import { writeSeries, type Job } from '../write/convert-job.ts'
import { parseCount, withDatabase } from '../read/database.ts'
import { isFolderPath, mayReplace } from '../write/output-paths.ts'
import {
  targetFormat,
  withTarget,
  withWriteOptions,
  writeOptions,
  type WriteCommandOptions,
} from '../write/write-options.ts'
import { Progress } from '../show/progress.ts'
import { positiveNumber } from '../read/positive-number.ts'
import { optionsNeed } from '../read/option-use.ts'
import { makeQuery } from '../read/make-query.ts'
import { conditionTexts, withQueryOptions } from '../read/query.ts'
import { makeFilter } from '../read/record-filter.ts'
import { forEachInput, type InputCounts } from '../read/inputs.ts'
import { collect, withFileList, withReadOptions, type ReadCommandOptions } from '../read/read-options.ts'
import { CommandError, countOf, examples, EXIT, note, paint } from '../show/terminal.ts'
import { withStartLimit } from '../read/start-limit.ts'
import { report } from '../write/conversion-report.ts'

interface AnalyseOptions extends AnalysisSettings, WriteCommandOptions, ReadCommandOptions, ConditionTexts {
  save?: boolean
  limit?: number
  json?: boolean
}

export function addAnalyse(program: Command): void {
  const command = program
    .command('analyse')
    .description('Evaluate games with your engine: evaluations, glyphs, better lines, accuracy')
    .argument('[input...]', 'files, folders, or one database; - is standard input')
  withStartLimit(withWriteOptions(withFileList(withReadOptions(withTarget(command, 'file to write')))))
    .option(
      '--engine <name>',
      'engine: its name in ludograph engines list, or its path, with arguments in quotes (default: the first one named for the game)',
    )
    .option('--set <name=value>', 'an option of the engine, such as Threads=2; may be repeated', collect)
    .option('--depth <plies>', 'depth per position', parseCount)
    .option('--nodes <count>', 'nodes per position', parseCount)
    .option('--visits <count>', 'playouts for each position (Go)', parseCount)
    .option('--movetime <seconds>', 'time per position (default: 1 s if no limit is set)', parseSeconds)
    .option('--lines <count>', 'best moves shown at each mistake', parseCount, 1)
    .option('--from-move <number>', 'begin at this move', parseCount, 1)
    .option('--side <colour>', 'judge only the moves of white (red) or black', parseSide)
    .option('--processes <count>', 'engines at work at the same time', parseCount, 1)
    .option('--threshold <percent>', 'winning chance that a move loses to get a variation', parsePercent, 10)
    .option('--variation <moves>', 'moves of a variation', parseCount, 8)
    .option('--ownership', 'Go: keep ownership of each point; with --full')
    .option('--full', 'keep all the engine said: its lines, name, time and positions searched')
    .option(
      '--cache <file>',
      'keep evaluations in FILE for later runs (default: beside the output until it is complete)',
    )
    .option('--limit <count>', 'analyse at most COUNT games', positiveNumber)
    .option('--save', 'write into the database the games are from, instead of a file')
    .option('--json', 'print the summary as JSON to standard error')
  withQueryOptions(command)
    .addHelpText(
      'before',
      examples(
        'analyse game.pgn -o game-analysed.pgn',
        'analyse games.pgn -o analysed.pgn --engine sf --nodes 200000 --processes 2',
        'analyse game.sgf -o analysed.sgf --engine "/usr/games/gnugo --mode gtp"',
        'analyse games.db --player Morphy -o morphy.pgn --depth 18 --lines 2',
        'analyse games.db --player Morphy --save --depth 18',
        'analyse game.sgf -o game-analysed.sgf --engine go --visits 400',
      ),
    )
    .action(runAnalyse)
  optionsNeed(command, ['--ownership'], '--full')
}

function parseSeconds(text: string): number {
  const value = Number(text)
  if (!(value > 0 && value <= 86_400)) throw new InvalidArgumentError('expected seconds.')
  return value
}

function parsePercent(text: string): number {
  const value = Number(text)
  if (!(value >= 0 && value <= 100)) throw new InvalidArgumentError('expected a number from 0 to 100.')
  return value
}

/** The names of sides; which colour one is depends on the game. */
const SIDES: ReadonlySet<string> = new Set(['white', 'red', 'black'])

function parseSide(text: string): string {
  const side = text.toLowerCase()
  if (!SIDES.has(side)) throw new InvalidArgumentError('expected white, red or black.')
  return side
}

async function runAnalyse(names: string[], options: AnalyseOptions): Promise<void> {
  if (options.save) return await analyseInPlace(names, options)
  const target = targetFormat(options)
  const output = options.output ?? '-'
  if (isFolderPath(output)) throw new CommandError('analyse writes one file: give its name with --output', EXIT.usage)
  const texts = conditionTexts(options)
  const job: Job = {
    conversion: new Conversion(target, { keepDeleted: true }),
    target,
    options: {},
    writeOptions: await writeOptions(options, target),
    texts,
    progress: new Progress('game'),
    sinkOptions: { replaces: await mayReplace([output], options) },
    files: [],
  }
  const analysis = new Analysis(options, output)
  let counts: InputCounts = { opened: 1, failed: 0, unknownFiles: 0 }
  let isDone = false
  try {
    await writeSeries(
      output,
      1,
      job,
      () => undefined,
      async (add) => {
        const take = async (entry: Entry, file: string) => await add(await analysis.analysed(entry), file)
        if (isDatabase(names)) await takeDatabase(names[0]!, options, analysis, take)
        else counts = await takeFiles(names, options, analysis, take)
        return counts.opened
      },
    )
    isDone = true
  } finally {
    await analysis.end(isDone)
  }
  job.progress.end()
  analysis.report(options.json)
  report(job, counts, options.json)
}

/**
 * Writes the analysis into the database, one game after another. The database is only open to read a game and to save it,
 * so that others can use it meanwhile; a game that they have changed by then stays as it is.
 */
async function analyseInPlace(names: string[], options: AnalyseOptions): Promise<void> {
  if (options.output !== undefined || options.to !== undefined) {
    throw new CommandError('--save writes into the database: leave out --output and --to', EXIT.usage)
  }
  if (!isDatabase(names)) throw new CommandError('--save is for one database', EXIT.usage)
  const folder = names[0]!
  const query = makeQuery(conditionTexts(options))
  const ids = await withDatabase(folder, true, (database) => listGames(database, query, firstOf(options)))
  const analysis = new Analysis(options, folder.replace(/[/\\]+$/, ''))
  analysis.expect(ids.length)
  const counts = { saved: 0, changed: 0 }
  let isDone = false
  try {
    for (const id of ids) {
      const record = await withDatabase(folder, true, (database) => database.record(id))
      if (!record) {
        analysis.pass()
        continue
      }
      const entry = await analysis.analysed({ index: 0, record, issues: [] })
      await withDatabase(folder, false, async (database) => {
        const isSame = JSON.stringify(await database.record(id)) === JSON.stringify(record)
        if (isSame) await saveGame(database, id, entry.record!)
        counts[isSame ? 'saved' : 'changed']++
      })
    }
    isDone = true
  } finally {
    await analysis.end(isDone)
  }
  analysis.report(options.json)
  note(`${countOf(counts.saved, 'game')} saved in ${folder}`)
  if (counts.changed > 0) {
    note(paint('yellow', `${countOf(counts.changed, 'game')} changed by others meanwhile, and not saved`))
    process.exitCode = EXIT.issues
  }
}

type Take = (entry: Entry, file: string) => Promise<void>

function isDatabase(names: readonly string[]): boolean {
  return names.length === 1 && isDatabaseFolder(names[0]!)
}

/** The games of a database that are wanted of those that match. */
function firstOf({ limit }: AnalyseOptions): SearchOptions {
  return limit === undefined ? {} : { limit }
}

async function takeDatabase(folder: string, options: AnalyseOptions, analysis: Analysis, take: Take): Promise<void> {
  const query = makeQuery(conditionTexts(options))
  await withDatabase(folder, true, async (database) => {
    const { limit = Infinity } = options
    analysis.expect(Math.min(limit, await countGames(database, query)))
    let index = 0
    for await (const { record } of searchRecords(database, query, firstOf(options)))
      await take({ index: index++, record, issues: [] }, folder)
  })
}

async function takeFiles(
  names: string[],
  options: AnalyseOptions,
  analysis: Analysis,
  take: Take,
): Promise<InputCounts> {
  const filter = await makeFilter(conditionTexts(options))
  let left = options.limit ?? Infinity
  return await forEachInput(names, options, async ({ path }, { collection }) => {
    analysis.expect(filter ? collection.count : Math.min(left, collection.count))
    for (const entry of collection.entries()) {
      if (left === 0) return
      if (filter?.(entry, path) === false) {
        analysis.pass()
        continue
      }
      await take(entry, path)
      if (entry.record) left--
    }
  })
}

/** `ludograph analyse`: games with an engine's evaluations, and how well they were played. */
import { InvalidArgumentError, type Command } from 'commander'
import { Conversion } from '../../convert/convert.ts'
import { isDatabaseFolder } from '../../database/catalogue/folder.ts'
import { saveGame } from '../../database/import/save.ts'
import { listGames, countGames, searchRecords } from '../../database/search/search.ts'
import {
  annotateGame,
  Crew,
  EngineError,
  gamePositions,
  type GamePosition,
  type PlaySummary,
  type SearchLimit,
  type Task,
} from '../../engines/index.ts'
import type { Entry } from '../../formats/format.ts'
import { describeError } from '../../issues/describe.ts'
import type { Evaluation } from '../../model/annotation.ts'
import type { Json } from '../../model/json.ts'
import type { Colour } from '../../model/move.ts'
import { colourName, playerOf, type Game, type GameRecord } from '../../model/record.ts'
import { AnalysisCache } from '../../node/analysis-cache.ts'
import { rulesOf } from '../../rules/index.ts'
import type { ConditionTexts } from '../../query/parse.ts'
import { writeSeries, type Job } from '../convert-job.ts'
import { parseCount, withDatabase } from '../database.ts'
import { chooseEngine, parseEngineOptions, startEngine } from '../engine-choice.ts'
import {
  isFolderPath,
  mayReplace,
  targetFormat,
  withTarget,
  withWriteOptions,
  writeOptions,
  type WriteCommandOptions,
} from '../outputs.ts'
import { Progress } from '../progress.ts'
import { conditionTexts, makeQuery, withQueryOptions } from '../query.ts'
import { makeFilter } from '../record-filter.ts'
import {
  collect,
  forEachInput,
  withFileList,
  withReadOptions,
  type InputCounts,
  type ReadCommandOptions,
} from '../run.ts'
import { CommandError, countOf, examples, EXIT, formatTable, note, paint } from '../terminal.ts'
import { report } from './convert.ts'

interface AnalyseOptions extends WriteCommandOptions, ReadCommandOptions, ConditionTexts {
  engine?: string
  set?: string[]
  depth?: number
  nodes?: number
  visits?: number
  movetime?: number
  lines: number
  fromMove: number
  side?: string
  processes: number
  threshold: number
  variation: number
  ownership?: boolean
  full?: boolean
  cache?: string
  save?: boolean
  json?: boolean
}

export function addAnalyse(program: Command): void {
  const command = program
    .command('analyse')
    .description('Evaluate games with your engine: evaluations, glyphs, better lines, accuracy')
    .argument('[input...]', 'files, folders, or one database; - is standard input')
  withWriteOptions(withFileList(withReadOptions(withTarget(command, 'file to write'))))
    .option('--engine <name>', 'engine, as in ludograph engines list (default: the first one named for the game)')
    .option('--set <name=value>', 'an option of the engine, such as Threads=2; may be repeated', collect)
    .option('--depth <plies>', 'search each position so deep', parseCount)
    .option('--nodes <count>', 'search so many positions for each', parseCount)
    .option('--visits <count>', 'playouts for each position (Go)', parseCount)
    .option('--movetime <seconds>', 'search each position so long (default: 1, without another limit)', parseSeconds)
    .option('--lines <count>', 'so many of the best moves are shown where something was lost', parseCount, 1)
    .option('--from-move <number>', 'begin at this move', parseCount, 1)
    .option('--side <colour>', 'judge only the moves of white (red) or black', parseSide)
    .option('--processes <count>', 'engines at work at the same time', parseCount, 1)
    .option('--threshold <percent>', 'winning chance that a move loses to get a variation', parsePercent, 10)
    .option('--variation <moves>', 'moves of a variation', parseCount, 8)
    .option('--ownership', 'Go: keep whose each point will be; with --full')
    .option('--full', 'keep all the engine said: its lines, name, time and positions searched')
    .option(
      '--cache <file>',
      'keep evaluations in FILE for later runs (default: beside the output until it is complete)',
    )
    .option('--save', 'write into the database the games are from, instead of a file')
    .option('--json', 'print the summary as JSON to standard error')
  withQueryOptions(command)
    .addHelpText(
      'before',
      examples(
        'analyse game.pgn -o game-analysed.pgn',
        'analyse games.pgn -o analysed.pgn --engine sf --nodes 200000 --processes 2',
        'analyse games.db --player Morphy -o morphy.pgn --depth 18 --lines 2',
        'analyse games.db --player Morphy --save --depth 18',
        'analyse game.sgf -o game-analysed.sgf --engine go --visits 400',
      ),
    )
    .action(runAnalyse)
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

/** The colours of a side: the first one is White in chess, Red in xiangqi, Black in Go and Othello. */
function coloursOf(game: Game, side: string | undefined): Colour[] {
  if (side === undefined) return [1, 2]
  return ([1, 2] as const).filter((colour) => colourName(game, colour).toLowerCase() === side)
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
    await writeSeries(output, 1, job, undefined, async (add) => {
      const take = async (entry: Entry, file: string) => await add(await analysis.analysed(entry), file)
      if (isDatabase(names)) await takeDatabase(names[0]!, options, analysis, take)
      else counts = await takeFiles(names, options, analysis, take)
      return counts.opened
    })
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
  const ids = await withDatabase(folder, true, (database) => listGames(database, query))
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

async function takeDatabase(folder: string, options: AnalyseOptions, analysis: Analysis, take: Take): Promise<void> {
  const query = makeQuery(conditionTexts(options))
  await withDatabase(folder, true, async (database) => {
    analysis.expect(await countGames(database, query))
    let index = 0
    for await (const { record } of searchRecords(database, query))
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
  return await forEachInput(names, options, async ({ path }, { collection }) => {
    analysis.expect(collection.count)
    for (const entry of collection.entries()) {
      if (filter?.(entry, path) === false) analysis.pass()
      else await take(entry, path)
    }
  })
}

/** A player over all games. */
interface PlayerTally {
  name: string
  games: number
  summaries: PlaySummary[]
}

/** The analysis of the games of a command. */
class Analysis {
  private readonly options: AnalyseOptions
  private readonly limit: SearchLimit
  private readonly cache: AnalysisCache | undefined
  /** What is in the cache was asked with these. */
  private readonly crews = new Map<Game, { crew: Crew; name: string; question: Json }>()
  private readonly players = new Map<string, PlayerTally>()
  private readonly faults = new Map<string, number>()
  private readonly progress = new Progress('position')
  private expected = 0
  private games = 0
  private positions = 0
  private reused = 0
  private analysedGames = 0
  /** Positions of the games before. */
  private finished = 0

  constructor(options: AnalyseOptions, output: string) {
    this.options = options
    const { depth, nodes, visits, movetime } = options
    const isUnlimited = [depth, nodes, visits, movetime].every((limit) => limit === undefined)
    const seconds = movetime ?? (isUnlimited ? 1 : undefined)
    this.limit = {
      ...(depth !== undefined && { depth }),
      ...(nodes !== undefined && { nodes }),
      ...(visits !== undefined && { visits }),
      ...(seconds !== undefined && { seconds }),
    }
    const path = options.cache ?? (output === '-' ? undefined : `${output}.analysis`)
    this.cache = path === undefined ? undefined : new AnalysisCache(path)
    if (this.cache && this.cache.size > 0) note(`${countOf(this.cache.size, 'evaluation')} kept from before`)
  }

  /** Announces games, for the time that is left. */
  expect(games: number): void {
    this.expected += games
  }

  /** Counts a game that is not analysed. */
  pass(): void {
    this.games++
  }

  /** The entry with its record analysed. */
  async analysed(entry: Entry): Promise<Entry> {
    const { record } = entry
    if (!record) {
      this.pass()
      return entry
    }
    const { lines, fromMove, side, threshold, variation, full = false } = this.options
    const plies = record.game === 'go' || record.game === 'othello' ? fromMove - 1 : 2 * (fromMove - 1)
    const positions = gamePositions(record, plies)
    const { name } = await this.crewOf(record.game)
    let count = 0
    const evaluations = await this.inOrder(positions, async (position) => {
      const evaluation = await this.evaluate(record.game, position, lines)
      this.showProgress(++count, positions.length)
      return evaluation
    })
    const { record: annotated, summaries } = annotateGame(record, positions, evaluations, {
      threshold: threshold / 100,
      sides: coloursOf(record.game, side),
      variationMoves: variation,
      isFull: full,
    })
    this.games++
    this.analysedGames++
    this.finished += positions.length
    this.addSummaries(record, summaries)
    const header = { ...annotated.header, annotator: annotated.header.annotator ?? withoutAuthors(name) }
    // The texts of the moves that came with the entry are of the record before.
    return { index: entry.index, record: { ...annotated, header }, issues: entry.issues }
  }

  /** Works on positions, as many at a time as the engines take. */
  private async inOrder<Item, Result>(
    items: readonly Item[],
    work: (item: Item) => Promise<Result>,
  ): Promise<Result[]> {
    const results: Result[] = []
    let next = 0
    const lane = async () => {
      while (next < items.length) {
        const index = next++
        results[index] = await work(items[index]!)
      }
    }
    const places = Math.max(1, ...[...this.crews.values()].map(({ crew }) => crew.places))
    await Promise.all(Array.from({ length: places }, lane))
    return results
  }

  private async evaluate(game: Game, { task, fault }: GamePosition, lines: number): Promise<Evaluation | undefined> {
    if (fault) this.addFault(fault)
    if (!task) return undefined
    const { crew, question } = await this.crewOf(game)
    const key = AnalysisCache.keyOf([question, questionOf(task)])
    const known = this.cache?.get(key)
    if (known) {
      this.reused++
      return known
    }
    const ownership = this.options.ownership === true
    // A search by time is never the same twice; of all others the result shall depend on the position alone.
    const isFresh = this.limit.seconds === undefined
    const found = await crew.analyse(task, { limit: this.limit, lines, ownership }, isFresh)
    if (found instanceof EngineError) {
      this.addFault(found)
      return undefined
    }
    this.positions++
    this.cache?.set(key, found)
    return found
  }

  private addFault(fault: EngineError): void {
    const text = describeError(fault)
    this.faults.set(text, (this.faults.get(text) ?? 0) + 1)
  }

  private async crewOf(game: Game): Promise<{ crew: Crew; name: string; question: Json }> {
    const running = this.crews.get(game)
    if (running) return running
    const { engine: wanted, set, processes, lines, ownership = false } = this.options
    const named = chooseEngine(wanted, game)
    const options = parseEngineOptions(set)
    const crew = new Crew(() => startEngine(named, options), processes)
    const engine = await crew.anyEngine()
    if (!engine.games.includes(game)) {
      await crew.quit()
      throw new EngineError('engine/game', { name: engine.name, game })
    }
    const question: Json = [engine.name, { ...named.options, ...options }, { ...this.limit }, lines, ownership]
    const made = { crew, name: engine.name, question }
    this.crews.set(game, made)
    return made
  }

  /** Shows how far this is, as if the games to come were as long as those before. */
  private showProgress(position: number, positions: number): void {
    const done = this.finished + position
    const length = (this.finished + positions) / (this.analysedGames + 1)
    const coming = Math.max(0, this.expected - this.games - 1)
    this.progress.set(done, Math.round(this.finished + positions + coming * length))
  }

  private addSummaries(record: GameRecord, summaries: Partial<Record<Colour, PlaySummary>>): void {
    for (const colour of [1, 2] as const) {
      const summary = summaries[colour]
      if (!summary) continue
      const name = playerOf(record.header, colour)?.name ?? colourName(record.game, colour)
      const tally = this.players.get(name) ?? { name, games: 0, summaries: [] }
      tally.games++
      tally.summaries.push(summary)
      this.players.set(name, tally)
    }
  }

  /** Ends the engines. @param isDone whether the output is complete, so that the cache beside it is not needed */
  async end(isDone: boolean): Promise<void> {
    this.progress.end()
    this.cache?.close(isDone && this.options.cache === undefined)
    await Promise.all([...this.crews.values()].map(({ crew }) => crew.quit()))
  }

  /** Says how everybody played. */
  report(isJson = false): void {
    const players = [...this.players.values()].map(({ name, games, summaries }) => ({
      name,
      games,
      ...sumUp(summaries),
    }))
    if (isJson) {
      note(
        JSON.stringify({
          players,
          positions: this.positions,
          reused: this.reused,
          faults: Object.fromEntries(this.faults),
        }),
      )
      return
    }
    if (players.length > 0) note(formatPlayers(players))
    for (const [text, count] of this.faults)
      note(paint('yellow', `${countOf(count, 'position')} not evaluated: ${text}`))
    const engines = [...new Set([...this.crews.values()].map(({ name }) => withoutAuthors(name)))].join(', ')
    const kept = this.reused > 0 ? `, ${this.reused.toLocaleString('en')} from before` : ''
    note(
      `${countOf(this.analysedGames, 'game')}, ${countOf(this.positions, 'position')} evaluated by ${engines}${kept}`,
    )
  }
}

/** The name of an engine without its authors, which Stockfish’s JavaScript puts behind it. */
function withoutAuthors(name: string): string {
  return name.replace(/ by .*$/, '')
}

/** A task as JSON, for the key of its evaluation. */
function questionOf({ game, isChess960, start, moves, komi, rules }: Task): Json {
  return [game, isChess960, rulesOf(game).format(start), [...moves], komi ?? null, rules ?? null]
}

/** The summaries of several games as one: means by moves, the accuracy by games. */
function sumUp(summaries: readonly PlaySummary[]) {
  const moves = summaries.reduce((sum, each) => sum + each.moves, 0)
  const mean = (valueOf: (summary: PlaySummary) => number | undefined, weightOf: (summary: PlaySummary) => number) => {
    const known = summaries.filter((each) => valueOf(each) !== undefined && weightOf(each) > 0)
    const weight = known.reduce((sum, each) => sum + weightOf(each), 0)
    return weight === 0 ? undefined : known.reduce((sum, each) => sum + valueOf(each)! * weightOf(each), 0) / weight
  }
  const count = (name: keyof PlaySummary['counts']) => summaries.reduce((sum, each) => sum + each.counts[name], 0)
  const phase = (name: keyof PlaySummary['phases']) => ({
    moves: summaries.reduce((sum, each) => sum + each.phases[name].moves, 0),
    averageLoss:
      mean(
        (each) => each.phases[name].averageLoss,
        (each) => each.phases[name].moves,
      ) ?? 0,
  })
  const accuracy = mean(
    (each) => each.accuracy,
    () => 1,
  )
  const centipawnLoss = mean(
    (each) => each.centipawnLoss,
    (each) => each.moves,
  )
  return {
    moves,
    ...(accuracy !== undefined && { accuracy }),
    averageLoss:
      mean(
        (each) => each.averageLoss,
        (each) => each.moves,
      ) ?? 0,
    ...(centipawnLoss !== undefined && { centipawnLoss }),
    counts: { inaccuracy: count('inaccuracy'), mistake: count('mistake'), blunder: count('blunder') },
    phases: { opening: phase('opening'), middlegame: phase('middlegame'), endgame: phase('endgame') },
  }
}

function formatPlayers(players: readonly ({ name: string; games: number } & ReturnType<typeof sumUp>)[]): string {
  const percent = (value: number) => `${(100 * value).toFixed(1)}%`
  const head = ['', 'games', 'moves', 'accuracy', 'lost a move', '?!', '?', '??', 'opening', 'middlegame', 'endgame']
  const rows = players.map(({ name, games, moves, accuracy, averageLoss, centipawnLoss, counts, phases }) => [
    name,
    String(games),
    String(moves),
    accuracy === undefined ? '' : `${accuracy.toFixed(0)}%`,
    percent(averageLoss) + (centipawnLoss === undefined ? '' : ` (${centipawnLoss.toFixed(0)} cp)`),
    String(counts.inaccuracy),
    String(counts.mistake),
    String(counts.blunder),
    ...[phases.opening, phases.middlegame, phases.endgame].map((phase) =>
      phase.moves > 0 ? percent(phase.averageLoss) : '',
    ),
  ])
  return formatTable([head.map((word) => paint('bold', word)), ...rows])
}

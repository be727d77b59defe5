/** Games under engines, as a command has them: a cache of what is known, progress, how well each player played. */
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
import { chooseEngine, parseEngineOptions } from './engine-choice.ts'
import { drawStart, startEngine } from './engine-start.ts'
import { formatPlayers, sumUp } from '../show/play-summaries.ts'
import { Progress } from '../show/progress.ts'
import { countOf, note, paint } from '../show/terminal.ts'

/** How games are analysed: options of the command, as `analyse --help` explains them. */
export interface AnalysisSettings {
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
  startLimit?: number
  threshold: number
  variation: number
  ownership?: boolean
  full?: boolean
  cache?: string
}

/** A player over all games. */
interface PlayerTally {
  name: string
  games: number
  summaries: PlaySummary[]
}

/** The analysis of the games of a command. */
export class Analysis {
  private readonly options: AnalysisSettings
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

  constructor(options: AnalysisSettings, output: string) {
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
    // An engine that has evaluated nothing has annotated nothing.
    const isEvaluated = evaluations.some((evaluation) => evaluation !== undefined)
    const annotator = annotated.header.annotator ?? (isEvaluated ? withoutAuthors(name) : undefined)
    const header = { ...annotated.header, ...(annotator !== undefined && { annotator }) }
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
    const { engine: wanted, set, processes, lines, startLimit, ownership = false } = this.options
    const named = chooseEngine(wanted, game)
    const options = parseEngineOptions(set)
    const crew = new Crew(
      () => startEngine(named, { options, limit: startLimit, onStarting: drawStart(named) }),
      processes,
    )
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

/** The colours of a side: the first one is White in chess, Red in xiangqi, Black in Go and Othello. */
function coloursOf(game: Game, side: string | undefined): Colour[] {
  if (side === undefined) return [1, 2]
  return ([1, 2] as const).filter((colour) => colourName(game, colour).toLowerCase() === side)
}

/** The engines that the page can ask: those of the server, and those that the user opened in the page. */
import { computed, signal } from '@preact/signals'
import type { AnalysisOptions, LevelMove } from '../../../../src/engines/index.ts'
import type { Evaluation } from '../../../../src/model/annotation.ts'
import type { Game, GameRecord } from '../../../../src/model/record.ts'
import { pathTo } from '../../../../src/model/tree.ts'
import { remember, remembered } from '../page/remember.ts'
import { record } from '../editing/editing.ts'

/** An engine that is starting. */
export interface Starting {
  seconds: number
  line: string
}

/** An engine, wherever it runs. Its methods reject with an error that can be shown. */
export interface PageEngine {
  readonly name: string
  readonly games: readonly Game[]
  /** How many threads it may use, if that can be chosen here. */
  readonly mostThreads?: number
  setThreads?(threads: number): Promise<void>
  /** How long it has been starting and what it printed last, for engines that take minutes; undefined once it runs. */
  starting?(): Promise<Starting | undefined>
  /** Ends it; absent for engines of a server. */
  close?(): void
  /** Evaluates the position after a node; once the signal is aborted, the result does not matter. */
  analyse(record: GameRecord, node: number, options: AnalysisOptions): Promise<Evaluation>
  /** The move it plays at a level from 1 to 10. */
  play(record: GameRecord, node: number, level: number, signal: AbortSignal): Promise<LevelMove>
}

const known = signal<readonly PageEngine[]>([])

/** The name of the engine that the user chose last. */
const wished = signal(remembered('engine'))

/** The engines for the game on the board. */
export const engines = computed(() => {
  const game = record.value?.game
  return game === undefined ? [] : known.value.filter(({ games }) => games.includes(game))
})

/** The engine that is asked about the game on the board. */
export const engine = computed(() => engines.value.find(({ name }) => name === wished.value) ?? engines.value[0])

export function chooseEngine(name: string): void {
  wished.value = name
  remember('engine', name)
}

export function addEngines(...added: readonly PageEngine[]): void {
  known.value = [...known.value, ...added]
}

/** Ends an engine of the user's. */
export function closeEngine(closed: PageEngine): void {
  closed.close?.()
  known.value = known.value.filter((other) => other !== closed)
}

/** The way to a node as a record of its own: what an engine needs to know. */
export function pathRecord({ game, nodes, size, setup, variant, header }: GameRecord, node: number): GameRecord {
  const path = [0, ...pathTo(nodes, node)]
  return {
    game,
    header: { players: [], result: { outcome: 'unfinished' }, ...(header.rules && { rules: header.rules }) },
    ...(size !== undefined && { size }),
    ...(setup !== undefined && { setup }),
    ...(variant !== undefined && { variant }),
    nodes: path.map((index, place) => {
      const { move, edits, turn, unread } = nodes[index]!
      return {
        parent: place - 1,
        ...(move !== undefined && { move }),
        ...(edits !== undefined && { edits }),
        ...(turn !== undefined && { turn }),
        ...(unread !== undefined && { unread }),
      }
    }),
  }
}

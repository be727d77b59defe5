/** The analysis of the whole game on the board: evaluations are written into the record as they come. */
import { batch, computed, signal } from '@preact/signals'
import { annotateGame, gamePositions, type PlaySummary } from '../../../../src/engines/index.ts'
import { valueOnly } from '../../../../src/engines/value-only.ts'
import type { Evaluation } from '../../../../src/model/annotation.ts'
import type { Colour } from '../../../../src/model/move.ts'
import type { GameRecord } from '../../../../src/model/record.ts'
import { children, mainLine, pathTo, type MoveNode } from '../../../../src/model/tree.ts'
import { explain } from '../../words/index.ts'
import { change } from '../editing/editing.ts'
import { entry } from '../files/library.ts'
import { choice } from '../page/settings.ts'
import { goTo, node, record } from '../replay/replay.ts'
import { engineFailure, isAnalysing, isTaken } from './analysis.ts'
import { engine } from './engines.ts'

/** Seconds for each position. */
export const secondsEach = choice('engine-seconds', ['1', '2', '5', '10', '30'])

/** Winning chance that a move must lose to get a variation, and the moves of the variation, as in the command line. */
const THRESHOLD = 0.1
const VARIATION = 8

/** An analysis that runs, or has ended. */
export interface GameAnalysis {
  done: number
  all: number
  isRunning: boolean
  /** How each colour played; once it has ended. */
  summaries?: Partial<Record<Colour, PlaySummary>>
}

const current = signal<(GameAnalysis & { of: unknown }) | undefined>(undefined)
let stop: AbortController | undefined
let count = 0

/** The analysis of the game on the board. */
export const gameAnalysis = computed<GameAnalysis | undefined>(() =>
  current.value && current.value.of === entry.value ? current.value : undefined,
)

export function stopGameAnalysis(): void {
  stop?.abort()
}

/** Evaluates every position of the main line. It ends when another game is shown, or its main line changes. */
export async function analyseGame(): Promise<void> {
  const [start, asked, of] = [record.value, engine.value, entry.value]
  if (!start || !asked || isTaken.value) return
  const own = new AbortController()
  stop = own
  const line = [0, ...mainLine(start.nodes)]
  const positions = gamePositions(start)
  const evaluations = new Map<number, Evaluation>()
  const limit = { seconds: Number(secondsEach.value) }
  const merge = `analysis ${++count}`
  const isSame = () => entry.value === of && record.value !== undefined && hasLine(record.value, start, line)
  batch(() => {
    isAnalysing.value = false
    isTaken.value = true
    engineFailure.value = undefined
    current.value = { of, done: 0, all: positions.length, isRunning: true }
  })
  try {
    for (const [index, { node: at, task }] of positions.entries()) {
      if (task) {
        const found = await asked.analyse(start, at, { limit, signal: own.signal })
        if (own.signal.aborted || !isSame()) break
        const place = line.indexOf(at)
        evaluations.set(place, found)
        writeEvaluation(place, found, merge)
      }
      current.value = { ...current.value!, done: index + 1 }
    }
  } catch (error) {
    if (!own.signal.aborted) engineFailure.value = explain(error)
  }
  batch(() => {
    const summaries = isSame() ? annotate(evaluations, merge) : undefined
    current.value = { ...current.value!, isRunning: false, ...(summaries && { summaries }) }
    isTaken.value = false
  })
}

/** Whether a record still begins with the main line of another. */
function hasLine({ nodes }: GameRecord, before: GameRecord, line: readonly number[]): boolean {
  const now = [0, ...mainLine(nodes)]
  return line.every((at, place) => {
    const other = now[place]
    return other !== undefined && nodes[other]!.move === before.nodes[at]!.move
  })
}

/** Replaces the record by one with more evaluations or lines; the board stays on its move. */
function write(changed: GameRecord, merge: string): void {
  const before = record.value!
  const at = node.value
  batch(() => {
    change(changed, at, merge)
    goTo(sameNode(before.nodes, at, changed.nodes))
  })
}

function writeEvaluation(place: number, found: Evaluation, merge: string): void {
  const shown = record.value!
  const at = [0, ...mainLine(shown.nodes)][place]!
  const evaluation = valueOnly(found)
  if (Object.keys(evaluation).length === 0) return
  write({ ...shown, nodes: shown.nodes.with(at, { ...shown.nodes[at]!, evaluation }) }, merge)
}

/** Adds glyphs and better lines where something was lost. @param evaluations by place in the main line */
function annotate(evaluations: ReadonlyMap<number, Evaluation>, merge: string): GameAnalysis['summaries'] {
  const shown = record.value!
  const line = [0, ...mainLine(shown.nodes)]
  const positions = gamePositions(shown)
  const found = positions.map(({ node: at }) => evaluations.get(line.indexOf(at)))
  const { record: annotated, summaries } = annotateGame(shown, positions, found, {
    threshold: THRESHOLD,
    sides: [1, 2],
    variationMoves: VARIATION,
    isFull: false,
  })
  write(annotated, merge)
  return summaries
}

/** The node that a node has become in a tree to which lines were added, always as last children. */
function sameNode(before: readonly MoveNode[], at: number, after: readonly MoveNode[]): number {
  const [old, now] = [children(before), children(after)]
  let to = 0
  for (const step of pathTo(before, at)) {
    let child = now.first[to]!
    for (let other = old.first[before[step]!.parent]!; other !== step; other = old.next[other]!)
      child = now.next[child]!
    to = child
  }
  return to
}

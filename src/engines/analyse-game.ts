/** A whole game under an engine: every position of its main line is evaluated, and the record says what was found. */
import type { EvaluatedLine, Evaluation } from '../model/annotation.ts'
import { isPass, moveColour, type Colour, type Move } from '../model/move.ts'
import type { Game, GameRecord } from '../model/record.ts'
import { mainLine } from '../model/tree.ts'
import { playMove, positionAt, rulesOf } from '../rules/index.ts'
import { EngineError } from './engine-error.ts'
import { phaseOf, PHASES, type Phase } from './phase.ts'
import { taskAt, type Task } from './task.ts'
import { valueOnly } from './value-only.ts'
import {
  gameAccuracy,
  judgeMove,
  lossOf,
  MISTAKE_GLYPHS,
  winningChance,
  type JudgedMove,
  type Mistake,
  type Worth,
} from './winning-chance.ts'

/** A position of a main line. */
export interface GamePosition {
  /** The node after which it stands. */
  node: number
  /** Moves played before it. */
  ply: number
  phase: Phase
  /** Absent where the game is over. */
  task?: Task
  /** If the game is over: the chance of colour 1. */
  result?: number
  /** Why it cannot be analysed. */
  fault?: EngineError
  /** Whether it was set up there, so that the move before it is not to blame for it. */
  isSetUp?: true
}

/** The positions of the main line, from the one before a ply on. @param fromPly counted from 0 */
export function gamePositions(record: GameRecord, fromPly = 0): GamePosition[] {
  const rules = rulesOf(record.game)
  const positions: GamePosition[] = []
  let ply = 0
  for (const node of [0, ...mainLine(record.nodes)]) {
    const { move, edits, turn } = record.nodes[node]!
    const setUp = node > 0 && (edits || turn !== undefined) ? ({ isSetUp: true } as const) : {}
    if (node > 0 && move === undefined && !setUp.isSetUp) continue
    if (node > 0 && move !== undefined) ply++
    if (ply < fromPly) continue
    // What is set up before the first move is the start.
    if (setUp.isSetUp && ply === 0) positions.pop()
    try {
      const task = taskAt(record, node)
      const outcome = rules.outcome(task.position)
      const phase = phaseOf(record.game, task.position, ply)
      const known = outcome ? { result: outcome.winner === undefined ? 0.5 : 2 - outcome.winner } : { task }
      positions.push({ node, ply, phase, ...known, ...setUp })
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      positions.push({ node, ply, phase: 'opening', fault: error, ...setUp })
    }
  }
  return positions
}

/** What to write into a record. */
export interface AnnotateOptions {
  /** Winning chance, from 0 to 1, that a move must lose to get a variation. */
  threshold: number
  /** Colours whose moves are judged. */
  sides: readonly Colour[]
  /** Moves of a variation. */
  variationMoves: number
  /** Keeps everything the engine said, not only the value and the depth. */
  isFull: boolean
}

/** How a colour played. */
export interface PlaySummary {
  moves: number
  /** Per cent; absent without moves. */
  accuracy?: number
  /** Winning chance lost by a move on average, from 0 to 1. */
  averageLoss: number
  /** Chess and xiangqi: hundredths of a pawn lost by a move on average, those above 1000 cut. */
  centipawnLoss?: number
  counts: Record<Mistake, number>
  /** Moves, and winning chance lost on average, by phase. */
  phases: Record<Phase, { moves: number; averageLoss: number }>
}

/** A record after its analysis, and how each colour played. */
export interface AnalysedGame {
  record: GameRecord
  summaries: Partial<Record<Colour, PlaySummary>>
}

/** Writes evaluations into a record: at every position, with glyphs and variations where something was lost. */
export function annotateGame(
  record: GameRecord,
  positions: readonly GamePosition[],
  evaluations: readonly (Evaluation | undefined)[],
  options: AnnotateOptions,
): AnalysedGame {
  const nodes = [...record.nodes]
  let analysed: GameRecord = { ...record, nodes }
  const tallies = new Map<Colour, Tally>()
  const chances: number[] = []
  const moves: JudgedMove[] = []
  let before: { worth: Worth; index: number } | undefined
  for (const [index, position] of positions.entries()) {
    const evaluation = evaluations[index]
    if (evaluation) {
      const kept = options.isFull ? evaluation : valueOnly(evaluation)
      const node = analysed.nodes[position.node]!
      if (Object.keys(kept).length > 0) analysed.nodes[position.node] = { ...node, evaluation: kept }
    }
    const worth = worthOf(record.game, position, evaluation)
    const mover = index === 0 ? undefined : moverOf(record, positions[index - 1]!, position)
    if (worth && before?.index === index - 1 && mover !== undefined) {
      if (chances.length === 0) chances.push(before.worth.chance)
      chances.push(worth.chance)
      moves.push({ colour: mover, loss: lossOf(before.worth, worth, mover) })
      if (options.sides.includes(mover)) {
        const last = positions[index - 1]!
        const wasBest = isBest(evaluations[index - 1], record.nodes[position.node]!.move)
        addTo(tallyOf(tallies, mover), last.phase, before.worth, worth, mover, wasBest)
        analysed = markMove(
          analysed,
          last,
          position,
          evaluations[index - 1],
          { before: before.worth, after: worth, mover },
          options,
        )
      }
    }
    before = worth && { worth, index }
  }
  const summaries: Partial<Record<Colour, PlaySummary>> = {}
  for (const [colour, tally] of tallies) {
    summaries[colour] = summaryOf(record.game, tally, gameAccuracy(chances, moves, colour))
  }
  return { record: analysed, summaries }
}

function worthOf(game: Game, { result }: GamePosition, evaluation: Evaluation | undefined): Worth | undefined {
  if (result !== undefined) return { chance: result }
  const chance = evaluation && winningChance(game, evaluation)
  return chance === undefined ? undefined : { chance, value: evaluation! }
}

/**
 * Who made the move between two positions; undefined for a pass of chess, which is no move of the game, and where the
 * second was set up.
 */
function moverOf(record: GameRecord, before: GamePosition, after: GamePosition): Colour | undefined {
  const { move } = record.nodes[after.node]!
  if (!before.task || move === undefined || after.isSetUp) return undefined
  if (isPass(move) && record.game !== 'go') return undefined
  // A colour that plays out of turn is named by its move.
  return moveColour(move) || before.task.position.turn
}

/** Whether a move is the engine's own choice: if the value falls after it, the engine has seen more, and nobody erred. */
function isBest(found: Evaluation | undefined, move: Move | undefined): boolean {
  const best = found?.lines?.[0]?.moves[0]
  const colours = 3 << 27
  return best !== undefined && move !== undefined && (best & ~colours) === (move & ~colours)
}

/** Gives a move its glyph, and the better lines beside it. */
function markMove(
  record: GameRecord,
  last: GamePosition,
  position: GamePosition,
  found: Evaluation | undefined,
  { before, after, mover }: { before: Worth; after: Worth; mover: Colour },
  { threshold, variationMoves, isFull }: AnnotateOptions,
): GameRecord {
  const node = record.nodes[position.node]!
  const mistake = isBest(found, node.move) ? undefined : judgeMove(before, after, mover)
  const isJudged = node.glyphs?.some(({ nag }) => nag >= 1 && nag <= 6) === true
  if (mistake && !isJudged) {
    const glyphs = [{ nag: MISTAKE_GLYPHS[mistake] }, ...(node.glyphs ?? [])]
    record.nodes[position.node] = { ...node, glyphs }
  }
  const isWorth = lossOf(before, after, mover) >= threshold || mistake === 'blunder'
  if (!isWorth || !found?.lines) return record
  let annotated = record
  for (const line of found.lines) annotated = addLine(annotated, last.node, line, variationMoves, isFull)
  return annotated
}

/** Adds a line as a variation, with its value on its first move, unless the record has that move already. */
function addLine(record: GameRecord, at: number, line: EvaluatedLine, most: number, isFull: boolean): GameRecord {
  const rules = rulesOf(record.game)
  const { moves, ...value } = line
  let here = { record, node: at }
  for (const [index, move] of moves.slice(0, most).entries()) {
    // A line may come from a file.
    if (!rules.isLegal(positionAt(rules, here.record, here.node), move)) break
    const next = playMove(rules, here.record, here.node, move)
    const isKnown = next.record === here.record
    if (index === 0 && isKnown) return record
    if (index === 0) {
      const node = next.record.nodes[next.node]!
      next.record.nodes[next.node] = { ...node, evaluation: isFull ? value : valueOnly(value) }
    }
    here = next
  }
  return here.record
}

/** What a colour's moves add up to. */
interface Tally {
  losses: Record<Phase, number[]>
  centipawns: number[]
  counts: Record<Mistake, number>
}

function tallyOf(tallies: Map<Colour, Tally>, colour: Colour): Tally {
  const known = tallies.get(colour)
  if (known) return known
  const tally: Tally = {
    losses: { opening: [], middlegame: [], endgame: [] },
    centipawns: [],
    counts: { inaccuracy: 0, mistake: 0, blunder: 0 },
  }
  tallies.set(colour, tally)
  return tally
}

const MOST_CENTIPAWNS = 1000

function addTo(tally: Tally, phase: Phase, before: Worth, after: Worth, mover: Colour, wasBest: boolean): void {
  tally.losses[phase].push(lossOf(before, after, mover))
  const mistake = wasBest ? undefined : judgeMove(before, after, mover)
  if (mistake) tally.counts[mistake]++
  const [was, is] = [centipawnsOf(before), centipawnsOf(after)]
  if (was !== undefined && is !== undefined) tally.centipawns.push(Math.max(0, mover === 1 ? was - is : is - was))
}

function centipawnsOf({ chance, value }: Worth): number | undefined {
  if (!value) return chance === 0.5 ? 0 : (2 * chance - 1) * MOST_CENTIPAWNS
  const { mate, centipawns } = value
  if (mate !== undefined) return Math.sign(mate) * MOST_CENTIPAWNS
  return centipawns === undefined ? undefined : Math.max(-MOST_CENTIPAWNS, Math.min(MOST_CENTIPAWNS, centipawns))
}

function summaryOf(game: Game, { losses, centipawns, counts }: Tally, accuracy: number | undefined): PlaySummary {
  const all = PHASES.flatMap((phase) => losses[phase])
  const byPhase = PHASES.map(
    (phase) => [phase, { moves: losses[phase].length, averageLoss: mean(losses[phase]) }] as const,
  )
  const isChess = game === 'chess' || game === 'xiangqi'
  return {
    moves: all.length,
    ...(accuracy !== undefined && { accuracy }),
    averageLoss: mean(all),
    ...(isChess && centipawns.length > 0 && { centipawnLoss: mean(centipawns) }),
    counts,
    phases: Object.fromEntries(byPhase) as PlaySummary['phases'],
  }
}

function mean(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}

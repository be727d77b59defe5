/** Gathers the lines of a search of UCI or UCCI into an evaluation. */
import type { EvaluatedLine, Evaluation } from '../model/annotation.ts'
import type { Move } from '../model/move.ts'
import type { Position } from '../rules/index.ts'
import { chanceOfColour1, forColour1, readLine, type Task } from './task.ts'
import { parseUciInfo, type UciInfo } from './uci-info.ts'

/** More lines than any engine gives. */
const MAX_RANK = 500

export class UciSearch {
  private readonly task: Task
  private readonly name: string
  private readonly read: (position: Position, text: string) => Move | undefined
  /** The latest line of each rank; a bound gives way to any score. */
  private readonly found = new Map<number, { info: UciInfo; line: EvaluatedLine }>()
  private nodes: number | undefined
  private time: number | undefined
  /** The largest numbers that were told, and whether the last line told a larger one. */
  private readonly most = { depth: 0, nodes: 0 }
  private isNews = false
  /** The value of a position without moves. */
  private still: UciInfo | undefined

  /** @param name of the engine */
  constructor(task: Task, name: string, read: (position: Position, text: string) => Move | undefined) {
    this.task = task
    this.name = name
    this.read = read
  }

  /** Takes a line; returns whether it said something about a line of moves. */
  take(text: string): boolean {
    const info = text.startsWith('info ') ? parseUciInfo(text) : undefined
    const { depth = 0, nodes = 0 } = info ?? {}
    this.isNews = depth > this.most.depth || nodes > this.most.nodes
    this.most.depth = Math.max(depth, this.most.depth)
    this.most.nodes = Math.max(nodes, this.most.nodes)
    if (!info) return false
    if (info.nodes !== undefined) this.nodes = info.nodes
    if (info.time !== undefined) this.time = info.time
    if (!info.score) return false
    if (info.pv.length === 0) {
      this.still = info
      return false
    }
    const { rank } = info
    if (!Number.isInteger(rank) || rank < 1 || rank > MAX_RANK) return false
    if (info.isBound && this.found.get(rank)?.info.isBound === false) return false
    const moves = readLine(this.task, info.pv, this.read)
    if (moves.length === 0) return false
    this.found.set(rank, { info, line: { moves, ...this.valueOf(info) } })
    return true
  }

  /** Whether the last line told of a deeper or longer search: an engine that does not get on is as good as silent. */
  hasNews(): boolean {
    return this.isNews
  }

  /** What was found so far. */
  evaluation(): Evaluation {
    const lines = [...this.found].toSorted(([left], [right]) => left - right).map(([, { line }]) => line)
    const best = lines[0]
    const { moves: _moves, ...value } = best ?? { moves: [], ...(this.still && this.valueOf(this.still)) }
    const evaluation: Evaluation = { ...value }
    if (this.nodes !== undefined) evaluation.nodes = this.nodes
    if (this.time !== undefined) evaluation.seconds = this.time / 1000
    if (this.name !== '') evaluation.source = this.name
    if (best) evaluation.lines = lines
    return evaluation
  }

  private valueOf({ score, depth, chance }: UciInfo): Omit<EvaluatedLine, 'moves'> {
    const value: Omit<EvaluatedLine, 'moves'> = {}
    if (score && 'cp' in score) value.centipawns = forColour1(this.task, score.cp)
    if (score && 'mate' in score) value.mate = forColour1(this.task, score.mate)
    if (chance !== undefined) value.winrate = chanceOfColour1(this.task, chance)
    if (depth !== undefined) value.depth = depth
    return value
  }
}

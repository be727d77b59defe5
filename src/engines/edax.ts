/**
 * Edax as Cassio talks to it (`edax -cassio`): every search says its whole position. Source: abulmo/edax-reversi,
 * src/cassio.c.
 */
import type { EvaluatedLine, Evaluation } from '../model/annotation.ts'
import { isPass, type Move } from '../model/move.ts'
import type { Game } from '../model/record.ts'
import { rulesOf } from '../rules/index.ts'
import { Dialogue, type Connect, type Patience } from './dialogue.ts'
import { DialogueEngine } from './dialogue-engine.ts'
import type { AnalysisOptions, Engine, EnginePatience, SearchLimit, Strength } from './engine.ts'
import { EngineError } from './engine-error.ts'
import { discsOf, readDisc, squaresOf } from './othello-text.ts'
import { searchPatience, stopOn, startPatience } from './search-end.ts'
import { forColour1, readLine, taskAfter, type Task } from './task.ts'

/** Starts `edax -cassio`. */
export async function openEdax(connect: Connect, patience: EnginePatience): Promise<Engine> {
  const engine = new EdaxEngine(new Dialogue(connect), patience)
  await engine.start()
  return engine
}

/** The depth of a search without another limit: all empty squares. */
const DEEPEST = 60

/** Per cent: 100 is a search without shortcuts. */
const PRECISION = 100

class EdaxEngine extends DialogueEngine implements Engine {
  readonly name = 'Edax'
  readonly parallel = 1
  protected override readonly farewell = 'ENGINE-PROTOCOL quit'
  readonly games: readonly Game[] = ['othello']

  async start(): Promise<void> {
    await this.ask('init', startPatience(this.patience))
  }

  private async ask(command: string, patience: Patience = { total: this.patience.answer }): Promise<void> {
    const answer = this.dialogue.wait((line) => (isReady(line) ? true : undefined), patience)
    this.dialogue.send(`ENGINE-PROTOCOL ${command}`)
    await answer
  }

  async newGame(): Promise<void> {
    await this.ask('new-position')
  }

  async analyse(task: Task, { limit, lines = 1, signal, onUpdate }: AnalysisOptions): Promise<Evaluation> {
    const { position, game } = task
    if (game !== 'othello' || position.columns !== 8 || position.rows !== 8) {
      throw new EngineError('engine/game', { name: this.name, game })
    }
    if (lines > 1) return await this.analyseMoves(task, { limit, lines, ...(signal && { signal }) })
    return await this.search(task, limit, signal, onUpdate)
  }

  /** Edax finds one best move: for more, the position after each move is searched. */
  private async analyseMoves(task: Task, { limit, lines = 1, signal }: AnalysisOptions): Promise<Evaluation> {
    const found: EvaluatedLine[] = []
    let nodes = 0
    for (const move of rulesOf('othello').legal(task.position)) {
      if (isPass(move) || signal?.aborted) continue
      const after = taskAfter(task, move)
      const depth = limit.depth === undefined ? {} : { depth: Math.max(1, limit.depth - 1) }
      const value: Evaluation = rulesOf('othello').outcome(after.position)
        ? { centipawns: finalScore(after) }
        : await this.search(after, { ...limit, ...depth }, signal)
      if (value.centipawns === undefined) continue
      const { lines: rest, centipawns, depth: reached } = value
      nodes += value.nodes ?? 0
      const line: EvaluatedLine = { moves: [move, ...(rest?.[0]?.moves ?? [])], centipawns }
      if (reached !== undefined) line.depth = reached + 1
      found.push(line)
    }
    const sign = task.position.turn === 1 ? -1 : 1
    const best = found.toSorted((left, right) => sign * (left.centipawns! - right.centipawns!)).slice(0, lines)
    if (best.length === 0) return { source: this.name }
    const { moves: _moves, ...value } = best[0]!
    return { ...value, nodes, source: this.name, lines: best }
  }

  private async search(
    task: Task,
    limit: SearchLimit,
    signal?: AbortSignal,
    onUpdate?: (evaluation: Evaluation) => void,
  ): Promise<Evaluation> {
    let found: Evaluation = { source: this.name }
    const side = task.position.turn === 1 ? 'X' : 'O'
    const answer = this.dialogue.wait(
      (line) => {
        if (isReady(line)) return true
        const evaluation = parseResult(line, task, this.name)
        if (evaluation) {
          found = evaluation
          onUpdate?.(found)
        }
        return undefined
      },
      searchPatience(limit, this.patience),
    )
    const depth = limit.depth ?? DEEPEST
    this.dialogue.send(`ENGINE-PROTOCOL midgame-search ${discsOf(task.position)}${side} -64 64 ${depth} ${PRECISION}`)
    const calledOff = stopOn(signal, limit.seconds, () => {
      if (this.isOpen) this.dialogue.send('ENGINE-PROTOCOL stop')
    })
    try {
      await answer
      return found
    } finally {
      calledOff()
    }
  }

  strengthAt(level: number): Strength {
    return { measure: 'depth', value: level }
  }

  async choose(task: Task, limit: SearchLimit, signal?: AbortSignal): Promise<Move | undefined> {
    const { lines } = await this.search(task, limit, signal)
    return lines?.[0]?.moves[0]
  }
}

function isReady(line: string): boolean {
  return line.trim() === 'ready.'
}

/** The discs by which colour 1 has won, in hundredths. */
function finalScore({ position }: Task): number {
  const score = rulesOf('othello').outcome(position)?.score ?? [0, 0]
  return (score[0] - score[1]) * 100
}

/** Reads `<position>, move d3, depth 10, @73%, B+2.00 <= v <= B+2.00, d3c5..., node 1234, time 0.123`. */
function parseResult(line: string, task: Task, source: string): Evaluation | undefined {
  const match =
    /, move ([a-h][1-8]), depth ([0-9]{1,2}), @[0-9]{1,3}%, [BW]([+-][0-9]{1,3}(?:\.[0-9]+)?) <= v <= [BW]([+-][0-9]{1,3}(?:\.[0-9]+)?), ([^,]*), node ([0-9]{1,15}), time ([0-9]{1,9}(?:\.[0-9]+)?)/i.exec(
      line.slice(0, 2000),
    )
  if (!match) return undefined
  const [, move = '', depth, low, high, pv = '', nodes, seconds] = match
  const squares = squaresOf(pv)
  const moves = readLine(task, squares[0] === move.toLowerCase() ? squares : [move], readDisc)
  if (moves.length === 0) return undefined
  const centipawns = forColour1(task, Math.round((Number(low) + Number(high)) * 50))
  const value = { centipawns, depth: Number(depth) }
  return { ...value, nodes: Number(nodes), seconds: Number(seconds), source, lines: [{ moves, ...value }] }
}

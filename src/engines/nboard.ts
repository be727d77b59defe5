/**
 * NBoard, version 2: Othello with NTest, Edax and others. Sources: weltyc/ntest, instructions/Protocol.htm;
 * abulmo/edax-reversi, src/nboard.c.
 */
import type { EvaluatedLine, Evaluation } from '../model/annotation.ts'
import type { Move } from '../model/move.ts'
import type { Game } from '../model/record.ts'
import { Dialogue, type Connect, type Patience } from './dialogue.ts'
import { DialogueEngine } from './dialogue-engine.ts'
import type { AnalysisOptions, Engine, EnginePatience, SearchLimit, Strength } from './engine.ts'
import { EngineError } from './engine-error.ts'
import { discsOf, readDisc, squaresOf } from './othello-text.ts'
import { searchPatience, stopOn, startPatience } from './search-end.ts'
import { forColour1, readLine, type Task } from './task.ts'

/** Starts an engine that speaks NBoard. */
export async function openNBoard(connect: Connect, patience: EnginePatience): Promise<Engine> {
  const engine = new NBoardEngine(new Dialogue(connect), patience)
  await engine.start()
  return engine
}

/** The depth of a search without another limit. */
const DEEPEST = 60

class NBoardEngine extends DialogueEngine implements Engine {
  name = 'NBoard'
  readonly parallel = 1
  readonly games: readonly Game[] = ['othello']
  private pings = 0
  private depth: number | undefined

  async start(): Promise<void> {
    this.dialogue.send('nboard 2')
    await this.ping(startPatience(this.patience))
  }

  /** Waits until the engine has seen all that was sent; searches end. */
  private async ping(patience: Patience = { total: this.patience.answer }): Promise<void> {
    const id = ++this.pings
    const answer = this.dialogue.wait((line) => {
      this.readName(line)
      return line.trim() === `pong ${id}` ? true : undefined
    }, patience)
    this.dialogue.send(`ping ${id}`)
    await answer
  }

  private readName(line: string): void {
    const name = /^set myname (.{1,200})$/.exec(line.trim())?.[1]
    if (name !== undefined) this.name = name
  }

  newGame(): Promise<void> {
    return Promise.resolve()
  }

  private async show(task: Task, { depth = DEEPEST }: SearchLimit): Promise<void> {
    const { position, game } = task
    if (game !== 'othello' || position.columns !== 8 || position.rows !== 8) {
      throw new EngineError('engine/game', { name: this.name, game })
    }
    if (this.depth !== depth) this.dialogue.send(`set depth ${depth}`)
    this.depth = depth
    this.dialogue.send(`set game ${gameText(position)}`)
    // NTest prints an empty status when its depth changes, which a search would take for its end.
    await this.ping()
  }

  async analyse(task: Task, { limit, lines = 1, signal, onUpdate }: AnalysisOptions): Promise<Evaluation> {
    await this.show(task, limit)
    const found = new Map<Move, Hint>()
    const evaluation: Evaluation = { source: this.name }
    const update = () => {
      const best = bestFirst([...found.values()], task).slice(0, lines)
      if (best.length === 0) return
      const { moves: _moves, ...value } = best[0]!
      Object.assign(evaluation, value)
      evaluation.lines = best
    }
    let isStopped = false
    const answer = this.dialogue.wait(
      (line) => {
        this.readName(line)
        const nodes = Number(/^nodestats ([0-9]{1,15})\b/.exec(line)?.[1] ?? Number.NaN)
        if (!Number.isNaN(nodes)) evaluation.nodes = nodes
        const candidate = parseHint(line, task)
        if (candidate) {
          found.set(candidate.line.moves[0]!, candidate)
          update()
          onUpdate?.({ ...evaluation })
        }
        return isEnd(line, isStopped ? this.pings : undefined) ? true : undefined
      },
      searchPatience(limit, this.patience),
    )
    this.dialogue.send(`hint ${lines}`)
    const calledOff = stopOn(signal, limit.seconds, () => {
      if (!this.isOpen) return
      isStopped = true
      this.dialogue.send(`ping ${++this.pings}`)
    })
    try {
      await answer
      return { ...evaluation, source: this.name }
    } finally {
      calledOff()
    }
  }

  strengthAt(level: number): Strength {
    return { measure: 'depth', value: level }
  }

  async choose(task: Task, limit: SearchLimit): Promise<Move | undefined> {
    await this.show(task, limit)
    const answer = this.dialogue.wait(
      (line) => {
        return /^===\s*([^/\s]+)/.exec(line)?.[1]
      },
      searchPatience(limit, this.patience),
    )
    this.dialogue.send('go')
    const text = await answer
    if (/^p[as]/i.test(text)) return undefined
    const [move] = readLine(task, [text], readDisc)
    if (move === undefined) throw new EngineError('engine/illegal-move', { move: text.slice(0, 20) })
    return move
  }
}

/** A game of one line of GGF without moves: the board, and the side to move. */
function gameText(position: Task['position']): string {
  const discs = discsOf(position).replaceAll('X', '*')
  const turn = position.turn === 1 ? '*' : 'O'
  return `(;GM[Othello]PC[Ludograph]PB[?]PW[?]RE[?]TI[0]TY[8]BO[8 ${discs} ${turn}];)`
}

/** Whether a search is over: an empty status, that of Edax, or the pong after it was stopped. */
function isEnd(line: string, ping: number | undefined): boolean {
  const text = line.trim()
  if (ping !== undefined && text === `pong ${ping}`) return true
  return text === 'status' || /^status .*\b(?:waiting|done|ready)\b/i.test(text)
}

/**
 * Reads `search F5d6C3 1.5 0 12 text` and `book F5 1.5 100 30 text`. The value is in discs from the side to move, perhaps
 * two, for draws to either side.
 */
function parseHint(line: string, task: Task): Hint | undefined {
  const [word, pv = '', value = '', , depth = ''] = line.trim().split(/\s+/)
  if (word !== 'search' && word !== 'book') return undefined
  const moves = readLine(task, squaresOf(pv.slice(0, 200)), readDisc)
  const discs = Number(/^[+-]?[0-9]{1,3}(?:\.[0-9]{1,6})?/.exec(value)?.[0] ?? Number.NaN)
  if (moves.length === 0 || Number.isNaN(discs)) return undefined
  // `50%W`: a search for who wins alone, whose value is not in discs.
  const [, number, sign] = /^([0-9]{1,3})(%?)$/.exec(depth) ?? []
  if (depth.endsWith('W')) return undefined
  const candidate: EvaluatedLine = { moves, centipawns: forColour1(task, Math.round(discs * 100)) }
  if (number === undefined) return { line: candidate, effort: 0 }
  if (sign === '%') {
    if (number === '100') candidate.depth = emptySquares(task)
    return { line: candidate, effort: TO_THE_END + Number(number) }
  }
  candidate.depth = Number(number)
  return { line: candidate, effort: Number(number) }
}

/** More than any depth in plies: per cent stand in place of the depth where a search goes to the end, 100 if it is exact. */
const TO_THE_END = 1000

/** A line, and how thoroughly it was searched. */
interface Hint {
  line: EvaluatedLine
  effort: number
}

function emptySquares({ position }: Task): number {
  let empty = 0
  for (let square = 0; square < position.columns * position.rows; square++) if (position.pieceAt(square) === '') empty++
  return empty
}

/**
 * The lines of the last two depths, the best first. A line that was given up at a lesser depth has a value from there, which
 * may look better than what deeper searches found.
 */
function bestFirst(hints: readonly Hint[], task: Task): EvaluatedLine[] {
  const sign = task.position.turn === 1 ? -1 : 1
  const most = Math.max(...hints.map(({ effort }) => effort))
  const least = most >= TO_THE_END ? TO_THE_END : most - 1
  return hints
    .filter(({ effort }) => effort >= least)
    .map(({ line }) => line)
    .sort((left, right) => sign * ((left.centipawns ?? 0) - (right.centipawns ?? 0)))
}

/**
 * GTP: Go with KataGo (`kata-analyze`), Leela Zero, Pachi (`lz-analyze`), GNU Go and any other program (`genmove`).
 * Sources: Gunnar Farnebäck, GTP version 2 draft 2; lightvector/KataGo, docs/GTP_Extensions.md.
 */
import type { EvaluatedLine, Evaluation } from '../model/annotation.ts'
import type { Move } from '../model/move.ts'
import type { Game } from '../model/record.ts'
import { Dialogue, type Connect, type Patience } from './dialogue.ts'
import { DialogueEngine } from './dialogue-engine.ts'
import type { AnalysisOptions, Engine, EnginePatience, SearchLimit, Strength } from './engine.ts'
import { EngineError } from './engine-error.ts'
import { LETTERS, plays, readVertex, rulesName, startStones, type Play } from './go-text.ts'
import { parseGtpInfo, type GtpCandidate, type GtpInfo } from './gtp-info.ts'
import { searchPatience, stopOn, startPatience } from './search-end.ts'
import { atLevel, growingTo } from './strength.ts'
import { roundedLead } from './rounded.ts'
import { chanceOfColour1, forColour1, readLine, type Task } from './task.ts'

/** Starts an engine that speaks GTP. */
export async function openGtp(connect: Connect, patience: EnginePatience): Promise<Engine> {
  const engine = new GtpEngine(new Dialogue(connect), patience)
  await engine.start()
  return engine
}

/** What an engine was told of the position. */
interface Told {
  board: string
  plays: readonly Play[]
}

/** How often a search reports, in hundredths of a second. */
const INTERVAL = 10

class GtpEngine extends DialogueEngine implements Engine {
  name = ''
  readonly parallel = 1
  readonly games: readonly Game[] = ['go']
  private commands: ReadonlySet<string> = new Set()
  private told: Told | undefined
  /** The level it was told to play at last. */
  private level: number | undefined
  private sent = 0

  async start(): Promise<void> {
    this.name = (await this.ask('name', startPatience(this.patience))).slice(0, 200)
    this.commands = new Set((await this.ask('list_commands')).split(/\s+/))
  }

  /** Sends a command and returns the answer. Rejects with EngineError when the engine refuses it. */
  private async ask(command: string, patience: Patience = { total: this.patience.answer }): Promise<string> {
    const answer = this.answerOf(++this.sent, command, () => undefined, patience)
    this.dialogue.send(`${this.sent} ${command}`)
    return await answer
  }

  /** Waits for the answer of a command. @param onLine told each line of it */
  private answerOf(id: number, command: string, onLine: (line: string) => void, patience: Patience): Promise<string> {
    const lines: string[] = []
    let length = 0
    let isRefused = false
    let hasBegun = false
    return this.dialogue.wait((line) => {
      const head = hasBegun ? undefined : /^([=?])([0-9]*)(?:\s+|$)(.*)$/.exec(line)
      if (!hasBegun) {
        if (!head || (head[2] !== '' && Number(head[2]) !== id)) return undefined
        hasBegun = true
        isRefused = head[1] === '?'
      }
      const text = head ? head[3]! : line
      if (!head && line.trim() === '') {
        const answer = lines.join('\n').trim()
        if (isRefused) throw new EngineError('engine/refused', { command, text: answer.slice(0, 200) })
        return answer
      }
      onLine(text)
      length += text.length
      if (length < MAX_ANSWER) lines.push(text)
      return undefined
    }, patience)
  }

  async newGame(): Promise<void> {
    this.told = undefined
    await this.ask('clear_board')
    if (this.commands.has('clear_cache')) await this.ask('clear_cache')
  }

  /** Brings the engine's board to a position: by further moves if it is on the way. */
  private async show(task: Task): Promise<void> {
    if (task.game !== 'go') throw new EngineError('engine/game', { name: this.name, game: task.game })
    const { columns, rows } = task.position
    const stones = startStones(task)
    const board = JSON.stringify([columns, rows, task.komi, task.rules, stones])
    const now = plays(task)
    const before = this.told
    const isOnWay =
      before?.board === board &&
      before.plays.every(([colour, vertex], at) => {
        return now[at]?.[0] === colour && now[at]?.[1] === vertex
      })
    this.told = undefined
    if (!isOnWay) {
      await this.ask(columns === rows ? `boardsize ${columns}` : `rectangular_boardsize ${columns} ${rows}`)
      await this.ask('clear_board')
      if (task.komi !== undefined) await this.ask(`komi ${task.komi}`)
      const rules = rulesName(task.rules)
      if (rules !== undefined && this.commands.has('kata-set-rules')) await this.ask(`kata-set-rules ${rules}`)
      for (const [colour, vertex] of stones) await this.ask(`play ${colour} ${vertex}`)
    }
    const known = isOnWay ? before.plays.length : 0
    for (const [colour, vertex] of now.slice(known)) await this.ask(`play ${colour} ${vertex}`)
    this.told = { board, plays: now }
  }

  async analyse(task: Task, options: AnalysisOptions): Promise<Evaluation> {
    await this.show(task)
    if (this.analysing) return await this.stream(task, options, this.analysing)
    await this.setLevel(undefined)
    return await this.estimate(task)
  }

  /** Sets the level; without one, the usual one if another was set. */
  private async setLevel(level: number | undefined): Promise<void> {
    const wanted = level ?? (this.level === undefined ? undefined : MOST_GTP_LEVEL)
    if (wanted !== this.level) await this.ask(`level ${wanted}`)
    this.level = wanted
  }

  /** The command that streams what the engine finds, if it has one. */
  private get analysing(): 'kata-analyze' | 'lz-analyze' | undefined {
    return (['kata-analyze', 'lz-analyze'] as const).find((command) => this.commands.has(command))
  }

  /** Reads the endless answer of an analysing command until the limit is reached. */
  private async stream(
    task: Task,
    { limit, lines = 1, ownership, signal, onUpdate }: AnalysisOptions,
    command: 'kata-analyze' | 'lz-analyze',
  ): Promise<Evaluation> {
    const isKata = command === 'kata-analyze'
    const words = [command, LETTERS[task.position.turn], String(INTERVAL)]
    if (isKata) words.push('rootInfo', 'true', ...(ownership ? ['ownership', 'true'] : []))
    let found: Evaluation = { source: this.name }
    const most = limit.visits ?? limit.nodes
    // The empty line is all it takes to stop; the answer then ends.
    const stop = stopper(() => this.isOpen && this.dialogue.send(''))
    const onLine = (line: string) => {
      const info = parseGtpInfo(line)
      if (!info) return
      found = this.evaluationOf(task, info, isKata ? 1 : 10_000, lines)
      onUpdate?.(found)
      if (most !== undefined && (found.visits ?? 0) >= most) stop()
    }
    const answer = this.answerOf(++this.sent, command, onLine, searchPatience(limit, this.patience))
    this.dialogue.send(`${this.sent} ${words.join(' ')}`)
    const calledOff = stopOn(signal, limit.seconds, stop)
    try {
      await answer
      return found
    } finally {
      calledOff()
    }
  }

  /** @param whole what the engine prints for a certain win */
  private evaluationOf(task: Task, info: GtpInfo, whole: number, lines: number): Evaluation {
    const candidates = info.candidates
      .toSorted((left, right) => (left.values.get('order') ?? 0) - (right.values.get('order') ?? 0))
      .slice(0, lines)
    const found = candidates.flatMap((candidate) => lineOf(task, candidate, whole))
    // The root is steadier than the best move; Leela Zero does not tell it.
    const root = info.root.size > 0 ? valueOf(task, info.root, 1) : valueWithout(found[0])
    const visits = info.root.get('visits') ?? sum(info.candidates.map(({ values }) => values.get('visits') ?? 0))
    const evaluation: Evaluation = { ...root, visits, source: this.name }
    if (found.length > 0) evaluation.lines = found
    const points = task.position.columns * task.position.rows
    if (info.ownership.length === points) {
      evaluation.ownership = info.ownership.map((owner) => forColour1(task, Math.max(-1, Math.min(1, owner))))
    }
    return evaluation
  }

  /** What can be had from a program that only plays: its move, and of GNU Go an estimate of the score. */
  private async estimate(task: Task): Promise<Evaluation> {
    const evaluation: Evaluation = { source: this.name }
    if (this.commands.has('estimate_score')) {
      const [, colour, points] = /^([BW])\+([0-9]{1,6}(?:\.[0-9]+)?)/.exec(await this.ask('estimate_score')) ?? []
      if (points !== undefined) evaluation.scoreLead = (colour === 'B' ? Number(points) : -Number(points)) + 0
    }
    const move = this.commands.has('reg_genmove') ? await this.generate(task, 'reg_genmove') : undefined
    if (move !== undefined) evaluation.lines = [{ moves: [move] }]
    return evaluation
  }

  /** GNU Go and others have levels; analysing engines are stopped after some playouts; others get time. */
  strengthAt(level: number): Strength {
    if (this.commands.has('level')) return { measure: 'level', value: atLevel(level, 1, MOST_GTP_LEVEL) }
    if (this.analysing) return { measure: 'visits', value: growingTo(level, 2, 1000) }
    return { measure: 'seconds', value: level }
  }

  async choose(task: Task, limit: SearchLimit, signal?: AbortSignal, strength?: Strength): Promise<Move | undefined> {
    if (strength?.measure === 'visits') {
      const { lines } = await this.analyse(task, { limit, ...(signal && { signal }) })
      return lines?.[0]?.moves[0]
    }
    const { seconds } = limit
    await this.show(task)
    await this.setLevel(strength?.measure === 'level' ? strength.value : undefined)
    if (seconds !== undefined && this.commands.has('time_settings')) {
      await this.ask(`time_settings 0 ${Math.max(1, Math.round(seconds))} 1`)
    }
    if (this.commands.has('reg_genmove')) return await this.generate(task, 'reg_genmove')
    const move = await this.generate(task, 'genmove')
    // The engine has played it.
    this.told = undefined
    return move
  }

  private async generate(task: Task, command: 'genmove' | 'reg_genmove'): Promise<Move | undefined> {
    const text = await this.ask(`${command} ${LETTERS[task.position.turn]}`, { total: this.patience.search })
    if (/^resign$/i.test(text)) return undefined
    const [move] = readLine(task, [text], readVertex)
    if (move === undefined) throw new EngineError('engine/illegal-move', { move: text.slice(0, 20) })
    return move
  }
}

/** The level at which GNU Go plays unless told otherwise. */
const MOST_GTP_LEVEL = 10

/** Characters of an answer that are kept. */
const MAX_ANSWER = 1 << 20

function stopper(stop: () => void): () => void {
  let isStopped = false
  return () => {
    if (!isStopped) stop()
    isStopped = true
  }
}

function lineOf(task: Task, { values, vertex, pv }: GtpCandidate, whole: number): EvaluatedLine[] {
  const moves = readLine(task, pv.length > 0 ? pv : [vertex], readVertex)
  return moves.length > 0 ? [{ moves, ...valueOf(task, values, whole) }] : []
}

function valueOf(task: Task, values: ReadonlyMap<string, number>, whole: number): Omit<EvaluatedLine, 'moves'> {
  const winrate = values.get('winrate')
  const lead = values.get('scoreLead') ?? values.get('scoreMean')
  const visits = values.get('visits')
  return {
    ...(winrate !== undefined && { winrate: chanceOfColour1(task, winrate / whole) }),
    ...(lead !== undefined && { scoreLead: roundedLead(forColour1(task, lead)) }),
    ...(visits !== undefined && { visits }),
  }
}

function valueWithout(line: EvaluatedLine | undefined): Omit<EvaluatedLine, 'moves'> {
  const { moves: _moves, ...value } = line ?? { moves: [] }
  return value
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

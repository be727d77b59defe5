/**
 * UCCI 3.0: xiangqi with ElephantEye and its kin. Source: xqbase/eleeye, PROTOCOL/cchess_ucci.htm. It has no second best
 * line: the moves already found are banned, and the search is made again.
 */
import type { Evaluation } from '../model/annotation.ts'
import type { Move } from '../model/move.ts'
import type { Game } from '../model/record.ts'
import { xiangqi, type Position } from '../rules/index.ts'
import type { XiangqiPosition } from '../rules/xiangqi/index.ts'
import { Dialogue, type Connect } from './dialogue.ts'
import { DialogueEngine } from './dialogue-engine.ts'
import type { AnalysisOptions, Engine, EnginePatience, SearchLimit, Strength } from './engine.ts'
import { EngineError } from './engine-error.ts'
import { checkOption, parseUcciOption } from './engine-option.ts'
import { searchPatience, stopOn, startPatience } from './search-end.ts'
import { growingTo } from './strength.ts'
import type { Task } from './task.ts'
import { UciSearch } from './uci-search.ts'

/** Starts an engine that speaks UCCI. */
export async function openUcci(connect: Connect, patience: EnginePatience): Promise<Engine> {
  const engine = new UcciEngine(new Dialogue(connect), patience)
  await engine.start()
  return engine
}

const MAX_OPTIONS = 1000

class UcciEngine extends DialogueEngine implements Engine {
  name = ''
  readonly parallel = 1
  readonly games: readonly Game[] = ['xiangqi']

  async start(): Promise<void> {
    const answer = this.dialogue.wait((line) => this.readGreeting(line), startPatience(this.patience))
    this.dialogue.send('ucci')
    await answer
    // Times are in seconds otherwise.
    if (this.options.some(({ name }) => name === 'usemillisec')) this.dialogue.send('setoption usemillisec true')
    await this.ready()
  }

  private readGreeting(line: string): true | undefined {
    if (line.startsWith('id name ')) this.name = line.slice(8).trim().slice(0, 200)
    const option = this.options.length < MAX_OPTIONS ? parseUcciOption(line) : undefined
    if (option) this.options.push(option)
    return line.trim() === 'ucciok' ? true : undefined
  }

  private async ready(): Promise<void> {
    const answer = this.dialogue.wait((line) => (line.trim() === 'readyok' ? true : undefined), {
      total: this.patience.answer,
    })
    this.dialogue.send('isready')
    await answer
  }

  override async setOption(name: string, value: string): Promise<void> {
    const option = this.options.find((known) => known.name.toLowerCase() === name.toLowerCase())
    if (!option) throw new EngineError('engine/option', { name })
    checkOption(option, value)
    this.dialogue.send(option.type === 'button' ? `setoption ${option.name}` : `setoption ${option.name} ${value}`)
    await this.ready()
  }

  async newGame(): Promise<void> {
    if (this.options.some(({ name }) => name === 'newgame')) await this.setOption('newgame', '')
  }

  async analyse(task: Task, { limit, lines = 1, signal, onUpdate }: AnalysisOptions): Promise<Evaluation> {
    const all = await this.search(task, limit, [], signal, onUpdate)
    const found = all.evaluation.lines ?? []
    while (found.length > 0 && found.length < lines) {
      if (signal?.aborted) break
      const banned = found.map(({ moves }) => moves[0]!)
      const { evaluation } = await this.search(task, limit, banned, signal)
      const next = evaluation.lines?.[0]
      if (!next || banned.includes(next.moves[0]!)) break
      found.push(next)
      all.evaluation.nodes = (all.evaluation.nodes ?? 0) + (evaluation.nodes ?? 0)
      onUpdate?.(all.evaluation)
    }
    return all.evaluation
  }

  strengthAt(level: number): Strength {
    return { measure: 'nodes', value: growingTo(level, 100, 1_000_000) }
  }

  async choose(task: Task, limit: SearchLimit, signal?: AbortSignal): Promise<Move | undefined> {
    const { best } = await this.search(task, limit, [], signal)
    if (best === undefined) return undefined
    const move = readMove(task.position, best)
    if (move === undefined || !xiangqi.isLegal(task.position as XiangqiPosition, move)) {
      throw new EngineError('engine/illegal-move', { move: best.slice(0, 20) })
    }
    return move
  }

  private async search(
    task: Task,
    limit: SearchLimit,
    banned: readonly Move[],
    signal?: AbortSignal,
    onUpdate?: (evaluation: Evaluation) => void,
  ): Promise<{ evaluation: Evaluation; best: string | undefined }> {
    if (task.game !== 'xiangqi') throw new EngineError('engine/game', { name: this.name, game: task.game })
    const moves = movesOf(task)
    const fen = xiangqi.format(task.start as XiangqiPosition)
    this.dialogue.send(`position fen ${fen}${moves.length > 0 ? ` moves ${moves.join(' ')}` : ''}`)
    const position = task.position as XiangqiPosition
    const bans = banned.map((move) => xiangqi.writeMove(position, move, 'ucci'))
    if (bans.length > 0) this.dialogue.send(`banmoves ${bans.join(' ')}`)
    const search = new UciSearch(task, this.name, readMove)
    const answer = this.dialogue.wait(
      (line) => {
        if (line.startsWith('bestmove') || line.startsWith('nobestmove')) return line
        if (search.take(line)) onUpdate?.(search.evaluation())
      },
      { ...searchPatience(limit, this.patience), isNews: () => search.hasNews() },
    )
    this.dialogue.send(`go ${goCommand(limit)}`)
    const calledOff = stopOn(signal, undefined, () => this.stop())
    try {
      const [word, best] = (await answer).split(/\s+/)
      return { evaluation: search.evaluation(), best: word === 'bestmove' ? best : undefined }
    } finally {
      calledOff()
    }
  }

  private stop(): void {
    if (!this.isOpen) return
    this.dialogue.send('stop')
    const stopped = this.dialogue.wait((line) => (/^(?:no)?bestmove/.test(line) ? true : undefined), {
      total: this.patience.answer,
    })
    stopped.catch(() => undefined)
  }
}

function readMove(position: Position, text: string): Move | undefined {
  return xiangqi.readMove(position as XiangqiPosition, text, 'ucci')
}

function movesOf({ start, moves }: Task): string[] {
  const position = xiangqi.clone(start as XiangqiPosition)
  return moves.map((move) => {
    const text = xiangqi.writeMove(position, move, 'ucci')
    xiangqi.play(position, move)
    return text
  })
}

function goCommand({ depth, nodes, visits, seconds }: SearchLimit): string {
  if (depth !== undefined) return `depth ${depth}`
  const most = nodes ?? visits
  if (most !== undefined) return `nodes ${most}`
  // All the time for one move.
  return seconds === undefined ? 'infinite' : `time ${Math.max(1, Math.round(seconds * 1000))} movestogo 1`
}

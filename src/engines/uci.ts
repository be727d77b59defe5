/**
 * UCI: chess, Chess960, and xiangqi with Pikafish and Fairy-Stockfish. Sources: the text of Stefan Meyer-Kahlen (April
 * 2006), Stockfish's wiki (UCI & Commands).
 */
import type { Evaluation } from '../model/annotation.ts'
import type { Move } from '../model/move.ts'
import type { Game } from '../model/record.ts'
import { rulesOf, xiangqi, type Position } from '../rules/index.ts'
import { Dialogue, type Connect, type Patience } from './dialogue.ts'
import { DialogueEngine } from './dialogue-engine.ts'
import type { AnalysisOptions, Engine, EngineOption, EnginePatience, SearchLimit, Strength } from './engine.ts'
import { EngineError } from './engine-error.ts'
import { checkOption, parseUciOption } from './engine-option.ts'
import { searchPatience, stopOn, startPatience } from './search-end.ts'
import { atLevel, growingTo } from './strength.ts'
import type { Task } from './task.ts'
import { UciSearch } from './uci-search.ts'

/** Starts an engine that speaks UCI. */
export async function openUci(connect: Connect, patience: EnginePatience): Promise<Engine> {
  const engine = new UciEngine(new Dialogue(connect), patience)
  await engine.start()
  return engine
}

class UciEngine extends DialogueEngine implements Engine {
  name = ''
  readonly parallel = 1
  /** Values that were sent, by option. */
  private readonly sent = new Map<string, string>()
  /** Values that the user has set, by option. */
  private readonly wished = new Map<string, string>()
  /** How the engine counts the ranks of xiangqi; known once it was asked. */
  private ranks: 'uci' | 'ucci' | undefined

  /** Chess, and xiangqi if the engine has such a variant or plays nothing else. */
  get games(): readonly Game[] {
    const variants = this.option('UCI_Variant')?.choices
    if (/pikafish|cyclone/i.test(this.name)) return ['xiangqi']
    if (!variants) return ['chess']
    const games: Game[] = []
    if (variants.includes('chess')) games.push('chess')
    if (variants.includes('xiangqi')) games.push('xiangqi')
    return games
  }

  async start(): Promise<void> {
    const answer = this.dialogue.wait((line) => this.readGreeting(line), startPatience(this.patience))
    this.dialogue.send('uci')
    await answer
    await this.ready(startPatience(this.patience))
  }

  private readGreeting(line: string): true | undefined {
    if (line.startsWith('id name ')) this.name = line.slice(8).trim().slice(0, 200)
    const option = this.options.length < MAX_OPTIONS ? parseUciOption(line) : undefined
    if (option) this.options.push(option)
    return line.trim() === 'uciok' ? true : undefined
  }

  private option(name: string): EngineOption | undefined {
    return this.options.find((option) => option.name.toLowerCase() === name.toLowerCase())
  }

  private async ready(patience: Patience = { total: this.patience.answer }): Promise<void> {
    const answer = this.dialogue.wait((line) => (line.trim() === 'readyok' ? true : undefined), patience)
    this.dialogue.send('isready')
    await answer
  }

  override async setOption(name: string, value: string): Promise<void> {
    const option = this.option(name)
    if (!option) throw new EngineError('engine/option', { name })
    this.sendOption(option, value)
    this.wished.set(option.name, value)
    await this.ready(startPatience(this.patience))
  }

  private sendOption(option: EngineOption, value: string): void {
    checkOption(option, value)
    if (option.type === 'button') return this.dialogue.send(`setoption name ${option.name}`)
    if ((this.sent.get(option.name) ?? option.value) === value) return
    this.dialogue.send(`setoption name ${option.name} value ${value}`)
    this.sent.set(option.name, value)
  }

  /** Sets an option if the engine has it. */
  private prefer(name: string, value: string): void {
    const option = this.option(name)
    if (option) this.sendOption(option, value)
  }

  async newGame(): Promise<void> {
    this.dialogue.send('ucinewgame')
    await this.ready()
  }

  async analyse(task: Task, { limit, lines = 1, signal, onUpdate }: AnalysisOptions): Promise<Evaluation> {
    const multi = this.option('MultiPV')
    if (multi) this.sendOption(multi, String(Math.max(1, Math.min(lines, multi.most ?? lines))))
    this.prefer('UCI_AnalyseMode', 'true')
    this.prefer('Analysis Contempt', 'Off')
    this.playAs(undefined)
    const { evaluation } = await this.search(task, limit, signal, onUpdate)
    if (evaluation.lines && evaluation.lines.length > lines) evaluation.lines.length = lines
    return evaluation
  }

  strengthAt(level: number): Strength {
    const elo = this.option('UCI_LimitStrength') && this.option('UCI_Elo')
    if (elo?.least !== undefined && elo.most !== undefined) {
      return { measure: 'elo', value: atLevel(level, elo.least, elo.most) }
    }
    const skill = this.option('Skill Level')
    if (skill?.least !== undefined && skill.most !== undefined) {
      return { measure: 'skill', value: atLevel(level, skill.least, skill.most) }
    }
    return { measure: 'nodes', value: growingTo(level, 100, 1_000_000) }
  }

  /** Sets the options for a strength; without one, to what they were. */
  private playAs(strength: Strength | undefined): void {
    const { measure, value } = strength ?? {}
    for (const [name, wanted] of [
      ['UCI_LimitStrength', measure === 'elo' ? 'true' : undefined],
      ['UCI_Elo', measure === 'elo' ? String(value) : undefined],
      ['Skill Level', measure === 'skill' ? String(value) : undefined],
    ] as const) {
      const option = this.option(name)
      const usual = option && (this.wished.get(option.name) ?? option.value)
      const given = wanted ?? usual
      if (option && given !== undefined) this.sendOption(option, given)
    }
  }

  async choose(task: Task, limit: SearchLimit, signal?: AbortSignal, strength?: Strength): Promise<Move | undefined> {
    this.prefer('MultiPV', '1')
    this.playAs(strength)
    const { best } = await this.search(task, limit, signal)
    if (best === '(none)' || best === '0000' || best === '') return undefined
    const move = await this.readBest(task, best)
    if (move === undefined) throw new EngineError('engine/illegal-move', { move: best.slice(0, 20) })
    return move
  }

  private async readBest(task: Task, text: string): Promise<Move | undefined> {
    const style = await this.styleOf(task)
    const move = rulesOf(task.game).readMove(task.position, text, style)
    return move !== undefined && rulesOf(task.game).isLegal(task.position, move) ? move : undefined
  }

  private async search(
    task: Task,
    limit: SearchLimit,
    signal?: AbortSignal,
    onUpdate?: (evaluation: Evaluation) => void,
  ): Promise<{ evaluation: Evaluation; best: string }> {
    if (!this.games.includes(task.game)) throw new EngineError('engine/game', { name: this.name, game: task.game })
    this.prefer('UCI_Variant', task.game)
    this.prefer('UCI_Chess960', String(task.isChess960))
    const style = await this.styleOf(task)
    const rules = rulesOf(task.game)
    this.dialogue.send(`position ${positionCommand(task, style)}`)
    const search = new UciSearch(task, this.name, (position: Position, text) => rules.readMove(position, text, style))
    const answer = this.dialogue.wait(
      (line) => {
        if (line.startsWith('bestmove')) return line
        if (search.take(line)) onUpdate?.(search.evaluation())
      },
      { ...searchPatience(limit, this.patience), isNews: () => search.hasNews() },
    )
    this.dialogue.send(`go ${goCommand(limit)}`)
    const calledOff = stopOn(signal, undefined, () => this.stop())
    try {
      const line = await answer
      return { evaluation: search.evaluation(), best: line.split(/\s+/)[1] ?? '' }
    } finally {
      calledOff()
    }
  }

  private stop(): void {
    if (!this.isOpen) return
    this.dialogue.send('stop')
    // An engine that does not stop is ended, which rejects the search.
    const stopped = this.dialogue.wait((line) => (line.startsWith('bestmove') ? true : undefined), {
      total: this.patience.answer,
    })
    stopped.catch(() => undefined)
  }

  /** How moves are written: in xiangqi engines count the ranks from 0 or from 1, and say so with their first move. */
  private async styleOf({ game }: Task): Promise<'uci' | 'ucci'> {
    if (game !== 'xiangqi') return 'uci'
    if (this.ranks) return this.ranks
    this.dialogue.send('position startpos')
    const answer = this.dialogue.wait((line) => (line.startsWith('bestmove') ? line : undefined), {
      total: this.patience.search,
    })
    this.dialogue.send('go depth 1')
    const best = (await answer).split(/\s+/)[1] ?? ''
    const start = xiangqi.start()
    const fits = (['ucci', 'uci'] as const).filter((style) => {
      const move = xiangqi.readMove(start, best, style)
      return move !== undefined && xiangqi.isLegal(start, move)
    })
    if (fits.length !== 1) throw new EngineError('engine/illegal-move', { move: best.slice(0, 20) })
    this.ranks = fits[0]!
    return this.ranks
  }
}

/** More options than any engine has. */
const MAX_OPTIONS = 1000

function positionCommand({ game, start, moves }: Task, style: 'uci' | 'ucci'): string {
  const rules = rulesOf(game)
  const fen = rules.format(start)
  if (moves.length === 0) return `fen ${fen}`
  const position = rules.clone(start)
  const texts = moves.map((move) => {
    const text = rules.writeMove(position, move, style)
    rules.play(position, move)
    return text
  })
  return `fen ${fen} moves ${texts.join(' ')}`
}

function goCommand({ depth, nodes, visits, seconds }: SearchLimit): string {
  const words: string[] = []
  if (depth !== undefined) words.push(`depth ${depth}`)
  const most = nodes ?? visits
  if (most !== undefined) words.push(`nodes ${most}`)
  if (seconds !== undefined) words.push(`movetime ${Math.max(1, Math.round(seconds * 1000))}`)
  return words.length > 0 ? words.join(' ') : 'infinite'
}

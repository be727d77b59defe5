/**
 * KataGo's analysis engine: one JSON object a line, many positions at a time. Source: lightvector/KataGo,
 * docs/Analysis_Engine.md.
 */
import type { EvaluatedLine, Evaluation, PositionValue } from '../model/annotation.ts'
import { isJsonObject, type Json } from '../model/json.ts'
import type { Move } from '../model/move.ts'
import type { Game } from '../model/record.ts'
import { Dialogue, type Connect } from './dialogue.ts'
import { DialogueEngine } from './dialogue-engine.ts'
import type { AnalysisOptions, Engine, EnginePatience, SearchLimit, Strength } from './engine.ts'
import { EngineError } from './engine-error.ts'
import { LETTERS, plays, readVertex, rulesName, startStones } from './go-text.ts'
import { roundedChance, roundedLead } from './rounded.ts'
import { searchPatience, stopOn, startPatience } from './search-end.ts'
import { growingTo } from './strength.ts'
import { readLine, type Task } from './task.ts'

/** Starts KataGo as `katago analysis`. */
export async function openKataGo(connect: Connect, patience: EnginePatience): Promise<Engine> {
  const engine = new KataGoEngine(new Dialogue(connect), patience)
  await engine.start()
  return engine
}

type Answer = { [name: string]: Json }
type Query = { [name: string]: unknown }

/** Positions in one go: enough for the threads of any configuration. */
const PARALLEL = 16

/** Seconds between reports of a search that is watched. */
const REPORT_SECONDS = 0.2

/** A limit by time has to be stopped from here; until then this many playouts. */
const UNLIMITED = 1_000_000_000

class KataGoEngine extends DialogueEngine implements Engine {
  name = 'KataGo'
  readonly parallel = PARALLEL
  readonly games: readonly Game[] = ['go']
  private sent = 0

  async start(): Promise<void> {
    const id = this.nextId()
    const answer = this.dialogue.wait((line) => answerTo(id, line), startPatience(this.patience))
    this.send({ id, action: 'query_version' })
    const { version } = await answer
    if (typeof version === 'string') this.name = `KataGo ${version.slice(0, 50)}`
  }

  private nextId(): string {
    return `q${++this.sent}`
  }

  private send(query: Query): void {
    this.dialogue.send(JSON.stringify(query))
  }

  newGame(): Promise<void> {
    return Promise.resolve()
  }

  async analyse(task: Task, { limit, lines = 1, ownership, signal, onUpdate }: AnalysisOptions): Promise<Evaluation> {
    if (task.game !== 'go') throw new EngineError('engine/game', { name: this.name, game: task.game })
    const query = { ...queryOf(task), ...(ownership && { includeOwnership: true }) }
    const most = limit.visits ?? limit.nodes
    const isWatched = onUpdate !== undefined || limit.seconds !== undefined || most === undefined
    const id = this.nextId()
    const terminate = () => this.isOpen && this.send({ id: this.nextId(), action: 'terminate', terminateId: id })
    // A position waits behind others, or while KataGo tunes itself: its time begins when KataGo first tells of it.
    let clock: (() => void) | undefined
    const answer = this.dialogue.wait(
      (line) => {
        const found = answerTo(id, line)
        if (!found || found['action'] !== undefined) return undefined
        if (found['error'] !== undefined) throw refusal(found)
        if (found['isDuringSearch'] !== true) return isResult(found) ? found : undefined
        clock ??= stopOn(undefined, limit.seconds, terminate)
        onUpdate?.(evaluationOf(task, found, lines, this.name))
        return undefined
      },
      searchPatience({ visits: most ?? UNLIMITED }, this.patience),
    )
    this.send({
      id,
      ...query,
      maxVisits: most ?? UNLIMITED,
      ...(isWatched && { reportDuringSearchEvery: REPORT_SECONDS }),
    })
    const calledOff = stopOn(signal, undefined, terminate)
    try {
      const found = await answer
      return evaluationOf(task, found['noResults'] === true ? await this.glance(query) : found, lines, this.name)
    } finally {
      calledOff()
      clock?.()
    }
  }

  /** One playout of a position whose search was stopped before it had any. */
  private async glance(query: Query): Promise<Answer> {
    const id = this.nextId()
    const answer = this.dialogue.wait(
      (line) => {
        const found = answerTo(id, line)
        if (found?.['error'] !== undefined) throw refusal(found)
        return found && isResult(found) ? found : undefined
      },
      { total: this.patience.search },
    )
    this.send({ id, ...query, maxVisits: 1 })
    return await answer
  }

  strengthAt(level: number): Strength {
    return { measure: 'visits', value: growingTo(level, 2, 1000) }
  }

  async choose(task: Task, limit: SearchLimit, signal?: AbortSignal): Promise<Move | undefined> {
    const { lines } = await this.analyse(task, { limit, ...(signal && { signal }) })
    return lines?.[0]?.moves[0]
  }

  override async quit(): Promise<void> {
    if (!this.isOpen) return
    // It has no such command; it ends when nothing more can come.
    this.dialogue.end()
  }
}

/** The answer of an id; undefined for any other line. */
function answerTo(id: string, line: string): Answer | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    const value = JSON.parse(line) as Json
    if (!isJsonObject(value)) return undefined
    // An error in reading the query itself comes without its id.
    if (value['id'] === undefined && value['error'] !== undefined) throw refusal(value)
    return value['id'] === id ? value : undefined
  } catch (error) {
    if (error instanceof EngineError) throw error
    return undefined
  }
}

/** Whether a search ended with this: what was found, or that it was stopped before anything was. */
function isResult(answer: Answer): boolean {
  return answer['moveInfos'] !== undefined || answer['noResults'] === true
}

function refusal({ error, field }: Answer): EngineError {
  const command = typeof field === 'string' ? field.slice(0, 100) : '{}'
  return new EngineError('engine/refused', { command, text: typeof error === 'string' ? error.slice(0, 200) : '' })
}

/** A query for the last position of a task. Everything is asked from Black's view. */
function queryOf(task: Task): Query {
  const { columns, rows } = task.position
  const rules = rulesName(task.rules)
  return {
    moves: plays(task),
    initialStones: startStones(task),
    initialPlayer: LETTERS[task.start.turn],
    // A query needs rules; records often have none.
    rules: rules ?? 'japanese',
    ...(task.komi !== undefined && { komi: task.komi }),
    boardXSize: columns,
    boardYSize: rows,
    overrideSettings: { reportAnalysisWinratesAs: 'BLACK' },
  }
}

function evaluationOf(task: Task, answer: Answer, most: number, source: string): Evaluation {
  const { rootInfo, moveInfos, ownership } = answer
  const evaluation: Evaluation = { ...(isJsonObject(rootInfo) && valueOf(rootInfo)), source }
  const infos = (Array.isArray(moveInfos) ? moveInfos : []).filter(isJsonObject)
  const lines = infos
    .toSorted((left, right) => numberOf(left['order']) - numberOf(right['order']))
    .slice(0, most)
    .flatMap((info) => lineOf(task, info))
  if (lines.length > 0) evaluation.lines = lines
  const points = task.position.columns * task.position.rows
  if (
    Array.isArray(ownership) &&
    ownership.length === points &&
    ownership.every((owner) => typeof owner === 'number')
  ) {
    evaluation.ownership = ownership.map((owner) => Math.max(-1, Math.min(1, owner)))
  }
  return evaluation
}

function lineOf(task: Task, info: Answer): EvaluatedLine[] {
  const { pv, move } = info
  const texts = (Array.isArray(pv) && pv.length > 0 ? pv : [move ?? '']).filter((text) => typeof text === 'string')
  const moves = readLine(task, texts, readVertex)
  return moves.length > 0 ? [{ moves, ...valueOf(info) }] : []
}

function valueOf({ winrate, scoreLead, visits }: Answer): PositionValue {
  return {
    ...(typeof winrate === 'number' && { winrate: roundedChance(winrate) }),
    ...(typeof scoreLead === 'number' && Number.isFinite(scoreLead) && { scoreLead: roundedLead(scoreLead) }),
    ...(typeof visits === 'number' && Number.isFinite(visits) && { visits }),
  }
}

function numberOf(value: Json | undefined): number {
  return typeof value === 'number' ? value : Number.MAX_SAFE_INTEGER
}

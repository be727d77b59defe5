/** Engines over HTTP: their names, and positions that they search, as a stream of what they find. */
import { setTimeout as after } from 'node:timers/promises'
import type { Context } from 'hono'
import { Crew, EngineError, type Engine, type Task } from '../engines/index.ts'
import type { EvaluatedLine, Evaluation, PositionValue } from '../model/annotation.ts'
import type { Game } from '../model/record.ts'
import { ENGINE_STYLES, rulesOf } from '../rules/index.ts'
import { problemOf, RequestError, stopWith } from './request.ts'
import { readMoveRequest, readSearch, type SearchRequest } from './search-request.ts'

/** An engine that can be asked. */
export interface ServedEngine {
  name: string
  games: readonly Game[]
  /**
   * Starts it. Rejects with EngineError.
   * @param onStarting called now and then until it has started, with the seconds and the last line that it printed
   * @param signal ends one that is still starting: the server is being closed
   */
  open(onStarting: (seconds: number, line: string) => void, signal: AbortSignal): Promise<Engine>
}

/** Milliseconds between two lines of a response: engines say more than anybody reads. */
const INTERVAL = 100

/** Milliseconds that a search waits for the one before: a client that goes on to the next position has just left it. */
const TURN_PATIENCE = 1000

/** A running search. */
interface Search {
  stop: AbortController
  /** Settles when the engine is free; never rejects. */
  ended: Promise<void>
}

interface Seat {
  engine: ServedEngine
  crew: Crew
  search?: Search
  /** How long its engine has been starting, and what it printed last. */
  starting?: { seconds: number; line: string }
}

function seatOf(engine: ServedEngine, closing: AbortSignal): Seat {
  const seat: Seat = { engine, crew: new Crew(open) }
  function open(): Promise<Engine> {
    // One that runs is told to quit, kindly; only a start is broken off.
    const start = new AbortController()
    const stop = () => start.abort()
    closing.addEventListener('abort', stop)
    return engine
      .open((seconds, line) => (seat.starting = { seconds, line }), start.signal)
      .finally(() => {
        closing.removeEventListener('abort', stop)
        delete seat.starting
      })
  }
  return seat
}

/** Gives each engine one search at a time, and ends the search when nobody listens any more. */
export class EngineDesk {
  private readonly seats: Map<string, Seat>
  private readonly closing = new AbortController()

  constructor(engines: readonly ServedEngine[]) {
    this.seats = new Map(engines.map((engine) => [engine.name, seatOf(engine, this.closing.signal)]))
  }

  /** The engines by name. */
  list(context: Context): Response {
    const engines = [...this.seats.values()].map(({ engine: { name, games }, search, starting }) => ({
      name,
      games,
      busy: search !== undefined,
      ...(starting && { starting }),
    }))
    return context.json({ engines })
  }

  /** Streams a search. What fails before the engine has said anything has a status; later, it is the last line. */
  async analyse(context: Context): Promise<Response> {
    const request = await orExplain(readSearch(context))
    const seat = this.seatFor(request)
    const stop = stopWith(context)
    const found = await findings(seat, request, stop)
    const first = await orExplain(found.next())
    const encoder = new TextEncoder()
    let next: Promise<IteratorResult<Evaluation, void>> = Promise.resolve(first)
    const body = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        try {
          const { value, done } = await next
          if (done) return controller.close()
          controller.enqueue(encoder.encode(`${JSON.stringify(describe(request.task, value))}\n`))
          next = orExplain(found.next())
          // Awaited by the next pull, which may never come.
          next.catch(() => undefined)
        } catch (error) {
          if (!(error instanceof RequestError)) throw error
          controller.enqueue(encoder.encode(`${JSON.stringify(problemOf(error, error.place))}\n`))
          controller.close()
        }
      },
      cancel: () => stop.abort(),
    })
    return context.body(body, 200, { 'Content-Type': 'application/x-ndjson', 'Cache-Control': 'no-store' })
  }

  /** Lets an engine play a move. */
  async play(context: Context): Promise<Response> {
    const request = await orExplain(readMoveRequest(context))
    const { task, level } = request
    const seat = this.seatFor(request)
    const stop = stopWith(context)
    await engineFree(seat)
    const played = seat.crew.play(task, level, stop.signal)
    void occupy(seat, stop, played)
    const { move, strength } = await orExplain(played.then(orThrow))
    const { game, position } = task
    return context.json({
      ...(move !== undefined && { move: rulesOf(game).writeMove(position, move, ENGINE_STYLES[game]) }),
      strength,
    })
  }

  /** The engine that is asked, if there is anything to ask. */
  private seatFor({ engine, task }: { engine: string; task: Task }): Seat {
    if (rulesOf(task.game).outcome(task.position)) throw new RequestError('request/game-over', {}, 'body')
    const seat = this.seats.get(engine)
    if (!seat) throw new RequestError('request/no-engine', {}, 'engine', 404)
    return seat
  }

  /** Stops all searches and ends all engines. */
  async quit(): Promise<void> {
    this.closing.abort()
    await Promise.all(
      [...this.seats.values()].map(async ({ crew, search }) => {
        search?.stop.abort()
        await crew.quit()
      }),
    )
  }
}

/**
 * Waits until an engine is free; a search that somebody still listens to is not disturbed. The engine has to be taken in
 * the same step.
 */
async function engineFree(seat: Seat): Promise<void> {
  while (seat.search) {
    const { stop: before, ended } = seat.search
    if (before.signal.aborted) await ended
    else await Promise.race([ended, after(TURN_PATIENCE)])
    if (seat.search && !seat.search.stop.signal.aborted) {
      throw new RequestError('request/engine-busy', {}, 'engine', 409)
    }
  }
}

/** Takes an engine for some work; returns when it is free again, however the work ends. */
function occupy(seat: Seat, stop: AbortController, work: Promise<unknown>): Promise<void> {
  const ended = work.then(
    () => undefined,
    () => undefined,
  )
  const freed = ended.then(() => {
    delete seat.search
  })
  seat.search = { stop, ended: freed }
  return freed
}

function orThrow<Result>(result: Result | EngineError): Result {
  if (result instanceof EngineError) throw result
  return result
}

/** Starts a search when the engine is free and streams its latest result; the last one is final. */
async function findings(
  seat: Seat,
  { task, limit, lines, ownership }: SearchRequest,
  stop: AbortController,
): Promise<AsyncGenerator<Evaluation, void>> {
  await engineFree(seat)
  let latest: Evaluation | undefined
  let isOver = false
  let wake = () => {}
  const take = (evaluation: Evaluation) => {
    latest = evaluation
    wake()
  }
  const options = { limit, lines, ownership, signal: stop.signal, onUpdate: take }
  const searched = seat.crew.analyse(task, options).then((result) => take(orThrow(result)))
  const ended = occupy(seat, stop, searched).then(() => {
    isOver = true
    wake()
  })
  return (async function* () {
    for (;;) {
      if (!latest && !isOver) await new Promise<void>((resolve) => (wake = resolve))
      const evaluation = latest
      latest = undefined
      if (evaluation) {
        yield evaluation
        await Promise.race([after(INTERVAL), ended])
      } else if (isOver) return await searched
    }
  })()
}

/** What is wrong with the position and not with the engine. */
const OF_THE_POSITION: ReadonlySet<string> = new Set(['engine/game', 'engine/position', 'engine/unread'])

/** The failure of an engine as that of a request. */
async function orExplain<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    if (OF_THE_POSITION.has(error.code)) throw new RequestError(error.code, error.params, 'body')
    throw new RequestError(error.code, error.params, 'engine', 502)
  }
}

/**
 * What an engine found, with the fields of lichess's external engines, and those of records where those have none:
 * values are from the view of the player who moves first. Time is in milliseconds.
 */
function describe(task: Task, { seconds, depth, nodes, visits, lines = [], ownership, ...value }: Evaluation) {
  return {
    ...(seconds !== undefined && { time: Math.round(seconds * 1000) }),
    ...(depth !== undefined && { depth }),
    ...(nodes !== undefined && { nodes }),
    ...(visits !== undefined && { visits }),
    ...describeValue(value),
    pvs: lines.map((line) => describeLine(task, line)),
    ...(ownership !== undefined && { ownership: ownership.map((owner) => Math.round(owner * 100) / 100) }),
  }
}

function describeLine({ game, position: start }: Task, { moves, ...value }: EvaluatedLine) {
  const rules = rulesOf(game)
  const position = rules.clone(start)
  const texts = moves.map((move) => {
    const text = rules.writeMove(position, move, ENGINE_STYLES[game])
    rules.play(position, move)
    return text
  })
  const { depth, visits } = value
  return {
    ...(depth !== undefined && { depth }),
    ...(visits !== undefined && { visits }),
    ...describeValue(value),
    moves: texts,
  }
}

function describeValue({ centipawns, mate, winrate, scoreLead }: PositionValue) {
  return {
    ...(centipawns !== undefined && mate === undefined && { cp: centipawns }),
    ...(mate !== undefined && { mate }),
    ...(winrate !== undefined && { winrate }),
    ...(scoreLead !== undefined && { scoreLead }),
  }
}

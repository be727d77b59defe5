/** Starts engines: in the protocol that is known, else in every one that the program could speak. */
import { setTimeout as after } from 'node:timers/promises'
import {
  EngineError,
  openEngine,
  USUAL_PATIENCE,
  type Engine,
  type EnginePatience,
  type Protocol,
} from '../../engines/index.ts'
import { connectProcess, LastLines } from '../../node/engine-process.ts'
import type { NamedEngine } from '../../node/engine-settings.ts'
import { describeFailure } from '../show/failure.ts'
import { drawStatus } from '../show/progress.ts'
import { clearProgress, CommandError, EXIT, note } from '../show/terminal.ts'

/** An engine whose protocol may have to be found out. */
export type EngineProgram = Omit<NamedEngine, 'protocol'> & { protocol?: Protocol }

/** How a start is watched and bounded. */
export interface StartOptions {
  /** Options of the engine besides those that it is always started with. */
  options?: Readonly<Record<string, string>>
  /** Seconds that the whole start may take; without it, as long as the engine works or writes. */
  limit?: number | undefined
  /** Called every second while the engine starts, with the seconds and the last line that it printed. */
  onStarting?: (seconds: number, line: string) => void
  /** Ends an engine that is still starting. */
  signal?: AbortSignal
}

/** A started engine and what it speaks. */
export interface StartedEngine {
  engine: Engine
  protocol: Protocol
}

/** Protocols that say hello, the most telling first: of two that a program answers, the first counts. */
const TRIED: readonly Protocol[] = ['uci', 'ucci', 'gtp', 'nboard', 'edax']

/** Seconds of silence after which a protocol counts as unknown to a program, and seconds for all of them. */
const SILENT_WHEN_TRIED = 5
const WHOLE_TRIAL = 60

/** Starts an engine and sets its options. Rejects with EngineError, or CommandError where it answers in no protocol. */
export async function startEngine(program: EngineProgram, start: StartOptions = {}): Promise<Engine> {
  return (await startProgram(program, start)).engine
}

/** Starts an engine as {@link startEngine} does, and says what it speaks. */
export async function startProgram(program: EngineProgram, start: StartOptions = {}): Promise<StartedEngine> {
  const { protocol } = program
  if (protocol === undefined) return await tryProtocols(program, start)
  const patience = { ...USUAL_PATIENCE, ...(start.limit !== undefined && { wholeStart: start.limit }) }
  const printed = new LastLines()
  try {
    return { engine: await startAs(program, protocol, { ...start, patience, printed }), protocol }
  } catch (error) {
    if (error instanceof EngineError && error.code === 'engine/silent') tellLastLines(program, printed)
    throw error
  }
}

/** Shows on the terminal that an engine is starting, and what it says meanwhile. */
export function drawStart({ name }: { name: string }): NonNullable<StartOptions['onStarting']> {
  return (seconds, line) => drawStatus(`${name} is starting (${seconds} s)`, line)
}

/** What a program printed before it was given up: nothing else says what it lacks. */
function tellLastLines({ command }: EngineProgram, printed: LastLines): void {
  if (printed.all.length === 0) return
  note(`The last that ${command} printed:\n${printed.all.map((line) => `  ${line}`).join('\n')}`)
}

/** Starts a program in every protocol that it could speak, all at once, and keeps the first of them that it answers. */
async function tryProtocols(program: EngineProgram, start: StartOptions): Promise<StartedEngine> {
  const patience = { ...USUAL_PATIENCE, start: SILENT_WHEN_TRIED, wholeStart: start.limit ?? WHOLE_TRIAL }
  const unsettled = new Set<AbortController>()
  const printed = TRIED.map(() => new LastLines())
  const tries = TRIED.map(async (protocol, index) => {
    const stop = new AbortController()
    unsettled.add(stop)
    const signal = start.signal ? AbortSignal.any([stop.signal, start.signal]) : stop.signal
    const watched = { ...start, patience, printed: printed[index]!, signal }
    const engine = await startAs(program, protocol, watched).finally(() => unsettled.delete(stop))
    return { engine, protocol }
  })
  const settled = Promise.allSettled(tries)
  // One that has answered in one protocol answers in others as soon, if at all.
  const isAnswered = Promise.any(tries).then(
    () => true,
    () => false,
  )
  if (await isAnswered) {
    await Promise.race([settled, after(SILENT_WHEN_TRIED * 1000, undefined, { ref: false })])
    for (const stop of unsettled) stop.abort()
  }
  const results = await settled
  const [started, ...others] = results.flatMap((tried) => (tried.status === 'fulfilled' ? [tried.value] : []))
  await Promise.all(others.map(async ({ engine }) => await engine.quit()))
  if (started) return started
  const failures = results.flatMap((tried) => (tried.status === 'rejected' ? [tried.reason as unknown] : []))
  const bug = failures.find((failure) => !(failure instanceof EngineError))
  if (bug !== undefined) throw bug
  const said = TRIED.map((protocol, index) => {
    const last = printed[index]!.last
    return `  ${protocol}: ${describeFailure(failures[index])}${last === '' ? '' : `; it printed: ${last}`}`
  })
  throw new CommandError(
    `${program.command} answered in no protocol that was tried:\n${said.join('\n')}`,
    EXIT.unreadable,
  )
}

interface Watched extends StartOptions {
  patience: EnginePatience
  printed: LastLines
}

/** Milliseconds between two looks at an engine that starts. */
const GLANCE = 1000

async function startAs(
  program: EngineProgram,
  protocol: Protocol,
  { options = {}, patience, printed, signal, onStarting }: Watched,
): Promise<Engine> {
  const begun = performance.now()
  const look = () => onStarting?.(Math.round((performance.now() - begun) / 1000), printed.last)
  const looking = onStarting && setInterval(look, GLANCE)
  try {
    const watch = { printed, ...(signal && { signal }) }
    const engine = await openEngine(protocol, connectProcess(program, watch), patience)
    try {
      const wanted = Object.entries({ ...program.options, ...options })
      for (const [name, value] of wanted) await engine.setOption(name, value)
      return engine
    } catch (error) {
      await engine.quit()
      throw error
    }
  } finally {
    clearInterval(looking)
    if (looking) clearProgress()
  }
}

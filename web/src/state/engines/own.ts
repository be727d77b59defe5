/**
 * Engines that the user brings: programs in JavaScript or WebAssembly that speak UCI, such as those of the npm package
 * `stockfish`, each in a worker. Nothing of them is kept but the address of the last one.
 */
import { batch, signal } from '@preact/signals'
import { openEngine, playAtLevel, taskAt, type Connect, type Engine } from '../../../../src/engines/index.ts'
import { FormatError } from '../../../../src/issues/index.ts'
import { explain, words } from '../../words/index.ts'
import { remember, remembered } from '../page/remember.ts'
import { addEngines, chooseEngine, type PageEngine } from './engines.ts'

/** Whether an engine is being started. */
export const isStarting = signal(false)
/** Why the last one did not start. */
export const startFailure = signal<string | undefined>(undefined)

/** The address of the engine that was fetched last. */
export const lastAddress = (): string => remembered('engine-address') ?? ''

/** Seconds that an engine has to start, answer and say something in a search. */
const PATIENCE = { start: 30, answer: 10, search: 120 }

/** The largest file of an engine that is fetched. */
const MOST_BYTES = 256 << 20

/** Starts the engine in some files: a script, with the files that it loads. */
export async function openEngineFiles(files: readonly File[]): Promise<void> {
  await start(async () => files)
}

/** Fetches an engine and starts it: a script that another site may have to allow, with the program that it loads. */
export async function openEngineAddress(text: string): Promise<void> {
  await start(async () => {
    const address = URL.parse(text.trim(), location.href)
    if (!address || !/^https?:$/.test(address.protocol)) throw new Error(words.engineAddressWrong)
    const script = await fetchFile(address)
    const source = await script.text()
    const named = [...source.matchAll(/["'`]([\w.-]{1,80}\.(?:wasm|nnue))["'`]/g)].map(([, name]) => name!)
    const names = new Set([script.name.replace(/\.js$/, '.wasm'), ...named].slice(0, MOST_FILES))
    const others = await Promise.all(
      // It may name files that this build does not have.
      [...names].map((name) => fetchFile(new URL(name, address)).catch(() => undefined)),
    )
    remember('engine-address', address.href)
    return [script, ...others.filter((file) => file !== undefined)]
  })
}

/** Files besides the script that are looked for. */
const MOST_FILES = 10

async function fetchFile(address: URL): Promise<File> {
  const answer = await fetch(address, { credentials: 'omit' })
  if (!answer.ok) throw new Error(`${address.href}: ${answer.status} ${answer.statusText}`)
  if (Number(answer.headers.get('content-length') ?? 0) > MOST_BYTES) throw new Error(words.engineTooLarge)
  return new File([await answer.blob()], address.pathname.split('/').at(-1) || 'engine.js')
}

async function start(load: () => Promise<readonly File[]>): Promise<void> {
  if (isStarting.value) return
  batch(() => {
    isStarting.value = true
    startFailure.value = undefined
  })
  try {
    const made = await makeEngine(await load())
    addEngines(made)
    chooseEngine(made.name)
  } catch (error) {
    startFailure.value = error instanceof FormatError || error instanceof Error ? explain(error) : String(error)
  }
  isStarting.value = false
}

async function makeEngine(files: readonly File[]): Promise<PageEngine> {
  const script = files.find(({ name }) => name.endsWith('.js'))
  if (!script) throw new Error(words.engineNoScript)
  const connect = connectWorker(script, files)
  let engine = await openEngine('uci', connect, PATIENCE)
  /** The engine, started again if it has died. */
  const running = async (): Promise<Engine> => {
    if (!engine.isOpen) engine = await openEngine('uci', connect, PATIENCE)
    return engine
  }
  // It takes one position after the other; the one before is told to stop when the next is asked for.
  let turn: Promise<unknown> = Promise.resolve()
  const serialize = <Result>(signal: AbortSignal | undefined, work: (engine: Engine) => Promise<Result>) => {
    const result = turn.then(async () => {
      signal?.throwIfAborted()
      return await work(await running())
    })
    turn = result.catch(() => undefined)
    return result
  }
  const threads = engine.options.find(({ name }) => name === 'Threads')?.most ?? 1
  const most = crossOriginIsolated ? Math.min(threads, navigator.hardwareConcurrency) : 1
  return {
    name: engine.name.replace(/ by .*$/, '') || script.name,
    games: engine.games,
    ...(most > 1 && {
      mostThreads: most,
      setThreads: (count: number) => serialize(undefined, (open) => open.setOption('Threads', String(count))),
    }),
    close: () => void engine.quit(),
    analyse: (record, node, options) =>
      serialize(options.signal, (open) => open.analyse(taskAt(record, node), options)),
    play: (record, node, level, signal) =>
      serialize(signal, (open) => playAtLevel(open, taskAt(record, node), level, signal)),
  }
}

/** Runs an engine in a worker: it posts its lines as messages, and gets them so. */
function connectWorker(script: File, files: readonly File[]): Connect {
  const scriptAddress = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
  const others = files.filter((file) => file !== script)
  const addresses = Object.fromEntries(
    others.map((file) => {
      const type = file.name.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream'
      return [file.name, URL.createObjectURL(new Blob([file], { type }))]
    }),
  )
  const programs = Object.keys(addresses).filter((name) => name.endsWith('.wasm'))
  return (listener) => {
    const host = new URL('engine-host.js', document.baseURI)
    // Many builds look for the address of their program here.
    if (programs.length === 1) host.hash = addresses[programs[0]!]!
    const worker = new Worker(host)
    worker.addEventListener('message', ({ data }) => {
      if (typeof data === 'string') listener.text(`${data}\n`)
    })
    worker.addEventListener('error', ({ message }) => listener.ended(message || words.engineBroken))
    worker.postMessage({ script: scriptAddress, files: addresses })
    return {
      send: (text) => {
        for (const line of text.split('\n').slice(0, -1)) worker.postMessage(line)
      },
      end: () => worker.terminate(),
    }
  }
}

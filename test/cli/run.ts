/** Runs the command line as a user would, in a process of its own. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { PROGRAM } from '../support/program.ts'

export interface Run {
  code: number | null
  out: string
  err: string
}

/** Runs `ludograph` with words and, where given, bytes on standard input and options of Node. */
export function ludograph(words: readonly string[], input?: string | Uint8Array, node: readonly string[] = []): Run {
  const done = spawnSync(process.execPath, [...node, ...PROGRAM, ...words], {
    input: input ?? '',
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
  })
  return { code: done.status, out: done.stdout, err: done.stderr }
}

/** Runs `ludograph` for a reader of its output who has gone before the first word. */
export async function ludographUnread(words: readonly string[]): Promise<{ code: number | null; err: string }> {
  const running = spawn(process.execPath, [...PROGRAM, ...words], { stdio: ['ignore', 'pipe', 'pipe'] })
  running.stdout.destroy()
  let err = ''
  running.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  const [code] = (await once(running, 'close')) as [number | null]
  return { code, err }
}

/** A running `ludograph` whose standard output is gathered, and what it came to. */
export interface Running {
  /** Writes bytes to standard input, as far as it is read. */
  write(bytes: string): void
  /** Resolves with standard output when it holds a text. */
  printed(text: string): Promise<string>
  kill(signal: NodeJS.Signals): void
  /** Resolves at the end of the process. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; err: string }>
}

/** Starts `ludograph` without waiting for it; its standard input stays open. */
export function startLudograph(words: readonly string[], environment: NodeJS.ProcessEnv = {}): Running {
  const running = spawn(process.execPath, [...PROGRAM, ...words], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  })
  // A program may end before it has read everything.
  running.stdin.on('error', () => {})
  let out = ''
  let err = ''
  running.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  running.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  const ended = once(running, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
    err,
  }))
  return {
    write: (bytes) => void running.stdin.write(bytes),
    async printed(text) {
      while (!out.includes(text)) await once(running.stdout, 'data')
      return out
    },
    kill: (signal) => running.kill(signal),
    ended,
  }
}

/** Runs `ludograph` for a reader that goes away after the first bytes of its output. */
export async function ludographCutShort(
  words: readonly string[],
  bytes: number,
): Promise<{ code: number | null; start: string; err: string }> {
  const running = spawn(process.execPath, [...PROGRAM, ...words], { stdio: ['ignore', 'pipe', 'pipe'] })
  let start = ''
  let err = ''
  running.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  running.stdout.setEncoding('utf8').on('data', (text: string) => {
    start = (start + text).slice(0, bytes)
    if (start.length === bytes) running.stdout.destroy()
  })
  const [code] = (await once(running, 'close')) as [number | null]
  return { code, start, err }
}

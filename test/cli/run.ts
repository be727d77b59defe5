/** Runs the command line as a user would, in a process of its own. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const main = join(import.meta.dirname, '../../src/cli/ludograph.ts')

export interface Run {
  code: number | null
  out: string
  err: string
}

/** Runs `ludograph` with words and, where given, bytes on standard input and options of Node. */
export function ludograph(words: readonly string[], input?: string | Uint8Array, node: readonly string[] = []): Run {
  const done = spawnSync(process.execPath, [...node, main, ...words], {
    input: input ?? '',
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
  })
  return { code: done.status, out: done.stdout, err: done.stderr }
}

/** Runs `ludograph` for a reader of its output who has gone before the first word. */
export async function ludographUnread(words: readonly string[]): Promise<{ code: number | null; err: string }> {
  const running = spawn(process.execPath, [main, ...words], { stdio: ['ignore', 'pipe', 'pipe'] })
  running.stdout.destroy()
  let err = ''
  running.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  const [code] = (await once(running, 'close')) as [number | null]
  return { code, err }
}

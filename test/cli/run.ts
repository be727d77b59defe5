/** Runs the command line as a user would, in a process of its own. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const main = join(import.meta.dirname, '../../src/cli/main.ts')

export interface Run {
  code: number | null
  out: string
  err: string
}

/** Runs `ludograph` with words and, where given, bytes on standard input. */
export function ludograph(words: readonly string[], input?: string | Uint8Array): Run {
  const done = spawnSync(process.execPath, [main, ...words], {
    input: input ?? '',
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
  })
  return { code: done.status, out: done.stdout, err: done.stderr }
}

/** Runs the command line within this process, where the disk can be made to fail; see failing-disk.ts. */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { makeProgram } from '../../src/cli/start/program.ts'

/** What a command printed on both standard streams, and how it ended. */
export interface InProcessRun {
  text: string
  code: number
}

/**
 * Runs `ludograph` with arguments. Throws what the command throws; its exit code for troubles it tells of itself is
 * returned.
 */
export async function runInProcess(words: readonly string[]): Promise<InProcessRun> {
  const { writeSync } = fs
  let text = ''
  fs.writeSync = ((descriptor: number, bytes: Uint8Array, ...rest: number[]) => {
    if (descriptor !== 1 && descriptor !== 2) return writeSync(descriptor, bytes, ...rest)
    text += new TextDecoder().decode(bytes)
    return bytes.length
  }) as typeof writeSync
  syncBuiltinESMExports()
  process.exitCode = undefined
  try {
    const program = await makeProgram(words)
    await program.parseAsync(words, { from: 'user' })
    return { text, code: exitCode() }
  } finally {
    process.exitCode = undefined
    fs.writeSync = writeSync
    syncBuiltinESMExports()
  }
}

/** The code with which the process would end now. */
function exitCode(): number {
  return Number(process.exitCode ?? 0)
}

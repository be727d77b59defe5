/** Runs the command line within this process, where the disk can be made to fail; see failing-disk.ts. */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { runHere } from '../../src/cli/start/main.ts'
import { makeProgram } from '../../src/cli/start/program.ts'

/** What a command printed on both standard streams, and how it ended. */
export interface InProcessRun {
  text: string
  code: number
}

/** The same with each stream by itself. */
interface CaughtRun extends InProcessRun {
  output: string
  errors: string
}

/**
 * Runs `ludograph` with arguments. Throws what the command throws; its exit code for troubles it tells of itself is
 * returned.
 */
export async function runInProcess(words: readonly string[]): Promise<InProcessRun> {
  const { text, code } = await catchPrinted(async () => {
    const program = await makeProgram(words)
    await program.parseAsync(words, { from: 'user' })
  })
  return { text, code }
}

/** The same with everything that the command tells of how it ended, so that nothing is thrown. */
export async function runToItsEnd(words: readonly string[]): Promise<CaughtRun> {
  return await catchPrinted(async () => runHere(words))
}

async function catchPrinted(run: () => Promise<unknown>): Promise<CaughtRun> {
  const { writeSync } = fs
  const printed = { text: '', output: '', errors: '' }
  fs.writeSync = ((descriptor: number, bytes: Uint8Array, ...rest: number[]) => {
    if (descriptor !== 1 && descriptor !== 2) return writeSync(descriptor, bytes, ...rest)
    const text = new TextDecoder().decode(bytes)
    printed.text += text
    printed[descriptor === 1 ? 'output' : 'errors'] += text
    return bytes.length
  }) as typeof writeSync
  syncBuiltinESMExports()
  process.exitCode = undefined
  try {
    await run()
    return { ...printed, code: exitCode() }
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

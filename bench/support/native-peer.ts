/** Peers in C, compiled when they are needed from their sources in bench/peers. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Measurement } from './measure.ts'

const sources = join(import.meta.dirname, '..', 'peers')
const programs = join(import.meta.dirname, '..', '..', '.cache', 'bench')

/** The program made of `bench/peers/NAME.c`; undefined, with a line that says so, where there is no C compiler. */
export function nativePeer(name: string): string | undefined {
  const source = join(sources, `${name}.c`)
  const program = join(programs, name)
  if (existsSync(program) && statSync(program).mtimeMs > statSync(source).mtimeMs) return program
  mkdirSync(programs, { recursive: true })
  const { error, status, stderr } = spawnSync('cc', ['-O2', '-march=native', '-o', program, source], {
    timeout: 60_000,
  })
  if (!error && status === 0) return program
  console.log(`no peer in C: cc ${error ? 'is not here' : `failed: ${String(stderr)}`}`)
  return undefined
}

/**
 * Runs a native peer, which prints amounts and, at the end, the seconds of processor time of its fastest run.
 * @param units of the amounts that it prints
 */
export function measurePeer(
  name: string,
  program: string,
  parameters: readonly string[],
  units: readonly string[],
): Measurement {
  const { stdout, status } = spawnSync(program, parameters, { encoding: 'utf8', timeout: 600_000 })
  if (status !== 0) throw new Error(`${program} ended with ${status}`)
  const numbers = stdout.trim().split(' ').map(Number)
  const seconds = numbers.at(-1)!
  return {
    name,
    seconds,
    cpuSeconds: seconds,
    amounts: Object.fromEntries(units.map((unit, index) => [unit, numbers[index]!])),
  }
}

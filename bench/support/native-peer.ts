/** Peers in C and Rust, compiled when they are needed from their sources in bench/peers, and programs of the system. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Measurement } from './measure.ts'

const sources = join(import.meta.dirname, '..', 'peers')
const programs = join(import.meta.dirname, '..', '..', '.cache', 'bench')

/** Milliseconds that a compiler may take, the downloads of packages included, and those of a peer. */
const MOST_TO_COMPILE = 600_000
const MOST_TO_RUN = 600_000

/** The program made of `bench/peers/NAME.c`; undefined, with a line that says so, where there is no C compiler. */
export function nativePeer(name: string): string | undefined {
  const source = join(sources, `${name}.c`)
  const program = join(programs, name)
  if (existsSync(program) && statSync(program).mtimeMs > statSync(source).mtimeMs) return program
  mkdirSync(programs, { recursive: true })
  return compile('cc', ['-O2', '-march=native', '-o', program, source]) ? program : undefined
}

/**
 * The program made of the package in `bench/peers/rust`, whose dependencies cargo fetches the first time; undefined,
 * with a line that says so, where it cannot be made.
 */
export function rustPeer(): string | undefined {
  const target = join(programs, 'rust')
  const manifest = join(sources, 'rust', 'Cargo.toml')
  const words = ['build', '--release', '--locked', '--quiet', '--manifest-path', manifest, '--target-dir', target]
  const program = join(target, 'release', 'ludograph-peers')
  return compile('cargo', words, { RUSTFLAGS: '-C target-cpu=native' }) ? program : undefined
}

function compile(compiler: string, words: readonly string[], environment: Record<string, string> = {}): boolean {
  const { error, status, stderr } = spawnSync(compiler, words, {
    encoding: 'utf8',
    timeout: MOST_TO_COMPILE,
    env: { ...process.env, ...environment },
  })
  if (!error && status === 0) return true
  const isMissing = error && 'code' in error && error.code === 'ENOENT'
  console.log(`missing: what ${compiler} compiles; ${compiler} ${isMissing ? 'is not here' : `failed: ${stderr}`}`)
  return false
}

/** Runs a native peer, which prints amounts and, at the end, the seconds of processor time of its fastest run. */
export function runPeer(program: string, parameters: readonly string[]): { amounts: number[]; seconds: number } {
  const { stdout, status } = spawnSync(program, parameters, { encoding: 'utf8', timeout: MOST_TO_RUN })
  if (status !== 0) throw new Error(`${program} ended with ${status}`)
  const numbers = stdout.trim().split(' ').map(Number)
  return { amounts: numbers.slice(0, -1), seconds: numbers.at(-1)! }
}

/**
 * Measures a native peer.
 * @param units of the amounts that it prints
 */
export function measurePeer(
  name: string,
  program: string,
  parameters: readonly string[],
  units: readonly string[],
): Measurement {
  const { amounts, seconds } = runPeer(program, parameters)
  const byUnit = Object.fromEntries(units.map((unit, index) => [unit, amounts[index]!]))
  return { name, seconds, cpuSeconds: seconds, amounts: byUnit }
}

/** The seconds of processor time of a whole program, which a shell measures. What it prints is discarded. */
export function runProgram(program: string, parameters: readonly string[]): number {
  const script = 'TIMEFORMAT="%3U %3S"; time "$@" > /dev/null 2> /dev/null'
  const { stderr, status } = spawnSync('bash', ['-c', script, 'bash', program, ...parameters], {
    encoding: 'utf8',
    timeout: MOST_TO_RUN,
  })
  if (status !== 0) throw new Error(`${program} ended with ${status}`)
  return stderr
    .trim()
    .split(' ')
    .reduce((sum, part) => sum + Number(part), 0)
}

/**
 * Coverage of the modules under `src`: while they are loaded, every place
 * where the program may go one way or another gets a counter. Much faster to
 * read than the coverage of the debugger, since a run leaves plain numbers.
 */
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { insertCounters } from '../instrument/insert-counters.ts'

/** Room for the counters of all modules; further places are not counted. */
const ROOM = 1 << 16

/** How often each place was reached since the counters were cleared. */
export const counters = new Uint32Array(ROOM)

const global = globalThis as typeof globalThis & { ludographCounters?: Uint32Array }
let used = 0

/** How many counters are in use. */
export function countersUsed(): number {
  return used
}

/** Counts in every module of these folders that is loaded from now on. */
export function countModules(folder: string): void {
  global.ludographCounters = counters
  registerHooks({
    load(url, context, next) {
      if (!url.startsWith(folder) || !url.endsWith('.ts')) return next(url, context)
      const source = stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8'))
      return { format: 'module', source: instrument(source, url), shortCircuit: true }
    },
  })
}

function instrument(source: string, name: string): string {
  const { program, errors } = parseSync(name.replace(/\.ts$/, '.js'), source)
  if (errors.length > 0) throw new Error(`${name} cannot be parsed: ${errors[0]!.message}`)
  return 'const __counters = globalThis.ludographCounters;' + insertCounters(source, program, counter)
}

function counter(): string {
  return `++__counters[${used < ROOM - 1 ? used++ : ROOM - 1}]`
}

/** Real engines that the machine may have: that of the npm package `stockfish`, and those of the system. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import type { SuiteOptions } from 'vitest'
import type { EngineCommand } from '../../src/node/engine-process.ts'
import { needs } from './needs.ts'

/** Stockfish.js 10, which is always there: a development dependency (GPL), run as a program of its own. */
export const STOCKFISH: EngineCommand = {
  command: process.execPath,
  arguments: [createRequire(import.meta.url).resolve('stockfish')],
}

/** The path of a program in the PATH, in Debian's folder of games, or in the folder of `LUDOGRAPH_ENGINES`. */
function findProgram(name: string): string | undefined {
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    '/usr/games',
    process.env['LUDOGRAPH_ENGINES'] ?? '',
  ]
  return folders
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))
}

/** A program of the system, and the options of a test that needs it. */
export function systemEngine(name: string, ...words: string[]): { command: EngineCommand; options: SuiteOptions } {
  const path = findProgram(name)
  return {
    command: { command: path ?? name, arguments: words },
    options: needs('tool', path !== undefined, `there is no ${name} in the PATH, /usr/games or LUDOGRAPH_ENGINES`),
  }
}

/** Real engines that the machine may have: that of the npm package `stockfish`, and those of the system. */
import { createRequire } from 'node:module'
import type { SuiteOptions } from 'vitest'
import type { EngineCommand } from '../../src/node/engine-process.ts'
import { systemProgram } from './system-program.ts'

/** Stockfish.js 10, which is always there: a development dependency (GPL), run as a program of its own. */
export const STOCKFISH: EngineCommand = {
  command: process.execPath,
  arguments: [createRequire(import.meta.url).resolve('stockfish')],
}

/** An engine of the system, and the options of a test that needs it. */
export function systemEngine(name: string, ...words: string[]): { command: EngineCommand; options: SuiteOptions } {
  const { command, options } = systemProgram(name)
  return { command: { command, arguments: words }, options }
}

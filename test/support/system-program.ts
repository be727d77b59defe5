/** Programs of the system that tests compare with, where the machine has them. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { SuiteOptions } from 'vitest'
import { needs } from './needs.ts'

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
export function systemProgram(name: string): { command: string; options: SuiteOptions } {
  const path = findProgram(name)
  return {
    command: path ?? name,
    options: needs('tool', path !== undefined, `there is no ${name} in the PATH, /usr/games or LUDOGRAPH_ENGINES`),
  }
}

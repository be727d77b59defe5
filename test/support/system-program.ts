/** Programs of the system that tests compare with, where the machine has them. */
import type { SuiteOptions } from 'vitest'
import { findProgram } from './find-program.ts'
import { needs } from './needs.ts'

/** A program of the system, and the options of a test that needs it. */
export function systemProgram(name: string): { command: string; options: SuiteOptions } {
  const path = findProgram(name)
  return {
    command: path ?? name,
    options: needs('tool', path !== undefined, `there is no ${name} in the PATH, /usr/games or LUDOGRAPH_ENGINES`),
  }
}

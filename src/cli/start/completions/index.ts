/** Completion scripts, by shell. */
import type { CommandShape } from '../command-shape.ts'
import { bashCompletion } from './bash.ts'
import { fishCompletion } from './fish.ts'
import { powershellCompletion } from './powershell.ts'
import { zshCompletion } from './zsh.ts'

export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const

export type Shell = (typeof SHELLS)[number]

/** Makes the script of a shell for the whole program. */
export const COMPLETIONS: Readonly<Record<Shell, (program: CommandShape) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
  powershell: powershellCompletion,
}

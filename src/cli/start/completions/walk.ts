/** What the scripts of all shells have in common. */
import type { CommandShape, OptionShape } from '../command-shape.ts'

/** Every command with the words that lead to it, commands within commands after their own. */
export function everyCommand(program: CommandShape, path: readonly string[] = []): [string, CommandShape][] {
  return program.commands.flatMap((command) => {
    const words = [...path, command.name]
    return [[words.join(' '), command] as [string, CommandShape], ...everyCommand(command, words)]
  })
}

/** The options of a command and those of the program, which every command takes. */
export function allOptions(command: CommandShape, program: CommandShape): OptionShape[] {
  const own = new Set(command.options.map(({ long }) => long))
  return [...command.options, ...program.options.filter(({ long }) => !own.has(long) && long !== '--version')]
}

/** The names of an option, as typed. */
export function namesOf({ short, long }: OptionShape): string[] {
  return [short, long].filter((name) => name !== undefined)
}

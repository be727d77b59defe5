/** Options that have no effect beside or without others: a command refuses them, because their user expects one. */
import type { Command } from 'commander'
import { CommandError, EXIT } from '../show/terminal.ts'

/** Makes a command refuse options, `--new`, unless another is given that they need. */
export function optionsNeed(command: Command, names: readonly string[], needed: string): void {
  command.hook('preAction', () => {
    const alone = isGiven(command, needed) ? undefined : names.find((name) => isGiven(command, name))
    if (alone !== undefined) throw new CommandError(`${alone} only works with ${needed}`, EXIT.usage)
  })
}

/** Makes a command refuse options with another that leaves them without an effect; all others by default. */
export function optionExcludes(command: Command, name: string, others?: readonly string[]): void {
  command.hook('preAction', () => {
    const other = isGiven(command, name) ? givenOption(command, [name], others) : undefined
    if (other !== undefined) throw new CommandError(`${other} cannot be combined with ${name}`, EXIT.usage)
  })
}

/** The first option that was given, as it was: `--new`. Without names to look for, the first of all but some. */
export function givenOption(
  command: Command,
  except: readonly string[],
  wanted: readonly string[] = command.options.map(({ long }) => long!),
): string | undefined {
  return wanted.find((name) => !except.includes(name) && isGiven(command, name))
}

function isGiven(command: Command, name: string): boolean {
  const option = command.options.find(({ long }) => long === name)
  if (!option) throw new TypeError(`${command.name()} has no option ${name}`)
  return command.getOptionValueSource(option.attributeName()) === 'cli'
}

/** The completion script for fish. */
import type { CommandShape, OptionShape } from '../command-shape.ts'

/** Makes a script for the folder of fish's completions. */
export function fishCompletion(program: CommandShape): string {
  const lines = [
    '# Completion for fish: put this file into ~/.config/fish/completions/ludograph.fish',
    'complete -c ludograph -f',
    ...program.options.map((option) => optionLine(option, '')),
    ...commandLines(program, '__fish_use_subcommand'),
  ]
  return `${lines.join('\n')}\n`
}

/** The commands of a command where `condition` holds, and what comes after each. */
function commandLines({ commands }: CommandShape, condition: string): string[] {
  const names = commands.map(({ name }) => name).join(' ')
  return commands
    .flatMap((command) => {
      const within = `__fish_seen_subcommand_from ${command.name}`
      const inside = command.commands.map(({ name }) => name).join(' ')
      const isAfter = inside === '' ? within : `${within}; and not __fish_seen_subcommand_from ${inside}`
      return [
        `complete -c ludograph -n ${quote(condition)} -a ${command.name} -d ${quote(command.summary)}`,
        ...argumentLines(command, within),
        ...command.options.map((option) => optionLine(option, isAfter)),
        ...(inside === '' ? [] : commandLines(command, isAfter)),
      ]
    })
    .filter((line) => names !== '' && line !== '')
}

function argumentLines(command: CommandShape, condition: string): string[] {
  return command.arguments.flatMap(({ values }) => {
    if (values === 'text') return []
    const what = values === 'files' ? '-F' : `-a ${words(values)}`
    return [`complete -c ludograph -n ${quote(condition)} ${what}`]
  })
}

function optionLine({ short, long, values, description }: OptionShape, condition: string): string {
  const parts = ['complete -c ludograph']
  if (condition !== '') parts.push(`-n ${quote(condition)}`)
  if (short !== undefined) parts.push(`-s ${short.slice(1)}`)
  if (long !== undefined) parts.push(`-l ${long.slice(2)}`)
  if (values === 'files') parts.push('-r -F')
  else if (values === 'text') parts.push('-x')
  else if (values !== undefined) parts.push(`-x -a ${words(values)}`)
  return `${parts.join(' ')} -d ${quote(description)}`
}

/** Words for -a, where fish would expand patterns. */
function words(values: readonly string[]): string {
  return quote(values.map((value) => value.replaceAll(/[*?~$]/g, '\\$&')).join(' '))
}

function quote(text: string): string {
  return `'${text.replaceAll(/['\\]/g, (character) => `\\${character}`)}'`
}

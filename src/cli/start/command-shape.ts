/** The command line as plain data, from which completion scripts and manual pages are made. */
import type { Argument, Command, Option } from 'commander'
import { SINGLE_BYTE_ENCODINGS, DOUBLE_BYTE_ENCODINGS } from '../../bytes/encodings.ts'
import { FORMATS } from '../../formats/index.ts'
import { GAMES } from '../../model/record.ts'
import { CONDITIONS } from '../../query/conditions.ts'
import { SORT_KEYS } from '../../query/sort-keys.ts'

/** What a word of a command line may be: one of some words, a file or folder, or any text. */
export type Values = readonly string[] | 'files' | 'text'

/** An option of a command. */
export interface OptionShape {
  /** With its dash, as `-o`. */
  short?: string
  /** With its dashes, as `--output`. */
  long?: string
  /** As in the help, with the name of the value: `-o, --output <path>`. */
  flags: string
  /** What its value may be; undefined if it takes none. */
  values?: Values
  /** With its default. */
  description: string
  heading?: string
}

/** A word that a command takes beside its options. */
export interface ArgumentShape {
  /** As in the help: `<database>`, `[input...]`. */
  name: string
  values: Values
  description: string
}

/** A command with its options, arguments and commands of its own. */
export interface CommandShape {
  name: string
  summary: string
  description: string
  arguments: readonly ArgumentShape[]
  options: readonly OptionShape[]
  commands: readonly CommandShape[]
  /** Command lines to try. */
  examples: readonly string[]
  /** What the help says after the options; empty if nothing. */
  notes: string
  heading?: string
}

/** Describes a program or a command of it, without what is hidden. */
export function describeProgram(command: Command): CommandShape {
  const help = command.createHelp()
  const heading = command.helpGroup()
  const [before, notes] = textsAround(command)
  return {
    name: command.name(),
    summary: command.summary() || command.description(),
    description: command.description(),
    arguments: command.registeredArguments.map(describeArgument),
    options: help.visibleOptions(command).map(describeOption),
    commands: help
      .visibleCommands(command)
      .filter((one) => one.name() !== 'help')
      .map(describeProgram),
    examples: [...before.matchAll(/^ {2}\$ (.*)$/gm)].map(([, line]) => line!),
    notes,
    ...(heading && { heading }),
  }
}

/** The texts before and after the part of the help that the options make. */
function textsAround(command: Command): [before: string, after: string] {
  let text = ''
  command.configureOutput({ writeOut: (part) => (text += part) }).outputHelp()
  const made = command.helpInformation()
  const start = text.indexOf(made.slice(0, made.indexOf('\n')))
  return [text.slice(0, start), text.slice(start + made.length).trim()]
}

function describeOption(option: Option): OptionShape {
  const { short, long, flags, description, argChoices, defaultValue, helpGroupHeading } = option
  const takesValue = option.required || option.optional
  return {
    ...(short && { short }),
    ...(long && { long }),
    flags,
    ...(takesValue && { values: argChoices ?? valuesOf(option) }),
    // As the help has it.
    description: isValue(defaultValue) ? `${description} (default: ${JSON.stringify(defaultValue)})` : description,
    ...(helpGroupHeading && { heading: helpGroupHeading }),
  }
}

function isValue(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && value !== '')
}

function describeArgument(argument: Argument): ArgumentShape {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`
  return {
    name: argument.required ? `<${name}>` : `[${name}]`,
    values: argument.argChoices ?? VALUES[argument.name()] ?? 'text',
    description: argument.description,
  }
}

/** The values of an option without choices of its own: those of a condition with its name, or by the word for its value. */
function valuesOf(option: Option): Values {
  const condition = Object.entries(CONDITIONS).find(([name]) => name === option.attributeName())?.[1]
  if (condition && 'choices' in condition) return condition.choices
  const [, name = ''] = /[<[]([a-z=]+)[>\]]/.exec(option.flags) ?? []
  return VALUES[name] ?? 'text'
}

/** What stands for a value in the help of commands. */
const VALUES: Readonly<Record<string, Values>> = {
  format: FORMATS.filter(({ open, write }) => open ?? write).map(({ id }) => id),
  game: GAMES,
  key: SORT_KEYS,
  label: ['utf-8', ...SINGLE_BYTE_ENCODINGS, ...DOUBLE_BYTE_ENCODINGS],
  colour: ['white', 'black'],
  archive: 'files',
  database: 'files',
  file: 'files',
  folder: 'files',
  input: 'files',
  list: 'files',
  newer: 'files',
  path: 'files',
}

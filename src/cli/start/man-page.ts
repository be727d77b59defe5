/** Manual pages, made from the commands. */
import { everyCommand } from './completions/walk.ts'
import type { ArgumentShape, CommandShape, OptionShape } from './command-shape.ts'
import { EXIT_TABLE } from '../exit.ts'

/** A manual page and the name of its file. */
export interface ManPage {
  /** Such as `ludograph-convert.1`. */
  name: string
  /** In the macros of man(7). */
  text: string
}

/** Makes the page of the program and one for each command. */
export function manPages(program: CommandShape, version: string): ManPage[] {
  const head = (name: string) => `.TH ${name.toUpperCase()} 1 "" "Ludograph ${version}" "Ludograph manual"\n.nh\n.ad l`
  const own = {
    name: `${program.name}.1`,
    text: page(head(program.name), program.name, program, program.name, [listOfCommands(program), EXIT_CODES]),
  }
  const others = program.commands.map((command) => {
    const name = `${program.name}-${command.name}`
    const inner = everyCommand(command).map(([path, one]) =>
      innerCommand(`${program.name} ${command.name} ${path}`, one),
    )
    const seeAlso = `.SH SEE ALSO\n.BR ${program.name} (1)`
    return {
      name: `${name}.1`,
      text: page(head(name), name, command, `${program.name} ${command.name}`, [...inner, seeAlso]),
    }
  })
  return [own, ...others]
}

function page(head: string, name: string, command: CommandShape, usage: string, sections: readonly string[]): string {
  const parts = [
    head,
    `.SH NAME\n${escape(name)} \\- ${escape(lowerFirst(command.summary).replace(/\.$/, ''))}`,
    `.SH SYNOPSIS\n${synopsis(usage, command)}`,
    `.SH DESCRIPTION\n${escape(asSentence(command.description))}`,
  ]
  if (command.notes !== '') parts.push(`.PP\n${paragraphs(command.notes)}`)
  parts.push(...argumentsPart(command.arguments), ...optionsParts(command.options), ...sections)
  if (command.examples.length > 0) parts.push(`.SH EXAMPLES\n.nf\n${command.examples.map(escape).join('\n')}\n.fi`)
  return `${parts.join('\n')}\n`
}

function synopsis(usage: string, command: CommandShape): string {
  const words = command.arguments.map(({ name }) => escape(name))
  const rest = command.commands.length > 0 ? ['<command>', ...words] : words
  return `.B ${escape(usage)}\n[options] ${rest.join(' ')}`.trimEnd()
}

function argumentsPart(args: readonly ArgumentShape[]): string[] {
  if (args.length === 0) return []
  return [`.SH ARGUMENTS\n${args.map(({ name, description }) => entry(name, description)).join('\n')}`]
}

/** The options, those under a heading of their own in a section of that name. */
function optionsParts(options: readonly OptionShape[]): string[] {
  const headings = [...new Set(options.map(({ heading }) => heading))]
  return headings.map((heading) => {
    const entries = options.filter((option) => option.heading === heading)
    const lines = entries.map(({ flags, description, values }) =>
      entry(flags, Array.isArray(values) && values.length < 9 ? `${description} [${values.join(', ')}]` : description),
    )
    return `.SH ${escape((heading ?? 'Options').replace(/:$/, '').toUpperCase())}\n${lines.join('\n')}`
  })
}

function listOfCommands({ name, commands }: CommandShape): string {
  const headings = [...new Set(commands.map(({ heading }) => heading))]
  const parts = headings.map((heading) => {
    const rows = commands.filter((command) => command.heading === heading)
    const lines = rows.map((command) => `.TP\n.BR ${escape(`${name}-${command.name}`)} (1)\n${escape(command.summary)}`)
    return `.SS ${escape((heading ?? 'Commands').replace(/:$/, ''))}\n${lines.join('\n')}`
  })
  return `.SH COMMANDS\n${parts.join('\n')}`
}

function innerCommand(usage: string, command: CommandShape): string {
  const options = command.options.map(({ flags, description }) => entry(flags, description))
  return [
    `.SH ${escape(usage.toUpperCase())}`,
    synopsis(usage, command),
    '.PP',
    escape(asSentence(command.description)),
    ...command.arguments.map(({ name, description }) => entry(name, description)),
    ...options,
  ].join('\n')
}

const EXIT_CODES = `.SH EXIT STATUS\n${EXIT_TABLE.map(([code, meaning]) => entry(code, meaning)).join('\n')}`

function entry(term: string, text: string): string {
  return `.TP\n.B ${escape(term)}\n${escape(text)}`
}

function paragraphs(text: string): string {
  return text
    .split(/\n\n+/)
    .map((part) => (/^ {2}/m.test(part) ? `.nf\n${part.split('\n').map(escape).join('\n')}\n.fi` : escape(part)))
    .join('\n.PP\n')
}

function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text
}

function asSentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`
}

/** Text as roff shows it: backslashes and dashes kept, no line taken for a request. */
function escape(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^(['.])/gm, '\\&$1')
}

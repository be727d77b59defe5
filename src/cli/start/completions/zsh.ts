/** The completion script for zsh. */
import type { ArgumentShape, CommandShape, OptionShape, Values } from '../command-shape.ts'
import { allOptions, everyCommand, namesOf } from './walk.ts'

/** Makes a script for a folder of $fpath, under the name \`_ludograph\`. */
export function zshCompletion(program: CommandShape): string {
  return `#compdef ludograph
# Completion for zsh: put this file into a folder of $fpath, as _ludograph.

_ludograph() {
  local curcontext=$curcontext state line
  local -a commands
  _arguments -C ${wordsOf(program, program)}
${dispatch(program, '')}
}
${everyCommand(program)
  .map(
    ([path, command]) => `
${functionOf(path)}() {
  local curcontext=$curcontext state line
  local -a commands
  _arguments -C ${wordsOf(command, program)}
${dispatch(command, path)}
}
`,
  )
  .join('')}
if [ "$funcstack[1]" = _ludograph ]; then
  _ludograph "$@"
else
  compdef _ludograph ludograph
fi
`
}

function functionOf(path: string): string {
  return `_ludograph_${path.replaceAll(/[ -]/g, '_')}`
}

/** The specifications of a command's options and arguments. */
function wordsOf(command: CommandShape, program: CommandShape): string {
  const options = command === program ? command.options : allOptions(command, program)
  const words = [...options.flatMap(optionWords), ...command.arguments.map(argumentWord)]
  if (command.commands.length > 0) words.push(quote('1: :->command'), quote('*:: :->rest'))
  return words.map((word) => `\\\n    ${word}`).join(' ')
}

function optionWords(option: OptionShape): string[] {
  const names = namesOf(option)
  const exclusive = names.length > 1 ? `(${names.join(' ')})` : ''
  return names.map((name) =>
    quote(
      `${exclusive}${name}${name.startsWith('--') && option.values ? '=' : ''}[${plain(option.description)}]${valuePart(option)}`,
    ),
  )
}

function valuePart({ values, flags }: OptionShape): string {
  if (values === undefined) return ''
  const [, name = 'value'] = /[<[]([^>\]]+)[>\]]/.exec(flags) ?? []
  return `:${plain(name)}:${action(values)}`
}

function argumentWord({ name, values }: ArgumentShape): string {
  const place = name.includes('...') ? '*' : ''
  const isOptional = name.startsWith('[')
  const word = name.replaceAll(/[<>[\].]/g, '')
  return quote(`${place}${place === '' && isOptional ? ':' : ''}:${plain(word)}:${action(values)}`)
}

function action(values: Values): string {
  if (values === 'files') return '_files'
  if (values === 'text') return ' '
  return `(${values.map((value) => value.replaceAll(/[*?~]/g, '\\$&')).join(' ')})`
}

/** What completes the commands of a command, and what comes after one of them. */
function dispatch({ commands }: CommandShape, path: string): string {
  if (commands.length === 0) return ''
  return `  case $state in
    command)
      commands=(${commands.map(({ name, summary }) => `\n        ${quote(`${name}:${summary.replaceAll(':', '\\:')}`)}`).join('')}
      )
      _describe command commands
      ;;
    rest)
      case $words[1] in
${commands.map(({ name }) => `        ${name}) ${functionOf([path, name].filter(Boolean).join(' '))} ;;`).join('\n')}
      esac
      ;;
  esac`
}

/** Text without what means something to _arguments. */
function plain(text: string): string {
  return text.replaceAll(/[[\]:\\]/g, (character) => `\\${character}`)
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** The completion script for bash. */
import type { CommandShape, OptionShape } from '../command-shape.ts'
import { allOptions, everyCommand, namesOf } from './walk.ts'

/** Makes a script that needs nothing but bash 3.2, the one of macOS. */
export function bashCompletion(program: CommandShape): string {
  const commands: [string, CommandShape][] = [['', program], ...everyCommand(program)]
  return `# Completion for bash: source this file, or put it into
# ~/.local/share/bash-completion/completions/ludograph
_ludograph_offer() {
  local word
  # Read line by line: a word may be a pattern of files.
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$1" -- "$current")
}

_ludograph() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  local command='' commands='' options='' values='' position=0 index word
  # bash takes the = of --option=value for a word of its own.
  if [[ $current == = ]]; then
    current=''
  elif [[ $previous == = ]]; then
    previous=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    case "$command $word" in
${commands
  .filter(([path]) => path !== '')
  .map(([path]) => `      ${quote(path.includes(' ') ? path : ` ${path}`)}) command=${quote(path)}; position=0 ;;`)
  .join('\n')}
      *' -'*) ;;
      *) position=$((position + 1)) ;;
    esac
  done
  case $command in
${commands.map(([path, command]) => `    ${quote(path)}) commands=${quote(commandsOf(command))} options=${quote(optionsOf(command, program))} ;;`).join('\n')}
  esac
  COMPREPLY=()
  case "$command $previous" in
${commands.flatMap(([path, command]) => valueCases(path, allOptions(command, program))).join('\n')}
  esac
  case $values in
    FILES) return ;;
    TEXT) compopt +o default 2>/dev/null; return ;;
    ?*) _ludograph_offer "$values"; return ;;
  esac
  if [[ $current == -* ]]; then
    _ludograph_offer "$options"
    return
  fi
  if [[ -n $commands ]]; then
    _ludograph_offer "$commands"
    return
  fi
  case "$command $position" in
${commands.flatMap(([path, command]) => argumentCases(path, command)).join('\n')}
  esac
  [[ -z $values ]] || _ludograph_offer "$values"
}
complete -o default -F _ludograph ludograph
`
}

function commandsOf({ commands }: CommandShape): string {
  return commands.map(({ name }) => name).join(' ')
}

function optionsOf(command: CommandShape, program: CommandShape): string {
  return allOptions(command, program).flatMap(namesOf).join(' ')
}

/** The words after an option that takes a value. */
function valueCases(path: string, options: readonly OptionShape[]): string[] {
  return options.flatMap((option) => {
    const { values } = option
    if (values === undefined) return []
    const names = namesOf(option).map((name) => quote(`${path} ${name}`))
    const word = values === 'files' ? 'FILES' : values === 'text' ? 'TEXT' : values.join(' ')
    return [`    ${names.join('|')}) values=${quote(word)} ;;`]
  })
}

/** The words of an argument, where they are known. */
function argumentCases(path: string, command: CommandShape): string[] {
  return command.arguments.flatMap(({ values }, index) =>
    typeof values === 'string' ? [] : [`    ${quote(`${path} ${index}`)}) values=${quote(values.join(' '))} ;;`],
  )
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

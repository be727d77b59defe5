/** The completion script for PowerShell. */
import type { CommandShape, OptionShape } from '../command-shape.ts'
import { allOptions, everyCommand, namesOf } from './walk.ts'

/** Makes a script for the profile of PowerShell 5 and newer. */
export function powershellCompletion(program: CommandShape): string {
  const commands: [string, CommandShape][] = [['', program], ...everyCommand(program)]
  return `# Completion for PowerShell: add this to $PROFILE.
Register-ArgumentCompleter -Native -CommandName ludograph -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $commands = @{
${commands.map(([path, command]) => `    ${quote(path)} = ${list(command.commands.map(({ name, summary }) => entry(name, summary)))}`).join('\n')}
  }
  $options = @{
${commands.map(([path, command]) => `    ${quote(path)} = ${list(allOptions(command, program).flatMap(optionEntries))}`).join('\n')}
  }
  $values = @{
${commands.flatMap(([path, command]) => valueEntries(path, command, program)).join('\n')}
  }
  $path = ''
  $previous = ''
  foreach ($element in $commandAst.CommandElements | Select-Object -Skip 1) {
    $word = $element.ToString()
    if ($element.Extent.EndOffset -ge $cursorPosition -and $word -eq $wordToComplete) { break }
    $longer = "$path $word".Trim()
    if ($commands.ContainsKey($longer)) { $path = $longer }
    $previous = $word
  }
  $key = "$path $previous".Trim()
  if ($values.ContainsKey($key)) {
    $values[$key] | Where-Object { $_ -like "$wordToComplete*" } |
      ForEach-Object { [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_) }
    return
  }
  $offered = if ($wordToComplete -like '-*') { $options[$path] } else { $commands[$path] }
  $offered | Where-Object { $_ -and $_[0] -like "$wordToComplete*" } |
    ForEach-Object { [System.Management.Automation.CompletionResult]::new($_[0], $_[0], 'ParameterValue', $_[1]) }
}
`
}

function entry(name: string, description: string): string {
  return `,@(${quote(name)}, ${quote(description)})`
}

function optionEntries(option: OptionShape): string[] {
  return namesOf(option).map((name) => entry(name, option.description))
}

/** The words that an option or the first argument of a command takes, where they are known. */
function valueEntries(path: string, command: CommandShape, program: CommandShape): string[] {
  const ofOptions = allOptions(command, program).flatMap((option) =>
    namesOf(option).map((name) => [`${path} ${name}`.trim(), option.values] as const),
  )
  const first = command.arguments[0]
  return [...ofOptions, [path, first?.values] as const].flatMap(([key, values]) =>
    values === undefined || typeof values === 'string' || key === ''
      ? []
      : [`    ${quote(key)} = @(${values.map(quote).join(', ')})`],
  )
}

function list(entries: readonly string[]): string {
  return entries.length === 0 ? '@()' : `@(\n      ${entries.join('\n      ')}\n    )`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** `ludograph engines`: the engines of the user by name. */
import { resolve } from 'node:path'
import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { PROTOCOLS, taskAt, type EngineOption, type Protocol } from '../../engines/index.ts'
import { emptyRecord } from '../../model/record.ts'
import {
  engineSettingsPath,
  findEngines,
  readNamedEngines,
  writeNamedEngines,
  type NamedEngine,
} from '../../node/engine-settings.ts'
import { MACHINE_STYLES, rulesOf } from '../../rules/index.ts'
import { chooseEngine, makeProgram, parseEngineOptions } from '../write/engine-choice.ts'
import { drawStart, startProgram, type EngineProgram } from '../write/engine-start.ts'
import { collect } from '../read/read-options.ts'
import { withStartLimit } from '../read/start-limit.ts'
import { CommandError, examples, EXIT, formatTable, note, paint, print, printJson } from '../show/terminal.ts'

interface AddOptions {
  protocol?: Protocol
  folder?: string
  set?: string[]
  startLimit?: number
  force?: boolean
}

export function addEngines(program: Command): void {
  const command = program.command('engines').description('Name, list, test and remove engines for analyse')
  command.addHelpText(
    'before',
    examples(
      'engines list                               those named, and those found on this machine',
      'engines add sf /usr/games/stockfish --set Threads=2',
      'engines add go katago -- analysis -config analysis.cfg -model net.bin.gz',
      'engines test sf',
      'engines options sf                         what --set takes: Threads 1 to 1024 (1) ...',
    ),
  )
  withStartLimit(command.command('add'))
    .description('Start a program once, and keep it under a name')
    .argument('<name>', 'name of your choice')
    .argument('<command>', 'program to run')
    .argument('[arguments...]', 'its arguments, after --')
    .option(
      '--protocol <name>',
      `what it speaks: ${PROTOCOLS.join(', ')} (default: by the name of the program, else tried)`,
    )
    .option('--folder <path>', 'folder to start it in (default: its own)')
    .option('--set <name=value>', 'an option that it gets at every start; may be repeated', collect)
    .option('--force', 'replace an engine of this name')
    .action(runAdd)
  command.command('list').description('List engines').option('--json', 'print as JSON').action(runList)
  withStartLimit(command.command('test'))
    .description('Start an engine and let it search for a second')
    .argument('<name>', 'name or path of the engine')
    .option('--json', 'print as JSON')
    .action(runTest)
  withStartLimit(command.command('options'))
    .description('List the options of an engine, for --set: values, limits, defaults')
    .argument('<name>', 'name or path of the engine')
    .option('--json', 'print as JSON')
    .action(runOptions)
  command.command('remove').description('Forget an engine').argument('<name>', 'name of the engine').action(runRemove)
  for (const inner of command.commands) inner.exitOverride()
}

async function runAdd(name: string, program: string, words: string[], options: AddOptions): Promise<void> {
  if (readNamedEngines().some((engine) => engine.name === name) && !options.force) {
    throw new CommandError(`there is an engine ${name} already; --force replaces it`, EXIT.usage)
  }
  if (options.protocol !== undefined && !PROTOCOLS.includes(options.protocol)) {
    throw new CommandError(`unknown protocol ${options.protocol}; known: ${PROTOCOLS.join(', ')}`, EXIT.usage)
  }
  const set = parseEngineOptions(options.set)
  // A path in the current folder is kept as a whole one; a bare name is looked up in the PATH.
  const command = existsSync(program) ? resolve(program) : program
  const entry: EngineProgram = {
    ...makeProgram(name, command, words),
    // Whoever names the protocol knows the arguments that belong to it.
    ...(options.protocol !== undefined && {
      protocol: options.protocol,
      ...(words.length > 0 && { arguments: words }),
    }),
    ...(options.folder !== undefined && { folder: resolve(options.folder) }),
    ...(options.set && { options: set }),
  }
  const { engine, protocol } = await startProgram(entry, { limit: options.startLimit, onStarting: drawStart(entry) })
  const added: NamedEngine = { ...entry, protocol, games: [...engine.games] }
  note(`${engine.name}: ${engine.games.join(', ')} (${protocol})`)
  await engine.quit()
  // The list may have changed while the engine was tried.
  writeNamedEngines([...readNamedEngines().filter((other) => other.name !== name), added])
  note(`kept as ${name} in ${engineSettingsPath()}`)
}

function runList({ json }: { json?: boolean }): void {
  const named = readNamedEngines()
  const found = findEngines().filter(({ command }) => !named.some((engine) => engine.command === command))
  if (json) return printJson({ named, found })
  const row = ({ name, protocol, games, command, arguments: words = [] }: NamedEngine) => [
    paint('bold', name),
    protocol,
    games?.join(', ') ?? '',
    [command, ...words].join(' '),
  ]
  if (named.length > 0) print(formatTable(named.map(row)))
  else note('No engines configured; add one with ludograph engines add NAME COMMAND')
  if (found.length === 0) return
  note(
    `\n${paint('bold', 'Found on this machine')} by their names (never started unasked; analyse --engine takes these names too):`,
  )
  print(formatTable(found.map(row)))
}

interface StartedOptions {
  startLimit?: number
  json?: boolean
}

async function runOptions(name: string, { json, startLimit }: StartedOptions): Promise<void> {
  const program = chooseEngine(name, 'chess')
  const { engine } = await startProgram(program, { limit: startLimit, onStarting: drawStart(program) })
  await engine.quit()
  if (json) return printJson({ name: engine.name, options: engine.options })
  if (engine.options.length === 0) return note(`${engine.name} has no options`)
  print(formatTable(engine.options.map((option) => [paint('bold', option.name), valuesOf(option), option.value ?? ''])))
}

/** The values of an option as people say them. */
function valuesOf({ type, least, most, choices }: EngineOption): string {
  if (type === 'spin') return least === undefined || most === undefined ? 'a number' : `${least} to ${most}`
  if (type === 'combo') return (choices ?? []).join(', ')
  return { check: 'true or false', button: 'an action', string: 'a text' }[type]
}

async function runTest(name: string, { json, startLimit }: StartedOptions): Promise<void> {
  const program = chooseEngine(name, 'chess')
  const { engine, protocol } = await startProgram(program, { limit: startLimit, onStarting: drawStart(program) })
  try {
    const results = []
    for (const game of engine.games) {
      const record = emptyRecord(game)
      const task = taskAt(record, 0)
      const evaluation = await engine.analyse(task, { limit: { seconds: 1 } })
      const best = evaluation.lines?.[0]?.moves[0]
      const move = best === undefined ? undefined : rulesOf(game).writeMove(task.position, best, MACHINE_STYLES[game])
      results.push({ game, move, evaluation })
    }
    if (json) return printJson({ name: engine.name, protocol, results })
    print(`${engine.name} (${protocol})`)
    for (const { game, move, evaluation } of results) {
      const { depth, nodes, visits } = evaluation
      const effort = [
        ...(depth === undefined ? [] : [`depth ${depth}`]),
        ...((nodes ?? visits) === undefined
          ? []
          : [`${(nodes ?? visits)!.toLocaleString('en')} positions in a second`]),
      ]
      print(`${game}: ${[move ?? 'no move', ...effort].join(', ')}`)
    }
  } finally {
    await engine.quit()
  }
}

function runRemove(name: string): void {
  const named = readNamedEngines()
  const rest = named.filter((engine) => engine.name !== name)
  if (rest.length === named.length)
    throw new CommandError(`there is no engine ${name} in ${engineSettingsPath()}`, EXIT.usage)
  writeNamedEngines(rest)
  note(`${name} is forgotten`)
}

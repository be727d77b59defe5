/** `ludograph engines`: the engines of the user by name. */
import { resolve } from 'node:path'
import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { EngineError, PROTOCOLS, taskAt, USUAL_PATIENCE, type Engine, type Protocol } from '../../engines/index.ts'
import { emptyRecord } from '../../model/record.ts'
import {
  engineSettingsPath,
  findEngines,
  readNamedEngines,
  usualStart,
  writeNamedEngines,
  type NamedEngine,
} from '../../node/engine-settings.ts'
import { MACHINE_STYLES, rulesOf } from '../../rules/index.ts'
import { chooseEngine, parseEngineOptions, startEngine } from '../write/engine-choice.ts'
import { collect } from '../read/run.ts'
import { describeFailure } from '../show/failure.ts'
import { CommandError, examples, EXIT, formatTable, note, paint, print, printJson } from '../show/terminal.ts'

interface AddOptions {
  protocol?: Protocol
  folder?: string
  set?: string[]
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
    ),
  )
  command
    .command('add')
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
  command
    .command('test')
    .description('Start an engine and let it search for a second')
    .argument('<name>', 'name of the engine')
    .option('--json', 'print as JSON')
    .action(runTest)
  command.command('remove').description('Forget an engine').argument('<name>', 'name of the engine').action(runRemove)
  for (const inner of command.commands) inner.exitOverride()
}

/** Protocols that say hello, the most telling first: of two that a program answers, the first counts. */
const TRIED: readonly Protocol[] = ['uci', 'ucci', 'gtp', 'nboard', 'edax']

/** Seconds that a protocol is tried. */
const SECONDS_TRIED = 5

async function runAdd(name: string, program: string, words: string[], options: AddOptions): Promise<void> {
  if (readNamedEngines().some((engine) => engine.name === name) && !options.force) {
    throw new CommandError(`there is an engine ${name} already; --force replaces it`, EXIT.usage)
  }
  if (options.protocol !== undefined && !PROTOCOLS.includes(options.protocol)) {
    throw new CommandError(`unknown protocol ${options.protocol}; known: ${PROTOCOLS.join(', ')}`, EXIT.usage)
  }
  const usual = usualStart(program)
  const isKataGoAnalysis = /^katago/i.test(program.split(/[\\/]/).at(-1)!) && words[0] === 'analysis'
  const protocol = options.protocol ?? (isKataGoAnalysis ? 'katago' : usual?.protocol)
  const set = parseEngineOptions(options.set)
  const entry: Omit<NamedEngine, 'protocol'> = {
    name,
    // A path in the current folder is kept as a whole one; a bare name is looked up in the PATH.
    command: existsSync(program) ? resolve(program) : program,
    arguments: argumentsFor(words, usual, options.protocol !== undefined),
    ...(options.folder !== undefined && { folder: resolve(options.folder) }),
    ...(options.set && { options: set }),
  }
  const { engine, spoken } = await tryToStart(entry, protocol === undefined ? TRIED : [protocol])
  const added: NamedEngine = { ...entry, protocol: spoken, games: [...engine.games] }
  note(`${engine.name}: ${engine.games.join(', ')} (${spoken})`)
  await engine.quit()
  // The list may have changed while the engine was tried.
  writeNamedEngines([...readNamedEngines().filter((other) => other.name !== name), added])
  note(`kept as ${name} in ${engineSettingsPath()}`)
}

/** The arguments of a program: Edax speaks to others only with `-cassio`, which is added to a user's own unless they name the protocol. */
function argumentsFor(words: string[], usual: ReturnType<typeof usualStart>, isNamed: boolean): string[] {
  if (words.length === 0) return usual?.words ?? []
  if (usual?.protocol !== 'edax' || isNamed || words.includes('-cassio')) return words
  return [...usual.words, ...words]
}

/** Starts a program in every protocol that it could speak, all at once, and keeps the first of them that it answers. */
async function tryToStart(
  entry: Omit<NamedEngine, 'protocol'>,
  protocols: readonly Protocol[],
): Promise<{ engine: Engine; spoken: Protocol }> {
  // A program that does not know a protocol says nothing; of one that is known to speak it, nets may be large.
  const patience = protocols.length > 1 ? { ...USUAL_PATIENCE, start: SECONDS_TRIED } : USUAL_PATIENCE
  const tries = await Promise.allSettled(
    protocols.map(async (spoken) => ({
      engine: await startEngine({ ...entry, protocol: spoken }, {}, patience),
      spoken,
    })),
  )
  const [started, ...others] = tries.flatMap((tried) => (tried.status === 'fulfilled' ? [tried.value] : []))
  await Promise.all(others.map(async ({ engine }) => await engine.quit()))
  if (started) return started
  const failures = tries.flatMap((tried) => (tried.status === 'rejected' ? [tried.reason as unknown] : []))
  const bug = failures.find((failure) => !(failure instanceof EngineError))
  if (bug !== undefined || failures.length === 1) throw bug ?? failures[0]
  const said = protocols.map((protocol, index) => `  ${protocol}: ${describeFailure(failures[index])}`).join('\n')
  throw new CommandError(`${entry.command} answered in no protocol that was tried:\n${said}`, EXIT.unreadable)
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

async function runTest(name: string, { json }: { json?: boolean }): Promise<void> {
  const named = chooseEngine(name, 'chess')
  const engine = await startEngine(named)
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
    if (json) return printJson({ name: engine.name, protocol: named.protocol, results })
    print(`${engine.name} (${named.protocol})`)
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

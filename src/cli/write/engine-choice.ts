/** Which engine a command uses: one that was named, or one that is found. */
import { openEngine, USUAL_PATIENCE, type Engine, type EnginePatience } from '../../engines/index.ts'
import type { Game } from '../../model/record.ts'
import { connectProcess } from '../../node/engine-process.ts'
import { findEngines, readNamedEngines, type NamedEngine } from '../../node/engine-settings.ts'
import { CommandError, EXIT } from '../show/terminal.ts'

const ADVICE = 'ludograph engines add NAME COMMAND names one, ludograph engines list shows those of this machine'

/** The engine of a name, else the first that was named for a game. Throws CommandError if there is none. */
export function chooseEngine(name: string | undefined, game: Game): NamedEngine {
  const named = readNamedEngines()
  if (name === undefined) {
    const fitting = named.find(({ games }) => games?.includes(game))
    if (!fitting) throw new CommandError(`no engine is named for ${game}: ${ADVICE}`, EXIT.usage)
    return fitting
  }
  const engine = named.find((known) => known.name === name) ?? findEngines().find((found) => found.name === name)
  if (!engine) throw new CommandError(`there is no engine ${name}: ${ADVICE}`, EXIT.usage)
  return engine
}

/** Starts an engine and sets its options. Rejects with EngineError. */
export async function startEngine(
  named: NamedEngine,
  options: Readonly<Record<string, string>> = {},
  patience: EnginePatience = USUAL_PATIENCE,
): Promise<Engine> {
  const engine = await openEngine(named.protocol, connectProcess(named), patience)
  try {
    for (const [name, value] of Object.entries({ ...named.options, ...options })) await engine.setOption(name, value)
    return engine
  } catch (error) {
    await engine.quit()
    throw error
  }
}

/** Options as `Threads=2`. Throws CommandError. */
export function parseEngineOptions(words: readonly string[] = []): Record<string, string> {
  return Object.fromEntries(
    words.map((word) => {
      const at = word.indexOf('=')
      if (at < 1) throw new CommandError(`--set takes NAME=VALUE, not ${word}`, EXIT.usage)
      return [word.slice(0, at), word.slice(at + 1)]
    }),
  )
}

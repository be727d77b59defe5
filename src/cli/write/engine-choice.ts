/** Which engine a command uses: one that was named, one that is found, or the program of a path. */
import { existsSync } from 'node:fs'
import { basename, delimiter, join, resolve } from 'node:path'
import type { Game } from '../../model/record.ts'
import { findEngines, readNamedEngines, usualStart } from '../../node/engine-settings.ts'
import { CommandError, EXIT } from '../show/terminal.ts'
import type { EngineProgram } from './engine-start.ts'

const ADVICE =
  'give the path of a program, or one of ludograph engines list; ludograph engines add NAME COMMAND adds one'

/**
 * The engine of a name or the program of a path, which may have arguments behind it; without either the first that was
 * named for a game. Throws CommandError if there is none.
 */
export function chooseEngine(name: string | undefined, game: Game): EngineProgram {
  const named = readNamedEngines()
  if (name === undefined) {
    const fitting = named.find(({ games }) => games?.includes(game))
    if (!fitting) throw new CommandError(`no engine is named for ${game}: ${ADVICE}`, EXIT.usage)
    return fitting
  }
  const engine =
    named.find((known) => known.name === name) ?? findEngines().find((found) => found.name === name) ?? programOf(name)
  if (!engine) throw new CommandError(`there is no engine ${name}: ${ADVICE}`, EXIT.usage)
  return engine
}

/** A program with its arguments, as a user types them in one word: `/usr/games/gnugo --mode gtp`. Undefined if there is none. */
function programOf(text: string): EngineProgram | undefined {
  // A path may hold spaces, and then it has no arguments.
  const [command = '', ...words] = existsSync(text) ? [text] : splitWords(text)
  const path = findProgram(command)
  return path === undefined ? undefined : makeProgram(basename(path), path, words)
}

/** A program as an engine: with the usual arguments of one that is known by its name, unless it gets others. */
export function makeProgram(name: string, command: string, words: readonly string[]): EngineProgram {
  const usual = usualStart(command)
  const isKataGoAnalysis = /^katago/i.test(basename(command)) && words[0] === 'analysis'
  const protocol = isKataGoAnalysis ? 'katago' : usual?.protocol
  return { name, command, arguments: argumentsFor(words, usual), ...(protocol && { protocol }) }
}

/** Edax speaks to others only with `-cassio`, which is added to a user's own arguments. */
function argumentsFor(words: readonly string[], usual: ReturnType<typeof usualStart>): readonly string[] {
  if (words.length === 0) return usual?.words ?? []
  return usual?.protocol === 'edax' && !words.includes('-cassio') ? [...usual.words, ...words] : words
}

/** Words at spaces; those in quotes are one. */
function splitWords(text: string): string[] {
  return Array.from(
    text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g),
    ([, double, single, plain]) => double ?? single ?? plain!,
  )
}

/** The path of a program: as it stands where it names a folder, else in the folders of PATH. */
function findProgram(command: string): string | undefined {
  if (/[/\\]/.test(command)) return existsSync(command) ? resolve(command) : undefined
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const suffixes = process.platform === 'win32' ? ['.exe', ''] : ['']
  return folders
    .flatMap((folder) => suffixes.map((suffix) => join(folder, command + suffix)))
    .find((path) => existsSync(path))
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

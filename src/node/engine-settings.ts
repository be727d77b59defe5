/** The engines that a user has named, in a file of the user's settings, and those that are usually installed. */
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { makeFolders } from './disk.ts'
import { EngineError, PROTOCOLS, type Protocol } from '../engines/index.ts'
import { isJsonObject, type Json } from '../model/json.ts'
import { GAMES, type Game } from '../model/record.ts'
import type { EngineCommand } from './engine-process.ts'
import { DiskSinkSet } from './file-sink.ts'

/** An engine by name. */
export interface NamedEngine extends EngineCommand {
  name: string
  protocol: Protocol
  /** What it plays, as it said when it was added; absent for one that was only found. */
  games?: Game[]
  /** Options that it gets at its start. */
  options?: Record<string, string>
}

/** The file of the engines: in the folder of settings of the system, or of `XDG_CONFIG_HOME`. */
export function engineSettingsPath(): string {
  const { XDG_CONFIG_HOME, APPDATA } = process.env
  const folder = XDG_CONFIG_HOME || (process.platform === 'win32' && APPDATA) || join(homedir(), '.config')
  return join(folder, 'ludograph', 'engines.json')
}

/** The engines that were named. Throws EngineError if the file is not one of ours. */
export function readNamedEngines(path: string = engineSettingsPath()): NamedEngine[] {
  if (!existsSync(path)) return []
  let value: Json
  try {
    value = JSON.parse(readFileSync(path, 'utf8')) as Json
  } catch (error) {
    throw new EngineError('engine/settings', { path, detail: (error as Error).message })
  }
  const engines = isJsonObject(value) ? value['engines'] : undefined
  if (!Array.isArray(engines) || !engines.every(isNamedEngine)) {
    throw new EngineError('engine/settings', { path, detail: '{engines}' })
  }
  return engines as unknown as NamedEngine[]
}

function isNamedEngine(value: Json): boolean {
  if (!isJsonObject(value)) return false
  const { name, protocol, command, arguments: words, folder, games, options } = value
  const isText = (part: Json | undefined) => typeof part === 'string'
  const isList = (part: Json | undefined) => part === undefined || (Array.isArray(part) && part.every(isText))
  return (
    isText(name) &&
    isText(command) &&
    PROTOCOLS.includes(protocol as Protocol) &&
    isList(words) &&
    (folder === undefined || isText(folder)) &&
    (games === undefined || (Array.isArray(games) && games.every((game) => GAMES.includes(game as Game)))) &&
    (options === undefined || (isJsonObject(options) && Object.values(options).every(isText)))
  )
}

/** Replaces the list of engines, completely or not at all. */
export function writeNamedEngines(engines: readonly NamedEngine[], path: string = engineSettingsPath()): void {
  makeFolders(dirname(path))
  const sinks = new DiskSinkSet(path, { replaces: true })
  try {
    const text = `${JSON.stringify({ engines }, undefined, 2)}\n`
    sinks.create(sinks.name).append(new TextEncoder().encode(text))
    sinks.commit()
  } catch (error) {
    sinks.abort()
    throw error
  }
}

/** Programs that are engines by their names, and how they are started. */
const KNOWN: readonly { program: RegExp; protocol: Protocol; words?: string[] }[] = [
  { program: /^stockfish/i, protocol: 'uci' },
  { program: /^fairy-stockfish/i, protocol: 'uci' },
  { program: /^pikafish/i, protocol: 'uci' },
  { program: /^(?:lc0|berserk|ethereal|toga2|glaurung)\b/i, protocol: 'uci' },
  { program: /^eleeye/i, protocol: 'ucci' },
  { program: /^gnugo/i, protocol: 'gtp', words: ['--mode', 'gtp'] },
  { program: /^pachi/i, protocol: 'gtp' },
  { program: /^katago/i, protocol: 'gtp', words: ['gtp'] },
  { program: /^leelaz/i, protocol: 'gtp', words: ['--gtp'] },
  { program: /^gtp-rhino/i, protocol: 'gtp' },
  { program: /^egaroucid/i, protocol: 'gtp', words: ['-gtp'] },
  { program: /^ntest/i, protocol: 'nboard', words: ['x'] },
  { program: /^saio/i, protocol: 'nboard' },
  { program: /^[lw]?edax/i, protocol: 'edax', words: ['-cassio'] },
]

/** Names that are looked for in the folders of programs. */
const LOOKED_FOR = ['stockfish', 'fairy-stockfish', 'pikafish', 'eleeye', 'gnugo', 'pachi', 'katago', 'edax', 'lc0']

/** How a program of a known name is started as an engine; undefined for any other name. */
export function usualStart(command: string): { protocol: Protocol; words: string[] } | undefined {
  const name = basename(command)
  const known = KNOWN.find(({ program }) => program.test(name))
  return known && { protocol: known.protocol, words: known.words ?? [] }
}

/** Engines in the folders of programs. They are not started: only their names are known. */
export function findEngines(): NamedEngine[] {
  const usual = ['/usr/games', '/usr/local/bin', '/opt/homebrew/bin', join(homedir(), '.local', 'bin')]
  const folders = new Set([...(process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== ''), ...usual])
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return LOOKED_FOR.flatMap((name): NamedEngine[] => {
    const command = [...folders].map((folder) => join(folder, name + suffix)).find((path) => existsSync(path))
    const start = command === undefined ? undefined : usualStart(name)
    return start ? [{ name, protocol: start.protocol, command: command!, arguments: start.words }] : []
  })
}

/** What the descriptors of the formats share whose files are the JSON of a server. */
import type { FileSet } from '../../bytes/source.ts'
import { isJsonObject, type Json } from '../../model/json.ts'
import type { Game } from '../../model/record.ts'
import { features } from '../feature.ts'
import type { Collection, ReadableFormat } from '../format.ts'
import { firstObject } from './objects.ts'

/** An object of JSON. */
export type Value = { [name: string]: Json }

/** What a descriptor says of a server. */
export interface ServerFacts {
  readonly id: string
  readonly name: string
  readonly game: Game
  readonly extensions: readonly string[]
  /** Whether an object is a game of this server. */
  readonly isGame: (value: Value) => boolean
  readonly open: (files: FileSet) => Promise<Collection>
}

/** The descriptor of a format. */
export function serverFormat({ id, name, game, extensions, isGame, open }: ServerFacts): ReadableFormat {
  return {
    id,
    name,
    games: [game],
    extensions,
    mediaTypes: [],
    holds: 'many',
    keeps: features(),
    detect: (head) => certainty(head, isGame),
    open,
  }
}

/** How likely a file is to hold games of a server: certain if the first object is one. */
function certainty(head: Uint8Array, isGame: (value: Value) => boolean): number {
  if (!/^(?:\xEF\xBB\xBF)?\s*[[{]/.test(String.fromCharCode(...head.subarray(0, 64)))) return 0
  try {
    const value = JSON.parse(firstObject(head) ?? '0') as Json
    return isJsonObject(value) && isGame(value) ? 1 : 0
  } catch {
    return 0
  }
}

export function isText(value: Json | undefined): boolean {
  return typeof value === 'string'
}

export function isObject(value: Json | undefined): boolean {
  return value !== undefined && isJsonObject(value)
}

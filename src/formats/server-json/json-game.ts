/** What the JSON of a server says of a game: safe access to its fields, and the record that readers fill. */
import type { ReadEntry } from '../record-collection.ts'
import { isJsonObject, type Json } from '../../model/json.ts'
import type { GameRecord } from '../../model/record.ts'
import type { JsonObject } from '../json.ts'

/** Reads a game. */
export type ReadGame = (game: JsonObject) => ReadEntry

/** The object in a field, an empty one if there is none. */
export function objectIn(value: Json | undefined): JsonObject {
  return value !== undefined && isJsonObject(value) ? value : {}
}

export function textIn(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function numberIn(value: Json | undefined): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** A number, also one that is written as text. */
export function amountIn(value: Json | undefined): number | undefined {
  return numberIn(value) ?? (typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : undefined)
}

/** An instant in ISO 8601 from seconds or, where they are that many, milliseconds since 1970. */
export function instantOf(value: Json | undefined): string | undefined {
  const number = numberIn(value)
  if (number === undefined || number <= 0) return undefined
  const milliseconds = number > 1e11 ? number : number * 1000
  if (milliseconds > 8.64e15) return undefined
  return new Date(milliseconds).toISOString().replace(/\.000Z$/, 'Z')
}

/** The same object without some fields. */
export function without(value: JsonObject, ...names: string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))
}

/** Keeps with a record what the model has no place for. */
export function keepNative(record: GameRecord, format: string, kept: JsonObject): void {
  if (Object.keys(kept).length > 0) record.native = { ...record.native, [format]: kept }
}

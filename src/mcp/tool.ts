/** What an assistant can ask for: a tool is a name, what it does, its arguments and the function behind it. */
import type { Database } from '../database/database.ts'
import { CodedError } from '../issues/errors.ts'

/** A part of a reply. */
export type Content =
  | { type: 'text'; text: string }
  | { type: 'resource'; resource: { uri: string; mimeType: string; text: string } }

/** The value of an argument: what the schema lets through. */
export type Arguments = Readonly<Record<string, unknown>>

/** A tool of the server. */
export interface Tool {
  name: string
  title: string
  /** What it does, for the assistant that chooses among tools. */
  description: string
  /** The arguments as JSON schemas by name. */
  properties: Readonly<Record<string, object>>
  required?: readonly string[]
  /** Whether it changes the database. */
  isChange?: true
  /** @param signal says that nobody waits for it any more */
  run(database: Database, given: Arguments, signal?: AbortSignal): Promise<Content[]>
}

/** An argument that a tool cannot use; its message is for the assistant. */
export class ArgumentError extends Error {
  override name = 'ArgumentError'
}

/** A value as a part of a reply: text as it is, all else as JSON. */
export function textContent(value: unknown): Content {
  return { type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }
}

/** Objects as lines of JSON. */
export function lineContent(rows: readonly object[]): Content {
  return { type: 'text', text: rows.map((row) => JSON.stringify(row)).join('\n') }
}

/** The bytes of a file as text; undefined where they are none: no UTF-8, or with the zeros of binary files. */
export function decodeText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** The text of an argument; numbers and truth values count as text. */
export function textOf(given: Arguments, name: string): string | undefined {
  const value = given[name]
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined
}

/** The text of an argument that must be there. Throws ArgumentError. */
export function requireText(given: Arguments, name: string): string {
  const text = textOf(given, name)
  if (text === undefined || text.trim() === '') throw new ArgumentError(`${name} is missing`)
  return text
}

/** A whole number from 0 to a limit; a default where it is not given. Throws ArgumentError. */
export function numberOf(given: Arguments, name: string, otherwise: number, most: number): number {
  const text = textOf(given, name)
  if (text === undefined) return otherwise
  if (!/^\d{1,10}$/.test(text)) throw new ArgumentError(`${name} takes a whole number, not ${text.slice(0, 40)}`)
  return Math.min(Number(text), most)
}

/** Whether an error is about what was asked, not a fault of the program. */
export function isAboutArguments(error: unknown): error is Error {
  return error instanceof ArgumentError || error instanceof CodedError
}

/**
 * What a record keeps of SGF beyond the model, under `native.sgf`: properties
 * that the model does not know, and those that would not be written as they were found.
 */
import { isJsonObject, type Json } from '../../model/json.ts'
import { isClosedValue, type LineBreak } from './text.ts'

export const NATIVE_ID = 'sgf'

/** A value as found between its brackets: text with its escapes, or bytes that are not text in their encoding. */
export type NativeValue = string | { base64: string; encoding: string }

/** A property: its identifier and its values. */
export type NativeProperty = [id: string, ...values: NativeValue[]]

/** `native.sgf` of a node. */
export type NodeNative = {
  /** The move was in the same SGF node as the contents of the parent. */
  joined?: true
  properties?: NativeProperty[]
}

/** `native.sgf` of a record. */
export type RecordNative = {
  /** The line breaks inside its values, if not `\n`. */
  lineBreak?: LineBreak
  /** The text between this game and the next, or the end of the file. */
  textAfter?: string
}

/** `native.sgf` of a text: a game tree of a game that the record model does not know. */
export type TextNative = {
  /** The bytes of the tree, if they are not text in their encoding. */
  base64?: string
  encoding?: string
  /** As in {@link RecordNative}. */
  textAfter?: string
}

/** Keeps the text after a game tree with what was read of it. */
export function keepTextAfter(of: { native?: Record<string, Json> }, text: string): void {
  const native = (of.native ??= {})
  const own = (native[NATIVE_ID] ??= {}) as RecordNative
  own.textAfter = text
}

/** The text kept by {@link keepTextAfter}. */
export function textAfterOf(native: Record<string, Json> | undefined): string | undefined {
  const own = native?.[NATIVE_ID]
  const text = isJsonObject(own) ? own['textAfter'] : undefined
  return typeof text === 'string' ? text : undefined
}

const LINE_BREAKS: readonly (Json | undefined)[] = ['\r\n', '\r', '\n\r'] satisfies LineBreak[]

/** The line breaks of a record's values. */
export function lineBreakOf(native: Record<string, Json> | undefined): LineBreak {
  const own = native?.[NATIVE_ID]
  const lineBreak = isJsonObject(own) ? own['lineBreak'] : undefined
  return LINE_BREAKS.includes(lineBreak) ? (lineBreak as LineBreak) : '\n'
}

/** Reads `native.sgf` of a node. It may come from anywhere, so invalid data is skipped. */
export function nodeNative(native: Record<string, Json> | undefined): NodeNative {
  const own = native?.[NATIVE_ID]
  if (!isJsonObject(own)) return {}
  const known: NodeNative = {}
  if (own['joined'] === true) known.joined = true
  const { properties } = own
  if (Array.isArray(properties)) known.properties = properties.filter(isNativeProperty)
  return known
}

function isNativeProperty(value: Json): value is NativeProperty {
  if (!Array.isArray(value)) return false
  const [id, ...values] = value
  return typeof id === 'string' && isIdentifier(id) && values.length > 0 && values.every(isNativeValue)
}

/** The longest name of a property that is read as one, in bytes of UTF-8. */
export const MAX_IDENTIFIER = 32

/**
 * Whether a name is read back as it is written: capitals, or, as programs write beside them, digits and whatever else has no
 * meaning in SGF (`LZ2`, `x-clock`). Letters alone are folded to capitals.
 */
export function isIdentifier(id: string): boolean {
  if (/^[A-Z]+$/.test(id)) return true
  const isShort = new TextEncoder().encode(id).length <= MAX_IDENTIFIER
  // oxlint-disable-next-line no-control-regex -- every control character is white space in SGF
  return isShort && /^[^\0-\x20()[\];\\]+$/.test(id) && !/^(?:[A-Z][A-Za-z]*|[a-z]+)$/.test(id)
}

function isNativeValue(value: Json): value is NativeValue {
  if (typeof value === 'string') return isClosedValue(value)
  return isJsonObject(value) && typeof value['base64'] === 'string' && typeof value['encoding'] === 'string'
}

/**
 * What a record keeps of PGN beyond the model, under `native.pgn`: `repeatedTags`, pairs of name and value; `lines`,
 * text between games and lines behind `%`.
 */
import type { AnyRecord } from '../../../model/line-record.ts'
import { isJsonObject, type Json } from '../../../model/json.ts'
import { isTagName, type TagPair } from './header.ts'

const NATIVE_ID = 'pgn'

export interface PgnNative {
  repeatedTags: readonly TagPair[]
  lines: readonly string[]
}

/** Stores tags and lines, if any, with a record. */
export function keepNative(record: AnyRecord, { repeatedTags, lines }: PgnNative): void {
  if (repeatedTags.length === 0 && lines.length === 0) return
  const native: Record<string, Json> = {}
  if (repeatedTags.length > 0) native['repeatedTags'] = repeatedTags.map((pair) => [...pair])
  if (lines.length > 0) native['lines'] = [...lines]
  record.native = { [NATIVE_ID]: native }
}

/** What a record has stored, as far as it can be written; `isWhole` if that is everything. */
export function keptNative({ native }: AnyRecord): PgnNative & { isWhole: boolean } {
  const kept = native?.[NATIVE_ID]
  if (kept === undefined) return { repeatedTags: [], lines: [], isWhole: true }
  if (!isJsonObject(kept)) return { repeatedTags: [], lines: [], isWhole: false }
  const { repeatedTags: tags = [], lines = [], ...others } = kept
  const repeatedTags = listOf(tags).filter(isPair)
  const goodLines = listOf(lines).filter(isLine)
  const isWhole =
    Object.keys(others).length === 0 &&
    Array.isArray(tags) &&
    Array.isArray(lines) &&
    repeatedTags.length === tags.length &&
    goodLines.length === lines.length
  return { repeatedTags, lines: goodLines, isWhole }
}

function listOf(value: Json): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function isLine(value: unknown): value is string {
  return typeof value === 'string' && !/[\r\n]/.test(value)
}

function isPair(value: unknown): value is TagPair {
  if (!Array.isArray(value) || value.length !== 2) return false
  const [name, text] = value as unknown[]
  return typeof name === 'string' && typeof text === 'string' && isTagName(name)
}

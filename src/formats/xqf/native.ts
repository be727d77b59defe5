/**
 * What an XQF file contains beyond the record model. It is kept under `native.xqf` of the record or node and restored
 * when XQF is written.
 */
import { fromBase64, toBase64 } from '../../bytes/text.ts'
import type { Json } from '../../model/json.ts'
import { FIELD_NAMES, type FieldName } from './layout.ts'

/** Bytes in base64. */
type Base64 = string

/** `native.xqf` of a record. Everything is absent if the file has the usual value, mostly 0. */
export type RecordNative = {
  productId?: number
  /** Number of the ply at which the record starts. */
  startPly?: number
  /** The result byte, if not 0 to 3. */
  result?: number
  /** The eight codes, if one beyond the known types is set. */
  codes?: number[]
  secondTitle?: string
  /** Bytes of header texts that cannot be restored from the decoded text. */
  texts?: { [field in FieldName]?: Base64 }
  /** Non-zero bytes in unused areas of the header. */
  stray?: { at: number; base64: Base64 }[]
  /** Bytes after the last move record, decrypted. */
  trailing?: Base64
}

/** `native.xqf` of a node. */
export type NodeNative = {
  /** Bytes of a comment that cannot be restored from the decoded text. */
  comment?: Base64
  /** The points of the move, if not on the board. */
  points?: [from: number, to: number]
}

/** The data of this format in a record or node, unchecked, or an empty object. */
function own(native: Record<string, Json> | undefined): { [key: string]: Json } {
  const value = native?.['xqf']
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}

/** Reads `native.xqf` of a record. It may come from anywhere, so invalid data is skipped. */
export function recordNative(native: Record<string, Json> | undefined): RecordNative {
  const { productId, startPly, result, codes, secondTitle, texts, stray, trailing } = own(native)
  const known: RecordNative = {}
  if (isWhole(productId, 0xffffffff)) known.productId = productId
  if (isWhole(startPly, 0xffff)) known.startPly = startPly
  if (isWhole(result, 0xff)) known.result = result
  if (Array.isArray(codes)) known.codes = codes.map((code) => (isWhole(code, 0xffff) ? code : 0))
  if (typeof secondTitle === 'string') known.secondTitle = secondTitle
  if (typeof texts === 'object' && texts !== null && !Array.isArray(texts)) {
    known.texts = {}
    for (const name of FIELD_NAMES) {
      const text = texts[name]
      if (typeof text === 'string') known.texts[name] = text
    }
  }
  if (Array.isArray(stray)) known.stray = stray.filter(isStray)
  if (typeof trailing === 'string') known.trailing = trailing
  return known
}

/** Reads `native.xqf` of a node, as {@link recordNative} does. */
export function nodeNative(native: Record<string, Json> | undefined): NodeNative {
  const { comment, points } = own(native)
  const known: NodeNative = {}
  if (typeof comment === 'string') known.comment = comment
  if (Array.isArray(points)) {
    const [from, to] = points
    if (isWhole(from, 0xff) && isWhole(to, 0xff)) known.points = [from, to]
  }
  return known
}

function isWhole(value: Json | undefined, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most
}

function isStray(value: Json): value is { at: number; base64: Base64 } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return isWhole(value['at'], 0x3ff) && typeof value['base64'] === 'string'
}

/** The runs of bytes that are not zero. */
export function strayRuns(bytes: Uint8Array): { at: number; base64: Base64 }[] {
  const runs: { at: number; base64: Base64 }[] = []
  let at = 0
  while (at < bytes.length) {
    let end = at
    while (end < bytes.length && bytes[end] !== 0) end++
    if (end > at) runs.push({ at, base64: toBase64(bytes.subarray(at, end)) })
    at = end + 1
  }
  return runs
}

/** Restores runs in a header, as far as they fit. */
export function putStrayRuns(header: Uint8Array, runs: readonly { at: number; base64: Base64 }[]): void {
  for (const { at, base64 } of runs) header.set(fromBase64(base64).subarray(0, header.length - at), at)
}

/**
 * The games in the JSON of a server, as ranges of bytes: an object alone, a list of them, a list under a name, or one a line. They
 * are found without parsing the whole, so that a file that is cut off keeps the games before its end.
 */
import { OffsetList } from '../../bytes/offset-list.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const NEWLINE = 0x0a
const OPEN_LIST = 0x5b
const OPEN_OBJECT = 0x7b
const CLOSE_LIST = 0x5d
const CLOSE_OBJECT = 0x7d

/** What may stand between objects: white space, commas, brackets, and the mark of UTF-8. */
const BETWEEN = new Set([
  0x20,
  0x09,
  0x0a,
  0x0d,
  0x2c,
  OPEN_LIST,
  CLOSE_LIST,
  OPEN_OBJECT,
  CLOSE_OBJECT,
  0xef,
  0xbb,
  0xbf,
])

/** Bytes in which the list of games must begin. */
const HEAD_SIZE = 1 << 12

/** What stands before a list under a name: numbers, words, and texts, but nothing nested. */
const LIST = /^\s*\{(?:[^{}[\]"]|"(?:[^"\\]|\\.)*"(?!\s*:\s*[[{])|"(?:games|results|chesslist)"\s*:\s*(?=\[))*\[/

/** Where objects begin and end; the last may lack its end. */
export interface ObjectRanges {
  starts: OffsetList
  ends: OffsetList
  isCut: boolean
  /** Where the list begins whose objects these are, and where it ends; the whole file where there is none. */
  listStart: number
  listEnd: number
  /** Where something stands between the objects that does not belong there; -1 if nothing does. */
  strayAt: number
}

/** Finds the games. */
export function findObjects(bytes: Uint8Array): ObjectRanges {
  const head = String.fromCharCode(...bytes.subarray(0, HEAD_SIZE))
  const named = LIST.exec(head)
  const plain = /^(?:\xEF\xBB\xBF)?\s*\[/.exec(head)
  return scan(bytes, named?.[0].length ?? plain?.[0].length ?? 0)
}

/** The first whole object of a beginning of a file, as text; undefined if there is none. */
export function firstObject(head: Uint8Array): string | undefined {
  const { starts, ends } = findObjects(head)
  return ends.length === 0 ? undefined : new TextDecoder().decode(head.subarray(starts.at(0), ends.at(0)))
}

/** The outermost objects from an offset on, up to the end of the list that is open there. */
function scan(bytes: Uint8Array, from: number): ObjectRanges {
  const starts = new OffsetList()
  const ends = new OffsetList()
  let depth = 0
  let isText = false
  let strayAt = -1
  let at = from
  for (; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (depth === 0 && strayAt < 0 && !BETWEEN.has(byte)) strayAt = at
    if (isText) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) isText = false
      else if (byte === NEWLINE && depth > 0) {
        // No text has a line break: this object is damaged, and the next line may begin another.
        ends.push(at)
        depth = 0
        isText = false
      }
    } else if (byte === QUOTE) isText = depth > 0
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      if (depth === 0 && byte === OPEN_LIST) continue
      if (depth++ === 0) starts.push(at)
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      if (depth === 0) {
        if (from > 0 && byte === CLOSE_LIST) break
        // One too many, behind an object that is damaged: the others are still to come.
        if (strayAt < 0) strayAt = at
      } else if (--depth === 0) ends.push(at + 1)
    }
  }
  const isList = at < bytes.length
  return { starts, ends, isCut: depth > 0, listStart: from, listEnd: isList ? at : bytes.length, strayAt }
}

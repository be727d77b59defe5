/**
 * The `.cbm` file: which files of the folder `name.html` a guiding text uses.
 * docs/formats/chessbase.md, Media.
 */
import { i32le } from '../../bytes/numbers.ts'
import type { Source } from '../../bytes/source.ts'
import { untilNul, type TextReader } from './text.ts'

export const MEDIA_HEAD_SIZE = 32
const RECORD_SIZE_AT = 4

/** Bytes of a list's first record before its text: -1, then the number of records it takes. */
export const LIST_HEAD = 8

/** The largest number of records in one list; 1,024 bytes each. */
const MAX_RECORDS = 1024

/** First line of every list. */
export const TITLE = 'FilesUsed'

/**
 * The files named by the list whose text begins at an offset, as given in a `.cbj` record; undefined if there is no
 * list.
 */
export function readMediaList(source: Source, offset: number, text: TextReader): string[] | undefined {
  const start = offset - LIST_HEAD
  if (start < MEDIA_HEAD_SIZE) return undefined
  const recordSize = i32le(source.read(RECORD_SIZE_AT, RECORD_SIZE_AT + 4), 0)
  const records = i32le(source.read(start + 4, offset), 0)
  if (recordSize <= LIST_HEAD || recordSize > 1 << 16 || records < 1 || records > MAX_RECORDS) return undefined
  const bytes = untilNul(source.read(offset, start + records * recordSize))
  const [title, count, ...names] = text.field(bytes).split('\n')
  if (title !== TITLE) return undefined
  return names.slice(0, Number(count) || 0).filter((name) => name !== '')
}

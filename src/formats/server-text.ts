/** The text of files of servers, pages and programs, which say little or nothing about its encoding. */
import { percentOf } from '../bytes/guess/decider.ts'
import { findEncoding } from '../bytes/guess-encoding.ts'
import { findUnicodeMark } from '../bytes/unicode-mark.ts'
import { readAll, type Source } from '../bytes/source.ts'
import { decodeText, encodingName, isUtf8 } from '../bytes/text.ts'
import { issue, type Issue } from '../issues/issue.ts'

/** Longer than any file of a single game. */
const MAX_SIZE = 1 << 24

/** What is known of the text of a file. */
interface KnownEncoding {
  /** Standard name of the encoding. */
  encoding: string
  /** That it was guessed, and how sure that is. */
  guessed: Issue[]
}

export interface ServerText extends KnownEncoding {
  lines: string[]
}

/**
 * Reads the lines of a file. Throws FormatError for a file longer than any game, TypeError for an unknown encoding.
 * @param forced the encoding to use regardless of the bytes
 * @param named the encoding that the file itself names, if any
 */
export function readLines(source: Source, forced: string | undefined, named?: NamesEncoding): ServerText {
  const { text, ...known } = readText(source, forced, named)
  return { lines: text.split(/\r\n|\r|\n/), ...known }
}

/** Finds the encoding that the head of a file names. */
type NamesEncoding = (head: string) => string | undefined

/** Reads the text of a file, as {@link readLines} does. */
export function readText(
  source: Source,
  forced: string | undefined,
  named?: NamesEncoding,
): KnownEncoding & { text: string } {
  const bytes = readAll(source, MAX_SIZE)
  const known = knownEncoding(bytes, forced, named)
  const { encoding, certainty } = known === undefined ? findEncoding(bytes) : { encoding: known, certainty: 1 }
  const guessed = known === undefined ? [guessedEncoding(source.name, encoding, certainty)] : []
  return { text: decodeText(bytes, encoding).replace(/^\uFEFF/, ''), encoding, guessed }
}

/** Says that the encoding of a file was guessed. */
export function guessedEncoding(file: string, encoding: string, certainty: number): Issue {
  return issue('text/encoding-guessed', 'info', { encoding, percent: percentOf(certainty) }, { file })
}

/** The number of bytes in which a file may name its encoding. */
const HEAD_SIZE = 2048

/** The encoding that is given, or that the file shows or names. */
function knownEncoding(
  bytes: Uint8Array,
  forced: string | undefined,
  named: NamesEncoding | undefined,
): string | undefined {
  if (forced !== undefined) {
    const known = encodingName(forced)
    if (known === undefined) throw new TypeError(`unknown encoding: ${forced}`)
    return known
  }
  const mark = findUnicodeMark(bytes)
  if (mark) return mark.encoding
  if (isUtf8(bytes)) return 'utf-8'
  const declared = named?.(decodeText(bytes.subarray(0, HEAD_SIZE), 'windows-1252'))
  // Damage and other programs give names that nobody knows.
  return declared && encodingName(declared)
}

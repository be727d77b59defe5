/** The encoding of an XQF file, which says nothing about it: mainland programs write GBK, and a few files of Taiwan Big5. */
import { decideEncoding, likelihood, type EncodingGuess } from '../../bytes/guess/decider.ts'
import { isAscii } from '../../bytes/text.ts'
import type { XqfFile } from './file.ts'
import { FIELDS } from './layout.ts'
import { USUAL_ENCODING } from './text.ts'

/** How sure the guess of another encoding than the usual has to be. */
const SURE = 0.9995
/** How much likelier a text has to be in the usual encoding to speak against another, as a natural logarithm. */
const MUCH = 8
const AMONG = [USUAL_ENCODING, 'big5']
/** Bytes of comments that are looked at. */
const MOST_BYTES = 1 << 13

/** Finds the encoding by all texts of a file together. */
export function guessXqfEncoding(file: XqfFile): EncodingGuess {
  const texts = textsOf(file).filter((text) => !isAscii(text))
  if (texts.length === 0) return { encoding: USUAL_ENCODING, certainty: 1 }
  const guess = decideEncoding(texts, AMONG)
  // Parts of a file that was patched together are of both; then the usual encoding is as good as the other.
  const isWhole = texts.every((text) => likelihood([text], guess.encoding) > likelihood([text], USUAL_ENCODING) - MUCH)
  return guess.encoding === USUAL_ENCODING || (isWhole && guess.certainty >= SURE)
    ? guess
    : { encoding: USUAL_ENCODING, certainty: 1 - guess.certainty }
}

function textsOf(file: XqfFile): Uint8Array[] {
  const texts: Uint8Array[] = []
  for (const [name, { at, capacity }] of Object.entries(FIELDS)) {
    // A title that is too long overwrites the second.
    if (name === 'second-title' && file.plain[FIELDS.title.at]! > FIELDS.title.capacity) continue
    const length = Math.min(file.plain[at]!, capacity)
    texts.push(file.plain.subarray(at + 1, at + 1 + length))
  }
  const records = file.records()
  for (let left = MOST_BYTES; left > 0 && records.next();) {
    texts.push(records.bytes.subarray(records.commentStart, records.commentEnd))
    left -= records.commentEnd - records.commentStart + 1
  }
  return texts
}

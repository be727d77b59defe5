/** Whether movetext ends in a result: where a game has ended, the next may begin. */
import { CLOSE_BRACE, DOT, hasText, isSpace, NEWLINE, PERCENT, RETURN, SEMICOLON } from './characters.ts'

const RESULTS = ['1-0', '0-1', '1/2-1/2', '1/2', '0-0', '*']

/** Whether the last word before an offset is a result, and not in a comment to the end of its line. */
export function endsInResult(bytes: Uint8Array, start: number, at: number): boolean {
  while (at > start && isSpace(bytes[at - 1]!)) at--
  const result = RESULTS.find((text) => at - text.length >= start && hasText(bytes, at - text.length, at, text))
  if (result === undefined) return false
  const from = at - result.length
  const before = bytes[from - 1]!
  if (from > start && !isSpace(before) && before !== CLOSE_BRACE && before !== DOT) return false
  let line = from
  while (line > start && bytes[line - 1] !== NEWLINE && bytes[line - 1] !== RETURN) line--
  return bytes[line] !== PERCENT && !bytes.subarray(line, from).includes(SEMICOLON)
}

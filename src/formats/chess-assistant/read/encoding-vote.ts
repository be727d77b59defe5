/** Detects the encoding of texts from what they look like: docs/formats/chess-assistant.md, Open points. */
import { isAscii, isUtf8 } from '../../../bytes/text.ts'
import type { Reading } from '../../format.ts'
import { CODE } from '../moves/codes.ts'
import { KIND } from '../notes/comments.ts'
import type { ChessAssistantDatabase } from '../files/database.ts'
import { LISTS } from '../files/layout.ts'
import { codeSize } from '../moves/record-codes.ts'
import { decideReading, spread } from '../../votes.ts'

export const DEFAULT_ENCODING = 'windows-1252'
export const RUSSIAN_ENCODING = 'windows-1251'

/** Number of entries examined, spread over the list. */
const SAMPLE_NAMES = 100_000

/** The best encoding wins if it has at least this many times the votes of the next. */
const MARGIN = 2

/** A run of Cyrillic letters longer than in any western text. */
const RUSSIAN_RUN = 3

/** A vote for every text that is not plain ASCII: Russian has long runs of non-ASCII letters, western text single ones. */
export function voteOnEncoding(texts: Iterable<Uint8Array>, usual: string): Reading {
  return decide(countVotes(texts), usual)
}

/** The same for texts that are each read as UTF-8 if valid: the question is what the others are. */
export function voteOnPage(texts: Iterable<Uint8Array>, usual: string): Reading {
  const votes = countVotes(texts)
  const { 'utf-8': utf8, ...pages } = votes
  const isMixed = Object.values(pages).some((count) => count > 0)
  return { ...decide(isMixed ? pages : { 'utf-8': utf8! }, usual), votes }
}

function countVotes(texts: Iterable<Uint8Array>): Record<string, number> {
  const votes: Record<string, number> = { 'utf-8': 0, [RUSSIAN_ENCODING]: 0, [DEFAULT_ENCODING]: 0 }
  for (const bytes of texts) {
    if (isAscii(bytes)) continue
    if (isUtf8(bytes)) votes['utf-8']!++
    else if (looksRussian(bytes)) votes[RUSSIAN_ENCODING]!++
    else votes[DEFAULT_ENCODING]!++
  }
  return votes
}

function decide(votes: Record<string, number>, usual: string): Reading {
  return decideReading(votes, usual, MARGIN)
}

/** The names of all lists. */
export function* names(database: ChessAssistantDatabase): IterableIterator<Uint8Array> {
  for (const name of LISTS) {
    const list = database.lists[name]
    for (const place of spread(list.count, SAMPLE_NAMES)) {
      const bytes = list.bytesOf(place, 0)?.name
      if (bytes) yield bytes
    }
  }
}

/** Bytes before the kind of a comment, by its code. */
const HEAD_SIZES = new Map<number, number>([
  [CODE.symbol, 1],
  [CODE.shortComment, 2],
  [CODE.longComment, 5],
])

/** The texts of a sample of games. */
export function* comments(database: ChessAssistantDatabase, games: number): IterableIterator<Uint8Array> {
  for (const index of spread(database.count, games)) {
    const { bytes } = database.game(database.header(index).game)
    for (let at = 0; at < bytes.length;) {
      const size = codeSize(bytes, at)
      if (size === 0) break
      const head = HEAD_SIZES.get(bytes[at]!) ?? 0
      const kind = bytes[at + head]
      if (head > 0 && (kind === KIND.text || kind === KIND.textBefore)) yield bytes.subarray(at + head + 1, at + size)
      at += size
    }
  }
}

/** Whether a single-byte text has runs of letters that no western text has. */
export function looksRussian(bytes: Uint8Array): boolean {
  return longestRun(bytes) >= RUSSIAN_RUN
}

function longestRun(bytes: Uint8Array): number {
  let longest = 0
  let run = 0
  for (const byte of bytes) {
    run = byte >= 0xc0 ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}

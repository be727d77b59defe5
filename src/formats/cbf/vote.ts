/** Decides how a database is to be read from how well its games fit each reading: docs/formats/cbf.md, Open points. */
import type { Reading } from '../format.ts'
import { decideReading, forcedReadings, spread } from '../votes.ts'
import { splitEntries, textOf } from './annotations.ts'
import { CODE_PAGES, type CodePage } from './code-pages.ts'
import type { CbfDatabase } from './database.ts'
import { decodeGame } from './game.ts'
import { decide, DEFAULT_PROFILE, POINTS, READINGS, type Point, type Profile } from './profile.ts'

/** Number of games examined, spread over the database. */
const SAMPLE_GAMES = 300

/** The best code page wins if it has at least this many times the votes of the next. */
const PAGE_MARGIN = 2

export interface Votes {
  profile: Profile
  page: CodePage
  votes: Record<Point | 'encoding', Reading>
}

/** Votes on every open point that is not forced. Throws TypeError for a reading or a code page that does not exist. */
export function voteOnDatabase(
  database: CbfDatabase,
  settings?: Readonly<Record<string, string>>,
  wantedPage?: string,
): Votes {
  const forced = forcedReadings(READINGS, settings)
  const profile: Profile = { ...DEFAULT_PROFILE, ...(forced as Partial<Profile>) }
  const votes = {} as Votes['votes']
  for (const point of POINTS) {
    const wanted = forced[point]
    votes[point] =
      wanted === undefined
        ? decide(point, countLegal(database, point, profile))
        : { outcome: 'forced', reading: wanted, votes: {} }
    Object.assign(profile, { [point]: votes[point].reading })
  }
  const page = CODE_PAGES.find((known) => known === wantedPage)
  if (wantedPage !== undefined && !page) {
    throw new TypeError(`the encoding is one of ${CODE_PAGES.join(', ')}, not ${wantedPage}`)
  }
  votes.encoding = page
    ? { outcome: 'forced', reading: page, votes: {} }
    : decideReading(countLetters(database), CODE_PAGES[0]!, PAGE_MARGIN)
  return { profile, page: votes.encoding.reading as CodePage, votes }
}

/** A vote for every game that is legal to its end under one reading of a point and not under the other. */
function countLegal(database: CbfDatabase, point: Point, profile: Profile): Record<string, number> {
  const readings: readonly string[] = READINGS[point]
  const votes = Object.fromEntries(readings.map((reading) => [reading, 0]))
  for (const index of spread(database.count, SAMPLE_GAMES)) {
    const parts = database.game(index)
    if (!parts) continue
    const legal = readings.filter((reading) => {
      const { decoded } = decodeGame(parts, { ...profile, [point]: reading })
      return decoded !== undefined && decoded.fault === undefined
    })
    if (legal.length === 1) votes[legal[0]!]!++
  }
  return votes
}

/** Letters of western languages by code page: those that are letters in one and signs in the others speak for it. */
const LETTERS: Readonly<Record<CodePage, ReadonlySet<number>>> = {
  // What 850 has in place of Greek letters and lines.
  cp850: new Set([
    0x9b, 0x9d, 0xb5, 0xb6, 0xb7, 0xc6, 0xc7, 0xd0, 0xd1, 0xd2, 0xd3, 0xd4, 0xd6, 0xd7, 0xd8, 0xe4, 0xe5, 0xe9,
  ]),
  cp437: new Set(),
  // Accented letters of Windows, which are lines and Greek letters in DOS.
  'windows-1252': new Set(
    Array.from({ length: 64 }, (_, index) => 0xc0 + index).filter((code) => (code & 0x1f) !== 0x17),
  ),
}

/** Letters that both pages of DOS have. */
function isDosLetter(byte: number): boolean {
  return (byte >= 0x80 && byte <= 0x9a) || (byte >= 0xa0 && byte <= 0xa5) || byte === 0xe1
}

/** A vote for every byte that is a letter in a page, between letters. */
function countLetters(database: CbfDatabase): Record<string, number> {
  const votes: Record<string, number> = { cp850: 0, cp437: 0, 'windows-1252': 0 }
  for (const index of spread(database.count, SAMPLE_GAMES)) {
    const parts = database.game(index)
    if (!parts) continue
    const texts = [parts.players, parts.source, ...splitEntries(parts.annotations).entries.map(textOf)]
    for (const bytes of texts) {
      for (let at = 1; at < bytes.length; at++) {
        const byte = bytes[at]!
        if (byte < 0x80 || !isAsciiLetter(bytes[at - 1]!)) continue
        if (isDosLetter(byte)) {
          votes['cp850']!++
          votes['cp437']! += 0.5
        } else if (LETTERS['windows-1252'].has(byte) && isAsciiLetter(bytes[at + 1] ?? 0)) votes['windows-1252']!++
        else if (LETTERS.cp850.has(byte)) votes['cp850']!++
      }
    }
  }
  return votes
}

function isAsciiLetter(byte: number): boolean {
  return (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a
}

/**
 * Finds the facts of a header that would not be read back from its tags. Most headers contain plain facts that have
 * their own tag or none, which is quick to decide; for any other, the tags are read back and compared.
 */
import { isRealDate, type PartialDate } from '../../../model/date.ts'
import {
  playerOf,
  type GameEvent,
  type Header,
  type Player,
  type Publication,
  type Team,
} from '../../../model/record.ts'
import type { Result } from '../../../model/result.ts'
import { readHeader, UNKNOWN, type TagPair } from './header.ts'
import type { TagFields } from './tag-fields.ts'

/** What can be decided about a single fact. */
type Verdict = 'kept' | 'lost' | 'unsure'

/** Judges a fact, or the facts of a part of a header one by one. */
type Judge = ((value: unknown) => Verdict) | ReadonlyMap<string, Judge>

/** Judges for the facts of one part. */
type Judges<Part> = { [Key in keyof Part]?: Judge }

const byKey = (table: Record<string, Judge>): ReadonlyMap<string, Judge> => new Map(Object.entries(table))

const LOST: Judge = () => 'lost'

/** Facts that conversions report by their feature, or that are written elsewhere than in tags. */
const ELSEWHERE: Judge = () => 'kept'

const TEXT: Judge = (value) => (typeof value === 'string' && value !== UNKNOWN ? 'kept' : 'unsure')

const COUNT: Judge = (value) =>
  Number.isInteger(value) && (value as number) > 0 && (value as number) < 1e5 ? 'kept' : 'unsure'

const DATE: Judge = (value) => {
  const { text, year, month, day } = value as PartialDate
  const isPlain = text === undefined && year !== undefined && (month !== undefined || day === undefined)
  return isPlain && isRealDate(value as PartialDate) ? 'kept' : 'unsure'
}

/** By default a rating is a FIDE rating. */
const USUAL_RATING = 'FIDE'

const PLAYER = byKey({
  colour: COUNT,
  name: TEXT,
  rating: COUNT,
  ratingType: (value) => (value === USUAL_RATING ? 'kept' : 'lost'),
  title: TEXT,
  nation: TEXT,
  team: byKey({ name: TEXT, nation: TEXT, number: LOST, season: LOST, year: LOST } satisfies Judges<Team>),
  native: ELSEWHERE,
} satisfies Judges<Player>)

const EVENT = byKey({
  name: TEXT,
  site: TEXT,
  date: DATE,
  endDate: DATE,
  type: TEXT,
  pace: TEXT,
  nation: TEXT,
  category: COUNT,
  rounds: COUNT,
  complete: LOST,
  isTeamEvent: LOST,
  boardPoints: LOST,
  threePointsForWin: LOST,
  location: LOST,
  tieBreaks: LOST,
  native: ELSEWHERE,
} satisfies Judges<GameEvent>)

const PUBLICATION = byKey({
  title: TEXT,
  publisher: TEXT,
  published: DATE,
  versionDate: DATE,
  version: COUNT,
  quality: TEXT,
} satisfies Judges<Publication>)

const RESULT = byKey({
  outcome: (value) => (value === 'void' ? 'unsure' : 'kept'),
  winner: COUNT,
  score: ELSEWHERE,
  verdict: ELSEWHERE,
} satisfies Judges<Result>)

const HEADER = byKey({
  title: TEXT,
  titles: ELSEWHERE,
  event: EVENT,
  round: COUNT,
  subround: COUNT,
  date: DATE,
  result: RESULT,
  openingCode: TEXT,
  openingSubcode: ELSEWHERE,
  openingName: TEXT,
  variationName: TEXT,
  annotator: TEXT,
  publication: PUBLICATION,
  about: ELSEWHERE,
  medals: ELSEWHERE,
  isTopGame: ELSEWHERE,
  tags: ELSEWHERE,
  deleted: ELSEWHERE,
} satisfies Judges<Header>)

/** The facts missing from the tags: `event.location`, `players.team.year`. */
export function lostFacts(header: Header, tags: readonly TagPair[], fields: TagFields): string[] {
  const lost = new Set<string>()
  const isSure = header.subround === undefined || header.round !== undefined
  return isSure && judge(header, HEADER, '', lost) ? [...lost] : readBack(header, tags, fields)
}

/** Collects the facts without a tag; returns false if that is not certain for all facts. */
function judge(part: object, judgesOf: ReadonlyMap<string, Judge>, prefix: string, lost: Set<string>): boolean {
  for (const key in part) {
    const value = part[key as keyof typeof part] as unknown
    if (value === undefined || value === '') continue
    if (key === 'players') {
      for (const player of value as Player[]) if (!judge(player, PLAYER, 'players.', lost)) return false
      continue
    }
    const found = judgesOf.get(key)
    if (found === undefined) return false
    if (typeof found !== 'function') {
      if (!judge(value as object, found, `${prefix}${key}.`, lost)) return false
      continue
    }
    const verdict = found(value)
    if (verdict === 'unsure') return false
    if (verdict === 'lost') lost.add(prefix + key)
  }
  return true
}

/** The same by reading the tags. */
function readBack(header: Header, tags: readonly TagPair[], fields: TagFields): string[] {
  const names = tags.map(([name]) => name)
  const list = { names, value: (index: number) => tags[index]![1] }
  const read = facts(readHeader(list, fields, () => false).header)
  const lost = new Set<string>()
  for (const [path, value] of facts(header)) {
    // A fact may have been kept as text, such as a date in words.
    if (read.get(path) !== value && value !== '' && !path.startsWith('tags.')) lost.add(shortPath(path))
  }
  return [...lost]
}

/** The path of a fact as reported: `event.tieBreaks.0` becomes `event.tieBreaks`. */
function shortPath(path: string): string {
  const parts = path.split('.').filter((part) => !/^[0-9]+$/.test(part))
  return parts.slice(0, parts[1] === 'team' ? 3 : 2).join('.')
}

/** The facts of a header by their path. Of the players, only the one of each colour counts. */
function facts(header: Header): Map<string, unknown> {
  const players = [playerOf(header, 1), playerOf(header, 2)].filter((player) => player !== undefined)
  const found = new Map<string, unknown>()
  collect({ ...header, players }, '', found)
  for (const [path, value] of found) {
    if (path.endsWith('.ratingType') && value === USUAL_RATING) found.delete(path)
  }
  // Default values, and a place that is written as the site.
  if (found.get('kind') === 'game') found.delete('kind')
  if (found.get('event.pace') === 'normal') found.delete('event.pace')
  if (!found.has('event.site') && found.has('place')) found.set('event.site', found.get('place'))
  if (found.get('place') === found.get('event.site')) found.delete('place')
  // The same instant may be given in another zone.
  const instant = new Date(header.instant ?? Number.NaN)
  if (!Number.isNaN(instant.getTime())) found.set('instant', instant.getTime())
  return found
}

/** Facts that are not judged. */
const REPORTED = new Set([
  'about',
  'deleted',
  'isTopGame',
  'medals',
  'native',
  'openingSubcode',
  'perfectScore',
  'rules',
  'score',
  'titles',
  'verdict',
])

function collect(value: object, path: string, found: Map<string, unknown>): void {
  for (const [key, part] of Object.entries(value) as [string, unknown][]) {
    if (REPORTED.has(key) || part === undefined) continue
    const name = path === '' ? key : `${path}.${key}`
    if (typeof part === 'object' && part !== null) collect(part, name, found)
    else found.set(name, part)
  }
}

/** What the index and the tags of a game say, as the header of a record: docs/formats/scid.md, What becomes of the fields. */
import { issue, type Issue } from '../../issues/issue.ts'
import type { Header } from '../../model/record.ts'
import { chessDialect } from '../pgn/chess-dialect.ts'
import { readHeader } from '../pgn/header.ts'
import { dateText, openingText, RATING_TYPES, RESULTS } from './codes.ts'
import type { Database } from './database.ts'
import { FLAG, flagLetters } from './flags.ts'
import type { StoredTag } from './game-data.ts'
import type { GamePlace, IndexRecord } from './index-record.ts'
import { LIST_TERMS, type NameKind } from './names.ts'

/** The tag of flags, which both Scid and PGN that it writes have. */
export const FLAGS_TAG = 'ScidFlags'

/** The tag that Scid stores beside the mark of Chess960. */
const VARIANT_TAG = 'Variant'
export const CHESS960 = 'chess960'
const CHESS960_VALUE = chessDialect.variantTag(CHESS960)

/** Tags that are said by the start of the record. */
const START_TAGS: ReadonlySet<string> = new Set(['FEN', 'SetUp'])

/** The header of a game, and what of its tags was left out. */
export function readGameHeader(
  database: Database,
  record: IndexRecord,
  stored: readonly StoredTag[],
): { header: Header; issues: Issue[] } {
  const issues: Issue[] = []
  const names: string[] = []
  const values: string[] = []
  const add = (name: string, value: string) => {
    names.push(name)
    values.push(value)
  }
  const nameOf = (kind: NameKind, id: number) => {
    const name = database.name(kind, id)
    if (name === undefined) issues.push(issue('scid/missing-name', 'error', { entry: id, kind: LIST_TERMS[kind] }))
    return name ?? ''
  }
  add('Event', nameOf('events', record.event))
  add('Site', nameOf('sites', record.site))
  if (record.date !== 0) add('Date', dateText(record.date))
  add('Round', nameOf('rounds', record.round))
  add('White', nameOf('players', record.white))
  add('Black', nameOf('players', record.black))
  if (record.result < RESULTS.length) add('Result', RESULTS[record.result]!)
  else issues.push(issue('scid/result', 'warning', { code: record.result }))
  addRating('White', record.whiteRating, record.whiteRatingType, add, issues)
  addRating('Black', record.blackRating, record.blackRatingType, add, issues)
  const opening = openingText(record.opening)
  if (opening !== '') add('ECO', opening)
  else if (record.opening !== 0) issues.push(issue('scid/opening', 'warning', { code: record.opening }))
  if (record.eventDate !== 0) add('EventDate', dateText(record.eventDate))
  const ofIndex = names.length
  addStored(database, stored, { names, values, ofIndex }, issues)
  const letters = flagLetters(record.flags)
  if (letters !== '') add(FLAGS_TAG, letters)
  const list = { names, value: (index: number) => values[index]! }
  const isChess960 = saysChess960(database, record, stored)
  const isPassed = (name: string, index: number) =>
    START_TAGS.has(name) || (name === VARIANT_TAG && isChess960 && values[index] === CHESS960_VALUE)
  const { header, repeated } = readHeader(list, chessDialect.fields, isPassed)
  for (const [tag] of repeated) issues.push(issue('scid/repeated-tag', 'warning', { tag }))
  if ((record.flags & FLAG.deleted) !== 0) header.deleted = true
  return { header, issues }
}

function addRating(
  colour: string,
  rating: number,
  type: number,
  add: (name: string, value: string) => void,
  issues: Issue[],
): void {
  if (rating === 0) return
  const word = RATING_TYPES[type]
  if (word === undefined) issues.push(issue('scid/rating-type', 'warning', { code: type }))
  add(colour + (word ?? RATING_TYPES[0]), String(rating))
}

/** Whether the index or a tag says that a game is one of Chess960, as that of position 518 does in no other way. */
export function saysChess960({ text }: Database, record: GamePlace, stored: readonly StoredTag[]): boolean {
  if (record.isChess960) return true
  for (const { name, value } of stored) {
    if (name === undefined || name.length !== VARIANT_TAG.length || typeof name === 'string') continue
    if (text.read(name) !== VARIANT_TAG) continue
    const variant = text.read(value)
    const tags = { get: (tag: string) => (tag === VARIANT_TAG ? variant : undefined), has: () => false }
    if (chessDialect.variantOf(tags) === CHESS960) return true
  }
  return false
}

/** Adds the tags of the game. Of a tag that is there twice the last counts, as in Scid; the index precedes them all. */
function addStored(
  { text }: Database,
  stored: readonly StoredTag[],
  { names, values, ofIndex }: { names: string[]; values: string[]; ofIndex: number },
  issues: Issue[],
): void {
  for (const { name: storedName, value } of stored) {
    if (storedName === undefined) {
      issues.push(issue('scid/unknown-tag', 'warning', { value: text.read(value) }))
      continue
    }
    const name = typeof storedName === 'string' ? storedName : text.read(storedName)
    const known = names.indexOf(name)
    if (known < 0) {
      names.push(name)
      values.push(text.read(value))
      continue
    }
    issues.push(issue('scid/repeated-tag', 'warning', { tag: name }))
    if (known >= ofIndex) values[known] = text.read(value)
  }
}

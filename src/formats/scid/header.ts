/** What the index and the tags of a game say, as the header of a record: docs/formats/scid.md, What becomes of the fields. */
import { issue, type Issue } from '../../issues/issue.ts'
import type { Header } from '../../model/record.ts'
import { chessDialect } from '../pgn/chess-dialect.ts'
import { emptyHeader, readHeader, readTag } from '../pgn/header.ts'
import { dateText, openingText, RATING_TYPES, RESULTS } from './codes.ts'
import type { ScidDatabase } from './database.ts'
import { FLAG, flagLetters } from './flags.ts'
import type { StoredTag } from './game-data.ts'
import type { GamePlace, IndexRecord } from './index-record.ts'
import { LIST_TERMS, type NameKind } from './names.ts'

/** The tag of flags, which both Scid and PGN that it writes have. */
export const FLAGS_TAG = 'ScidFlags'

/** The tag that Scid stores beside the mark of Chess960. */
export const VARIANT_TAG = 'Variant'
export const CHESS960 = 'chess960'
const CHESS960_VALUE = chessDialect.variantTag(CHESS960)

/** Tags that are said by the start of the record. */
const START_TAGS: ReadonlySet<string> = new Set(['FEN', 'SetUp'])

const { fields } = chessDialect

/** The header of a game, and what of its tags was left out. */
export function readGameHeader(
  database: ScidDatabase,
  record: IndexRecord,
  stored: readonly StoredTag[],
): { header: Header; issues: Issue[] } {
  const header = emptyHeader()
  const issues: Issue[] = []
  const ofIndex = readIndexTags(header, database, record, issues)
  if (stored.length > 0) readStoredTags(header, database, record, stored, ofIndex, issues)
  const letters = flagLetters(record.flags)
  if (letters !== '') readTag(header, fields, FLAGS_TAG, letters)
  if ((record.flags & FLAG.deleted) !== 0) header.deleted = true
  // A rating may make known a player whose name is not.
  header.players.sort((one, other) => (one.colour ?? 0) - (other.colour ?? 0))
  return { header, issues }
}

/** Reads what the index says, as the tags that Scid makes of it; returns their names. */
function readIndexTags(header: Header, database: ScidDatabase, record: IndexRecord, issues: Issue[]): string[] {
  const names: string[] = []
  const add = (name: string, value: string) => {
    names.push(name)
    readTag(header, fields, name, value)
  }
  const addName = (tag: string, kind: NameKind, id: number) => {
    const name = database.name(kind, id)
    if (name === undefined) issues.push(issue('scid/missing-name', 'error', { entry: id, list: LIST_TERMS[kind] }))
    add(tag, name ?? '')
  }
  addName('Event', 'events', record.event)
  addName('Site', 'sites', record.site)
  if (record.date !== 0) add('Date', dateText(record.date))
  addName('Round', 'rounds', record.round)
  addName('White', 'players', record.white)
  addName('Black', 'players', record.black)
  if (record.result < RESULTS.length) add('Result', RESULTS[record.result]!)
  else issues.push(issue('scid/result', 'warning', { code: record.result }))
  addRating('White', record.whiteRating, record.whiteRatingType, add, issues)
  addRating('Black', record.blackRating, record.blackRatingType, add, issues)
  const opening = openingText(record.opening)
  if (opening !== '') add('ECO', opening)
  else if (record.opening !== 0) issues.push(issue('scid/opening', 'warning', { code: record.opening }))
  if (record.eventDate !== 0) add('EventDate', dateText(record.eventDate))
  return names
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

/** Reads the tags of the game. Of a tag that is there twice the last counts, as in Scid; the index precedes them all. */
function readStoredTags(
  header: Header,
  database: ScidDatabase,
  record: IndexRecord,
  stored: readonly StoredTag[],
  ofIndex: readonly string[],
  issues: Issue[],
): void {
  const { text } = database
  const names: string[] = []
  const values: string[] = []
  for (const { name: storedName, value } of stored) {
    if (storedName === undefined) {
      issues.push(issue('scid/unknown-tag', 'warning', { value: text.read(value) }))
      continue
    }
    const name = typeof storedName === 'string' ? storedName : text.read(storedName)
    const known = names.indexOf(name)
    const isOfIndex = ofIndex.includes(name)
    if (known >= 0 || isOfIndex) issues.push(issue('scid/repeated-tag', 'warning', { tag: name }))
    if (isOfIndex) continue
    if (known >= 0) values[known] = text.read(value)
    else {
      names.push(name)
      values.push(text.read(value))
    }
  }
  const isChess960 = saysChess960(database, record, stored)
  const isPassed = (name: string, index: number) =>
    START_TAGS.has(name) || (name === VARIANT_TAG && isChess960 && values[index] === CHESS960_VALUE)
  const list = { names, value: (index: number) => values[index]! }
  const { repeated } = readHeader(list, fields, isPassed, header)
  for (const [tag] of repeated) issues.push(issue('scid/repeated-tag', 'warning', { tag }))
}

/** Whether the index or a tag says that a game is one of Chess960, as that of position 518 does in no other way. */
export function saysChess960({ text }: ScidDatabase, record: GamePlace, stored: readonly StoredTag[]): boolean {
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

/** What the index and the tags of a game say, as the header of a record: docs/formats/scid.md, What becomes of the fields. */
import { issue, type Issue } from '../../issues/issue.ts'
import type { Colour } from '../../model/move.ts'
import type { Header, Player } from '../../model/record.ts'
import { chessDialect } from '../pgn/dialects/chess.ts'
import { emptyHeader, readHeader, readTag, UNKNOWN } from '../pgn/tags/header.ts'
import { parseResult } from '../pgn/tags/results.ts'
import { openingText, readDate, RATING_TYPES, RESULTS } from './codes.ts'
import type { ScidDatabase } from './database.ts'
import { FLAG, flagLetters } from './flags.ts'
import type { StoredTag } from './game-data.ts'
import type { GameFacts, GamePlace } from './index-record.ts'
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
  record: GameFacts,
  stored: readonly StoredTag[],
): { header: Header; issues: Issue[] } {
  const header = emptyHeader()
  const issues: Issue[] = []
  readIndexFacts(header, database, record, issues)
  if (stored.length > 0) readStoredTags(header, database, record, stored, issues)
  const letters = flagLetters(record.flags)
  if (letters !== '') readTag(header, fields, FLAGS_TAG, letters)
  if ((record.flags & FLAG.deleted) !== 0) header.deleted = true
  return { header, issues }
}

/** Reads what the index says, as a header of the tags that Scid makes of it: {@link isOfIndex}. */
function readIndexFacts(header: Header, database: ScidDatabase, record: GameFacts, issues: Issue[]): void {
  const event = nameOf(database, 'events', record.event, issues)
  const site = nameOf(database, 'sites', record.site, issues)
  const round = nameOf(database, 'rounds', record.round, issues)
  const white = nameOf(database, 'players', record.white, issues)
  const black = nameOf(database, 'players', record.black, issues)
  if (event !== undefined) header.event = { name: event }
  if (site !== undefined) (header.event ??= {}).site = site
  const date = readDate(record.date)
  if (date) header.date = date
  if (round !== undefined) readTag(header, fields, 'Round', round)
  if (record.result < RESULTS.length) header.result = parseResult(RESULTS[record.result]!)!
  else issues.push(issue('scid/result', 'warning', { code: record.result }))
  addPlayer(header, 1, white, record.whiteRating, record.whiteRatingType, issues)
  addPlayer(header, 2, black, record.blackRating, record.blackRatingType, issues)
  const opening = openingText(record.opening)
  if (opening !== '') header.openingCode = opening
  else if (record.opening !== 0) issues.push(issue('scid/opening', 'warning', { code: record.opening }))
  const eventDate = readDate(record.eventDate)
  if (eventDate) (header.event ??= {}).date = eventDate
}

/** A name by its number; undefined for one that says nothing. */
function nameOf(database: ScidDatabase, kind: NameKind, id: number, issues: Issue[]): string | undefined {
  const name = database.name(kind, id)
  if (name === undefined) issues.push(issue('scid/missing-name', 'error', { entry: id, list: LIST_TERMS[kind] }))
  return name === '' || name === UNKNOWN ? undefined : name
}

function addPlayer(
  header: Header,
  colour: Colour,
  name: string | undefined,
  rating: number,
  type: number,
  issues: Issue[],
): void {
  const word = RATING_TYPES[type]
  if (rating !== 0 && word === undefined) issues.push(issue('scid/rating-type', 'warning', { code: type }))
  const isElo = rating !== 0 && (word === undefined || type === 0)
  if (name !== undefined || isElo) {
    const player: Player = { colour }
    if (name !== undefined) player.name = name
    if (isElo) player.rating = rating
    header.players.push(player)
  }
  if (rating !== 0 && !isElo) readTag(header, fields, ratingTag(colour, type), String(rating))
}

/** The tag of a rating, by its kind. */
function ratingTag(colour: Colour, type: number): string {
  return chessDialect.colours[colour - 1]! + (RATING_TYPES[type] ?? RATING_TYPES[0])
}

/** Whether the index says what a tag says, which counts more than the tag. */
function isOfIndex(record: GameFacts, tag: string): boolean {
  switch (tag) {
    case 'Event':
    case 'Site':
    case 'Round':
    case 'White':
    case 'Black':
      return true
    case 'Date':
      return record.date !== 0
    case 'Result':
      return record.result < RESULTS.length
    case 'ECO':
      return openingText(record.opening) !== ''
    case 'EventDate':
      return record.eventDate !== 0
    case ratingTag(1, record.whiteRatingType):
      return record.whiteRating !== 0
    case ratingTag(2, record.blackRatingType):
      return record.blackRating !== 0
    default:
      return false
  }
}

/** Reads the tags of the game. Of a tag that is there twice the last counts, as in Scid; the index precedes them all. */
function readStoredTags(
  header: Header,
  database: ScidDatabase,
  record: GameFacts,
  stored: readonly StoredTag[],
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
    const isSaid = isOfIndex(record, name)
    if (known >= 0 || isSaid) issues.push(issue('scid/repeated-tag', 'warning', { tag: name }))
    if (isSaid) continue
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

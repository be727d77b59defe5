/** The tags of a game: those that the index holds, and those that are stored with the moves. */
import type { ByteWriter } from '../../../bytes/writer.ts'
import type { Header } from '../../../model/record.ts'
import type { TagPair } from '../../pgn/tags/header.ts'
import { MAX_RATING, openingCode, packDate, packEventDate, RATING_TYPES, resultCode } from '../codes.ts'
import { FLAG, flagBits } from '../flags.ts'
import { COMMON_TAGS, FIRST_COMMON, MAX_TAG_NAME } from '../game-data.ts'
import { FLAGS_TAG } from '../header.ts'
import type { IndexRecord } from '../index-record.ts'
import type { FieldEncoder } from './field-encoder.ts'
import type { Lose } from './lose.ts'

/** Longest value of a tag in bytes. */
const MAX_VALUE = 255

/** Tags that are names of the index. */
const NAME_TAGS = ['Event', 'Site', 'Round', 'White', 'Black'] as const
type NameTag = (typeof NAME_TAGS)[number]

/** What the index holds of the tags of a game, and the tags that are left. */
export interface SplitTags {
  names: Record<NameTag, string>
  index: Pick<
    IndexRecord,
    | 'result'
    | 'opening'
    | 'date'
    | 'eventDate'
    | 'whiteRating'
    | 'whiteRatingType'
    | 'blackRating'
    | 'blackRatingType'
    | 'flags'
  >
  stored: TagPair[]
}

/** Parts the tags of a game. Of those that neither the index nor a tag of Scid holds each is reported. */
export function splitTags(header: Header, tags: readonly TagPair[], generation: 4 | 5, lose: Lose): SplitTags {
  const left = new Map<string, string>(tags)
  const take = (name: string) => {
    const value = left.get(name)
    left.delete(name)
    return value
  }
  const names = Object.fromEntries(NAME_TAGS.map((name) => [name, take(name) ?? '?'])) as Record<NameTag, string>
  const date = dateOf(take('Date') ?? '', lose)
  const { outcome } = header.result
  if (outcome === 'both-lose' || outcome === 'void') lose('scid/result-lost', { outcome })
  if (outcome === 'unfinished' && header.result.text !== undefined) {
    lose('scid/result-text', { text: header.result.text })
  }
  left.delete('Result')
  const white = ratingOf('White', left, lose)
  const black = ratingOf('Black', left, lose)
  const index = {
    result: resultCode(header.result),
    opening: openingOf(take('ECO'), lose),
    date,
    eventDate: eventDateOf(left, date, generation),
    whiteRating: white.rating,
    whiteRatingType: white.type,
    blackRating: black.rating,
    blackRatingType: black.type,
    flags: flagsOf(take(FLAGS_TAG), lose) | (header.deleted ? FLAG.deleted : 0),
  }
  return { names, index, stored: [...left] }
}

function dateOf(text: string, lose: Lose): number {
  const date = packDate(text)
  if (date !== undefined) return date
  lose('scid/date', { date: text })
  // A date in words may have its parts in it.
  return packDate(text.slice(0, 10)) ?? 0
}

/** The date of the event as the index holds it; one that it has no room for stays among the tags. */
function eventDateOf(left: Map<string, string>, date: number, generation: 4 | 5): number {
  const text = left.get('EventDate')
  const eventDate = text === undefined ? 0 : packDate(text)
  if (eventDate === undefined || eventDate === 0) return 0
  if (generation === 4 && packEventDate(eventDate, date) === undefined) return 0
  left.delete('EventDate')
  return eventDate
}

function openingOf(text: string | undefined, lose: Lose): number {
  if (text === undefined || text === '' || text === '?') return 0
  const code = openingCode(text)
  if (code === undefined) lose('scid/opening-code', { code: text })
  return code ?? 0
}

/** The rating of a player: Elo, else the first kind that there is. Ratings of other kinds stay among the tags. */
function ratingOf(colour: string, left: Map<string, string>, lose: Lose): { rating: number; type: number } {
  for (const [type, word] of RATING_TYPES.entries()) {
    const text = left.get(colour + word)
    if (text === undefined || !/^[1-9][0-9]{0,4}$/.test(text)) continue
    const rating = Number(text)
    left.delete(colour + word)
    if (rating <= MAX_RATING) return { rating, type }
    lose('scid/rating', { rating, most: MAX_RATING })
  }
  return { rating: 0, type: 0 }
}

function flagsOf(text: string | undefined, lose: Lose): number {
  const flags = flagBits(text ?? '')
  if (flags === undefined) lose('scid/flags-lost', { flags: text ?? '' })
  return flags ?? 0
}

/** Writes the tags that are stored with the moves. */
export function writeTags(tags: readonly TagPair[], encoder: FieldEncoder, lose: Lose, out: ByteWriter): void {
  for (const [name, value] of tags) {
    const common = (COMMON_TAGS as readonly string[]).indexOf(name)
    if (common >= 0) {
      out.u8(FIRST_COMMON + common)
    } else {
      const bytes = encoder.encode(name)
      if (bytes.length === 0 || bytes.length > MAX_TAG_NAME) {
        lose('scid/tag-name', { size: bytes.length, most: MAX_TAG_NAME })
        continue
      }
      out.u8(bytes.length).put(bytes)
    }
    const bytes = encoder.encodeWithin(value, MAX_VALUE)
    out.u8(bytes.length).put(bytes)
  }
  out.u8(0)
}

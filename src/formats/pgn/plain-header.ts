/**
 * The quick way for headers of chess that have usual facts only, as those of most games of databases: their tags go
 * straight into the text. Tags of an event or publication that many games share are made once. What is written is the
 * same as by writeHeader, and what is lost as by lostFacts; both are asked where anything is out of the usual.
 */
import type { TextWriter } from '../../bytes/text-writer.ts'
import { isRealDate, type PartialDate } from '../../model/date.ts'
import {
  playerOf,
  resultSymbol,
  type GameEvent,
  type Header,
  type Player,
  type Publication,
  type Result,
} from '../../model/record.ts'
import { PartMemo } from '../../model/shared-part.ts'
import { BACKSLASH, NEWLINE, QUOTE, RETURN } from './characters.ts'
import { lostFacts } from './header-facts.ts'
import { emptyHeader, UNKNOWN, UNKNOWN_DATE, writeHeader, type TagPair } from './header.ts'
import type { Losses } from './losses.ts'
import type { TagFields } from './tag-fields.ts'

/** Numbers of tags that need no closer look: rounds, ratings. */
const MOST = 1e5

const DIGIT_0 = 0x30

/** The tags of a part of a header: those of the roster and the others, and the facts without a tag. */
interface PartTags {
  roster: string
  others: string
  lost: readonly string[]
}

/** The first tags of the roster, which are those of the event: Event and Site. */
const EVENT_ROSTER = 2

export class PlainHeaderWriter {
  private readonly text: TextWriter
  private readonly fields: TagFields
  private readonly events = new PartMemo((event: GameEvent) => this.partTags({ event }))
  private readonly publications = new PartMemo((publication: Publication) => this.partTags({ publication }))
  private readonly noEvent: PartTags

  /** @param fields of a game whose players are White and Black and whose openings are in the tag ECO */
  constructor(text: TextWriter, fields: TagFields) {
    this.text = text
    this.fields = fields
    this.noEvent = this.partTags({})!
  }

  /** Writes the tags of a header; false, and nothing written, if it is not plain. */
  write(header: Header, losses: Losses): boolean {
    if (!isPlain(header)) return false
    const event = header.event ? this.events.get(header.event) : this.noEvent
    const publication = header.publication ? this.publications.get(header.publication) : this.noEvent
    // Facts are reported in the order of the header, and only one part is sure to be in order.
    if (!event || !publication || publication.lost.length > 0) return false
    const white = playerOf(header, 1)
    const black = playerOf(header, 2)
    const { text } = this
    text.write(event.roster)
    this.writeDate(header.date)
    text.write('"]\n[Round "')
    this.writeRound(header)
    text.write('"]\n[White "')
    text.write(white?.name ?? UNKNOWN)
    text.write('"]\n[Black "')
    text.write(black?.name ?? UNKNOWN)
    text.write('"]\n[Result "')
    text.write(resultSymbol(header.result))
    text.write('"]\n')
    this.writeNumber('[WhiteElo "', white?.rating)
    this.writeNumber('[BlackElo "', black?.rating)
    this.writeText('[ECO "', header.openingCode)
    text.write(event.others)
    this.writeText('[Annotator "', header.annotator)
    text.write(publication.others)
    for (const fact of event.lost) losses.addFact(fact)
    return true
  }

  private writeDate(date: PartialDate | undefined): void {
    const { text } = this
    text.write('[Date "')
    if (date === undefined) return text.write(UNKNOWN_DATE)
    const { year, month, day } = date
    text.reserve(UNKNOWN_DATE.length)
    const { chunk, end } = text
    putDigits(year!, 4, chunk, end)
    text.end = end + 4
    text.write(month === undefined ? '.??' : '.')
    if (month !== undefined) this.writeTwoDigits(month)
    text.write(day === undefined ? '.??' : '.')
    if (day !== undefined) this.writeTwoDigits(day)
  }

  private writeTwoDigits(number: number): void {
    const { text } = this
    text.reserve(2)
    putDigits(number, 2, text.chunk, text.end)
    text.end += 2
  }

  private writeRound({ round, subround }: Header): void {
    if (round === undefined) return this.text.write(UNKNOWN)
    this.text.write(String(round))
    if (subround === undefined) return
    this.text.write('.')
    this.text.write(String(subround))
  }

  private writeNumber(start: string, number: number | undefined): void {
    if (number !== undefined) this.writeText(start, String(number))
  }

  private writeText(start: string, value: string | undefined): void {
    if (value === undefined) return
    this.text.write(start)
    this.text.write(value)
    this.text.write('"]\n')
  }

  /** The tags of a header that has one part only; undefined if they are not plain. */
  private partTags(part: Pick<Header, 'event' | 'publication'>): PartTags | undefined {
    const header: Header = { ...emptyHeader(), ...part }
    const tags = writeHeader(header, this.fields, false, [], [])
    if (!tags.every(([, value]) => isPlainText(value))) return undefined
    const written = (some: readonly TagPair[]) => some.map(([name, value]) => `[${name} "${value}"]\n`).join('')
    return {
      roster: written(tags.slice(0, EVENT_ROSTER)),
      others: written(tags.slice(this.fields.roster.length)),
      lost: lostFacts(header, tags, this.fields),
    }
  }
}

/** Whether a header has usual facts only, but for what is in its event and its publication. */
function isPlain(header: Header): boolean {
  for (const key in header) {
    switch (key as keyof Header) {
      case 'event':
      case 'date':
      case 'round':
      case 'subround':
      case 'players':
      case 'result':
      case 'openingCode':
      case 'annotator':
      case 'publication':
      // Not in tags, and what is lost with them is no matter of tags.
      case 'openingSubcode':
      case 'isTopGame':
      case 'deleted':
        break
      default:
        if (header[key as keyof Header] !== undefined) return false
    }
  }
  const { round, subround, date, result, openingCode, annotator, players } = header
  return (
    (round === undefined ? subround === undefined : isPlainNumber(round)) &&
    (subround === undefined || isPlainNumber(subround)) &&
    (date === undefined || isPlainDate(date)) &&
    isPlainResult(result) &&
    (openingCode === undefined || isPlainName(openingCode)) &&
    (annotator === undefined || isPlainName(annotator)) &&
    arePlain(players)
  )
}

/** Whether players have a name and a rating at most. */
function arePlain(players: readonly Player[]): boolean {
  for (let index = 0; index < players.length; index++) {
    const player = players[index]!
    for (const key in player) {
      if (key !== 'colour' && key !== 'name' && key !== 'rating' && player[key as keyof Player] !== undefined)
        return false
    }
    const { name, rating } = player
    if (name !== undefined && !isPlainName(name)) return false
    if (rating !== undefined && !isPlainNumber(rating)) return false
  }
  return true
}

function isPlainResult(result: Result): boolean {
  for (const key in result) {
    if (key !== 'outcome' && key !== 'winner' && key !== 'verdict' && result[key as keyof Result] !== undefined)
      return false
  }
  return result.outcome !== 'void'
}

/** Whether a date has a year, and a month if it has a day, and nothing in words. */
function isPlainDate(date: PartialDate): boolean {
  const { year, month, day, text } = date
  if (year === undefined || text !== undefined || (day !== undefined && month === undefined)) return false
  return Number.isInteger(year + (month ?? 0) + (day ?? 0)) && isRealDate(date)
}

function isPlainNumber(number: number): boolean {
  return Number.isInteger(number) && number > 0 && number < MOST
}

/** Whether a text is neither empty nor that of unknown ones, and needs no escapes. */
function isPlainName(text: string): boolean {
  return text !== '' && text !== UNKNOWN && isPlainText(text)
}

/** Whether a text is the same between the quotes of a tag. */
export function isPlainText(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE || code === BACKSLASH || code === NEWLINE || code === RETURN) return false
    // Half of a pair would be changed.
    if (code >= 0xd800 && code < 0xe000) return false
  }
  return true
}

/** Writes a number with leading zeros. */
function putDigits(number: number, width: number, into: Uint8Array, at: number): void {
  for (let rest = number, place = at + width - 1; place >= at; place--) {
    into[place] = DIGIT_0 + (rest % 10)
    rest = Math.trunc(rest / 10)
  }
}

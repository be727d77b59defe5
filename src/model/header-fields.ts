/**
 * The facts of a header by which games are searched, sorted and listed: one value each, absent if unknown. The columns
 * of a database and of a table of games are filled from here.
 */
import { formatIsoDate } from './date.ts'
import { playerOf, resultSymbol, type Game, type GameRecord, type Header } from './record.ts'

/** A record as far as conditions on its header go. */
export type HeaderOnly = Pick<GameRecord, 'game' | 'header'>

/** A result as text; the first number is that of the player who moves first. */
export type ResultSymbol = ReturnType<typeof resultSymbol>

/** The searchable facts of a header; unknown ones are absent. */
export interface HeaderFields {
  game: Game
  /** `game` if the source says nothing. */
  kind: NonNullable<Header['kind']>
  /** Names and ratings of the players of colour 1 and 2. */
  first?: string
  second?: string
  firstRating?: number
  secondRating?: number
  event?: string
  site?: string
  round?: string
  /** As far as known, in ISO 8601: `1999`, `1999-12`, `1999-12-31`. */
  date?: string
  result: ResultSymbol
  /** As in the source. */
  openingCode?: string
  openingName?: string
  /** All titles, the same one once. */
  title?: string
  annotator?: string
}

/** Ratings and numbers of plies are kept in 16 bits. */
export const LARGEST_NUMBER = 0xffff

/** The facts of a header that are searched. Values outside of 16 bits count as unknown. */
export function headerFields({ game, header }: HeaderOnly): HeaderFields {
  const [first, second] = [playerOf(header, 1), playerOf(header, 2)]
  const fields: HeaderFields = { game, kind: header.kind ?? 'game', result: resultSymbol(header.result) }
  const set = <Name extends keyof HeaderFields>(name: Name, value: HeaderFields[Name] | undefined) => {
    if (value !== undefined) fields[name] = value
  }
  set('first', first?.name)
  set('second', second?.name)
  set('firstRating', positiveNumber(first?.rating))
  set('secondRating', positiveNumber(second?.rating))
  set('event', header.event?.name)
  set('site', header.event?.site ?? header.place)
  set('round', roundText(header))
  set('date', header.date && formatIsoDate(header.date))
  set('openingCode', header.openingCode)
  set('openingName', header.openingName)
  set('title', titleText(header))
  set('annotator', header.annotator)
  return fields
}

/** A rating or year from 1 to 65,535; any other counts as unknown. */
export function positiveNumber(value = 0): number | undefined {
  return value >= 1 && value <= LARGEST_NUMBER ? Math.floor(value) : undefined
}

function titleText({ title, titles = [] }: Header): string | undefined {
  const texts = new Set([title, ...titles.map(({ text }) => text)].filter((text) => text !== undefined && text !== ''))
  return texts.size === 0 ? undefined : [...texts].join(' / ')
}

function roundText({ roundText, round, subround }: Header): string | undefined {
  const text = roundText ?? [round, subround].filter((part) => part !== undefined).join('.')
  return text === '' ? undefined : text
}

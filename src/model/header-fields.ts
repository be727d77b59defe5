/**
 * The facts of a header by which games are searched, sorted and listed: one value each, undefined if unknown. The columns
 * of a database and of a table of games are filled from here.
 */
import { formatIsoDate } from './date.ts'
import { playerOf, type Game, type GameRecord, type Header } from './record.ts'
import { resultSymbol } from './result.ts'

/** A record as far as conditions on its header go. */
export type HeaderOnly = Pick<GameRecord, 'game' | 'header'>

/** A result as text; the first number is that of the player who moves first. */
export type ResultSymbol = ReturnType<typeof resultSymbol>

/** The searchable facts of a header; undefined where unknown. */
export interface HeaderFields {
  game: Game
  /** `game` if the source says nothing. */
  kind: NonNullable<Header['kind']>
  /** Names and ratings of the players of colour 1 and 2. */
  first: string | undefined
  second: string | undefined
  firstRating: number | undefined
  secondRating: number | undefined
  event: string | undefined
  site: string | undefined
  round: string | undefined
  /** As far as known, in ISO 8601: `1999`, `1999-12`, `1999-12-31`. */
  date: string | undefined
  result: ResultSymbol
  /** As in the source. */
  openingCode: string | undefined
  openingName: string | undefined
  /** All titles, the same one once. */
  title: string | undefined
  annotator: string | undefined
}

/** Ratings and numbers of plies are kept in 16 bits. */
export const LARGEST_NUMBER = 0xffff

/** The facts of a header that are searched. Values outside of 16 bits count as unknown. */
export function headerFields({ game, header }: HeaderOnly): HeaderFields {
  const [first, second] = [playerOf(header, 1), playerOf(header, 2)]
  return {
    game,
    kind: header.kind ?? 'game',
    first: first?.name,
    second: second?.name,
    firstRating: positiveNumber(first?.rating),
    secondRating: positiveNumber(second?.rating),
    event: header.event?.name,
    site: header.event?.site ?? header.place,
    round: roundText(header),
    date: header.date && formatIsoDate(header.date),
    result: resultSymbol(header.result),
    openingCode: header.openingCode,
    openingName: header.openingName,
    title: titleText(header),
    annotator: header.annotator,
  }
}

/** A rating or year from 1 to 65,535; any other counts as unknown. */
export function positiveNumber(value = 0): number | undefined {
  return value >= 1 && value <= LARGEST_NUMBER ? Math.floor(value) : undefined
}

function titleText({ title, titles = [] }: Header): string | undefined {
  if (title === undefined && titles.length === 0) return undefined
  const texts = new Set([title, ...titles.map(({ text }) => text)].filter((text) => text !== undefined && text !== ''))
  return texts.size === 0 ? undefined : [...texts].join(' / ')
}

function roundText({ roundText, round, subround }: Header): string | undefined {
  if (roundText !== undefined) return roundText === '' ? undefined : roundText
  if (round === undefined || subround === undefined) return (round ?? subround)?.toString()
  return `${round}.${subround}`
}

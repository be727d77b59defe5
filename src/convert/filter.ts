/** Choosing records by their header and length, for conversions without a database. */
import { compareDates, parseDate, type PartialDate } from '../model/date.ts'
import { resultSymbol, type GameRecord } from '../model/record.ts'
import { mainLine } from '../model/tree.ts'

/** Conditions a record must meet, all of them. Text is matched in any letter case, anywhere in the field. */
export interface RecordFilter {
  player?: string
  event?: string
  /** First and last date, each as far as it is known: `1999`, `1999.12`. */
  since?: PartialDate
  until?: PartialDate
  /** `1-0`, `0-1`, `1/2-1/2`, `*`. */
  result?: string
  opening?: string
  minPlies?: number
  maxPlies?: number
  minRating?: number
}

/** A test for records from conditions; undefined when there are none. */
export function makeFilter(filter: RecordFilter): ((record: GameRecord) => boolean) | undefined {
  const tests: ((record: GameRecord) => boolean)[] = []
  const { player, event, since, until, result, opening, minPlies, maxPlies, minRating } = filter
  if (player !== undefined) {
    tests.push(({ header }) => header.players.some((one) => holds(one.name, player) || holds(one.otherName, player)))
  }
  if (event !== undefined) tests.push(({ header }) => holds(header.event?.name, event))
  if (since) tests.push(({ header }) => header.date?.year !== undefined && compareDates(header.date, since) >= 0)
  if (until) tests.push(({ header }) => header.date?.year !== undefined && isNotAfter(header.date, until))
  if (result !== undefined) tests.push(({ header }) => resultSymbol(header.result) === result)
  if (opening !== undefined) {
    tests.push(({ header }) => header.openingCode?.startsWith(opening) === true || holds(header.openingName, opening))
  }
  if (minPlies !== undefined) tests.push(({ nodes }) => mainLine(nodes).length >= minPlies)
  if (maxPlies !== undefined) tests.push(({ nodes }) => mainLine(nodes).length <= maxPlies)
  if (minRating !== undefined) {
    tests.push(({ header }) => header.players.some(({ rating }) => rating !== undefined && rating >= minRating))
  }
  return tests.length === 0 ? undefined : (record) => tests.every((test) => test(record))
}

/** A date of a condition, or undefined when the text is none. */
export function parseFilterDate(text: string): PartialDate | undefined {
  const date = parseDate(text)
  return date?.year === undefined ? undefined : date
}

function holds(field: string | undefined, wanted: string): boolean {
  return field !== undefined && field.toLowerCase().includes(wanted.toLowerCase())
}

/** `until 1999` takes in the whole of 1999: a part the limit leaves open is no limit. */
function isNotAfter(date: PartialDate, limit: PartialDate): boolean {
  const cut: PartialDate = {}
  if (date.year !== undefined) cut.year = date.year
  if (limit.month !== undefined && date.month !== undefined) cut.month = date.month
  if (limit.day !== undefined && date.day !== undefined) cut.day = date.day
  return compareDates(cut, limit) <= 0
}

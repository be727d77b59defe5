/** Sorting records by a header field. */
import type { Entry } from '../formats/format.ts'
import { compareDates } from '../model/date.ts'
import { playerOf, type GameRecord } from '../model/record.ts'
import { mainLine } from '../model/tree.ts'

export const sortKeys = ['date', 'event', 'player', 'opponent', 'opening', 'length'] as const

/** `player` is the player of colour 1, `opponent` of colour 2. */
export type SortKey = (typeof sortKeys)[number]

const COMPARE: Record<SortKey, (left: GameRecord, right: GameRecord) => number> = {
  date: (left, right) => compareDates(left.header.date, right.header.date),
  event: (left, right) => compareText(left.header.event?.name, right.header.event?.name),
  player: (left, right) => compareText(playerOf(left.header, 1)?.name, playerOf(right.header, 1)?.name),
  opponent: (left, right) => compareText(playerOf(left.header, 2)?.name, playerOf(right.header, 2)?.name),
  opening: (left, right) => compareText(left.header.openingCode, right.header.openingCode),
  length: (left, right) => mainLine(left.nodes).length - mainLine(right.nodes).length,
}

/** Items in the order of a key; equal ones keep their order, entries without a record come last. */
export function sortEntries<Item>(items: readonly Item[], key: SortKey, entryOf: (item: Item) => Entry): Item[] {
  return items.toSorted((left, right) => {
    const [one, other] = [entryOf(left).record, entryOf(right).record]
    if (!one || !other) return Number(!one) - Number(!other)
    return COMPARE[key](one, other)
  })
}

/** Orders texts by code units, the same on every machine; nothing comes last. */
function compareText(left: string | undefined, right: string | undefined): number {
  if (left === right) return 0
  if (left === undefined || right === undefined) return left === undefined ? 1 : -1
  return left < right ? -1 : 1
}

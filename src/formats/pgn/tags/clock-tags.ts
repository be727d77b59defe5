/** The tags WhiteClock and BlackClock, in which ChessBase writes the times on the two clocks at the start. */
import type { Clock } from '../../../model/annotation.ts'
import type { GameRecord, Header } from '../../../model/record.ts'
import type { MoveNode } from '../../../model/tree.ts'
import { formatClockTime, parseClockTime } from '../text/clock-time.ts'
import type { TagPair } from './header.ts'

/**
 * Takes the times on the two clocks, which ChessBase writes in tags, from the tags of a header; they belong to the root.
 * Undefined if there are none.
 */
export function takeClocks(header: Header, colours: readonly [string, string]): Clock['lefts'] {
  const { tags } = header
  if (!tags) return undefined
  const lefts = colours.map((colour) => {
    const text = tags[`${colour}Clock`]
    const time = text === undefined ? undefined : parseClockTime(text)
    return time !== undefined && formatClockTime(time) === text ? time : undefined
  }) as [number | undefined, number | undefined]
  if (lefts[0] === undefined && lefts[1] === undefined) return undefined
  for (const [index, colour] of colours.entries()) if (lefts[index] !== undefined) delete tags[`${colour}Clock`]
  if (Object.keys(tags).length === 0) delete header.tags
  return lefts
}

/** Takes the times on the two clocks from the tags of a record to its root. */
export function liftClocks(record: GameRecord, colours: readonly [string, string]): void {
  const lefts = takeClocks(record.header, colours)
  if (!lefts) return
  const root = record.nodes[0]!
  root.clock = { ...root.clock, lefts }
}

/** The tags of the two clocks. @param root absent for a record that has nothing there */
export function clockTags(root: MoveNode | undefined, colours: readonly [string, string]): TagPair[] {
  const { lefts } = root?.clock ?? {}
  if (!lefts) return []
  return colours.flatMap((colour, index): TagPair[] => {
    const time = lefts[index]
    return typeof time === 'number' ? [[`${colour}Clock`, formatClockTime(time)]] : []
  })
}

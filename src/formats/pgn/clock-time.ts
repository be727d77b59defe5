/** Clock times in PGN: `h:mm:ss`, in commands inside comments and in the tags WhiteClock and BlackClock. */
import type { Clock } from '../../model/annotation.ts'
import type { GameRecord, Header } from '../../model/record.ts'
import type { MoveNode } from '../../model/tree.ts'
import type { TagPair } from './header.ts'

/** Reads `h:mm:ss`, with up to thousandths; undefined for other text. */
export function parseClockTime(text: string): number | undefined {
  const parts = /^([0-9]{1,4}):([0-9]{2}):([0-9]{2}(?:\.[0-9]{1,3})?)$/.exec(text)
  if (!parts) return undefined
  return Math.round((Number(parts[1]) * 3600 + Number(parts[2]) * 60 + Number(parts[3])) * 1000) / 1000
}

/** Writes seconds as `h:mm:ss`, with thousandths where there are any. */
export function formatClockTime(time: number): string {
  const thousandths = Math.round(Math.max(0, time) * 1000)
  const seconds = Math.floor(thousandths / 1000)
  const pad = (value: number) => String(value).padStart(2, '0')
  const fraction = thousandths % 1000
  const rest = fraction === 0 ? '' : `.${String(fraction).padStart(3, '0').replace(/0+$/, '')}`
  return `${Math.floor(seconds / 3600)}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}${rest}`
}

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

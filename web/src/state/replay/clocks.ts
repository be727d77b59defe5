/** The clocks of both players at the move on the board. */
import { computed } from '@preact/signals'
import type { Clock } from '../../../../src/model/annotation.ts'
import type { Colour } from '../../../../src/model/move.ts'
import type { GameRecord } from '../../../../src/model/record.ts'
import { mainLine, pathTo } from '../../../../src/model/tree.ts'
import { node, record, writtenMoves } from './replay.ts'

/** What is known about the time of a player, in seconds. */
export interface PlayerTime {
  left?: number | undefined
  used?: number | undefined
  /** Time spent on the move on the board, if it is this player's. */
  spent?: number | undefined
}

/** The times of colour 1 and 2. */
export const times = computed<readonly [PlayerTime, PlayerTime]>(() => {
  const shown = record.value
  if (!shown) return [{}, {}]
  const last = finalTimes(shown)
  if (last) return node.value === mainLine(shown.nodes).at(-1) ? [{ left: last[0] }, { left: last[1] }] : [{}, {}]
  return [timeOf(shown, node.value, 1), timeOf(shown, node.value, 2)]
})

/**
 * What both clocks showed in the end: some sources say only that, in the header. Times at the root of a record that has
 * no others are these; before a game they would be equal.
 */
function finalTimes({ nodes }: GameRecord): readonly (number | undefined)[] | undefined {
  const lefts = nodes[0]?.clock?.lefts
  if (!lefts || lefts[0] === lefts[1] || nodes.length === 1) return undefined
  return nodes.some(({ clock }, index) => index > 0 && clock) ? undefined : lefts
}

/** Whether the clock of the side to move is running: not when the game is over. */
export const isRunning = computed(() => {
  const shown = record.value
  if (!shown || shown.header.result.outcome === 'unfinished') return shown !== undefined
  return node.value !== mainLine(shown.nodes).at(-1)
})

function timeOf({ nodes }: GameRecord, node: number, colour: Colour): PlayerTime {
  const path = [0, ...pathTo(nodes, node)].reverse()
  const isOwn = (at: number) => writtenMoves.value[at]?.colour === colour
  const known = (read: (clock: Clock, isOwn: boolean) => number | undefined) => {
    for (const at of path) {
      const { clock } = nodes[at]!
      const value = clock && read(clock, isOwn(at))
      if (value !== undefined) return value
    }
    return undefined
  }
  return {
    left: known(({ left, lefts }, isOwn) => lefts?.[colour - 1] ?? (isOwn ? left : undefined)),
    used: known(({ used }, isOwn) => (isOwn ? used : undefined)),
    spent: isOwn(node) ? timeSpent(nodes, node) : undefined,
  }
}

/** Time spent on a move, as recorded or from the times at which it and the previous move were made. */
export function timeSpent(nodes: GameRecord['nodes'], index: number): number | undefined {
  const { clock, parent } = nodes[index]!
  if (clock?.spent !== undefined) return clock.spent
  const before = nodes[parent]?.clock?.recordedAt
  if (clock?.recordedAt === undefined || before === undefined || clock.recordedAt < before) return undefined
  return clock.recordedAt - before
}

/** Seconds as a clock shows them: `1:04:09`, `0:07.5`. */
export function clockText(seconds: number): string {
  const whole = Math.floor(seconds)
  const tenths = seconds < 60 ? Math.floor((seconds - whole) * 10) : 0
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  const text = hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
  return tenths > 0 ? `${text}.${tenths}` : text
}

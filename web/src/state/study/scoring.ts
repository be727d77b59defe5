/**
 * Counting a position of Go: the reader marks dead groups, and the page shows who owns what; or the page estimates it,
 * without an engine.
 */
import { computed, signal } from '@preact/signals'
import type { Mark } from '../../../../src/model/annotation.ts'
import type { Colour } from '../../../../src/model/move.ts'
import type { GameRecord } from '../../../../src/model/record.ts'
import type { Estimate } from '../../../../src/rules/go/estimate.ts'
import { GoPosition } from '../../../../src/rules/go/position.ts'
import { areaScore, pointOwners, territoryScore } from '../../../../src/rules/go/score.ts'
import { node, position, record } from '../replay/replay.ts'

interface Counting {
  record: GameRecord
  node: number
  dead: ReadonlySet<number>
  /** What the page thinks of the position, until groups are marked. */
  estimate?: { owners: readonly (0 | Colour)[]; area: readonly [number, number] } | undefined
}

/** Games that are played out for an estimate, and how many at once, so that the page responds meanwhile. */
const PLAYOUTS = 240
const AT_ONCE = 20

const running = signal<Counting | undefined>(undefined)

/** The position being counted; another move or another game ends it. */
const counting = computed(() => {
  const known = running.value
  return known && known.record === record.value && known.node === node.value ? known : undefined
})

export const isCounting = computed(() => counting.value !== undefined)
export const canCount = computed(() => position.value instanceof GoPosition)

export function toggleCounting(): void {
  const shown = record.value
  running.value = isCounting.value || !shown ? undefined : { record: shown, node: node.value, dead: new Set() }
}

/** Marks the group on a square as dead, or as alive again. */
export function toggleDead(square: number): void {
  const [known, stands] = [counting.value, position.value]
  if (!known || !stands) return
  const dead = new Set(known.dead)
  const isDead = dead.has(square)
  for (const stone of groupAt(stands, square)) {
    if (isDead) dead.delete(stone)
    else dead.add(stone)
  }
  running.value = { ...known, dead, estimate: undefined }
}

/** Whether an estimate is being made. */
export const isEstimating = signal(false)

/** Estimates who will own what, and which groups are dead; the reader may correct those. */
export async function estimateScore(): Promise<void> {
  const [before, stands] = [counting.value, position.value]
  if (!before || !(stands instanceof GoPosition) || isEstimating.value) return
  isEstimating.value = true
  try {
    const { deadStones, estimatedOwners, estimateOwners } = await import('../../../../src/rules/go/estimate.ts')
    let known: Estimate | undefined
    for (let count = 0; count < PLAYOUTS; count += AT_ONCE) {
      await new Promise((resolve) => setTimeout(resolve))
      if (counting.value !== before) return
      known = estimateOwners(stands, AT_ONCE, count + 1, known)
    }
    if (!known) return
    const owners = estimatedOwners(known)
    const area = ([1, 2] as const).map((colour) => owners.filter((owner) => owner === colour).length)
    const estimate = { owners, area: [area[0]!, area[1]!] as const }
    running.value = { ...before, dead: new Set(deadStones(stands, known)), estimate }
  } finally {
    isEstimating.value = false
  }
}

/** The stones of one colour that are connected to the one on a square; none on an empty square. */
function groupAt(stands: NonNullable<typeof position.value>, square: number): number[] {
  const { columns, rows } = stands
  const colour = stands.pieceAt(square)
  if (colour === '') return []
  const group = [square]
  const seen = new Set(group)
  for (const stone of group) {
    const column = stone % columns
    const near = [stone - columns, stone + columns, ...(column > 0 ? [stone - 1] : [])]
    if (column < columns - 1) near.push(stone + 1)
    for (const next of near) {
      if (next < 0 || next >= columns * rows || seen.has(next) || stands.pieceAt(next) !== colour) continue
      seen.add(next)
      group.push(next)
    }
  }
  return group
}

/** Who owns every empty point and every dead stone, drawn on the board. */
export const territoryMarks = computed<readonly Mark[]>(() => {
  const [known, stands] = [counting.value, position.value]
  if (!known || !(stands instanceof GoPosition)) return []
  const { estimate } = known
  return [...(estimate?.owners ?? pointOwners(stands, known.dead))].flatMap((owner, at): Mark[] => {
    const isFree = stands.pieceAt(at) === '' || known.dead.has(at)
    return isFree && owner !== 0 ? [{ shape: 'territory', at, paint: String(owner) }] : []
  })
})

/** A count by one kind of rules, or an estimate. */
export interface Count {
  rules: 'area' | 'territory' | 'estimate'
  /** Points of Black and White, komi included. */
  points: readonly [number, number]
  /** Absent: a draw. */
  winner?: Colour
  margin: number
}

/** The count by area and by territory, those of the record's own rules first. */
export const counts = computed<readonly Count[]>(() => {
  const [known, stands] = [counting.value, position.value]
  if (!known || !(stands instanceof GoPosition)) return []
  const { rules } = known.record.header
  const komi = rules?.komi ?? 0
  const count = (kind: Count['rules'], [black, white]: readonly [number, number]): Count => {
    const margin = Math.abs(black - white - komi)
    const points = [black, white + komi] as const
    return { rules: kind, points, margin, ...(margin > 0 && { winner: black > white + komi ? 1 : 2 }) }
  }
  if (known.estimate) return [count('estimate', known.estimate.area)]
  const both = [count('area', areaScore(stands, known.dead)), count('territory', territoryScore(stands, known.dead))]
  return /chin|area|aga|tromp|new zealand|^nz$/i.test(rules?.name ?? '') ? both : both.reverse()
})

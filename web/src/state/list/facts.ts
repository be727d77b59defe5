/** What the loaded lines of the list have: a column or a row of its own is only for what some of them say. */
import { computed } from '@preact/signals'
import type { Game } from '../../../../src/model/record.ts'
import { playerOf } from '../../../../src/model/record.ts'
import { count, pages, source } from '../files/library.ts'
import type { Line } from '../../worker/protocol.ts'

/** The lines that are loaded. */
const loaded = computed<readonly Line[]>(() => [...pages.value.values()].flat())

/** The kinds of games of the lines that are loaded. */
export const listedGames = computed<ReadonlySet<Game>>(() => new Set(loaded.value.map(({ game }) => game)))

/** Whether games of several kinds are listed, or may be in lines that are not loaded. */
export const isMixed = computed(() => {
  const mayBe = loaded.value.length < count.value ? (source.value.kinds ?? []) : []
  return new Set([...listedGames.value, ...mayBe]).size > 1
})

/** A fact that not every list has. */
export type Fact = 'players' | 'rating' | 'opening' | 'event' | 'round' | 'year' | 'result'

const HAS: Readonly<Record<Fact, (line: Line) => boolean>> = {
  players: ({ header }) => isNamed(header),
  rating: ({ header }) => header.players.some(({ rating, rank }) => rating !== undefined || rank !== undefined),
  opening: ({ header }) => header.openingCode !== undefined || header.openingName !== undefined,
  event: ({ header }) => header.event?.name !== undefined,
  round: ({ header }) => header.round !== undefined || header.roundText !== undefined,
  year: ({ header }) => header.date?.year !== undefined,
  result: ({ header }) => header.result.outcome !== 'unfinished',
}

/** Whether a player who moves first or second has a name. */
export function isNamed(header: Line['header']): boolean {
  return [1, 2].some((colour) => playerOf(header, colour as 1 | 2)?.name !== undefined)
}

/** The facts that some of the loaded lines have. */
export const facts = computed<ReadonlySet<Fact>>(
  () => new Set((Object.keys(HAS) as Fact[]).filter((fact) => loaded.value.some(HAS[fact]))),
)

/** Whether the lines are titles with a result at most, for which one row is enough. */
export const isPlain = computed(() =>
  ['players', 'event', 'year', 'opening'].every((fact) => !facts.value.has(fact as Fact)),
)

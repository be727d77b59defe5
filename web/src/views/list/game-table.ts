/** How the list of games is shown. */
import { computed, signal } from '@preact/signals'
import type { Game } from '../../../../src/model/record.ts'
import { count, pages, source } from '../../state/files/library.ts'

/** Whether the list is a table. */
export const isTable = signal(false)

/** The games of the lines that are loaded. */
export const listedGames = computed<ReadonlySet<Game>>(
  () => new Set([...pages.value.values()].flatMap((lines) => lines.map(({ game }) => game))),
)

/** Whether games of several kinds are listed, or may be in lines that are not loaded. */
export const isMixed = computed(() => {
  const loaded = [...pages.value.values()].reduce((sum, lines) => sum + lines.length, 0)
  const mayBe = loaded < count.value ? (source.value.kinds ?? []) : []
  return new Set([...listedGames.value, ...mayBe]).size > 1
})

/** Whether no player of the lines that are loaded has a rating or a rank. */
export const isUnrated = computed(() =>
  [...pages.value.values()].every((lines) =>
    lines.every(({ header }) => header.players.every(({ rating, rank }) => rating === undefined && rank === undefined)),
  ),
)

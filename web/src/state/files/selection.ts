/** The games of the list that are selected, to be saved, collected or removed together. */
import { effect, signal } from '@preact/signals'
import { changedRecords } from '../editing/editing.ts'
import type { GameRecord } from '../../../../src/model/record.ts'
import { attempt, count, files, source } from './library.ts'

/** The most games that can be selected: their records must fit into memory. */
export const MOST_SELECTED = 10_000

/** Whether lines of the list can be ticked. */
export const isSelecting = signal(false)
/** The selected games by index. */
export const selected = signal<ReadonlySet<number>>(new Set())

/** The line that was ticked last, where a range begins. */
let anchor: number | undefined

/** Ticks a game or unticks it. @param place its line */
export function toggleGame(game: number, place: number): void {
  const games = new Set(selected.value)
  if (!games.delete(game) && games.size < MOST_SELECTED) games.add(game)
  anchor = place
  isSelecting.value = true
  selected.value = games
}

/** Ticks all games between the line that was ticked last and another. */
export async function selectTo(place: number): Promise<void> {
  const from = anchor ?? place
  await select(Math.min(from, place), Math.max(from, place) + 1)
  anchor = from
}

/** Ticks all games of the list. */
export async function selectAll(): Promise<void> {
  await select(0, count.value)
}

async function select(from: number, to: number): Promise<void> {
  await attempt(async () => {
    const listed = source.value
    const lines = await listed.listings(from, Math.min(to, from + MOST_SELECTED))
    if (source.value !== listed) return
    isSelecting.value = true
    selected.value = new Set([...selected.value, ...lines.map(({ index }) => index)].slice(0, MOST_SELECTED))
  })
}

/** Ends selecting. */
export function clearSelection(): void {
  isSelecting.value = false
  selected.value = new Set()
  anchor = undefined
}

/** The selected games in the order of the files, with the changes made in them. Texts and broken entries are left out. */
export async function selectedRecords(): Promise<GameRecord[]> {
  const records: GameRecord[] = []
  for await (const portion of selectedPortions(MOST_SELECTED)) records.push(...portion)
  return records
}

/** The same, so many at a time. */
export async function* selectedPortions(portion: number): AsyncGenerator<readonly GameRecord[]> {
  const indexes = [...selected.value].sort((left, right) => left - right)
  for (let from = 0; from < indexes.length; from += portion) {
    const records: GameRecord[] = []
    for (const index of indexes.slice(from, from + portion)) {
      const record = changedRecords.value.get(index) ?? (await source.value.entry(index)).record
      if (record) records.push(record)
    }
    yield records
  }
}

// Indexes mean other games when other files are opened.
effect(() => {
  void files.value
  clearSelection()
})

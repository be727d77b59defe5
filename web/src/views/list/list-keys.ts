/** Choosing games of the list by keys and clicks. */
import { attempt, count, generation, listedIndex, showGame, source } from '../../state/files/library.ts'
import { clearSelection, isSelecting, selectAll, selectTo, toggleGame } from '../../state/files/selection.ts'
import type { ListScroll } from '../../state/files/list-scroll.ts'

/** The index reached by keys or a click while the game there is loading: the next key continues from there. */
let goal: { list: number; place: Promise<number> } | undefined

/** Selects another game by keyboard. */
export async function onListKey(event: KeyboardEvent, box: HTMLElement, scroll: ListScroll): Promise<void> {
  const { from, to } = scroll.wanted.value
  const page = Math.max(1, to - from - 2)
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
    Home: -Infinity,
    End: Infinity,
  }
  if (isSelectionKey(event)) {
    event.preventDefault()
    // Elsewhere the space bar plays the game.
    event.stopPropagation()
    await attempt(() => selectByKey(event))
    return
  }
  const step = steps[event.key]
  if (step === undefined) return
  event.preventDefault()
  const list = generation.value
  const before = goal?.list === list ? goal.place : placeOnBoard()
  const own = { list, place: before.then((here) => Math.max(0, Math.min(count.value - 1, here + step))) }
  goal = own
  await attempt(async () => {
    const place = await own.place
    scroll.show(box, place)
    if (event.shiftKey) await selectTo(place)
    const [listing] = await source.value.listings(place, place + 1)
    if (listing && goal === own) await showGame(listing.index)
  })
  if (goal === own) goal = undefined
}

/** The index in the list of the game on the board. */
async function placeOnBoard(): Promise<number> {
  return listedIndex.value === undefined ? -1 : await source.value.placeOf(listedIndex.value)
}

/** A click shows a game, or selects it. */
export function pick(event: MouseEvent, game: number, place: number): void {
  if (event.shiftKey) void selectTo(place)
  else if (isSelecting.value || event.ctrlKey || event.metaKey) toggleGame(game, place)
  else void choose(game, place)
}

/** Shows a game that was clicked: keys act on it even while it is loading. */
async function choose(game: number, place: number): Promise<void> {
  const own = { list: generation.value, place: Promise.resolve(place) }
  goal = own
  await showGame(game)
  if (goal === own) goal = undefined
}

/** Selects by keyboard: the space bar the game on the board, or the one that is loading, Ctrl+A all. Returns whether the key did something. */
async function selectByKey({ key, ctrlKey, metaKey }: KeyboardEvent): Promise<void> {
  if (key === 'Escape') clearSelection()
  else if (ctrlKey || metaKey) await selectAll()
  else {
    const place = await (goal?.list === generation.value ? goal.place : placeOnBoard())
    const [listing] = place < 0 ? [] : await source.value.listings(place, place + 1)
    if (listing) toggleGame(listing.index, place)
  }
}

const isSelectionKey = ({ key, ctrlKey, metaKey }: KeyboardEvent) =>
  key === ' ' || (key === 'Escape' && isSelecting.value) || (key === 'a' && (ctrlKey || metaKey))

/** The name of the opening of the line on the board. The books are loaded a moment after a game is shown. */
import { computed, effect, signal } from '@preact/signals'
import type { Opening, OpeningBook } from '../../../../src/openings/index.ts'
import type { Game } from '../../../../src/model/record.ts'
import { pathTo } from '../../../../src/model/tree.ts'
import { node, record } from './replay.ts'

/** Milliseconds after which the book is loaded, so that nothing waits for it. */
const REST = 1500

const books = signal<ReadonlyMap<Game, OpeningBook>>(new Map())

effect(() => {
  const game = record.value?.game
  if (game === undefined || books.value.has(game)) return undefined
  const timer = setTimeout(() => void load(game), REST)
  return () => clearTimeout(timer)
})

async function load(game: Game): Promise<void> {
  try {
    const { loadOpenings } = await import('../../../../src/openings/index.ts')
    const book = await loadOpenings(game)
    if (book) books.value = new Map(books.value).set(game, book)
  } catch {
    // Without the book the page does not name openings.
  }
}

/** The last name among the positions of the line on the board, up to the current one. */
export const openingName = computed<Opening | undefined>(() => {
  const shown = record.value
  const book = shown && books.value.get(shown.game)
  if (!shown || !book || node.value === 0) return undefined
  const path = [0, ...pathTo(shown.nodes, node.value).slice(0, LONGEST)]
  try {
    return book.of({ ...shown, nodes: path.map((index, place) => ({ ...shown.nodes[index]!, parent: place - 1 })) })
  } catch {
    return undefined
  }
})

/** No opening is longer, in moves of both sides. */
const LONGEST = 60

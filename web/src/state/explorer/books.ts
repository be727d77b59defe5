/** What opening books have in the position on the board: requested a moment after the board came to rest. */
import { batch, computed, effect, signal, untracked } from '@preact/signals'
import type { FunctionComponent } from 'preact'
import type { BookMove } from '../../../../src/books/book.ts'
import type { Move } from '../../../../src/model/move.ts'
import type { Game } from '../../../../src/model/record.ts'
import { rulesOf } from '../../../../src/rules/index.ts'
import type { Position } from '../../../../src/rules/rules.ts'
import { play } from '../editing/edit-actions.ts'
import { position, record } from '../replay/replay.ts'
import { whenAtRest } from './at-rest.ts'
import { bookPane } from './book-pane.ts'
import { isExploring } from './explorer.ts'

/** What a book has in a position. */
export interface BookAnswer {
  /** Name of its file. */
  readonly name: string
  readonly moves: readonly BookMove[]
  /** Moves that could not be read. */
  readonly unread: number
}

/** One or more books. */
export interface BookSource {
  readonly games: readonly Game[]
  /** Closes a book that the user opened; absent for books of a server. */
  close?(): void
  lookUp(game: Game, position: Position, signal: AbortSignal): Promise<readonly BookAnswer[]>
}

/** A response, and the source that can be closed. */
export interface ShownBook extends BookAnswer {
  readonly source: BookSource
}

/** What was found in a position. */
export interface BookAnswers {
  game: Game
  position: Position
  books: readonly ShownBook[]
  /** Why a source gave no response. */
  failure?: string
}

const sources = signal<readonly BookSource[]>([])

/** The last response; it stays until the next arrives. */
export const bookAnswers = signal<BookAnswers | undefined>(undefined)

/** Shows another source beside those there are, in a view for the explorer. */
export function addBooks(source: BookSource, view: FunctionComponent): void {
  batch(() => {
    sources.value = [...sources.value, source]
    bookPane.value = view
  })
}

/** Closes the books of a source. */
export function removeBooks(source: BookSource): void {
  source.close?.()
  batch(() => {
    sources.value = sources.value.filter((other) => other !== source)
    if (sources.value.length === 0) bookPane.value = undefined
  })
}

/** Whether the response shown is for the position on the board rather than a previous one. */
const isCurrent = computed(() => {
  const [answers, stands, game] = [bookAnswers.value, position.value, record.value?.game]
  if (!answers || !stands || game !== answers.game) return false
  return rulesOf(game).format(stands) === rulesOf(game).format(answers.position)
})

/** Plays a move of the response shown, unless the board has already moved on. */
export function playBookMove(move: Move): void {
  if (isCurrent.value) play(move)
}

const asked = computed(() => {
  const game = record.value?.game
  return game === undefined ? [] : sources.value.filter(({ games }) => games.includes(game))
})

let running: AbortController | undefined

effect(() => {
  const [ofGame, stands, game] = [asked.value, position.value, record.value?.game]
  running?.abort()
  if (!isExploring.value || ofGame.length === 0 || !stands || game === undefined) {
    untracked(() => (bookAnswers.value = undefined))
    return
  }
  // The position on the board moves on while books are asked.
  const still = rulesOf(game).parse(rulesOf(game).format(stands))
  running = whenAtRest((aborted) => ask(ofGame, game, still, aborted))
})

async function ask(ofGame: readonly BookSource[], game: Game, stands: Position, aborted: AbortSignal): Promise<void> {
  try {
    const answers = await Promise.all(
      ofGame.map(async (source) =>
        (await source.lookUp(game, stands, aborted)).map((answer): ShownBook => ({ ...answer, source })),
      ),
    )
    if (!aborted.aborted) bookAnswers.value = { game, position: stands, books: answers.flat() }
  } catch (error) {
    if (aborted.aborted) return
    const failure = error instanceof Error ? error.message : String(error)
    bookAnswers.value = { game, position: stands, books: [], failure }
  }
}

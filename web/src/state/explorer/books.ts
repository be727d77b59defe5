/** What opening books have in the position on the board: requested a moment after the board came to rest. */
import { computed, effect, signal, untracked } from '@preact/signals'
import type { Move } from '../../../../src/model/move.ts'
import type { Game } from '../../../../src/model/record.ts'
import { rulesOf } from '../../../../src/rules/index.ts'
import type { Position } from '../../../../src/rules/rules.ts'
import { explore } from '../editing/edit-actions.ts'
import { position, record } from '../replay/replay.ts'
import { bookSources, type BookAnswer, type BookSource } from './book-sources.ts'
import { whenAtRest } from './at-rest.ts'
import { isExploring } from './explorer.ts'

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

/** The last response; it stays until the next arrives. */
export const bookAnswers = signal<BookAnswers | undefined>(undefined)

/** Whether the response shown is for the position on the board rather than a previous one. */
const isCurrent = computed(() => {
  const [answers, stands, game] = [bookAnswers.value, position.value, record.value?.game]
  if (!answers || !stands || game !== answers.game) return false
  return rulesOf(game).format(stands) === rulesOf(game).format(answers.position)
})

/** Plays a move of the response shown, unless the board has already moved on. */
export function playBookMove(move: Move): void {
  if (isCurrent.value) explore(move)
}

const asked = computed(() => {
  const game = record.value?.game
  return game === undefined ? [] : bookSources.value.filter(({ games }) => games.includes(game))
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

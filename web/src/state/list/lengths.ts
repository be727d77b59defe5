/** How long the games of open files are: that takes reading their moves, so it follows the lines of the list. */
import { signal } from '@preact/signals'
import { ask } from '../../worker/client.ts'
import { attempt, files, source } from '../files/library.ts'
import { filesInWorker } from '../files/game-source.ts'

/** Plies of games by their index. */
export const lengths = signal<ReadonlyMap<number, number>>(new Map())

let ofFiles = files.peek()
let asked = new Set<number>()

/** Asks for the lengths of games that are in sight. */
export function needLengths(games: readonly number[]): void {
  if (source.value !== filesInWorker) return
  if (ofFiles !== files.value) {
    ofFiles = files.value
    asked = new Set()
    lengths.value = new Map()
  }
  const missing = games.filter((game) => !asked.has(game))
  if (missing.length === 0) return
  for (const game of missing) asked.add(game)
  const own = asked
  void attempt(async () => {
    const found = await ask('lengths', missing)
    if (own !== asked) return
    const known = new Map(lengths.value)
    for (const [place, game] of missing.entries()) known.set(game, found[place]!)
    lengths.value = known
  })
}

/** Which of the games of open files are listed, and in which order. */
import { signal } from '@preact/signals'
import { ask } from '../../worker/client.ts'
import type { Arrangement } from '../../worker/protocol.ts'
import { filesInWorker } from './game-source.ts'
import { attempt, listGames, PAGE } from './library.ts'

const ALL: Arrangement = { filter: '', sort: 'number', isDescending: false }

export const arrangement = signal<Arrangement>(ALL)
/** Whether the list is on its way to what was asked for. */
export const isArranging = signal(false)

/** Lists all games of files that were just opened. */
export function startArrangement(): void {
  arrangement.value = ALL
}

/** Lists what was asked for, unless something else is asked for in the meantime. */
export async function arrange(change: Partial<Arrangement>): Promise<void> {
  const wanted = { ...arrangement.value, ...change }
  arrangement.value = wanted
  isArranging.value = true
  await attempt(async () => {
    const games = await ask('arrange', wanted)
    if (arrangement.value !== wanted) return
    // What was listed stays until the first lines of the new list are here.
    const page = await ask('listings', 0, Math.min(PAGE, games))
    if (arrangement.value === wanted) listGames(filesInWorker, games, { page })
  })
  if (arrangement.value === wanted) isArranging.value = false
}

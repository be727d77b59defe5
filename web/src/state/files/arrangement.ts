/** Which games of the open files are listed, and in what order. */
import { signal } from '@preact/signals'
import { ask } from '../../worker/client.ts'
import type { Arrangement } from '../../worker/protocol.ts'
import { filesInWorker } from './game-source.ts'
import { attempt, listGames, PAGE } from './library.ts'

const ALL: Arrangement = { filter: '', sort: 'number', isDescending: false }

export const arrangement = signal<Arrangement>(ALL)
/** Whether the list is being rearranged. */
export const isArranging = signal(false)

/** Lists all games of files that were just opened. */
export function startArrangement(): void {
  arrangement.value = ALL
}

/** Rearranges the list, unless another arrangement is requested meanwhile. */
export async function arrange(change: Partial<Arrangement>): Promise<void> {
  const wanted = { ...arrangement.value, ...change }
  arrangement.value = wanted
  isArranging.value = true
  await attempt(async () => {
    const games = await ask('arrange', wanted)
    if (arrangement.value !== wanted) return
    // The old list stays until the first lines of the new one have arrived.
    const page = await ask('listings', 0, Math.min(PAGE, games))
    if (arrangement.value === wanted) listGames(filesInWorker, games, { page })
  })
  if (arrangement.value === wanted) isArranging.value = false
}

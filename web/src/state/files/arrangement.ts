/** Which games of the open files are listed, and in what order. */
import { signal } from '@preact/signals'
import { ask } from '../../worker/client.ts'
import type { Arrangement } from '../../worker/protocol.ts'
import type { GameRecord } from '../../../../src/model/record.ts'
import { changedRecords } from '../editing/editing.ts'
import { filesInWorker } from './game-source.ts'
import { attempt, files, listGames, PAGE } from './library.ts'

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
    const games = await ask('arrange', wanted, changedSince())
    if (arrangement.value !== wanted) return
    // The old list stays until the first lines of the new one have arrived.
    const page = await ask('listings', 0, Math.min(PAGE, games))
    if (arrangement.value === wanted) listGames(filesInWorker, games, { page })
  })
  if (arrangement.value === wanted) isArranging.value = false
}

/** The changed records that the worker knows, of the files that it has. */
let known: { files: typeof files.value; records: ReadonlyMap<number, GameRecord> } = { files: [], records: new Map() }

/** Records that were changed since the worker was last told, undefined for those that are as they were read. */
function changedSince(): ReadonlyMap<number, GameRecord | undefined> {
  const before = known.files === files.value ? known.records : new Map<number, GameRecord>()
  const now = changedRecords.value
  known = { files: files.value, records: now }
  const changed = [...now].filter(([game, record]) => before.get(game) !== record)
  const restored = [...before.keys()].filter((game) => !now.has(game))
  return new Map<number, GameRecord | undefined>([...changed, ...restored.map((game) => [game, undefined] as const)])
}

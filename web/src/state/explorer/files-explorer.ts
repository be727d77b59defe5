/** The open files as a source of the explorer: it counts what has been read, and again while more is. */
import { effect, signal, untracked } from '@preact/signals'
import { GAMES } from '../../../../src/model/record.ts'
import { rulesOf } from '../../../../src/rules/index.ts'
import { ask } from '../../worker/client.ts'
import type { FilesExploration } from '../../worker/protocol.ts'
import { filesInWorker } from '../files/game-source.ts'
import { files, source } from '../files/library.ts'
import type { ExplorerSource } from './explorer-source.ts'
import { explorerSource } from './explorer.ts'

/** Milliseconds after which what was counted is counted again, while files are read. */
const AGAIN = 700

/** How many games have been read, while there are more. */
export const gamesCounted = signal<number | undefined>(undefined)

function makeSource(): ExplorerSource {
  let last: FilesExploration | undefined
  const own: ExplorerSource = {
    name: 'files',
    kinds: GAMES,
    takesFilter: false,
    isOfFiles: true,
    async explore(game, position, signal) {
      last = await ask('explore', game, rulesOf(game).format(position))
      if (signal.aborted) return last.facts
      gamesCounted.value = last.isDone ? undefined : last.read
      // Another source has no answers yet, so the position is asked for again.
      if (!last.isDone) setTimeout(() => explorerSource.value === own && (explorerSource.value = makeSource()), AGAIN)
      return last.facts
    },
    samples: async () => last?.samples ?? [],
  }
  return own
}

/** Files with several games can be explored, unless a database is. */
effect(() => {
  const isWanted =
    source.value === filesInWorker && files.value.reduce((sum, { count, format }) => sum + (format ? count : 0), 0) > 1
  untracked(() => {
    const shown = explorerSource.value
    if (shown && !shown.isOfFiles) return
    gamesCounted.value = undefined
    explorerSource.value = isWanted ? makeSource() : undefined
  })
})

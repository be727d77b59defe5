/** Changes to the database, if the server allows them: saving an edited game, importing files. */
import { computed, signal } from '@preact/signals'
import { explain, words } from '../../words/index.ts'
import { ApiError, database, refusalOf, request, requestLines, type Problem } from './server.ts'
import { DatabaseGames } from './games.ts'
import { refreshAfterChange } from './view.ts'
import { dropChanges, isUnsaved, keptRecord, noteSaved, record } from '../editing/editing.ts'
import { conflict, noteWritten, revisionOf, type Conflict } from './revisions.ts'
import { goTo, node } from '../replay/replay.ts'
import { saveInPlace } from '../page/dialogs.ts'
import { sayHint } from '../page/hint.ts'
import { clearSelection, selected } from '../files/selection.ts'
import { goToView } from '../page/route.ts'
import { filter } from './filter.ts'
import { attempt, listedIndex, showGame, source } from '../files/library.ts'

/** Whether the game on the board is a changed game of the database that can be saved there. */
export const canSave = computed(
  () =>
    database.value?.writable === true &&
    source.value instanceof DatabaseGames &&
    listedIndex.value !== undefined &&
    isUnsaved.value,
)

export const isSaving = signal(false)

/** Saves the game on the board in its place in the database, unless another revision of it is there by now. */
export async function saveInDatabase(): Promise<void> {
  const [saved, id] = [keptRecord.value, listedIndex.value]
  if (!saved || id === undefined) return
  isSaving.value = true
  await attempt(async () => {
    const revision = revisionOf(id)
    const headers = { 'Content-Type': 'application/json', ...(revision !== undefined && { 'If-Match': revision }) }
    try {
      noteWritten(id, await request(`games/${id}`, {}, { method: 'PUT', headers, body: JSON.stringify(saved) }))
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'request/changed') throw error
      conflict.value = { id, record: saved }
      return
    }
    if (listedIndex.value === id) noteSaved(saved)
    sayHint(words.savedInDatabase)
    await refreshAfterChange()
  })
  isSaving.value = false
}

// Where the page has a database that can be changed, the key for saving saves there.
saveInPlace.value = () => {
  if (canSave.value && !isSaving.value) void saveInDatabase()
  return canSave.value
}

/** Decides a conflict for the game in the database: the changes made here are dropped. */
export async function reloadGame({ id }: Conflict): Promise<void> {
  const place = node.value
  conflict.value = undefined
  dropChanges(id)
  await showGame(id)
  if (place < (record.value?.nodes.length ?? 0)) goTo(place)
  await attempt(refreshAfterChange)
}

/** Decides a conflict for both: the changed game is added to the database, and the other one shown. */
export async function saveAsNewGame(found: Conflict): Promise<void> {
  await attempt(async () => {
    const body = `${JSON.stringify(found.record)}\n`
    await request('games', { name: `game-${found.id}.jsonl`, format: 'jsonl' }, { method: 'POST', body })
    sayHint(words.savedAsNew)
    await reloadGame(found)
  })
}

/** The most groups of duplicates that are counted. */
const MOST_GROUPS = 10_000

/** A file on its way into the database. */
export interface Import {
  name: string
  /** How much of it has been sent, 0 to 1. */
  sent: number
  /** The number of games imported, once it is done. */
  games?: number
  /** What the database calls the file. */
  source?: string
  /** How many of the games are in the database already, with the same moves, players and date. */
  duplicates?: number
  /** How many duplicates were removed, once they are merged. */
  merged?: number
  /** Why it was not imported, as a message of the server. */
  failure?: string
}

export const imports = signal<readonly Import[]>([])
export const isImporting = computed(() =>
  imports.value.some(({ games, failure }) => games === undefined && failure === undefined),
)

/** Sends files to the database one after another, each with its result. */
export async function importFiles(files: readonly File[]): Promise<void> {
  const first = imports.value.length
  imports.value = [...imports.value, ...files.map(({ name }) => ({ name, sent: 0 }))]
  const note = (place: number, news: Partial<Import>) => {
    imports.value = imports.value.map((one, index) => (index === place ? { ...one, ...news } : one))
  }
  for (const [step, file] of files.entries()) {
    const place = first + step
    try {
      const { games = 0, source = '' } = await sendFile(file, (sent) => note(place, { sent }))
      note(place, { games, source })
      if (games > 0) note(place, { duplicates: await countDuplicates(source) })
    } catch (error) {
      note(place, { failure: explain(error) })
    }
  }
  await attempt(refreshAfterChange)
}

/** Removes the selected games from the database. */
export async function removeSelected(): Promise<void> {
  await attempt(async () => {
    const games = [...selected.value]
    try {
      for (const game of games) await request(`games/${game}`, {}, { method: 'DELETE' })
    } finally {
      clearSelection()
      for (const game of games) dropChanges(game)
      if (listedIndex.value !== undefined && games.includes(listedIndex.value)) goToView(['games'], filter.value)
      await refreshAfterChange()
    }
  })
}

/** Games with the same moves, as the server lists them. */
interface FoundDuplicates {
  reason: string
  games: unknown[]
  /** Those with notes of their own, which are never removed. */
  withOtherNotes: number[]
}

/** The games of an imported file that merging would remove, or that it would replace. */
async function countDuplicates(source: string): Promise<number> {
  const groups = await requestLines<FoundDuplicates>('duplicates', {
    source,
    max: MOST_GROUPS,
  })
  const sure = groups.filter(({ reason }) => reason === 'same moves, players and date')
  return sure.reduce((sum, { games, withOtherNotes }) => sum + games.length - 1 - withOtherNotes.length, 0)
}

/** Merges the duplicates of an imported file, by its place in the list of imports. */
export async function mergeImported(place: number): Promise<void> {
  await attempt(async () => {
    const { source } = imports.value[place]!
    const answer = await request('duplicates', { source }, { method: 'POST' })
    const { removed } = (await answer.json()) as { removed: number }
    imports.value = imports.value.map((one, index) => (index === place ? { ...one, merged: removed } : one))
    await refreshAfterChange()
  })
}

interface SentFile {
  games?: number
  source?: string
}

/** Sends one file; returns what was imported. `fetch` does not report progress. */
function sendFile(file: File, onSent: (share: number) => void): Promise<SentFile> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest()
    sending.open('POST', `api/games?${new URLSearchParams({ name: file.name })}`)
    sending.setRequestHeader('Content-Type', 'application/octet-stream')
    sending.responseType = 'json'
    sending.upload.addEventListener('progress', ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0))
    sending.addEventListener('error', () => reject(new ApiError(() => words.databaseSilent)))
    sending.addEventListener('load', () => {
      const answer = sending.response as (SentFile & Partial<Problem>) | null
      if (sending.status === 200) resolve(answer ?? {})
      else reject(refusalOf(answer ?? undefined, sending))
    })
    sending.send(file)
  })
}

/**
 * Collections: games of any files and databases, put together under a name. A collection is kept like what was open, as
 * a file of JSON lines, and opened from the first page.
 */
import { computed } from '@preact/signals'
import type { GameRecord } from '../../../../src/model/record.ts'
import { ask } from '../../worker/client.ts'
import { changedRecords, noteGamesSaved } from '../editing/editing.ts'
import { files, showGame } from '../files/library.ts'
import { lastOpened, newSessionId, openFiles } from '../files/opening.ts'
import { readSession, readSessions, rewriteSession, VERSION, writeSession, type Session } from './store.ts'
import { words } from '../../words/index.ts'

/** What the files of collections are called behind their names. */
const ENDING = '.collection.jsonl'

export interface CollectionName {
  readonly id: string
  readonly name: string
}

const fileOf = (name: string, lines: BlobPart[]) => new File(lines, name + ENDING, { type: 'application/x-ndjson' })
const asLine = (record: GameRecord) => `${JSON.stringify(record)}\n`

/** The name of a collection; undefined for other files. */
function nameOf(path: string | undefined): string | undefined {
  return path?.endsWith(ENDING) ? path.slice(0, -ENDING.length) : undefined
}

/** The collection that is open. */
export const openCollection = computed<CollectionName | undefined>(() => {
  const opened = lastOpened.value
  const name = nameOf(opened?.chosen[0]?.path)
  return opened && opened.chosen.length === 1 && files.value === opened.opened && name !== undefined
    ? { id: opened.session, name }
    : undefined
})

/** The collections that games can be put into. */
export async function collectionNames(): Promise<CollectionName[]> {
  return (await readSessions()).flatMap((session) => {
    const name = session.files.length === 1 ? nameOf(session.files[0]!.path) : undefined
    return name === undefined ? [] : [{ id: session.id, name }]
  })
}

/**
 * Puts games at the end of a collection, or into a new one. Rejects where the browser has no storage, or no room.
 * @param into `id` of one that there is
 */
export async function collect(
  records: readonly GameRecord[],
  into: { id?: string | undefined; name: string },
): Promise<void> {
  const before = into.id === undefined ? undefined : await readSession(into.id)
  const content = before?.files[0]?.content
  const lines: BlobPart[] = [...(content instanceof File ? [content] : []), ...records.map(asLine)]
  const safe = into.name.trim().replaceAll(/[/\\]/g, '-') || words.collection
  await keep(into.id ?? newSessionId(), safe, lines, (before?.games ?? 0) + records.length)
}

async function keep(id: string, name: string, lines: BlobPart[], games: number): Promise<void> {
  if (!(await writeSession(sessionOf(id, fileOf(name, lines), games)))) throw new Error(words.notKept)
}

function sessionOf(id: string, file: File, games: number): Session {
  const kept = { path: file.name, isNamed: true, size: file.size, modified: file.lastModified, content: file }
  return { version: VERSION, id, opened: Date.now(), games, files: [kept] }
}

/** The games of the open collection as they are now. */
async function recordsNow(): Promise<GameRecord[]> {
  const total = files.value.reduce((sum, { count }) => sum + count, 0)
  const records: GameRecord[] = []
  for (let index = 0; index < total; index++) {
    const record = changedRecords.value.get(index) ?? (await ask('entry', index)).record
    if (record) records.push(record)
  }
  return records
}

/**
 * Stores the collection with other games or another name, and opens it again; the changes made in it are part of it
 * then. Rejects, and leaves everything as it is, where it cannot be stored.
 */
async function rewrite(records: readonly GameRecord[], name: string, shown: number): Promise<void> {
  const collection = openCollection.value
  if (!collection) return
  const { id } = collection
  const file = fileOf(name, records.map(asLine))
  const place = { id, game: shown, node: 0, unsaved: 0 }
  if (!(await rewriteSession(sessionOf(id, file, records.length), place))) throw new Error(words.notKept)
  noteGamesSaved(changedRecords.value)
  await openFiles([{ file, path: file.name, isNamed: true }], { session: id })
  await showGame(shown)
}

/** Moves a game of the open collection to another place. */
export async function moveGame(from: number, to: number): Promise<void> {
  const records = await recordsNow()
  const [moved] = records.splice(from, 1)
  records.splice(to, 0, moved!)
  await rewrite(records, openCollection.value!.name, to)
}

/** Removes a game from the open collection. */
export async function removeGame(game: number): Promise<void> {
  const records = await recordsNow()
  records.splice(game, 1)
  await rewrite(records, openCollection.value!.name, Math.min(game, records.length - 1))
}

/** Gives the open collection another name. */
export async function renameCollection(name: string): Promise<void> {
  await rewrite(await recordsNow(), name.trim().replaceAll(/[/\\]/g, '-'), 0)
}

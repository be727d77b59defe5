/** Saving the file of the game on the board where it lies: on the disk, or in the folder that is served. */
import type { GameRecord } from '../../../../src/model/record.ts'
import type { IncomingFile, OpenedFile } from '../../worker/protocol.ts'
import { ask } from '../../worker/client.ts'
import { explain, fill, words } from '../../words/index.ts'
import { changedRecords, editedGames, noteGamesSaved } from '../editing/editing.ts'
import { fileOf } from '../list/names.ts'
import { sayHint } from '../page/hint.ts'
import { listedIndex } from './library.ts'
import { lastOpened, openFiles } from './opening.ts'
import { isSavedHere, saveServed } from './served-files.ts'

/** Saves the file with all its changes; returns false where it has no place, nothing changed, or something would be lost. */
export async function saveFileInPlace(): Promise<boolean> {
  const game = listedIndex.value
  const file = game === undefined ? undefined : fileOf(game)
  const incoming = lastOpened.value?.chosen.find(({ path }) => path === file?.name)
  if (!file || !incoming || !(incoming.handle || isSavedHere(incoming.path))) return false
  const changed = changesOf(file)
  if (changed.size === 0) return false
  const outcome = await ask('saveFile', file.start, changed)
  if (!outcome?.file || outcome.file.files > 1 || outcome.refused > 0 || outcome.losses.length > 0) return false
  const { blob } = outcome.file
  try {
    if (incoming.handle) await writeTo(incoming.handle, blob)
    else await saveServed(incoming.path, blob)
  } catch (error) {
    sayHint(fill(words.notSavedInPlace, { reason: explain(error) }))
    return true
  }
  noteGamesSaved(changed)
  sayHint(fill(words.savedInPlace, { name: incoming.file.name }))
  if (incoming.handle) await readAgain(incoming, incoming.handle)
  return true
}

/** The games of a file that were changed, if some of them are not saved. */
function changesOf({ start, count }: OpenedFile): ReadonlyMap<number, GameRecord> {
  const isOfFile = (game: number) => game >= start && game < start + count
  const unsaved = editedGames.value.some(({ game, isUnsaved }) => isUnsaved && isOfFile(game))
  return new Map(unsaved ? [...changedRecords.value].filter(([game]) => isOfFile(game)) : [])
}

/** Browsers ask for permission to write; the types of browsers do not have it. */
interface Permission {
  requestPermission?: (wanted: { mode: 'readwrite' }) => Promise<PermissionState>
}

async function writeTo(handle: FileSystemFileHandle, content: Blob): Promise<void> {
  await (handle as Permission).requestPermission?.({ mode: 'readwrite' })
  const stream = await handle.createWritable()
  await stream.write(content)
  await stream.close()
}

/** Opens the files again with the one that was written: browsers no longer read what a file was before. */
async function readAgain(written: IncomingFile, handle: FileSystemFileHandle): Promise<void> {
  const { chosen, session } = lastOpened.value!
  const file = await handle.getFile()
  await openFiles(
    chosen.map((one) => (one === written ? { ...one, file } : one)),
    { session },
  )
}

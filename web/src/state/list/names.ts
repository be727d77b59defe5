/** What a game of the list is called that says neither its title nor who played it. */
import type { OpenedFile, Line } from '../../worker/protocol.ts'
import { hasName, nameInFile } from '../../worker/file-names.ts'
import { changedRecords } from '../editing/editing.ts'
import { files, source } from '../files/library.ts'
import { filesInWorker } from '../files/game-source.ts'

/** The open file that a game of the list is in. */
export function fileOf(index: number): OpenedFile | undefined {
  // A file that is still being read has the only list.
  if (source.value !== filesInWorker && files.value.length !== 1) return undefined
  return files.value.findLast(({ start }) => start <= index)
}

/** A name by the file of a game. */
export function nameOfGame(index: number): string | undefined {
  const file = fileOf(index)
  return file && nameInFile(file, index)
}

/** A line as the game is now, with the changes made here, and with a name if it has none of its own. */
export function currentLine(line: Line): Line {
  const header = changedRecords.value.get(line.index)?.header ?? line.header
  const name = hasName(header) ? undefined : (line.name ?? nameOfGame(line.index))
  return { ...line, header, ...(name !== undefined && { name }) }
}

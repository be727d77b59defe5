/** The file of columns of a new segment, which is written beside it. */
import { createColumnsFile } from '../catalogue/folder.ts'
import { readingColumns, type ColumnsFile } from './columns-file.ts'
import { writeColumns, type ColumnsOfGames } from './write-columns.ts'

/** Writes and syncs the columns of the games of a segment. */
export function writeSegmentColumns(folder: string, segment: string, parts: readonly ColumnsOfGames[]): void {
  const file = createColumnsFile(folder, segment)
  try {
    writeColumns(file, parts)
    file.complete()
  } catch (error) {
    file.discard()
    throw error
  }
}

/** The columns of a file, of the games that are kept. Throws FormatError if the file is damaged, as do its functions. */
export function columnsKept(columns: ColumnsFile, keeps: (game: number) => boolean): ColumnsOfGames {
  const ids = readingColumns(() => columns.ids()) ?? Uint32Array.from({ length: columns.count }, (_, row) => columns.first + row)
  const rows = Uint32Array.from(ids.keys()).filter((row) => keeps(ids[row]!))
  return {
    games: ids.filter(keeps),
    ...(rows.length < ids.length && { rows }),
    numbers: (name) => readingColumns(() => columns.numbers(name)),
    texts: (list) => readingColumns(() => columns.texts(list)),
    textNumbers: (name, texts) => readingColumns(() => columns.textNumbers(name, texts)),
  }
}

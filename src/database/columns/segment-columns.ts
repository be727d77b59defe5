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
  const ids =
    readingColumns(() => columns.ids()) ?? Uint32Array.from({ length: columns.count }, (_, row) => columns.first + row)
  const [rows, games] = [new Uint32Array(ids.length), new Uint32Array(ids.length)]
  let count = 0
  for (let row = 0; row < ids.length; row++) {
    if (!keeps(ids[row]!)) continue
    rows[count] = row
    games[count++] = ids[row]!
  }
  return {
    games: games.subarray(0, count),
    ...(count < ids.length && { rows: rows.subarray(0, count) }),
    numbers: (name) => readingColumns(() => columns.numbers(name)),
    texts: (list) => readingColumns(() => columns.texts(list)),
    textNumbers: (name, texts) => readingColumns(() => columns.textNumbers(name, texts)),
  }
}

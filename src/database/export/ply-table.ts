/** The table of moves, a row for each move of the main lines of games. */
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Game, GameRecord } from '../../model/record.ts'
import type { ExportedFiles } from './exported-files.ts'
import { PLY_COLUMNS, plyRows } from './plies.ts'
import { TableFiller } from './table-filler.ts'

/** Rows of moves in one file, about: with their positions, some 30 MB. */
const FILE_PLIES = 1 << 20

/** The table of moves on its way into files: a part at a time, so that memory stays constant. */
export class PlyTable {
  /** Rows written. */
  total = 0
  private readonly filler: TableFiller
  private readonly files: ExportedFiles
  private readonly folder: string
  private readonly fileRows: number
  private rows = 0

  constructor(connection: DuckDBConnection, files: ExportedFiles, game: Game, fileRows: number) {
    this.filler = new TableFiller(connection, 'plies', { id: 'UINTEGER', ...PLY_COLUMNS })
    this.files = files
    this.folder = `plies/game=${game}`
    this.fileRows = Math.min(fileRows, FILE_PLIES)
  }

  async begin(): Promise<void> {
    await this.filler.begin()
  }

  /** Adds the moves of a game. Returns their text, as `movetextOf` does. */
  async add(id: number, record: GameRecord): Promise<string> {
    const texts: string[] = []
    for (const row of plyRows(record)) {
      this.filler.add([id, ...Object.values(row)])
      texts.push(row.move)
    }
    this.rows += texts.length
    if (this.rows >= this.fileRows) await this.write()
    return texts.join(' ')
  }

  async end(): Promise<void> {
    if (this.rows > 0) await this.write()
    else this.filler.end()
  }

  private async write(): Promise<void> {
    this.filler.end()
    await this.files.write(
      this.folder,
      'SELECT source, entry, plies.* FROM plies JOIN games USING (id) ORDER BY id, ply',
    )
    this.total += this.rows
    this.rows = 0
    await this.filler.begin()
  }
}

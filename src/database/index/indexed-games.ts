/** Games that get a new index: their positions and columns, gathered until segments are made of them. */
import type { Catalogue } from '../catalogue/catalogue.ts'
import { RowColumns } from '../columns/row-columns.ts'
import { gameRow, type GameOfRow } from '../schema/game-columns.ts'
import { ChunkMemory, RowPacker, type RowChunk } from '../schema/row-chunk.ts'
import { IndexBuilder } from './index-builder.ts'
import { writeSegments, type NewSegment } from './segment-job.ts'

/** Games whose columns are in memory at a time; a segment is made of these, as in an import. */
export const GAMES_TOGETHER = 200_000

/** The numbers of games of one source: the first, and how many there are. */
type Span = readonly [first: number, count: number]

/** The numbers of the games whose variations are indexed too. */
export async function spansWithVariations(catalogue: Catalogue): Promise<Span[]> {
  const ranges = await catalogue.rows('SELECT first_game, entries FROM sources WHERE variations')
  return ranges.map((row) => [Number(row['first_game']), Number(row['entries'])])
}

/** Gathers games for the index of a database. */
export class IndexedGames {
  private readonly folder: string
  private readonly spans: readonly Span[]
  private readonly index: IndexBuilder
  private readonly packer: RowPacker
  private columns = new RowColumns()

  /**
   * @param spans see {@link spansWithVariations}
   * @param onChunk gets the rows of the games, each chunk in memory of its own; if it is left out, they share theirs
   */
  constructor(folder: string, spans: readonly Span[], onChunk?: (chunk: RowChunk) => void) {
    this.folder = folder
    this.spans = spans
    this.index = new IndexBuilder(folder)
    const take = (chunk: RowChunk): void => {
      // First, since the cells of DuckDB are made of these.
      this.columns.add(chunk)
      onChunk?.(chunk)
    }
    const shared = new ChunkMemory()
    this.packer = onChunk ? new RowPacker(take) : new RowPacker(take, () => shared)
  }

  add(game: GameOfRow): void {
    const { id, record, line } = game
    this.packer.add(gameRow(game))
    this.index.add(
      record,
      id,
      this.spans.some(([first, count]) => id >= first && id < first + count),
      line,
    )
  }

  /** Passes on the rows of the last games. */
  finishRows(): void {
    this.packer.finish()
  }

  /** Writes segments of the games that were added since the last time. */
  async write(): Promise<NewSegment[]> {
    this.finishRows()
    const segments = await writeSegments(this.folder, {
      positions: this.index.finish(),
      columns: this.columns.finish(),
    })
    this.columns = new RowColumns()
    return segments
  }
}

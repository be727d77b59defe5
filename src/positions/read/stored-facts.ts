/** The facts of the games of a segment. */
import { GameFacts } from '../facts.ts'
import { BLOCK_GAMES, FACTS_BLOCK_SIZE, factsSize, unpackFacts } from '../segment/segment-blocks.ts'
import type { SegmentFile } from './segment-file.ts'

/** The facts of the games of a segment, those of tombstones included. */
export class StoredFacts {
  private readonly file: SegmentFile

  constructor(file: SegmentFile) {
    this.file = file
  }

  /** The facts of all games. */
  async all(): Promise<GameFacts> {
    const { factsStart, header } = this.file
    const packed = await this.file.read(factsStart, factsStart + factsSize(header.gameRange))
    return new GameFacts(header.firstGame, unpackFacts(packed, 0, this.file.placeOf(factsStart)))
  }

  /** The facts of a game and those stored beside it, without reading the others. */
  async around(game: number): Promise<GameFacts> {
    const { factsStart, header } = this.file
    const { firstGame, gameRange } = header
    if (game < firstGame || game >= firstGame + gameRange) throw this.file.damaged(factsStart)
    const block = Math.floor((game - firstGame) / BLOCK_GAMES)
    const start = factsStart + block * FACTS_BLOCK_SIZE
    const end = Math.min(start + FACTS_BLOCK_SIZE, factsStart + factsSize(gameRange))
    const bytes = unpackFacts(await this.file.read(start, end), block, this.file.placeOf(start))
    return new GameFacts(firstGame + block * BLOCK_GAMES, bytes)
  }
}

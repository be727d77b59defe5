/** The `.flags` file: which games ChessBase considers the best. docs/formats/chessbase.md, Top games. */
import { i32be } from '../../bytes/numbers.ts'
import type { Source } from '../../bytes/source.ts'

export const TOP_GAMES_HEAD_SIZE = 12
export const TOP_GAMES_MAGIC = 0x0f010b09

export class TopGamesFile {
  private readonly source: Source
  private readonly bitsPerGame: number

  constructor(source: Source) {
    this.source = source
    const head = source.read(0, TOP_GAMES_HEAD_SIZE)
    this.bitsPerGame = i32be(head, 0) === TOP_GAMES_MAGIC ? i32be(head, 8) : 0
  }

  /** Whether a game, by its number from 1, is one of the best; undefined if it was not judged. */
  isTopGame(number: number): boolean | undefined {
    if (this.bitsPerGame < 2 || this.bitsPerGame > 8) return undefined
    const top = this.bit(number * this.bitsPerGame)
    const isJudged = this.bit(number * this.bitsPerGame + 1)
    return isJudged === 1 ? top === 1 : undefined
  }

  /** A bit of the body, counted from the lowest of its first byte; 0 past the end. */
  private bit(index: number): number {
    const at = TOP_GAMES_HEAD_SIZE + (index >> 3)
    const byte = this.source.read(at, at + 1)[0] ?? 0
    return (byte >> (index & 7)) & 1
  }
}

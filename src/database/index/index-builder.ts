/**
 * Collects the postings and main lines of games on disk, from which segments are made in the end (segment-job.ts), and
 * the facts of the games in memory.
 */
import type { HashedLine } from '../../formats/hashed-line.ts'
import type { Game, GameRecord } from '../../model/record.ts'
import { FACT_SIZE, GameFacts } from '../../positions/facts.ts'
import { MainLineWriter } from '../../positions/main-line.ts'
import { newRunsFile, segmentPath } from '../catalogue/folder.ts'
import { PostingMaker } from './game-postings.ts'
import { LineRunWriter, type LineRuns } from './line-runs.ts'
import { BlockWriter, type PostingBlocks } from './posting-blocks.ts'

/** Games that facts begin with room for. */
const FIRST_GAMES = 1 << 14

/** What was collected for one kind of game. */
export interface GatheredPositions {
  game: Game
  /** The file of the postings, and what is where in it. */
  path: string
  blocks: PostingBlocks
  postings: number
  /** The games in them, and their facts in the same order. */
  games: Uint32Array
  facts: Uint8Array
  /** Their main lines, in the same order. */
  lines: LineRuns
}

/** One kind of game being collected. */
interface Gathering {
  path: string
  postings: BlockWriter
  games: number[]
  facts: GameFacts
  lines: LineRunWriter
}

export class IndexBuilder {
  private readonly folder: string
  private readonly maker = new PostingMaker()
  private readonly line = new MainLineWriter()
  private readonly gatherings = new Map<Game, Gathering>()

  /** @param folder folder of the database */
  constructor(folder: string) {
    this.folder = folder
  }

  /**
   * Adds the positions and facts of a game. @param variations whether to include variations
   * @param line the main line, if its reader provides its keys
   */
  add(record: GameRecord, game: number, variations: boolean, line?: HashedLine): void {
    const gathering = this.gatherings.get(record.game) ?? this.begin(record.game)
    this.line.clear()
    this.maker.add(gathering.postings, this.line, record, game, variations, line)
    gathering.lines.add(this.line.words, this.line.length)
    const at = gathering.games.push(game) - 1
    if (at === gathering.facts.count) gathering.facts = enlarge(gathering.facts)
    gathering.facts.setHeader(at, record.header)
  }

  /** Writes the rest, returns everything collected, and starts again. */
  finish(): GatheredPositions[] {
    const all = [...this.gatherings].map(([game, gathering]) => {
      const { path, postings, facts } = gathering
      const blocks = postings.finish()
      const lines = gathering.lines.finish()
      const games = Uint32Array.from(gathering.games)
      const bytes = facts.bytes.slice(0, games.length * FACT_SIZE)
      return { game, path, blocks, postings: postings.count, games, facts: bytes, lines }
    })
    this.gatherings.clear()
    return all
  }

  private begin(game: Game): Gathering {
    const path = segmentPath(this.folder, newRunsFile(game))
    const gathering: Gathering = {
      path,
      postings: new BlockWriter(path),
      games: [],
      facts: GameFacts.make(0, FIRST_GAMES),
      lines: new LineRunWriter(segmentPath(this.folder, newRunsFile(game))),
    }
    this.gatherings.set(game, gathering)
    return gathering
  }
}

function enlarge(facts: GameFacts): GameFacts {
  const larger = GameFacts.make(0, facts.count * 2)
  larger.bytes.set(facts.bytes)
  return larger
}

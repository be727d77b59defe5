/**
 * Collects the postings and main lines of games on disk, from which segments are made in the end (segment-job.ts), and
 * the facts of the games in memory.
 */
import type { AnyRecord } from '../../model/line-record.ts'
import { resized } from '../../bytes/resize.ts'
import type { KeyedLine } from '../../rules/keyed-line.ts'
import type { Game } from '../../model/record.ts'
import { FACT_SIZE, GameFacts } from '../../positions/facts.ts'
import { MainLineWriter } from '../../positions/main-line.ts'
import { newRunsFile, segmentPath } from '../catalogue/folder.ts'
import { PostingMaker } from './game-postings.ts'
import { LineRunWriter, type LineRuns } from './line-runs.ts'
import { BlockMemory, BlockWriter, type PostingBlocks } from './posting-blocks.ts'

/** Games that there is room for at first. */
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
  count: number
  games: Uint32Array
  facts: GameFacts
  lines: LineRunWriter
}

export class IndexBuilder {
  private readonly folder: string
  private readonly maker = new PostingMaker()
  private readonly line = new MainLineWriter()
  private readonly gatherings = new Map<Game, Gathering>()
  private readonly memories = new Map<Game, BlockMemory>()

  /** @param folder folder of the database */
  constructor(folder: string) {
    this.folder = folder
  }

  /**
   * Adds the positions and facts of a game. @param variations whether to include variations
   * @param line the main line, if its reader provides its keys
   */
  add(record: AnyRecord, game: number, variations: boolean, line?: KeyedLine): void {
    const gathering = this.gatherings.get(record.game) ?? this.begin(record.game)
    this.line.clear()
    this.maker.add(gathering.postings, this.line, record, game, variations, line)
    gathering.lines.add(this.line.words, this.line.length)
    if (gathering.count === gathering.games.length) enlarge(gathering)
    gathering.games[gathering.count] = game
    gathering.facts.setHeader(gathering.count, record.header)
    gathering.count++
  }

  /** Writes the rest, returns everything collected, and starts again. */
  finish(): GatheredPositions[] {
    const all = [...this.gatherings].map(([game, gathering]) => {
      const { path, postings, facts, count } = gathering
      const blocks = postings.finish()
      const lines = gathering.lines.finish()
      const games = resized(gathering.games, count)
      const bytes = resized(facts.bytes, count * FACT_SIZE)
      return { game, path, blocks, postings: postings.count, games, facts: bytes, lines }
    })
    this.gatherings.clear()
    return all
  }

  private begin(game: Game): Gathering {
    const path = segmentPath(this.folder, newRunsFile(game))
    const memory = this.memories.get(game) ?? new BlockMemory()
    this.memories.set(game, memory)
    const gathering: Gathering = {
      path,
      postings: new BlockWriter(path, memory),
      count: 0,
      games: new Uint32Array(FIRST_GAMES),
      facts: GameFacts.make(0, FIRST_GAMES),
      lines: new LineRunWriter(segmentPath(this.folder, newRunsFile(game))),
    }
    this.gatherings.set(game, gathering)
    return gathering
  }
}

function enlarge(gathering: Gathering): void {
  const room = gathering.count * 2
  gathering.games = resized(gathering.games, room)
  gathering.facts = new GameFacts(0, resized(gathering.facts.bytes, room * FACT_SIZE))
}

/** The memory of what was gathered, to be handed over to another thread. */
export function buffersOfPositions(gathered: readonly GatheredPositions[]): ArrayBuffer[] {
  const arrays = gathered.flatMap(({ blocks, games, facts, lines }) => [
    blocks.units,
    blocks.lastRows,
    games,
    facts,
    lines.lengths,
  ])
  return arrays.map(({ buffer }) => buffer as ArrayBuffer)
}

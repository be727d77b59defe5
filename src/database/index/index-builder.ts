/**
 * Collects the postings of games in runs on disk, from which segments are made in the end (segment-job.ts). Memory is
 * bounded by the size of one run for each kind of game.
 */
import type { HashedLine } from '../../formats/hashed-line.ts'
import type { Game, GameRecord } from '../../model/record.ts'
import { FACT_SIZE, GameFacts } from '../../positions/facts.ts'
import { Postings } from '../../positions/postings.ts'
import { MainLineWriter } from '../../positions/main-line.ts'
import { newRunsFile, segmentPath } from '../catalogue/folder.ts'
import { PostingMaker } from './game-postings.ts'
import { LineRunWriter, type LineRuns } from './line-runs.ts'
import { RunWriter, type PostingRun } from './posting-runs.ts'

/** Postings after which a run is written: 14 bytes each, and 16 more while they are distributed, in every worker. */
const RUN_POSTINGS = 400_000

/** The initial capacity of a run in postings; it doubles when full. Memory is only used when written to. */
const FIRST_CAPACITY = 1 << 18

/** Games that facts begin with room for. */
const FIRST_GAMES = 1 << 14

/** What was collected for one kind of game. */
export interface GatheredPositions {
  game: Game
  /** The file of the runs, and where each is in it. */
  path: string
  runs: PostingRun[]
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
  writer: RunWriter
  postings: Postings
  written: number
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
   * Adds the positions and facts of a game; a full run is written. @param variations whether to include variations
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
    if (gathering.postings.count >= RUN_POSTINGS) writeRun(gathering)
  }

  /** Writes the rest, returns everything collected, and starts again. */
  finish(): GatheredPositions[] {
    const all = [...this.gatherings].map(([game, gathering]) => {
      writeRun(gathering)
      gathering.writer.close()
      const lines = gathering.lines.finish()
      const { path, written, facts } = gathering
      const games = Uint32Array.from(gathering.games)
      const bytes = facts.bytes.slice(0, games.length * FACT_SIZE)
      return { game, path, runs: gathering.writer.runs, postings: written, games, facts: bytes, lines }
    })
    this.gatherings.clear()
    return all
  }

  private begin(game: Game): Gathering {
    const path = segmentPath(this.folder, newRunsFile(game))
    const gathering: Gathering = {
      path,
      writer: new RunWriter(path),
      postings: new Postings(FIRST_CAPACITY),
      written: 0,
      games: [],
      facts: GameFacts.make(0, FIRST_GAMES),
      lines: new LineRunWriter(segmentPath(this.folder, newRunsFile(game))),
    }
    this.gatherings.set(game, gathering)
    return gathering
  }
}

/** Writes a run and empties it; its memory is reused. */
function writeRun(gathering: Gathering): void {
  const { writer, postings } = gathering
  writer.write(postings)
  gathering.written += postings.count
  postings.count = 0
}

function enlarge(facts: GameFacts): GameFacts {
  const larger = GameFacts.make(0, facts.count * 2)
  larger.bytes.set(facts.bytes)
  return larger
}

/**
 * Gathers the postings of an import into runs, and turns each full run into a
 * segment on disk. Memory stays bounded by the size of a run for each game.
 */
import type { KeyedLine } from '../formats/keyed-line.ts'
import { DiskSinkSet } from '../node/file-sink.ts'
import type { Game, GameRecord } from '../model/record.ts'
import { FACT_SIZE, GameFacts } from '../positions/facts.ts'
import { Postings, PostingSorter } from '../positions/postings.ts'
import type { SegmentHeader } from '../positions/segment-format.ts'
import { writeSegment } from '../positions/segment-writer.ts'
import { rulesOf } from '../rules/index.ts'
import { newSegmentFile, segmentPath } from './folder.ts'
import { PostingMaker } from './game-postings.ts'

/** Postings after which a run is written: 14 bytes each, and 30 more while they are sorted, in every worker. */
const RUN_POSTINGS = 1_000_000

/** Room for postings that a run begins with; it doubles as it fills. Memory is only taken as it is written to. */
const FIRST_CAPACITY = 1 << 18

/** A segment written and synced, not yet listed in the catalogue. */
export interface NewSegment {
  file: string
  header: SegmentHeader
  size: number
}

/** The run of one kind of game. */
interface Run {
  postings: Postings
  /** The games in it, and their facts in the same order. */
  games: number[]
  facts: GameFacts
}

/** Games that the facts of a run begin with room for. */
const FIRST_GAMES = 1 << 14

export class IndexBuilder {
  private readonly folder: string
  private readonly maker = new PostingMaker()
  private readonly runs = new Map<Game, Run>()
  private segments: NewSegment[] = []
  private readonly sorter = new PostingSorter()

  constructor(folder: string) {
    this.folder = folder
  }

  /**
   * Takes in the positions and facts of a game; a run that has grown full is written.
   * @param variations the positions of variations too
   * @param line the main line, when its reader has its keys at hand
   */
  add(record: GameRecord, game: number, variations: boolean, line?: KeyedLine): void {
    const run = this.runs.get(record.game) ?? this.begin(record.game)
    this.maker.add(run.postings, record, game, variations, line)
    const at = run.games.push(game) - 1
    if (at === run.facts.count) run.facts = enlarge(run.facts)
    run.facts.setHeader(at, record.header)
    if (run.postings.count >= RUN_POSTINGS) this.write(record.game, run)
  }

  /** Writes what is left, answers every segment written, and begins anew. */
  finish(): NewSegment[] {
    for (const [game, run] of this.runs) if (run.games.length > 0) this.write(game, run)
    const { segments } = this
    this.segments = []
    return segments
  }

  private begin(game: Game): Run {
    const run: Run = { postings: new Postings(FIRST_CAPACITY), games: [], facts: GameFacts.make(0, FIRST_GAMES) }
    this.runs.set(game, run)
    return run
  }

  /** Writes a run as a segment and empties it; its memory, and that of sorting, is used again. */
  private write(game: Game, run: Run): void {
    const { postings, games, facts } = run
    const file = newSegmentFile(game)
    const sinks = new DiskSinkSet(segmentPath(this.folder, file))
    try {
      const sink = sinks.create(file)
      const plan = {
        game,
        symmetric: rulesOf(game).canonicalKey !== undefined,
        facts: spread(facts, games),
      }
      const header = writeSegment(sink, plan, this.sorter.sort(postings))
      const { size } = sink
      sinks.commit()
      this.segments.push({ file, header, size })
    } catch (error) {
      sinks.abort()
      throw error
    }
    postings.count = 0
    run.games = []
  }
}

function enlarge(facts: GameFacts): GameFacts {
  const larger = GameFacts.make(0, facts.count * 2)
  larger.bytes.set(facts.bytes)
  return larger
}

/** Facts that follow each other as facts by the numbers of their games. */
function spread(facts: GameFacts, games: readonly number[]): GameFacts {
  const first = games.reduce((least, game) => Math.min(least, game), games[0] ?? 0)
  const last = games.reduce((most, game) => Math.max(most, game), first)
  const spreadOut = GameFacts.make(first, games.length === 0 ? 0 : last - first + 1)
  for (const [index, game] of games.entries()) {
    const start = index * FACT_SIZE
    spreadOut.bytes.set(facts.bytes.subarray(start, start + FACT_SIZE), (game - first) * FACT_SIZE)
  }
  return spreadOut
}

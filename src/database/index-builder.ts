/**
 * Gathers the postings of an import into runs, and turns each full run into a
 * segment on disk. Memory stays bounded by the size of a run for each game.
 */
import { DiskSinkSet } from '../node/file-sink.ts'
import { GAMES, type Game } from '../model/record.ts'
import { GameFacts } from '../positions/facts.ts'
import { Postings, PostingSorter } from '../positions/postings.ts'
import type { SegmentHeader } from '../positions/segment-format.ts'
import { writeSegment } from '../positions/segment-writer.ts'
import { rulesOf } from '../rules/index.ts'
import { FACTS_PER_GAME, type Batch, type PostingColumns } from './batch.ts'
import { newSegmentFile, segmentPath } from './folder.ts'

/** Postings in a run: 14 bytes each, twice while they are sorted, in every worker. */
const RUN_CAPACITY = 2_000_000

/** Room for postings that a run begins with; it doubles as it fills. Memory is only taken as it is written to. */
const FIRST_CAPACITY = 1 << 20

/** A segment written and synced, not yet listed in the catalogue. */
export interface NewSegment {
  file: string
  header: SegmentHeader
  size: number
}

/** The run of one kind of game, and the facts of the games in it. */
interface Run {
  postings: Postings
  games: number[]
  facts: number[]
}

export class IndexBuilder {
  private readonly folder: string
  private readonly runs = new Map<Game, Run>()
  private segments: NewSegment[] = []
  private readonly sorter = new PostingSorter()

  constructor(folder: string) {
    this.folder = folder
  }

  /** Takes in the postings and facts of a batch; a run that would overflow is written first. */
  add(batch: Batch): void {
    for (const game of GAMES) {
      const columns = batch.postings[game]
      if (!columns || columns.high.length === 0) continue
      const run = this.runs.get(game) ?? this.begin(game)
      if (run.postings.count + columns.high.length > RUN_CAPACITY) this.write(game, run)
      addColumns(run, columns)
      addFacts(run, batch, game)
    }
  }

  /** Writes what is left, answers every segment written, and begins anew. */
  finish(): NewSegment[] {
    for (const [game, run] of this.runs) if (run.games.length > 0) this.write(game, run)
    const { segments } = this
    this.segments = []
    return segments
  }

  private begin(game: Game): Run {
    const run: Run = { postings: new Postings(FIRST_CAPACITY), games: [], facts: [] }
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
        facts: makeFacts(games, facts),
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
    run.facts = []
  }
}

function addColumns({ postings }: Run, { high, low, game, move }: PostingColumns): void {
  const { count } = postings
  postings.reserve(count + high.length)
  postings.high.set(high, count)
  postings.low.set(low, count)
  postings.game.set(game, count)
  postings.move.set(move, count)
  postings.count += high.length
}

/** Column of the game's kind in a row, after its id, source and entry. */
const GAME_COLUMN = 3

function addFacts(run: Run, { rows, facts }: Batch, game: Game): void {
  for (const [index, row] of rows.entries()) {
    if (row[GAME_COLUMN] !== game) continue
    run.games.push(row[0] as number)
    for (let part = 0; part < FACTS_PER_GAME; part++) run.facts.push(facts[index * FACTS_PER_GAME + part]!)
  }
}

function makeFacts(games: readonly number[], values: readonly number[]): GameFacts {
  const first = games.reduce((least, game) => Math.min(least, game), games[0] ?? 0)
  const last = games.reduce((most, game) => Math.max(most, game), first)
  const facts = GameFacts.make(first, games.length === 0 ? 0 : last - first + 1)
  for (const [index, game] of games.entries()) {
    const at = index * FACTS_PER_GAME
    facts.set(game, values[at]!, values[at + 1]!, values[at + 2]!, values[at + 3]!)
  }
  return facts
}

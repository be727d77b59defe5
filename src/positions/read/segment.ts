/**
 * Looks positions up in a segment. The one asynchronous reader: it reads
 * through ranges, from a file, a Blob, or over HTTP, and a lookup takes two
 * ranges once the segment is open (three for the facts of a position met once).
 */
import type { GameFacts } from '../facts.ts'
import type { PostingList } from '../segment/postings.ts'
import { HEADER_SIZE, type SegmentHeader } from '../segment/segment-format.ts'
import { decodeHeader } from '../segment/segment-header.ts'
import { SegmentScan } from '../segment/segment-scan.ts'
import { addGame, emptyStatistics, type MoveStatistics } from '../statistics.ts'
import { Buckets, type Bucket } from './buckets.ts'
import { countGamesOf, everyGame } from './filtered.ts'
import { KeptPostings } from './kept-postings.ts'
import { SegmentFile, type RangeSource } from './segment-file.ts'
import { StoredFacts } from './stored-facts.ts'
import { StoredLines } from './stored-lines.ts'

/** Postings of games without tombstones, and whether no other game has the position. */
interface CountedPostings extends PostingList {
  isWhole: boolean
}

/** An open segment of the position index. */
export class Segment {
  readonly header: SegmentHeader
  readonly file: SegmentFile
  /** The main lines of its games. */
  readonly lines: StoredLines
  /** Numbers of games that do not count here any more. */
  tombstones: ReadonlySet<number> = new Set()
  private readonly buckets: Buckets
  private readonly storedFacts: StoredFacts
  private facts: GameFacts | undefined
  /** Heavy postings of a segment on this machine, those asked for last. */
  private kept = new KeptPostings<CountedPostings>()

  private constructor(file: SegmentFile) {
    this.file = file
    this.header = file.header
    this.lines = new StoredLines(file)
    this.buckets = new Buckets(file)
    this.storedFacts = new StoredFacts(file)
  }

  /**
   * Reads the header. Rejects with FormatError when it is not a segment or does not fit the file.
   * @param isLocal whether it lies on this machine, so that what was read is kept
   */
  static async open(source: RangeSource, isLocal = false): Promise<Segment> {
    const bytes = await source.read(0, Math.min(HEADER_SIZE, source.size))
    return new Segment(new SegmentFile(source, decodeHeader(bytes, source.name, source.size), isLocal))
  }

  /** A segment elsewhere whose header is known already, from a list of segments. Throws FormatError like `open`. */
  static withHeader(source: RangeSource, header: Uint8Array): Segment {
    return new Segment(new SegmentFile(source, decodeHeader(header, source.name, source.size), false))
  }

  /** Leaves these games out from now on, because they were removed or a later segment holds their edited versions. */
  setTombstones(games: ReadonlySet<number>): void {
    this.tombstones = games
    this.kept = new KeptPostings()
    if (this.facts) for (const game of games) this.facts.remove(game)
  }

  /** Gives back what is kept of a segment on this machine: it is read again when it is asked for. */
  forget(): void {
    this.facts = undefined
    this.lines.forget()
    this.buckets.forget()
    this.kept = new KeptPostings()
  }

  /** Games that count. */
  get games(): number {
    return this.header.games - this.tombstones.size
  }

  /** Statistics of every move played in a position, in order of their codes; empty for a position not met. */
  async statistics(high: number, low: number): Promise<MoveStatistics[]> {
    const bucket = await this.buckets.read(high)
    if (!bucket) return []
    if (this.tombstones.size > 0) {
      const postings = await this.countedPostings(bucket, high, low)
      if (!postings.isWhole) return countGamesOf(postings, await this.readFacts(), everyGame)
    }
    const rows = this.buckets.statistics(bucket, high, low)
    if (rows.length > 0) return rows
    // Two postings make statistics, so there is one at most.
    const { games, moves } = this.buckets.find(bucket.ordinary, high, low)
    const game = games[0]
    if (game === undefined) return []
    const row = emptyStatistics(moves[0]!)
    addGame(row, this.facts ?? (await this.storedFacts.around(game)), game)
    return [row]
  }

  /** The games in which a position occurs, by move and then by number. */
  async postings(high: number, low: number): Promise<PostingList> {
    const bucket = await this.buckets.read(high)
    if (!bucket) return { games: new Uint32Array(0), moves: new Uint16Array(0) }
    return await this.countedPostings(bucket, high, low)
  }

  /** The postings of a position without those of games with tombstones. */
  private async countedPostings(bucket: Bucket, high: number, low: number): Promise<CountedPostings> {
    const ordinary = this.buckets.find(bucket.ordinary, high, low)
    if (ordinary.games.length > 0 || bucket.heavyStart === bucket.heavyEnd) return this.without(ordinary)
    if (!this.file.isLocal) return this.without(this.buckets.find(await this.buckets.readHeavy(bucket), high, low))
    const key = `${high},${low}`
    const kept = this.kept.get(key)
    if (kept) return kept
    const heavy = this.without(this.buckets.find(await this.buckets.readHeavy(bucket), high, low))
    // Asked for twice at once, it is read twice and kept once.
    if (heavy.games.length > 0 && !this.kept.get(key)) this.kept.keep(key, heavy)
    return heavy
  }

  private without({ games, moves }: PostingList): CountedPostings {
    const { tombstones } = this
    if (tombstones.size === 0 || !games.some((game) => tombstones.has(game))) return { games, moves, isWhole: true }
    return {
      games: games.filter((game) => !tombstones.has(game)),
      moves: moves.filter((_, index) => !tombstones.has(games[index]!)),
      isWhole: false,
    }
  }

  /** The facts of every game of the segment that counts. */
  async readFacts(): Promise<GameFacts> {
    if (this.facts) return this.facts
    const facts = await this.storedFacts.all()
    for (const game of this.tombstones) facts.remove(game)
    if (!this.file.isLocal) return facts
    // Asked for twice at once, they are read twice and kept once.
    return (this.facts ??= facts)
  }

  /** Begins to scan the postings of all games that count, in order of the buckets. @param tombstones games left out */
  scan(tombstones = this.tombstones): SegmentScan {
    return new SegmentScan(this.header, this.file.source.name, tombstones, {
      range: async (start, end, into) => this.file.read(start, end, into),
      table: async (bucket) => this.buckets.piece(bucket),
    })
  }
}

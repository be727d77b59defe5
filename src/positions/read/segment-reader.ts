/**
 * Looks positions up in a segment. The one asynchronous reader: it reads
 * through ranges, from a file, a Blob, or over HTTP, and a lookup takes two
 * ranges once the segment is open (three for the facts of a position met once).
 */
import { sameNumbers } from '../../bytes/numbers.ts'
import { ByteReader } from '../../bytes/reader.ts'
import { FormatError } from '../../issues/errors.ts'
import { CapturesWriter, readCaptures, type Captures } from '../segment/captures.ts'
import { GameFacts } from '../facts.ts'
import { countGamesOf, everyGame } from './filtered.ts'
import { KeptPostings } from './kept-postings.ts'
import { PostingSorter } from '../segment/posting-sorter.ts'
import { Postings, type PostingList } from '../segment/postings.ts'
import {
  BLOCK_BUCKETS,
  BLOCK_GAMES,
  blockChecksum,
  BucketTable,
  FACTS_BLOCK_SIZE,
  factsSize,
  TABLE_BLOCK_SIZE,
  tableSize,
  unpackFacts,
} from '../segment/segment-blocks.ts'
import {
  BUCKET_HEAD_SIZE,
  HEADER_SIZE,
  HEAVY_HEAD_SIZE,
  postingSize,
  type SegmentHeader,
} from '../segment/segment-format.ts'
import { PartWriter } from '../segment/segment-part.ts'
import { decodeHeader } from '../segment/segment-header.ts'
import {
  LinesTable,
  linesTableSize,
  wordsOf,
  type LineBlock,
  type NumberedLine,
  type Range,
} from '../segment/segment-lines.ts'
import { hasStones } from '../main-line.ts'
import { SegmentScan } from '../segment/segment-scan.ts'
import { readSignature, SignatureWriter } from '../segment/segment-signatures.ts'
import { TimesWriter, type BlockTimes } from '../segment/segment-times.ts'
import { findStatistics } from '../segment/statistics-rows.ts'
import { addGame, emptyStatistics, type MoveStatistics } from '../statistics.ts'

/** Bytes that can be read in ranges, at once or later. Every Source is one. */
export interface RangeSource {
  readonly name: string
  readonly size: number
  /** The bytes from `start` up to `end`, clipped to the file. @param into see Source.read */
  read(start: number, end: number, into?: Uint8Array): Uint8Array | Promise<Uint8Array>
}

/** Postings of games without tombstones, and whether no other game has the position. */
interface CountedPostings extends PostingList {
  isWhole: boolean
}

/** First bytes read of a bucket: nearly every bucket is whole within them. */
const BUCKET_WINDOW = 8192

/** Buckets whose places are read at once where they are kept, or all buckets are gone through: 25 kB. */
const PIECE_BUCKETS = 64 * BLOCK_BUCKETS

/** Bytes of the checksum that a bucket begins with. */
const CHECKSUM_SIZE = 4

/** Postings that are made again at once, about, to be compared. */
const VERIFIED_POSTINGS = 1 << 17

/** Bytes of main lines that are read at once, about. */
const LINES_WINDOW = 1 << 20

/** A bucket as its parts, and the file offsets of its start and of its heavy postings. */
interface Bucket {
  number: number
  start: number
  statistics: Uint8Array
  ordinary: Uint8Array
  heavyStart: number
  heavyEnd: number
}

/** An open segment of the position index. */
export class Segment {
  readonly header: SegmentHeader
  /** Numbers of games that do not count here any more. */
  tombstones: ReadonlySet<number> = new Set()
  private readonly source: RangeSource
  /** Pieces of the table, of a segment on this machine those that were read. */
  private readonly table: BucketTable[] = []
  private facts: GameFacts | undefined
  private linesTable: LinesTable | undefined
  private captures: Captures | undefined
  /**
   * Whether the file lies on this machine: what is read of the table and the facts is then kept, and main lines are checked
   * once while it is open, not at each scan.
   */
  isLocal = false
  /** Buckets whose heavy postings were read and found whole. */
  private readonly checkedHeavy = new Set<number>()
  /** Heavy postings of a segment on this machine, those asked for last. */
  private kept = new KeptPostings<CountedPostings>()

  private constructor(source: RangeSource, header: SegmentHeader) {
    this.source = source
    this.header = header
  }

  /** Reads the header. Rejects with FormatError when it is not a segment or does not fit the file. */
  static async open(source: RangeSource): Promise<Segment> {
    const bytes = await source.read(0, Math.min(HEADER_SIZE, source.size))
    return new Segment(source, decodeHeader(bytes, source.name, source.size))
  }

  /** A segment whose header is known already, from a list of segments. Throws FormatError like `open`. */
  static withHeader(source: RangeSource, header: Uint8Array): Segment {
    return new Segment(source, decodeHeader(header, source.name, source.size))
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
    this.captures = undefined
    this.table.length = 0
    this.kept = new KeptPostings()
  }

  /** Games that count. */
  get games(): number {
    return this.header.games - this.tombstones.size
  }

  private get tableStart(): number {
    return HEADER_SIZE + this.header.bodySize
  }

  private get factsStart(): number {
    return this.tableStart + tableSize(2 ** this.header.bucketBits)
  }

  private get linesStart(): number {
    return this.factsStart + factsSize(this.header.gameRange)
  }

  /** Blocks of main lines, of {@link BLOCK_GAMES} numbers each. */
  get lineBlocks(): number {
    return Math.ceil(this.header.gameRange / BLOCK_GAMES)
  }

  /** Reads where the main lines lie: once, before any of them. */
  async readLinesTable(): Promise<LinesTable> {
    if (this.linesTable) return this.linesTable
    const { game, linesSize, gameRange } = this.header
    const start = this.linesStart + linesSize
    const bytes = await this.readRange(start, start + linesTableSize(gameRange))
    this.linesTable = new LinesTable(game, bytes, linesSize, { file: this.source.name, offset: this.linesStart })
    return this.linesTable
  }

  /** What leaves the board in every game of the segment (captures.ts), those of tombstones included. */
  async readCaptures(): Promise<Captures> {
    if (this.captures) return this.captures
    const { gameRange, capturesSize } = this.header
    const start = this.capturesStart
    const bytes = await this.readRange(start, start + capturesSize)
    const captures = readCaptures(bytes, gameRange, { file: this.source.name, offset: start })
    if (this.isLocal) this.captures = captures
    return captures
  }

  private get capturesStart(): number {
    return this.linesStart + this.header.linesSize + linesTableSize(this.header.gameRange)
  }

  /** The signatures of some blocks of one window of main lines (segment-signatures.ts). */
  async readSignatures(from: number, to: number): Promise<Uint32Array[]> {
    const table = await this.readLinesTable()
    const parts = await this.readParts(from, to, (block) => table.signature(block))
    return parts.map((bytes, index) => table.decodeSignature(from + index, bytes, this.isLocal))
  }

  /** The times of stones in the games of some blocks of Go of one window (segment-times.ts). */
  async readTimes(from: number, to: number): Promise<BlockTimes[]> {
    const table = await this.readLinesTable()
    const parts = await this.readParts(from, to, (block) => table.times(block))
    return parts.map((bytes, index) => {
      return table.decodeTimes(from + index, bytes, this.gamesOfBlock(from + index), this.isLocal)
    })
  }

  /** The main lines of some blocks of one window, read in one range, those of tombstones included. */
  async readLineBlocks(from: number, to: number): Promise<LineBlock[]> {
    const table = await this.readLinesTable()
    return this.decodeLineBlocks(from, await this.readParts(from, to, (block) => table.lines(block)), table)
  }

  private decodeLineBlocks(from: number, parts: readonly Uint8Array[], table: LinesTable): LineBlock[] {
    return parts.map((bytes, index) => {
      return table.decode(from + index, bytes, this.gamesOfBlock(from + index), this.isLocal)
    })
  }

  /** The main line of a game: of a block on this machine that was found whole, without reading the others. */
  async readLine(block: number, index: number): Promise<Uint16Array> {
    const table = await this.readLinesTable()
    if (!this.isLocal || !table.hasCheckedLines(block)) {
      const [{ ends, words }] = (await this.readLineBlocks(block, block + 1)) as [LineBlock]
      return words.subarray(index === 0 ? 0 : ends[index - 1], ends[index])
    }
    const ends = await this.readLinesRange(table.lineEnds(block, index))
    return wordsOf(await this.readLinesRange(table.line(block, ends, this.gamesOfBlock(block))))
  }

  /** Blocks up to which a window of main lines that begins at a block reaches, one at the least. */
  async lineWindow(from: number, most = this.lineBlocks): Promise<number> {
    const table = await this.readLinesTable()
    const end = Math.min(most, table.groupEnd(from))
    let to = from + 1
    while (to < end && table.lines(to).end - table.lines(from).start <= LINES_WINDOW) to++
    return to
  }

  private gamesOfBlock(block: number): number {
    return Math.min(BLOCK_GAMES, this.header.gameRange - block * BLOCK_GAMES)
  }

  private async readLinesRange({ start, end }: Range, into?: Uint8Array): Promise<Uint8Array> {
    return await this.readRange(this.linesStart + start, this.linesStart + end, into)
  }

  /** A part of each of some blocks of one window, read in one range. @param into see Source.read */
  private async readParts(
    from: number,
    to: number,
    rangeOf: (block: number) => Range,
    into?: Uint8Array,
  ): Promise<Uint8Array[]> {
    const { start } = rangeOf(from)
    const bytes = await this.readLinesRange({ start, end: rangeOf(to - 1).end }, into)
    return Array.from({ length: to - from }, (_, index) => {
      const own = rangeOf(from + index)
      return bytes.subarray(own.start - start, own.end - start)
    })
  }

  /** The main lines of all games that have one and count, in order of their numbers; good until the next. */
  async *lines(): AsyncGenerator<NumberedLine> {
    const { firstGame } = this.header
    const table = await this.readLinesTable()
    let parts: Uint8Array[] = []
    for (let from = 0; from < this.lineBlocks;) {
      const to = await this.lineWindow(from)
      parts = await this.readParts(from, to, (block) => table.lines(block), parts[0])
      for (const [index, { ends, words }] of this.decodeLineBlocks(from, parts, table).entries()) {
        const first = firstGame + (from + index) * BLOCK_GAMES
        for (let game = 0; game < ends.length; game++) {
          const start = game === 0 ? 0 : ends[game - 1]!
          if (ends[game] === start || this.tombstones.has(first + game)) continue
          yield { game: first + game, words: words.subarray(start, ends[game]) }
        }
      }
      from = to
    }
  }

  /** Statistics of every move played in a position, in order of their codes; empty for a position not met. */
  async statistics(high: number, low: number): Promise<MoveStatistics[]> {
    const bucket = await this.readBucket(high)
    if (!bucket) return []
    if (this.tombstones.size > 0) {
      const postings = await this.countedPostings(bucket, high, low)
      if (!postings.isWhole) return countGamesOf(postings, await this.readFacts(), everyGame)
    }
    const rows = this.statisticsOf(bucket, high, low)
    if (rows.length > 0) return rows
    // Two postings make statistics, so there is one at most.
    const { games, moves } = this.findPostings(bucket.ordinary, high, low)
    const game = games[0]
    if (game === undefined) return []
    const row = emptyStatistics(moves[0]!)
    addGame(row, await this.factsOf(game), game)
    return [row]
  }

  /** The games in which a position occurs, by move and then by number. */
  async postings(high: number, low: number): Promise<PostingList> {
    const bucket = await this.readBucket(high)
    if (!bucket) return { games: new Uint32Array(0), moves: new Uint16Array(0) }
    return await this.countedPostings(bucket, high, low)
  }

  /** The postings of a position without those of games with tombstones. */
  private async countedPostings(bucket: Bucket, high: number, low: number): Promise<CountedPostings> {
    const ordinary = this.findPostings(bucket.ordinary, high, low)
    if (ordinary.games.length > 0 || bucket.heavyStart === bucket.heavyEnd) return this.without(ordinary)
    if (!this.isLocal) return this.without(this.findPostings(await this.readHeavy(bucket), high, low))
    const key = `${high},${low}`
    const kept = this.kept.get(key)
    if (kept) return kept
    const heavy = this.without(this.findPostings(await this.readHeavy(bucket), high, low))
    // Asked for twice at once, it is read twice and kept once.
    if (heavy.games.length > 0 && !this.kept.get(key)) this.kept.keep(key, heavy)
    return heavy
  }

  /** The postings of heavy keys of a bucket. Of a segment on this machine they are checked once: they may be many. */
  private async readHeavy({ number, heavyStart, heavyEnd }: Bucket): Promise<Uint8Array> {
    const bytes = await this.readRange(heavyStart, heavyEnd)
    const rows = bytes.subarray(HEAVY_HEAD_SIZE)
    if (this.checkedHeavy.has(number)) return rows
    const expected = new ByteReader(bytes, this.source.name, heavyStart).u32le()
    if (blockChecksum(number, rows) !== expected || rows.length % postingSize(this.header.keyBytes) !== 0) {
      throw this.damaged(heavyStart)
    }
    if (this.isLocal) this.checkedHeavy.add(number)
    return rows
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
    const facts = await this.readAllFacts()
    for (const game of this.tombstones) facts.remove(game)
    if (!this.isLocal) return facts
    // Asked for twice at once, they are read twice and kept once.
    return (this.facts ??= facts)
  }

  /** The facts of every game of the segment, of those tombstones too. */
  private async readAllFacts(): Promise<GameFacts> {
    const { firstGame, gameRange } = this.header
    const start = this.factsStart
    const packed = await this.readRange(start, start + factsSize(gameRange))
    return new GameFacts(firstGame, unpackFacts(packed, 0, { file: this.source.name, offset: start }))
  }

  private async factsOf(game: number): Promise<GameFacts> {
    if (this.facts) return this.facts
    const { firstGame, gameRange } = this.header
    if (game < firstGame || game >= firstGame + gameRange) throw this.damaged(this.factsStart)
    const block = Math.floor((game - firstGame) / BLOCK_GAMES)
    const start = this.factsStart + block * FACTS_BLOCK_SIZE
    const end = Math.min(start + FACTS_BLOCK_SIZE, this.factsStart + factsSize(gameRange))
    const packed = await this.readRange(start, end)
    const bytes = unpackFacts(packed, block, { file: this.source.name, offset: start })
    return new GameFacts(firstGame + block * BLOCK_GAMES, bytes)
  }

  private async readBucket(high: number): Promise<Bucket | undefined> {
    const number = high >>> (32 - this.header.bucketBits)
    const piece = this.isLocal
      ? (this.table[Math.floor(number / PIECE_BUCKETS)] ?? (await this.readPiece(number)))
      : await this.readTable(number, BLOCK_BUCKETS)
    const [start, end] = piece.range(number)
    if (start === end) return undefined
    if (start > end || end > this.header.bodySize || end - start < BUCKET_HEAD_SIZE) {
      throw this.damaged(this.tableStart)
    }
    return await this.readBucketParts(number, HEADER_SIZE + start, HEADER_SIZE + end)
  }

  /** The piece of the table that has a bucket. */
  private async readPiece(bucket: number): Promise<BucketTable> {
    const number = Math.floor(bucket / PIECE_BUCKETS)
    const piece = this.table[number] ?? (await this.readTable(number * PIECE_BUCKETS, PIECE_BUCKETS))
    if (this.isLocal) this.table[number] = piece
    return piece
  }

  /** Reads the blocks of the table that have so many buckets from one on. */
  private async readTable(bucket: number, buckets: number): Promise<BucketTable> {
    const block = Math.floor(bucket / BLOCK_BUCKETS)
    const offset = this.tableStart + block * TABLE_BLOCK_SIZE
    const end = Math.min(offset + tableSize(buckets), this.factsStart)
    return new BucketTable(await this.readRange(offset, end), block, { file: this.source.name, offset })
  }

  private async readBucketParts(number: number, start: number, end: number): Promise<Bucket> {
    const { keyBytes } = this.header
    let bytes = await this.readRange(start, Math.min(end, start + BUCKET_WINDOW))
    const head = new ByteReader(bytes, this.source.name, start)
    const checksum = head.u32le()
    const statisticsEnd = BUCKET_HEAD_SIZE + head.u32le()
    const ordinaryEnd = statisticsEnd + head.u32le() * postingSize(keyBytes)
    const heavy = end - start - ordinaryEnd
    if (heavy < 0 || (heavy > 0 && heavy <= HEAVY_HEAD_SIZE)) throw this.damaged(start)
    if (ordinaryEnd > bytes.length) bytes = await this.readRange(start, start + ordinaryEnd)
    if (blockChecksum(number, bytes.subarray(CHECKSUM_SIZE, ordinaryEnd)) !== checksum) {
      throw new FormatError('index/checksum', {}, { file: this.source.name, offset: start })
    }
    return {
      number,
      start,
      statistics: bytes.subarray(BUCKET_HEAD_SIZE, statisticsEnd),
      ordinary: bytes.subarray(statisticsEnd, ordinaryEnd),
      heavyStart: start + ordinaryEnd,
      heavyEnd: end,
    }
  }

  private statisticsOf({ statistics, start }: Bucket, high: number, low: number): MoveStatistics[] {
    const { keyBytes, bucketBits } = this.header
    try {
      return findStatistics(statistics, keyBytes - 4, low, high & (0xffffffff >>> bucketBits))
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      throw this.damaged(start + BUCKET_HEAD_SIZE)
    }
  }

  private findPostings(bytes: Uint8Array, high: number, low: number): PostingList {
    const { keyBytes } = this.header
    const size = postingSize(keyBytes)
    const first = this.findRow(bytes, size, (at) => this.compareKey(bytes, at, high, low) >= 0)
    const end = this.findRow(bytes, size, (at) => this.compareKey(bytes, at, high, low) > 0)
    const games = new Uint32Array(end - first)
    const moves = new Uint16Array(end - first)
    // Of the start position there is a posting for every game: bytes are read faster one by one.
    for (let row = 0, at = first * size + keyBytes; row < games.length; row++, at += size) {
      games[row] = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)
      moves[row] = bytes[at + 4]! | (bytes[at + 5]! << 8)
    }
    return { games, moves }
  }

  /** The first row from which on a condition holds. */
  private findRow(bytes: Uint8Array, size: number, holds: (at: number) => boolean): number {
    let from = 0
    let to = bytes.length / size
    while (from < to) {
      const middle = (from + to) >> 1
      if (holds(middle * size)) to = middle
      else from = middle + 1
    }
    return from
  }

  /** Compares the rest of a row's key with that of a key of the same bucket. */
  private compareKey(bytes: Uint8Array, at: number, high: number, low: number): number {
    const { bucketBits } = this.header
    const wanted = high & (0xffffffff >>> bucketBits)
    const rest = this.restOf(bytes, at)
    if (rest !== wanted) return rest - wanted
    const rowLow = (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0
    return rowLow - low
  }

  /** The bits of the key's high half that a row holds. */
  private restOf(bytes: Uint8Array, at: number): number {
    let rest = 0
    for (let byte = this.header.keyBytes - 1; byte >= 4; byte--) rest = (rest << 8) | bytes[at + byte]!
    return rest
  }

  /** Begins to scan the postings of all games that count, in order of the buckets. */
  scan(): SegmentScan {
    return this.scanAll(this.tombstones)
  }

  private scanAll(tombstones: ReadonlySet<number>): SegmentScan {
    const read = {
      range: async (start: number, end: number, into?: Uint8Array) => this.readRange(start, end, into),
      table: async (bucket: number) => this.readPiece(bucket),
    }
    return new SegmentScan(this.header, this.source.name, tombstones, read)
  }

  /**
   * Reads the whole segment, compares its checksums, and makes every bucket again from its postings and the facts: the
   * file has to have the same bytes. Rejects with FormatError at the first that differ.
   * @param onPostings called with the postings of every range of keys, games tombstones included; good until it returns
   */
  async verify(onPostings: (postings: Postings) => void = () => {}): Promise<void> {
    const { header } = this
    const facts = await this.readAllFacts()
    const scan = this.scanAll(new Set())
    const writer = new PartWriter(header.bucketBits, facts)
    const sorter = new PostingSorter()
    const range = new Postings(VERIFIED_POSTINGS)
    const parts =
      2 ** Math.min(header.bucketBits, Math.max(0, Math.ceil(Math.log2(header.postings / VERIFIED_POSTINGS))))
    const buckets = 2 ** header.bucketBits / parts
    const total = { postings: 0, statistics: 0, keys: 0, corners: 0 }
    for (let part = 0; part < parts; part++) {
      range.count = 0
      await scan.readTo((part + 1) * (2 ** 32 / parts), range)
      for (let index = 0; index < range.count; index++) {
        if (!facts.has(range.game[index]!)) throw this.damaged(this.factsStart)
      }
      onPostings(range)
      const [start] = (await this.readPiece(part * buckets)).range(part * buckets)
      const last = (part + 1) * buckets - 1
      const [, end] = (await this.readPiece(last)).range(last)
      const stored = await this.readRange(HEADER_SIZE + start, HEADER_SIZE + end)
      const made = range.count === 0 ? undefined : writer.write(sorter.sort(range))
      const body = made?.body ?? new Uint8Array(0)
      if (!sameNumbers(body, stored)) throw this.damaged(HEADER_SIZE + start)
      total.postings += range.count
      total.statistics += made?.statistics ?? 0
      total.keys += made?.keys ?? 0
      total.corners += made?.corners ?? 0
    }
    if (facts.countPresent() !== header.games) throw this.damaged(this.factsStart)
    await this.verifyLines(facts)
    const counts = ['postings', 'statistics', 'keys', 'corners'] as const
    if (counts.some((count) => total[count] !== header[count])) throw this.damaged(0)
  }

  /** Compares every block of main lines with its checksums, and its signature and times with those that its lines make. */
  private async verifyLines(facts: GameFacts): Promise<void> {
    const table = await this.readLinesTable()
    const { game, firstGame, gameRange, capturesSize } = this.header
    const captures = hasStones(game) ? undefined : new CapturesWriter(gameRange)
    const writer = new SignatureWriter(game, captures)
    const times = game === 'go' ? new TimesWriter() : undefined
    const { isLocal } = this
    // What was found whole once is looked at again.
    this.isLocal = false
    try {
      for (let block = 0; block < this.lineBlocks; block++) {
        const [stored] = (await this.readSignatures(block, block + 1)) as [Uint32Array]
        const [{ ends, words }] = (await this.readLineBlocks(block, block + 1)) as [LineBlock]
        let start = 0
        for (const [index, end] of ends.entries()) {
          if (end > start && !facts.has(firstGame + block * BLOCK_GAMES + index)) throw this.damaged(this.linesStart)
          if (end > start) {
            const line = words.subarray(start, end)
            writer.add(index, line)
            times?.add(index, line)
          }
          captures?.endGame(block * BLOCK_GAMES + index)
          start = end
        }
        const made = readSignature(block, writer.endBlock(block), { file: this.source.name, offset: 0 }, true)
        if (!sameNumbers(made, stored)) throw this.damaged(this.linesStart + table.signature(block).start)
        const place = table.times(block)
        const storedTimes = await this.readLinesRange(place)
        const madeTimes = times?.endBlock(block, this.gamesOfBlock(block)) ?? new Uint8Array(0)
        if (!sameNumbers(madeTimes, storedTimes)) throw this.damaged(this.linesStart + place.start)
      }
      let start = this.capturesStart
      for (const made of captures?.finish() ?? []) {
        const end = Math.min(start + made.length, this.capturesStart + capturesSize)
        if (!sameNumbers(made, await this.readRange(start, end))) throw this.damaged(this.capturesStart)
        start = end
      }
      if (start !== this.capturesStart + capturesSize) throw this.damaged(this.capturesStart)
    } finally {
      this.isLocal = isLocal
    }
  }

  private async readRange(start: number, end: number, into?: Uint8Array): Promise<Uint8Array> {
    const bytes = await this.source.read(start, end, into)
    if (bytes.length !== end - start) {
      throw new FormatError('index/cut', {}, { file: this.source.name, offset: start })
    }
    return bytes
  }

  private damaged(offset: number): FormatError {
    return new FormatError('index/damaged', {}, { file: this.source.name, offset })
  }
}

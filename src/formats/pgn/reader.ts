/** Opens PGN files: games in order or by index. */
import type { AnyRecord } from '../../model/line-record.ts'
import { CachedSource } from '../../bytes/cached-source.ts'
import { OffsetList } from '../../bytes/offset-list.ts'
import { MemorySource, readAll, type FileSet, type Source } from '../../bytes/source.ts'
import { decodeText } from '../../bytes/text.ts'
import { FormatError } from '../../issues/errors.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import type { CollectionFacts, Collection, Entry, EntryOptions, Listing, ReadOptions } from '../format.ts'
import type { ChessKernel } from '../chess-kernel.ts'
import { KeyedLine } from '../../rules/keyed-line.ts'
import { guessedEncoding } from '../server-text.ts'
import { notesFor } from '../played-line.ts'
import { normalizeComment } from './text/comment-text.ts'
import { findEncoding, TextDecoding, type FoundEncoding } from './text/decoding.ts'
import { findPreamble, looksLikePgn } from './read/detect.ts'
import { KnownGames } from './read/known-games.ts'
import { LineCounter, Problems } from './text/problems.ts'
import { readGame, readGameTags, readHeaderAlone, type GameBytes, type Wanted } from './read/record.ts'
import { Starts } from './dialects/setup.ts'
import { MAX_GAME, Splitter, type Region } from './read/split.ts'
import { TagSection } from './tags/tags.ts'

/** Bytes at the start of a file from which PGN must be recognisable. */
const HEAD_SIZE = 1 << 16

/** The largest UTF-16 file, which is converted to UTF-8 in memory. */
const MAX_UTF16 = 1 << 28

export function openPgn(files: FileSet, options: ReadOptions = {}): Collection {
  const original = files.main
  const found: FoundEncoding = options.encoding ? { encoding: options.encoding, by: 'option' } : findEncoding(original)
  const isUtf16 = found.encoding.startsWith('utf-16')
  const source = isUtf16 ? toUtf8(original, found.encoding) : original
  const head = source.read(0, HEAD_SIZE)
  if (source.size > 0 && looksLikePgn(head, source.name) === 0) {
    const place = { file: source.name, offset: 0 }
    throw new FormatError('pgn/not-pgn', {}, place)
  }
  const decoding = new TextDecoding(isUtf16 ? { encoding: 'utf-8', by: 'mark' } : found)
  return new PgnCollection(source, decoding, found, options.starts)
}

function toUtf8(source: Source, encoding: string): Source {
  return new MemorySource(source.name, new TextEncoder().encode(decodeText(readAll(source, MAX_UTF16), encoding)))
}

class PgnCollection implements Collection {
  readonly format = 'pgn'
  readonly about: CollectionFacts
  readonly issues: Issue[] = []
  private readonly source: Source
  /** For games that are asked for alone: lists ask for one after the other. */
  private readonly single: Source
  private readonly decoding: TextDecoding
  private readonly encoding: string
  private readonly tags: TagSection
  private readonly startPositions = new Starts()
  private readonly lines: LineCounter
  /** Where the first game begins. */
  private readonly first: number
  /** Offsets of the games and of the end, once they are known. */
  private offsets: OffsetList | undefined
  /** Memory for what is read, reused by the next pass to avoid garbage. */
  private window: Uint8Array | undefined

  constructor(source: Source, decoding: TextDecoding, found: FoundEncoding, starts?: Float64Array) {
    this.source = source
    this.single = new CachedSource(source)
    if (starts) this.offsets = new OffsetList(starts)
    this.decoding = decoding
    this.encoding = found.encoding.startsWith('utf-16') ? found.encoding : decoding.encoding
    this.tags = new TagSection(decoding)
    this.lines = new LineCounter(source)
    const head = source.read(0, HEAD_SIZE)
    this.first = findPreamble(head)
    this.about = { encoding: this.encoding, facts: { encodingFoundBy: found.by } }
    const before = decoding.prepare(head.subarray(0, this.first))
    const preamble = normalizeComment(decoding.text(before, 0, before.length).replaceAll('\uFEFF', ''))
    if (preamble !== '') {
      this.about.comment = preamble
      this.issues.push(issue('pgn/preamble', 'info', {}, { file: source.name, offset: 0, line: 1 }))
    }
    const { certainty } = found
    if (certainty !== undefined) this.issues.push(guessedEncoding(source.name, found.encoding, certainty))
    if (source.size === 0) this.issues.push(issue('pgn/empty', 'info', {}, { file: source.name, offset: 0 }))
  }

  get count(): number {
    return this.index().length - 1
  }

  listing(index: number): Listing {
    const game = readGameTags(this.gameBytes(this.regionOf(index)), this.decoding, this.tags)
    return { index, game: game.dialect.game, kind: 'game', header: readHeaderAlone(game) }
  }

  entry(index: number): Entry {
    return this.readEntry(index, this.regionOf(index)) as Entry
  }

  *entries(options: EntryOptions = {}): IterableIterator<Entry> {
    const { from = 0, to = Infinity } = options
    const games = this.gamesFrom(Math.max(0, from), to, options.kernel)
    games.window = this.window
    // Two passes at once must not share it.
    this.window = undefined
    const wanted: Wanted = {
      line: options.playedLine?.keys ? new KeyedLine() : undefined,
      moves: notesFor(options.playedLine),
      isBare: options.bare ?? false,
      kernel: options.kernel,
    }
    try {
      for (let index = Math.max(0, from); index < to && games.next(); index++) {
        // Records are without nodes only where that is asked for.
        yield this.readEntry(index, games.region, wanted) as Entry
      }
    } finally {
      this.window = games.window
    }
  }

  /** Iterates over the games from one on. From the first on, their offsets need not be known. */
  private gamesFrom(from: number, to: number, kernel?: ChessKernel): KnownGames | Splitter {
    if (from > 0) return new KnownGames(this.source, this.index(), from, to, kernel)
    if (this.offsets) return new KnownGames(this.source, this.offsets, from, to, kernel)
    return new Splitter(this.source, this.decoding.isDoubleByte, this.first, kernel)
  }

  starts(kernel?: ChessKernel): Float64Array {
    return this.index(kernel).share()
  }

  private readEntry(index: number, region: Region, wanted: Wanted = {}): Entry<AnyRecord> {
    const game = this.gameBytes(region)
    const { offset, isCut } = region
    const place = { file: this.source.name, record: index, offset, lines: this.lines }
    const problems = new Problems(place, game.bytes, game.start, !this.decoding.isDoubleByte)
    if (isCut) problems.add('pgn/long-game', 'error', { limit: 64 }, game.end)
    const { record, playedLine } = readGame(game, this.decoding, this.tags, this.startPositions, problems, wanted)
    record.origin = { format: 'pgn', file: this.source.name, index, offset, encoding: this.encoding }
    return { index, record, issues: problems.list(), playedLine }
  }

  private gameBytes({ bytes, start, end }: Region): GameBytes {
    if (!this.decoding.isDoubleByte) return { bytes, start, end }
    const prepared = this.decoding.prepare(bytes.subarray(start, end))
    return { bytes: prepared, start: 0, end: prepared.length }
  }

  /** The offsets of all games and of the end, found in one pass the first time. */
  private index(kernel?: ChessKernel): OffsetList {
    if (this.offsets) return this.offsets
    const offsets = new OffsetList()
    const splitter = new Splitter(this.source, this.decoding.isDoubleByte, this.first, kernel)
    let end = this.first
    while (splitter.next()) {
      offsets.push(splitter.region.offset)
      end = splitter.region.offset + splitter.region.end - splitter.region.start
    }
    offsets.push(end)
    this.offsets = offsets
    return offsets
  }

  private regionOf(index: number): Region {
    const offsets = this.index()
    if (!(Number.isInteger(index) && index >= 0 && index < offsets.length - 1)) {
      throw new TypeError(`there is no game ${index} in ${this.source.name}`)
    }
    const offset = offsets.at(index)
    const bytes = this.single.read(offset, offsets.at(index + 1))
    return { bytes, start: 0, end: bytes.length, offset, isCut: bytes.length === MAX_GAME }
  }
}

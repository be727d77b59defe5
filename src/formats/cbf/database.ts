/** One open database: the index file, and the records that it names. Big-endian. docs/formats/cbf.md, Files. */
import { u32be } from '../../bytes/numbers.ts'
import { CachedSource } from '../../bytes/cached-source.ts'
import { stem, type FileSet, type Source } from '../../bytes/source.ts'
import { FormatError } from '../../issues/errors.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import { BOARD_SIZE, readHeader, type StoredHeader } from './header.ts'
import { HEADER_SIZE, unmaskMoves, unmaskNames } from './masks.ts'

export const MAIN_EXTENSION = '.cbf'
export const INDEX_EXTENSION = '.cbi'

/** A record taken apart. */
export interface GameParts {
  header: StoredHeader
  players: Uint8Array
  source: Uint8Array
  /** The stream of moves: the last byte of its area is not one. */
  moves: Uint8Array
  annotations: Uint8Array
  board?: Uint8Array
  /** Bytes of the record that belong to no part; negative when the parts need more than there are. */
  rest: number
}

export class CbfDatabase {
  readonly games: Source
  readonly index: Source
  readonly count: number
  readonly issues: Issue[] = []

  /** Throws FormatError without one of the two files, and for an index that cannot be one. */
  constructor(files: FileSet) {
    const name = stem(files.main.name)
    const isIndex = files.main.name.toLowerCase().endsWith(INDEX_EXTENSION)
    const games = isIndex ? files.find(name + MAIN_EXTENSION) : files.main
    if (!games) throw new FormatError('cbf/no-games', { name: name + MAIN_EXTENSION }, { file: files.main.name })
    const index = files.find(name + INDEX_EXTENSION)
    if (!index) throw new FormatError('cbf/no-index', { name: name + INDEX_EXTENSION }, { file: games.name })
    this.games = new CachedSource(games)
    this.index = new CachedSource(index)
    const present = Math.floor(index.size / 4) - 2
    const stated = u32be(this.index.read(0, 4), 0) - 1
    if (present < 0 || stated < 0 || this.offset(0) !== 0) {
      throw new FormatError('cbf/not-index', {}, { file: index.name, offset: 0 })
    }
    if (stated !== present || index.size % 4 !== 0) {
      this.issues.push(issue('cbf/index-size', 'warning', { stated, count: present }, { file: index.name, offset: 0 }))
    }
    this.count = Math.min(stated, present)
    const end = this.offset(this.count)
    if (end !== games.size) {
      this.issues.push(issue('cbf/end', 'info', { stated: end, size: games.size }, { file: games.name, offset: end }))
    }
  }

  /** Where the record at an index from 0 begins; for the number of records, where the last one ends. */
  offset(index: number): number {
    const start = 4 * (index + 1)
    return u32be(this.index.read(start, start + 4), 0) - (index + 2)
  }

  /** The parts of a record; undefined when it is not there. */
  game(index: number): GameParts | undefined {
    const start = this.offset(index)
    const header = start >= 0 ? readHeader(this.games.read(start, start + HEADER_SIZE)) : undefined
    if (!header) return undefined
    const next = this.offset(index + 1)
    // The last record runs to the end of the file, whatever the index says.
    const end = index === this.count - 1 ? Math.max(next, start + header.size) : next
    const bytes = this.games.read(start + HEADER_SIZE, Math.min(start + header.size, Math.max(end, start)))
    const { players, source, moves, annotations } = header
    const names = unmaskNames(bytes.subarray(0, players + source))
    const movesEnd = players + source + moves
    const annotationsEnd = movesEnd + annotations
    return {
      header,
      players: names.subarray(0, players),
      source: names.subarray(players),
      moves: unmaskMoves(bytes.subarray(players + source, movesEnd)).subarray(0, -1),
      annotations: bytes.subarray(movesEnd, annotationsEnd),
      ...(header.setup && { board: bytes.subarray(annotationsEnd, annotationsEnd + BOARD_SIZE) }),
      rest: Math.min(end, this.games.size) - start - header.size,
    }
  }
}

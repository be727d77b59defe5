/**
 * Files that are recognised but not read, so that users are told what they are: docs/formats/recognised.md. A row
 * without a signature relies on the extension alone.
 */
import { extension } from '../bytes/source.ts'
import { features } from './feature.ts'
import type { Format } from './format.ts'

/** A kind of file. Its name is what such a file is and completes the sentence “this is ...”. */
interface Row extends Pick<Format, 'id' | 'name' | 'games' | 'extensions' | 'parts' | 'isBook'> {
  /** What the start of every such file is, as Latin-1 text. */
  signature?: RegExp
  /** The size of every such file is a multiple of this. */
  unit?: number
}

const ROWS: readonly Row[] = [
  {
    id: '7z',
    name: 'a 7z archive, to be unpacked first',
    games: [],
    extensions: ['.7z'],
    signature: /^7z\xBC\xAF/,
  },
  { id: 'aquarium', name: 'a chess database of Aquarium', games: ['chess'], extensions: ['.adb', '.hdb'] },
  { id: 'arena-book', name: 'a chess opening book of Arena', games: ['chess'], extensions: ['.abk'], unit: 28 },
  {
    id: 'chess-assistant-2',
    name: 'a chess database of Chess Assistant 1 or 2',
    games: ['chess'],
    extensions: ['.bfi'],
  },
  {
    id: 'chessbase-book',
    name: 'a chess opening book of ChessBase',
    games: ['chess'],
    extensions: ['.ctg'],
    parts: ['.ctb', '.cto'],
    isBook: true,
  },
  {
    id: 'edax-book',
    name: 'an Othello opening book of Edax',
    games: ['othello'],
    extensions: ['.dat', '.book'],
    // Two numbers, EDAX and BOOK.
    signature: /^(?:XADEKOOB|EDAXBOOK)/,
  },
  {
    id: 'elephanteye-book',
    name: 'a xiangqi opening book of ElephantEye',
    games: ['xiangqi'],
    extensions: ['.dat'],
    unit: 8,
    isBook: true,
  },
  {
    id: 'parquet',
    name: 'a Parquet table, of which DuckDB makes PGN first',
    games: [],
    extensions: ['.parquet'],
    signature: /^PAR1/,
  },
  {
    id: 'polyglot',
    name: 'a chess opening book of PolyGlot',
    games: ['chess'],
    extensions: ['.bin'],
    unit: 16,
    isBook: true,
  },
  {
    id: 'rar',
    name: 'a RAR archive, to be unpacked first',
    games: [],
    extensions: ['.rar'],
    signature: /^Rar!/,
  },
  { id: 'shogi', name: 'a game of shogi', games: [], extensions: ['.kif', '.ki2', '.csa'] },
  {
    id: 'table',
    name: 'a table of games',
    games: [],
    extensions: ['.csv', '.tsv'],
    // The first columns that are written, behind the mark of UTF-8.
    signature: /^(?:\xEF\xBB\xBF)?game([,;\t])kind\1variant\1/,
  },
  {
    id: 'xiangqi-book',
    name: 'a xiangqi opening book kept in SQLite',
    games: ['xiangqi'],
    extensions: ['.obk', '.pfbook', '.yfk'],
    signature: /^SQLite format 3\0/,
  },
  {
    id: 'zebra-book',
    name: 'an Othello opening book of Zebra',
    games: ['othello'],
    extensions: ['.bin'],
    // The numbers 2718 and 2818.
    // oxlint-disable-next-line no-control-regex
    signature: /^\x9E\x0A\x02\x0B/,
  },
]

/** Most bytes of a signature. */
const SIGNATURE_SIZE = 32

/** How likely a file is to match a row: it must have the extension, and the signature makes it much more likely. */
function certainty(row: Row, head: Uint8Array, name: string, size: number): number {
  if (!row.extensions.includes(extension(name))) return 0
  if (row.unit !== undefined && (size === 0 || size % row.unit !== 0)) return 0
  if (row.signature === undefined) return 0.2
  return row.signature.test(String.fromCharCode(...head.subarray(0, SIGNATURE_SIZE))) ? 0.9 : 0
}

function makeFormat(row: Row): Format {
  const { signature: _signature, unit: _unit, ...facts } = row
  return {
    ...facts,
    mediaTypes: [],
    holds: 'many',
    keeps: features(),
    detect: (head, name, size) => certainty(row, head, name, size),
  }
}

/** The formats, in alphabetical order of their ids. */
export const RECOGNISED: readonly Format[] = ROWS.map(makeFormat)

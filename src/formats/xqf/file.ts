/** An open XQF file: its keys, its start position, and its decrypted moves. */
import { readAll, type Source } from '../../bytes/source.ts'
import type { IssueCollector } from '../../issues/collector.ts'
import { FormatError } from '../../issues/errors.ts'
import type { Colour } from '../../model/move.ts'
import { decipher, isKeySumZero, readKeys } from './keys.ts'
import { AT, HEADER_SIZE, KNOWN_VERSIONS, LAST_VERSION, SHORTEST_HEADER } from './layout.ts'
import { colourAt, type Board } from '../xiangqi/board.ts'
import { readPlacement, SQUARE_OF_POINT } from './placement.ts'
import { MoveRecords } from './records.ts'

/** The largest file that is opened. The largest known has 1.1 MB. */
const SIZE_LIMIT = 1 << 26

export interface XqfFile {
  readonly name: string
  /** The whole file with decrypted moves; the header is unchanged, and padded with zeros if it was short. */
  readonly plain: Uint8Array
  readonly version: number
  /** The start position. */
  readonly board: Board
  readonly turn: Colour
  /** A cursor before the first move record. */
  records(): MoveRecords
}

/**
 * Opens a file. Throws FormatError when it is not an XQF file of a known
 * version.
 * @param container receives issues of the file @param start receives issues of the start position
 */
export function openFile(source: Source, container: IssueCollector, start: IssueCollector): XqfFile {
  const { name } = source
  const bytes = wholeHeader(readAll(source, SIZE_LIMIT), name, container)
  const version = bytes[AT.version]!
  if (version > LAST_VERSION) {
    throw new FormatError('xqf/version', { version, last: LAST_VERSION }, { file: name, offset: AT.version })
  }
  if (!KNOWN_VERSIONS.includes(version)) {
    container.add('xqf/unknown-version', 'warning', { version }, { offset: AT.version })
  }
  if (!isKeySumZero(bytes)) {
    container.add('xqf/key-sum', 'warning', {}, { offset: AT.keySum })
  }
  const keys = readKeys(bytes)
  const plain = decipher(bytes, keys)
  const { board, crowded } = readPlacement(bytes.subarray(AT.pieces, AT.startPly), version, keys.position)
  for (const piece of crowded) {
    start.add('xqf/crowded-point', 'error', { piece }, { offset: AT.pieces })
  }
  const records = () => new MoveRecords(plain, version, keys)
  return { name, plain, version, board, turn: firstTurn(bytes, board, records(), start), records }
}

/** The file with a complete header, padded with zeros if a short file ends inside it. */
function wholeHeader(bytes: Uint8Array, name: string, container: IssueCollector): Uint8Array {
  if (bytes[0] !== 0x58 || bytes[1] !== 0x51) {
    throw new FormatError('xqf/not-xqf', {}, { file: name, offset: 0 })
  }
  if (bytes.length >= HEADER_SIZE) return bytes
  if (bytes.length < SHORTEST_HEADER) {
    throw new FormatError('xqf/cut', { size: bytes.length }, { file: name, offset: bytes.length })
  }
  const params = { size: bytes.length, expected: HEADER_SIZE }
  container.add('xqf/truncated-header', 'error', params, { offset: bytes.length })
  const whole = new Uint8Array(HEADER_SIZE)
  whole.set(bytes)
  return whole
}

/**
 * Who moves first: the side of the first move, because the header of old files often says Red although Black moves;
 * without a move, the side given in the header.
 */
function firstTurn(header: Uint8Array, board: Board, records: MoveRecords, start: IssueCollector): Colour {
  const stated = header[AT.firstMover]!
  if (stated > 1) {
    start.add('xqf/first-mover-code', 'warning', { code: stated }, { offset: AT.firstMover })
  }
  const named: Colour = stated === 1 ? 2 : 1
  if (!records.next() || !records.hasChild || !records.next()) return named
  const square = SQUARE_OF_POINT[records.from]!
  const mover = square < 0 ? 0 : colourAt(board, square)
  if (mover === 0 || mover === named) return named
  if (stated <= 1) {
    start.add('xqf/first-mover', 'info', {}, { offset: AT.firstMover })
  }
  return mover
}

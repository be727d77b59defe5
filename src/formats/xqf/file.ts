/** An XQF file opened: its keys, its start position, and its moves in plain. */
import { readAll, type Source } from '../../bytes/source.ts'
import { FormatError } from '../../model/issue.ts'
import type { Colour } from '../../model/move.ts'
import type { Findings } from '../findings.ts'
import { decipher, isKeySumZero, readKeys } from './keys.ts'
import { AT, HEADER_SIZE, KNOWN_VERSIONS, LAST_VERSION, SHORTEST_HEADER } from './layout.ts'
import { colourAt, readPlacement, SLOTS, SQUARE_OF_POINT, type Board } from './placement.ts'
import { MoveRecords } from './records.ts'

/** The largest file that is opened. The largest known has 1.1 MB. */
const SIZE_LIMIT = 1 << 26

export interface XqfFile {
  readonly name: string
  /** The whole file, the moves deciphered, the header as it is and filled up with zeros if it was short. */
  readonly plain: Uint8Array
  readonly version: number
  /** The start position. */
  readonly board: Board
  readonly turn: Colour
  /** A cursor before the first move record. */
  records(): MoveRecords
}

/**
 * Opens a file. Throws FormatError when it is no XQF file of a known version.
 * @param container takes issues of the file
 * @param start takes issues of the start position
 */
export function openFile(source: Source, container: Findings, start: Findings): XqfFile {
  const { name } = source
  const bytes = wholeHeader(readAll(source, SIZE_LIMIT), name, container)
  const version = bytes[AT.version]!
  if (version > LAST_VERSION) {
    const message = `the file has the unknown version ${version}`
    throw new FormatError(message, { file: name, offset: AT.version }, `a version up to ${LAST_VERSION}`)
  }
  if (!KNOWN_VERSIONS.includes(version)) {
    const message = `no file of version ${version} is known; it is read like its neighbours`
    container.add('unknown-version', 'warning', message, { offset: AT.version })
  }
  if (!isKeySumZero(bytes)) {
    const message = 'the keys and their sum do not add up to zero; XQStudio refuses such a file'
    container.add('key-sum', 'warning', message, { offset: AT.keySum })
  }
  const keys = readKeys(bytes)
  const plain = decipher(bytes, keys)
  const { board, crowded } = readPlacement(bytes.subarray(AT.pieces, AT.startPly), version, keys.position)
  for (const slot of crowded) {
    const message = `two pieces stand on one point; ${SLOTS[slot]} is left out`
    start.add('crowded-point', 'error', message, { offset: AT.pieces })
  }
  const records = () => new MoveRecords(plain, version, keys)
  return { name, plain, version, board, turn: firstTurn(bytes, board, records(), start), records }
}

/** The file with the whole header, filled up with zeros where a short file ends inside it. */
function wholeHeader(bytes: Uint8Array, name: string, container: Findings): Uint8Array {
  if (bytes[0] !== 0x58 || bytes[1] !== 0x51) {
    throw new FormatError('this is no XQF file', { file: name, offset: 0 }, 'the letters XQ')
  }
  if (bytes.length >= HEADER_SIZE) return bytes
  if (bytes.length < SHORTEST_HEADER) {
    const message = `the file ends after ${bytes.length} bytes, before the position is complete`
    throw new FormatError(message, { file: name, offset: bytes.length }, `a header of ${HEADER_SIZE} bytes`)
  }
  const message = `the file ends inside its header, after ${bytes.length} of ${HEADER_SIZE} bytes`
  container.add('truncated-header', 'error', message, { offset: bytes.length })
  const whole = new Uint8Array(HEADER_SIZE)
  whole.set(bytes)
  return whole
}

/**
 * Who moves first: the side of the first move, for the header of old files
 * often says Red where Black moves; without a move, the side the header names.
 */
function firstTurn(header: Uint8Array, board: Board, records: MoveRecords, start: Findings): Colour {
  const stated = header[AT.firstMover]!
  if (stated > 1) {
    const message = `the side to move has the unknown code ${stated}`
    start.add('first-mover', 'warning', message, { offset: AT.firstMover })
  }
  const named: Colour = stated === 1 ? 2 : 1
  if (!records.next() || !records.hasChild || !records.next()) return named
  const square = SQUARE_OF_POINT[records.from]!
  const mover = square < 0 ? 0 : colourAt(board, square)
  if (mover === 0 || mover === named) return named
  if (stated <= 1) {
    const message = 'the header names the other side than the one that makes the first move; the move is believed'
    start.add('first-mover', 'info', message, { offset: AT.firstMover })
  }
  return mover
}

/**
 * What a checkpoint of DuckDB overwrites, kept until the checkpoint is on the disk. DuckDB writes rows and lists to
 * blocks that nothing uses, syncs them, and then makes them count with a new header, in the place of the older of two.
 * But a block of metadata has 64 pieces, and one that is partly in use is written again as a whole, in its place
 * (`MetadataManager::Flush`), before the header: torn by a power cut, its checksum is wrong for the state before too. So
 * these blocks and both headers are copied into an undo journal first. Docs: https://duckdb.org/docs/internals/storage
 *
 * Whoever opens the catalogue next, and finds the journal, puts them back, unless the new header is whole: then the
 * checkpoint was complete.
 */
import { createHash } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { FormatError } from '../../issues/errors.ts'
import { entryAt, readFully, removeFile, syncFolder, tryAll, writeFully, writeSynced } from '../../node/disk.ts'

/** Sizes of the header at the beginning, and of each of the two that say what the state is. */
const HEADER_SIZE = 4096
const STATE_HEADERS = [HEADER_SIZE, 2 * HEADER_SIZE]
const FIRST_BLOCK = 3 * HEADER_SIZE

/** Places within a header: behind its checksum the number of the state, and later the size of blocks. */
const STATE_NUMBER = 8
const BLOCK_SIZE = 40

/** Begins an undo journal: its name and version. */
const MAGIC = new TextEncoder().encode('LGCHECK1')
const DIGEST_SIZE = 32

/** Bytes of the catalogue, and where they are. */
interface Piece {
  start: number
  bytes: Uint8Array
}

/** The undo journal of a catalogue. */
export function undoOf(path: string): string {
  return `${path}.undo`
}

/** Whether a checkpoint of a catalogue is under way or was interrupted. */
export function hasUndo(path: string): boolean {
  return existsSync(undoOf(path))
}

/**
 * Copies what a checkpoint would overwrite into an undo journal, which is on the disk when this returns.
 * @param descriptor of the catalogue
 * @param blocks numbers of the blocks of metadata
 */
export function saveUndo(path: string, descriptor: number, blocks: readonly number[]): void {
  const headers = STATE_HEADERS.map((start) => readPiece(descriptor, start, HEADER_SIZE))
  const size = viewOf(newest(headers)!.bytes).getUint32(BLOCK_SIZE, true)
  const pieces = [...headers, ...blocks.map((block) => readPiece(descriptor, FIRST_BLOCK + block * size, size))]
  const unnamed = `${undoOf(path)}.part`
  // Left by a program that was killed: only who has DuckDB's lock of the catalogue comes here.
  removeFile(unnamed)
  try {
    writeSynced(unnamed, encode(pieces), entryAt(path))
    renameSync(unnamed, undoOf(path))
  } catch (error) {
    // The disk may be full.
    tryAll(() => removeFile(unnamed))
    throw error
  }
  syncFolder(dirname(path))
}

/**
 * Settles a checkpoint that was begun: removes its undo journal, once what it holds is back in its place if the
 * checkpoint is not complete. Nobody has the catalogue open for that.
 */
export function settleCheckpoint(path: string): void {
  if (!hasUndo(path)) return
  const pieces = decode(path, readFileSync(undoOf(path)))
  const descriptor = openSync(path, 'r+')
  try {
    if (isUnfinished(descriptor, pieces)) {
      for (const { start, bytes } of pieces) writeFully(descriptor, bytes, start, path)
      fsyncSync(descriptor)
    }
  } finally {
    closeSync(descriptor)
  }
  removeFile(undoOf(path))
}

/**
 * Whether the state before still counts: its header is there, which a checkpoint does not touch, and no newer one. A
 * catalogue with another header was put there by somebody.
 */
function isUnfinished(descriptor: number, saved: readonly Piece[]): boolean {
  const { start, bytes } = newest(saved.slice(0, STATE_HEADERS.length))!
  const isThere = Buffer.compare(readPiece(descriptor, start, HEADER_SIZE).bytes, bytes) === 0
  const found = newest(STATE_HEADERS.map((place) => readPiece(descriptor, place, HEADER_SIZE)))
  return isThere && found?.start === start
}

/**
 * Makes headers of a catalogue that DuckDB takes, if enough of them is left: the one at the beginning is the same in all
 * catalogues, and either of the two states may stand for the other. Blocks that were overwritten since the older state are
 * found by their checksums.
 * @param fresh another catalogue
 */
export function mendHeaders(path: string, fresh: string): void {
  const descriptor = openSync(path, 'r+')
  try {
    const states = STATE_HEADERS.map((start) => readPiece(descriptor, start, HEADER_SIZE))
    const state = newest(states)
    if (!state) return
    const first = readPiece(descriptor, 0, HEADER_SIZE)
    if (!isWhole(first)) writeFully(descriptor, readFileSync(fresh).subarray(0, HEADER_SIZE), 0, path)
    for (const { start } of states.filter((one) => !isWhole(one))) writeFully(descriptor, state.bytes, start, path)
  } finally {
    closeSync(descriptor)
  }
}

/** The header of the newest state; undefined if none is whole. */
function newest(headers: readonly Piece[]): Piece | undefined {
  const number = ({ bytes }: Piece): bigint => viewOf(bytes).getBigUint64(STATE_NUMBER, true)
  return headers.filter(isWhole).reduce<Piece | undefined>(
    // DuckDB takes the second where both have the same number.
    (best, header) => (best && number(best) > number(header) ? best : header),
    undefined,
  )
}

/** Whether a header is all there, and its checksum that of its bytes. */
function isWhole({ bytes }: Piece): boolean {
  if (bytes.length < HEADER_SIZE) return false
  const view = viewOf(bytes)
  let sum = 5381n
  for (let at = STATE_NUMBER; at < bytes.length; at += 8) {
    sum ^= BigInt.asUintN(64, view.getBigUint64(at, true) * 0xbf58476d1ce4e5b9n)
  }
  return sum === view.getBigUint64(0, true)
}

/** The pieces one after another, each behind its place and its size, and a digest of all of it. */
function encode(pieces: readonly Piece[]): Uint8Array {
  const parts: Uint8Array[] = [MAGIC]
  for (const { start, bytes } of pieces) {
    const place = new DataView(new ArrayBuffer(16))
    place.setBigUint64(0, BigInt(start), true)
    place.setBigUint64(8, BigInt(bytes.length), true)
    parts.push(new Uint8Array(place.buffer), bytes)
  }
  const whole = Buffer.concat(parts)
  return Buffer.concat([whole, createHash('sha256').update(whole).digest()])
}

function decode(path: string, journal: Uint8Array): Piece[] {
  const whole = journal.subarray(0, Math.max(0, journal.length - DIGEST_SIZE))
  const digest = createHash('sha256').update(whole).digest()
  if (
    Buffer.compare(digest, journal.subarray(whole.length)) !== 0 ||
    !Buffer.from(whole).subarray(0, 8).equals(MAGIC)
  ) {
    throw new FormatError('database/undo-damaged', {}, { file: undoOf(path) })
  }
  const view = viewOf(whole)
  const pieces: Piece[] = []
  for (let at = MAGIC.length; at < whole.length;) {
    const [start, size] = [Number(view.getBigUint64(at, true)), Number(view.getBigUint64(at + 8, true))]
    at += 16
    pieces.push({ start, bytes: whole.subarray(at, at + size) })
    at += size
  }
  return pieces
}

function readPiece(descriptor: number, start: number, size: number): Piece {
  return { start, bytes: readFully(descriptor, start, start + size) }
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}

/**
 * Lists the files of a tar archive, which lie in it as they are. Format: POSIX.1-2017, pax, "ustar Interchange
 * Format" and "pax Header Block"; GNU tar manual, "Basic Tar Format", for long names and sizes.
 */
import type { Source } from '../source.ts'
import { decodeName, type PackedMember } from './member.ts'

/** Everything in an archive takes whole blocks. */
export const BLOCK_SIZE = 512

/** Longest name or list of properties that is read. */
const MAX_PROPERTIES = 1 << 20

const CHECKSUM_AT = 148
const CHECKSUM_SIZE = 8

/** Whether a block is the header of a member, by its checksum, which all variants of tar have. */
export function isTarHeader(block: Uint8Array): boolean {
  if (block.length < BLOCK_SIZE || block[0] === 0) return false
  let sum = 0
  for (let at = 0; at < BLOCK_SIZE; at++) {
    sum += at >= CHECKSUM_AT && at < CHECKSUM_AT + CHECKSUM_SIZE ? 0x20 : block[at]!
  }
  return readOctal(block.subarray(CHECKSUM_AT, CHECKSUM_AT + CHECKSUM_SIZE)) === sum
}

/** The files of an archive, up to where it ends or is damaged. */
export function* listTar(source: Source): Generator<PackedMember> {
  let longName: string | undefined
  let longSize: number | undefined
  for (let at = 0; at < source.size;) {
    const header = source.read(at, at + BLOCK_SIZE)
    if (!isTarHeader(header)) return
    const type = String.fromCharCode(header[156]!)
    const size = longSize ?? readSize(header)
    const start = at + BLOCK_SIZE
    at = start + Math.ceil(size / BLOCK_SIZE) * BLOCK_SIZE
    if (type === 'x' || type === 'L') {
      const properties = source.read(start, start + Math.min(size, MAX_PROPERTIES))
      if (type === 'L') longName = decodeName(beforeZero(properties))
      else ({ path: longName, size: longSize } = readProperties(properties))
      continue
    }
    const path = longName ?? nameOf(header)
    longName = undefined
    longSize = undefined
    // A zero, or nothing, is what versions before POSIX wrote; 7 is a file that was to be contiguous.
    if ((type === '0' || type === '\0' || type === '7') && !path.endsWith('/')) {
      yield { path, start, packed: size, size, method: 'stored' }
    }
  }
}

function nameOf(header: Uint8Array): string {
  const name = decodeName(beforeZero(header.subarray(0, 100)))
  const isPosix = latin1(header.subarray(257, 263)) === 'ustar\0'
  const prefix = isPosix ? decodeName(beforeZero(header.subarray(345, 500))) : ''
  return prefix === '' ? name : `${prefix}/${name}`
}

/** In octal digits, or as a number of eleven bytes where the first bit says so. */
function readSize(header: Uint8Array): number {
  const field = header.subarray(124, 136)
  if ((field[0]! & 0x80) === 0) return readOctal(field) ?? 0
  return field.subarray(1).reduce((size, byte) => size * 256 + byte, 0)
}

/** Lines of the form `length name=value`. */
function readProperties(bytes: Uint8Array): { path?: string; size?: number } {
  const found: { path?: string; size?: number } = {}
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(0x20, at)
    // A length of more digits is none.
    const length = space < 0 || space - at > 10 ? 0 : Number(latin1(bytes.subarray(at, space)))
    if (!Number.isInteger(length) || length <= 0 || at + length > bytes.length) break
    const line = bytes.subarray(space + 1, at + length - 1)
    const equals = line.indexOf(0x3d)
    const name = latin1(line.subarray(0, Math.max(0, equals)))
    if (name === 'path') found.path = decodeName(line.subarray(equals + 1))
    if (name === 'size') found.size = Number(latin1(line.subarray(equals + 1))) || 0
    at += length
  }
  return found
}

function beforeZero(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0)
  return end < 0 ? bytes : bytes.subarray(0, end)
}

/** Octal digits between blanks or zeros; undefined for anything else. */
function readOctal(field: Uint8Array): number | undefined {
  const digits = latin1(field).replaceAll(/[\0 ]/g, '')
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : undefined
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}

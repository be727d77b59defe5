/**
 * `KT` of KaTrain: three values in base64 of gzip: ownership and policy as half floats, and the rest of KataGo's answer
 * as JSON, all from Black's view. Its source: sanderland/katrain, katrain/core/game_node.py and utils.py.
 */
import { inflate } from '../../bytes/packed/inflate.ts'
import { joinBytes } from '../../bytes/resize.ts'
import { MemorySource } from '../../bytes/source.ts'
import { fromBase64 } from '../../bytes/text.ts'
import type { EvaluatedLine, Evaluation, PositionValue } from '../../model/annotation.ts'
import { isJsonObject, type Json } from '../../model/json.ts'
import type { Colour } from '../../model/move.ts'
import type { Board } from './board.ts'
import { parseVertices } from './vertex.ts'

/** Bytes that a value may unpack to: at most so many, and at most so many for each packed byte. */
const MAX_UNPACKED = 1 << 20
const MAX_RATIO = 64

const GZIP_HEAD = 10
const GZIP_NAME = 8

/** Reads the three values; what cannot be read is left out. @param turn the side to move, which plays each line's first move */
export function parseKaTrain(
  [ownership = '', , answer = '']: readonly string[],
  turn: Colour,
  board: Board,
): Evaluation {
  const found: Evaluation = {}
  const json = parseJson(unpack(answer))
  if (isJsonObject(json)) {
    if (isJsonObject(json['root'])) Object.assign(found, valueOf(json['root']))
    if (isJsonObject(json['moves'])) {
      const lines = Object.entries(json['moves']).flatMap(([vertex, info]) => lineOf(vertex, info, turn, board))
      if (lines.length > 0) found.lines = lines.toSorted((left, right) => left.order - right.order).map(withoutOrder)
    }
  }
  const owners = unpack(ownership)
  if (owners && owners.length === 2 * board.columns * board.rows) found.ownership = halfFloats(owners)
  return found
}

interface OrderedLine extends EvaluatedLine {
  order: number
}

function lineOf(vertex: string, info: Json, turn: Colour, board: Board): OrderedLine[] {
  if (!isJsonObject(info)) return []
  const pv = Array.isArray(info['pv']) ? info['pv'].filter((word) => typeof word === 'string') : []
  const moves = parseVertices(pv.length > 0 ? pv : [vertex], turn, board)
  const order = typeof info['order'] === 'number' ? info['order'] : Number.MAX_SAFE_INTEGER
  return moves.length === 0 ? [] : [{ moves, ...valueOf(info), order }]
}

function withoutOrder({ order: _order, ...line }: OrderedLine): EvaluatedLine {
  return line
}

function valueOf({ winrate, scoreLead, visits }: { [name: string]: Json }): PositionValue {
  return {
    ...(isFinite(winrate) && winrate >= 0 && winrate <= 1 && { winrate }),
    ...(isFinite(scoreLead) && { scoreLead }),
    ...(isFinite(visits) && { visits }),
  }
}

/** Whether a value is a number that JSON can write again: 1e999 can only be read. */
function isFinite(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function parseJson(bytes: Uint8Array | undefined): Json | undefined {
  if (!bytes) return undefined
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as Json
  } catch {
    return undefined
  }
}

/** The bytes of a value; undefined if they are not gzip data, or unpack to too much. */
function unpack(value: string): Uint8Array | undefined {
  const packed = fromBase64(value)
  const start = gzipStart(packed)
  if (start === undefined) return undefined
  const most = Math.min(MAX_UNPACKED, packed.length * MAX_RATIO)
  const pieces: Uint8Array[] = []
  let size = 0
  const take = (piece: Uint8Array) => {
    size += piece.length
    if (size > most) throw new RangeError('more than a value may unpack to')
    pieces.push(piece)
  }
  try {
    inflate(new MemorySource('KT', packed.subarray(start, -8)), take)
  } catch {
    return undefined
  }
  return joinBytes(pieces)
}

/** Where the compressed data of a gzip member begin (RFC 1952). */
function gzipStart(bytes: Uint8Array): number | undefined {
  if (bytes.length < GZIP_HEAD + 8 || bytes[0] !== 0x1f || bytes[1] !== 0x8b || bytes[2] !== 8) return undefined
  if (bytes[3] === 0) return GZIP_HEAD
  const end = bytes[3] === GZIP_NAME ? bytes.indexOf(0, GZIP_HEAD) : -1
  return end < 0 ? undefined : end + 1
}

/** Numbers of 16 bits, little-endian (IEEE 754 binary16). */
function halfFloats(bytes: Uint8Array): number[] {
  return Array.from({ length: bytes.length / 2 }, (_, index) =>
    halfFloat(bytes[2 * index]! | (bytes[2 * index + 1]! << 8)),
  )
}

function halfFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 31
  const fraction = bits & 0x3ff
  if (exponent === 31) return 0
  const value = exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15)
  return sign * value + 0
}

/**
 * Evaluations that were paid for: a file of JSON lines, to which each is added as soon as it is there. A line that the
 * end of the program has cut, or that is none of ours, is passed over.
 */
import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import type { Evaluation } from '../model/annotation.ts'
import { isJsonObject, type Json } from '../model/json.ts'
import { hasMoveBits } from '../model/move.ts'
import { refuseIrregular } from './disk.ts'

/** Where a line of the file stands. */
interface Place {
  offset: number
  length: number
}

const CHUNK = 1 << 16

/** A longer line is none of ours. */
const MAX_LINE = 1 << 24

/** Evaluations in a file, by what they answer. */
export class AnalysisCache {
  private readonly path: string
  private readonly descriptor: number
  private readonly places = new Map<string, Place>()
  private end = 0

  /** Opens a file, or makes it. Throws an error of the system. */
  constructor(path: string) {
    refuseIrregular(path)
    this.path = path
    this.descriptor = openSync(path, 'a+', 0o600)
    this.findLines()
  }

  /** How many evaluations there are. */
  get size(): number {
    return this.places.size
  }

  /** The key of a question: any JSON. */
  static keyOf(question: Json): string {
    return createHash('sha256').update(JSON.stringify(question)).digest('base64url')
  }

  /** The evaluation of a key; undefined if there is none. */
  get(key: string): Evaluation | undefined {
    const place = this.places.get(key)
    const line = place && parseLine(this.read(place))
    return line && isEvaluation(line['evaluation']) ? (line['evaluation'] as unknown as Evaluation) : undefined
  }

  /** Adds an evaluation. */
  set(key: string, evaluation: Evaluation): void {
    const bytes = new TextEncoder().encode(`${JSON.stringify({ key, evaluation })}\n`)
    writeSync(this.descriptor, bytes)
    this.places.set(key, { offset: this.end, length: bytes.length })
    this.end += bytes.length
  }

  /** Closes the file. @param isDone removes it */
  close(isDone: boolean): void {
    closeSync(this.descriptor)
    if (isDone) rmSync(this.path, { force: true })
  }

  private read({ offset, length }: Place): string {
    const bytes = new Uint8Array(length)
    let count = 0
    while (count < length) {
      const got = readSync(this.descriptor, bytes, count, length - count, offset + count)
      if (got === 0) break
      count += got
    }
    return new TextDecoder().decode(bytes.subarray(0, count))
  }

  private findLines(): void {
    const bytes = new Uint8Array(CHUNK)
    let start = 0
    let at = 0
    for (;;) {
      const count = readSync(this.descriptor, bytes, 0, CHUNK, at)
      if (count === 0) break
      for (let index = 0; index < count; index++) {
        if (bytes[index] !== 0x0a) continue
        const place = { offset: start, length: at + index + 1 - start }
        start = at + index + 1
        const key = place.length > MAX_LINE ? undefined : parseLine(this.read(place))?.['key']
        if (typeof key === 'string') this.places.set(key, place)
      }
      at += count
    }
    this.end = at
    // A cut line is ended, so that it does not swallow the next.
    if (start < at) {
      writeSync(this.descriptor, '\n')
      this.end++
    }
  }
}

function parseLine(text: string): { [name: string]: Json } | undefined {
  try {
    const value = JSON.parse(text) as Json
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Whether a value has the shape of an evaluation, as far as it is used. */
function isEvaluation(value: Json | undefined): boolean {
  if (!isJsonObject(value)) return false
  const { lines, ownership, source, text } = value
  const isText = (part: Json | undefined) => part === undefined || typeof part === 'string'
  const isOwnership = ownership === undefined || (Array.isArray(ownership) && ownership.every(isNumber))
  const isLines = lines === undefined || (Array.isArray(lines) && lines.every(isLine))
  return hasNumbers(value) && isText(source) && isText(text) && isOwnership && isLines
}

function isLine(value: Json): boolean {
  if (!isJsonObject(value) || !hasNumbers(value)) return false
  const { moves } = value
  return Array.isArray(moves) && moves.every((move) => Number.isInteger(move) && hasMoveBits(move as number))
}

const NUMBERS = ['centipawns', 'mate', 'winrate', 'scoreLead', 'depth', 'nodes', 'visits', 'seconds'] as const

function hasNumbers(value: { [name: string]: Json }): boolean {
  return NUMBERS.every((name) => value[name] === undefined || isNumber(value[name]))
}

function isNumber(value: Json): boolean {
  return typeof value === 'number' && Number.isFinite(value)
}

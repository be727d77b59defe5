/**
 * Evaluations that were paid for: a file of JSON lines, to which each is added as soon as it is there. A line that the
 * end of the program has cut, or that is not one of ours, is skipped. Several programs may add to one file.
 */
import { createHash } from 'node:crypto'
import { appendFileSync, closeSync, fstatSync, openSync, readSync, rmSync } from 'node:fs'
import { FormatError } from '../issues/errors.ts'
import type { Evaluation } from '../model/annotation.ts'
import { isJsonObject, type Json } from '../model/json.ts'
import { hasMoveBits } from '../model/move.ts'
import { readFully, refuseIrregular } from './disk.ts'

/** Where a line of the file stands. */
interface LineSpan {
  offset: number
  length: number
}

const CHUNK = 1 << 16

/** A longer line is not one of ours. */
const MAX_LINE = 1 << 24

/** What every line begins with. */
const START = '{"key":"'

/** Evaluations in a file, by what they answer. */
export class AnalysisCache {
  private readonly path: string
  private readonly descriptor: number
  private readonly places = new Map<string, LineSpan>()

  /** Opens a file, or makes it. Throws FormatError if it is a file of something else, and errors of the system. */
  constructor(path: string) {
    refuseIrregular(path)
    this.path = path
    this.descriptor = openSync(path, 'a+', 0o600)
    try {
      this.refuseForeign()
      this.findLines()
    } catch (error) {
      closeSync(this.descriptor)
      throw error
    }
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
    // Where another program adds lines too, a place may be wrong.
    return line?.['key'] === key && isEvaluation(line['evaluation'])
      ? (line['evaluation'] as unknown as Evaluation)
      : undefined
  }

  /** Adds an evaluation. */
  set(key: string, evaluation: Evaluation): void {
    const bytes = new TextEncoder().encode(`${JSON.stringify({ key, evaluation })}\n`)
    appendFileSync(this.descriptor, bytes)
    this.places.set(key, { offset: fstatSync(this.descriptor).size - bytes.length, length: bytes.length })
  }

  /** Closes the file. @param isDone removes it */
  close(isDone: boolean): void {
    closeSync(this.descriptor)
    if (isDone) rmSync(this.path, { force: true })
  }

  private read({ offset, length }: LineSpan): string {
    return new TextDecoder().decode(readFully(this.descriptor, offset, offset + length))
  }

  /** A file of the user's is neither added to nor removed. */
  private refuseForeign(): void {
    const start = this.read({ offset: 0, length: START.length })
    if (!START.startsWith(start)) throw new FormatError('file/exists', {}, { file: this.path })
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
    // A cut line is ended, so that it does not swallow the next.
    if (start < at) appendFileSync(this.descriptor, '\n')
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

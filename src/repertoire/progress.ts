/** The progress of a training as text: what is kept beside a repertoire. */
import { FormatError } from '../issues/errors.ts'
import { isJsonObject, type Json } from '../model/json.ts'
import type { CardProgress } from './schedule.ts'

/** What is known of the cards that were answered, by their ids. */
export type Progress = ReadonlyMap<string, CardProgress>

const VERSION = 1

/** The end of the year 9999, in milliseconds: after the longest interval there is still a date. */
const END_OF_ANSWERS = 253_402_300_799_999

/** The fields of a card as numbers, with the values that they may have. */
const FIELDS = {
  // The dates that programs can hold.
  due: [0, 8.64e15],
  last: [0, END_OF_ANSWERS],
  stability: [1e-3, 1e6],
  difficulty: [1, 10],
  answers: [1, 1e9],
  lapses: [0, 1e9],
} as const satisfies Record<keyof CardProgress, readonly [least: number, most: number]>

const NAMES = Object.keys(FIELDS) as (keyof CardProgress)[]

const CARD_ID = /^(?:chess|xiangqi|go|othello):[0-9a-f]{16}$/

/** The progress as JSON, one card on a line; dates are written as such. */
export function formatProgress(progress: Progress): string {
  const lines = [...progress]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([id, { due, last, ...numbers }]) => {
      const card = { due: new Date(due).toISOString(), last: new Date(last).toISOString(), ...numbers }
      return `${JSON.stringify(id)}: ${JSON.stringify(card)}`
    })
  const cards = lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n}`
  return `{ "ludograph": "training", "version": ${VERSION}, "cards": ${cards} }\n`
}

/** Reads progress. Throws FormatError for text that is something else, or in which a card is damaged. */
export function parseProgress(text: string): Progress {
  const value = parse(text)
  if (!isJsonObject(value) || value['ludograph'] !== 'training') throw new FormatError('training/other', {}, {})
  if (value['version'] !== VERSION) throw new FormatError('training/version', {}, {})
  const { cards } = value
  if (cards === undefined || !isJsonObject(cards)) throw new FormatError('training/other', {}, {})
  return new Map(
    Object.entries(cards).map(([id, card]) => {
      const read = CARD_ID.test(id) ? readCard(card) : undefined
      if (!read) throw new FormatError('training/card', { id: id.slice(0, 40) }, {})
      return [id, read]
    }),
  )
}

/** Two states of progress as one: of each card the one that was answered last. */
export function mergeProgress(one: Progress, other: Progress): Progress {
  const merged = new Map(one)
  for (const [id, card] of other) {
    const known = merged.get(id)
    if (!known || known.last < card.last) merged.set(id, card)
  }
  return merged
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    throw new FormatError('training/other', {}, {})
  }
}

function readCard(value: Json): CardProgress | undefined {
  if (!isJsonObject(value)) return undefined
  const card: Partial<CardProgress> = {}
  for (const name of NAMES) {
    const written = value[name]
    const isDate = name === 'due' || name === 'last'
    const number = isDate && typeof written === 'string' ? Date.parse(written) : isDate ? undefined : written
    const [least, most] = FIELDS[name]
    if (typeof number !== 'number' || !(number >= least && number <= most)) return undefined
    card[name] = number
  }
  return card as CardProgress
}

/**
 * The order of entities in their trees: byte by byte, each text with the NUL
 * that ends it. docs/formats/chessbase.md, Order of entities.
 */
import { i32le } from '../../bytes/numbers.ts'
import { PLAYER, TAG, TEAM, TOURNAMENT, ANNOTATOR, SOURCE, type EntityKind, type Field } from './entities.ts'

/** Compares the data of two entities of a kind; negative when the first comes first. */
export type EntityOrder = (left: Uint8Array, right: Uint8Array) => number

/**
 * How bytes from 128 up compare: as the largest (`unsigned`), as negative numbers, which come even before the end of a
 * text (`signed`), or as negative numbers after the end (`end-first`).
 */
type ByteOrder = 'unsigned' | 'signed' | 'end-first'

/** Compares two text fields up to their first NUL. */
function compareText(left: Uint8Array, right: Uint8Array, [at, width]: Field, order: ByteOrder): number {
  for (let index = at; index < at + width; index++) {
    const first = left[index] ?? 0
    const second = right[index] ?? 0
    if (first !== second) {
      if (order === 'end-first' && (first === 0 || second === 0)) return first === 0 ? -1 : 1
      return order === 'unsigned' ? first - second : ((first << 24) >> 24) - ((second << 24) >> 24)
    }
    if (first === 0) return 0
  }
  return 0
}

function compareNumber(left: Uint8Array, right: Uint8Array, at: number): number {
  return i32le(left, at) - i32le(right, at)
}

/** A tournament's year, and its month and day, from its packed date. */
const year = (data: Uint8Array) => i32le(data, TOURNAMENT.date) >> 9
const monthAndDay = (data: Uint8Array) => i32le(data, TOURNAMENT.date) & 0x1ff

const playerOrder =
  (order: ByteOrder): EntityOrder =>
  (left, right) =>
    compareText(left, right, PLAYER.lastName, order) || compareText(left, right, PLAYER.firstName, order)

const tournamentOrder =
  (order: ByteOrder): EntityOrder =>
  (left, right) =>
    year(right) - year(left) ||
    compareText(left, right, TOURNAMENT.title, order) ||
    compareText(left, right, TOURNAMENT.place, order) ||
    monthAndDay(right) - monthAndDay(left)

const fieldOrder =
  (field: Field, order: ByteOrder): EntityOrder =>
  (left, right) =>
    compareText(left, right, field, order)

/** Orders used by other programs and in older databases: accepted when reading, never written. */
export const OTHER_ORDERS: Readonly<Partial<Record<EntityKind, readonly EntityOrder[]>>> = {
  players: [playerOrder('end-first'), playerOrder('signed')],
  tournaments: [tournamentOrder('end-first')],
  annotators: [fieldOrder(ANNOTATOR.name, 'end-first')],
  sources: [fieldOrder(SOURCE.title, 'end-first')],
}

/** The orders that ChessBase uses now. */
export const ENTITY_ORDERS: Readonly<Record<EntityKind, EntityOrder>> = {
  players: playerOrder('unsigned'),
  tournaments: tournamentOrder('signed'),
  annotators: fieldOrder(ANNOTATOR.name, 'signed'),
  sources: fieldOrder(SOURCE.title, 'signed'),
  teams: (left, right) =>
    compareText(left, right, TEAM.title, 'unsigned') ||
    compareNumber(left, right, TEAM.number) ||
    (right[TEAM.season]! & 1) - (left[TEAM.season]! & 1) ||
    compareNumber(left, right, TEAM.year) ||
    left[TEAM.nation]! - right[TEAM.nation]!,
  tags: (left, right) => {
    for (let index = 0; index < TAG.titles; index++) {
      const order = compareText(left, right, [index * TAG.titleWidth, TAG.titleWidth], 'unsigned')
      if (order !== 0) return order
    }
    return 0
  },
}

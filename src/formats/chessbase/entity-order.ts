/**
 * The order of entities in their trees: byte by byte, a shorter text before a
 * longer one that it begins. docs/formats/chessbase.md, Order of entities.
 */
import { i32le } from '../../bytes/numbers.ts'
import { PLAYER, TAG, TEAM, TOURNAMENT, ANNOTATOR, SOURCE, type EntityKind, type Field } from './entities.ts'

/** Compares the data of two entities of a kind; negative when the first comes first. */
export type EntityOrder = (left: Uint8Array, right: Uint8Array) => number

/** Compares two text fields up to their first NUL, bytes from 128 up as the largest or, signed, as negative ones. */
function compareText(left: Uint8Array, right: Uint8Array, [at, width]: Field, isSigned: boolean): number {
  for (let index = at; index < at + width; index++) {
    const first = left[index] ?? 0
    const second = right[index] ?? 0
    if (first !== second) {
      // A text that ends comes first, whatever the sign of the byte that the other goes on with.
      if (first === 0 || second === 0) return first === 0 ? -1 : 1
      return isSigned ? ((first << 24) >> 24) - ((second << 24) >> 24) : first - second
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
  (isSigned: boolean): EntityOrder =>
  (left, right) =>
    compareText(left, right, PLAYER.lastName, isSigned) || compareText(left, right, PLAYER.firstName, isSigned)

/** Orders of older databases. */
export const OTHER_ORDERS: Readonly<Partial<Record<EntityKind, readonly EntityOrder[]>>> = {
  players: [playerOrder(true)],
}

/** The orders that ChessBase uses now. */
export const ENTITY_ORDERS: Readonly<Record<EntityKind, EntityOrder>> = {
  players: playerOrder(false),
  tournaments: (left, right) =>
    year(right) - year(left) ||
    compareText(left, right, TOURNAMENT.title, true) ||
    compareText(left, right, TOURNAMENT.place, true) ||
    monthAndDay(right) - monthAndDay(left),
  annotators: (left, right) => compareText(left, right, ANNOTATOR.name, true),
  sources: (left, right) => compareText(left, right, SOURCE.title, true),
  teams: (left, right) =>
    compareText(left, right, TEAM.title, false) ||
    compareNumber(left, right, TEAM.number) ||
    (right[TEAM.season]! & 1) - (left[TEAM.season]! & 1) ||
    compareNumber(left, right, TEAM.year) ||
    left[TEAM.nation]! - right[TEAM.nation]!,
  tags: (left, right) => {
    for (let index = 0; index < TAG.titles; index++) {
      const order = compareText(left, right, [index * TAG.titleWidth, TAG.titleWidth], false)
      if (order !== 0) return order
    }
    return 0
  },
}

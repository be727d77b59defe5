/**
 * A part of a database that one thread wrote, and how the writer of the database adds it. Names get their numbers where
 * parts are joined, in the order of the games, so that the lists are those that one thread makes; ids of games and
 * addresses count from where the database ends.
 */
import { u32le } from '../../bytes/numbers.ts'
import type { Player } from '../../model/record.ts'
import type { WrittenPart } from '../format.ts'
import type { GameFile } from './game-file.ts'
import { LIST_KEYS, type ListKey, type Lists } from './header-writer.ts'
import { HEADER_SIZE, ROW_AT, u24le } from './layout.ts'
import { detailsOf, keyOf, type NewEntry } from './list-writer.ts'

/** What the games of a part name in one list: entries with details, and names alone. Numbers count from 1. */
interface ListPart {
  entries: NewEntry[]
  names: string[]
}

/** What a thread wrote, as plain data. */
export interface DatabasePart {
  type: 'chess-assistant'
  /** Rows of `.d00`, which number the games from 1 and what they name as the lists of the part. */
  rows: Uint8Array
  /** The records of the games without what `.d02` begins with, and where each begins, in bytes. */
  records: Uint8Array
  starts: number[]
  lists: Record<ListKey, ListPart>
  /** The page of its comments ({@link CommentEncoder}), if one was chosen. */
  commentPage: string | undefined
  /** Whether its games go anywhere: none has an id of its own. */
  isFree: boolean
}

export function isPart(part: WrittenPart): part is DatabasePart {
  return 'type' in part && part.type === 'chess-assistant'
}

/** The names of a list in a part: each different one gets a number, whatever the list of the database does with it. */
export class PartList {
  private readonly entries = new Map<string, { number: number; entry: NewEntry }>()
  private readonly names = new Map<string, number>()

  add(name: string, player?: Player): number {
    const details = detailsOf(player)
    const key = keyOf(name, details)
    let known = this.entries.get(key)
    if (!known) this.entries.set(key, (known = { number: this.entries.size + 1, entry: { ...details, name } }))
    return known.number
  }

  addName(name: string): number {
    let number = this.names.get(name)
    if (number === undefined) this.names.set(name, (number = this.names.size + 1))
    return number
  }

  part(): ListPart {
    return { entries: Array.from(this.entries.values(), ({ entry }) => entry), names: [...this.names.keys()] }
  }
}

/** Fields of a row that number an entry of a list, in the order in which one thread adds them, and the annotator. */
const ENTRY_FIELDS: readonly (readonly [at: number, key: ListKey])[] = [
  [ROW_AT.white, 'players'],
  [ROW_AT.black, 'players'],
  [ROW_AT.event, 'events'],
  [ROW_AT.site, 'places'],
]

/** Adds the records of a part to those of a database, and its names to the lists. Returns its rows as they are there. */
export function joinPart(
  { rows, records, starts, lists: parts }: DatabasePart,
  games: GameFile,
  lists: Lists,
): Uint8Array {
  const first = games.addAll(records, starts)
  const numbers = new Map(LIST_KEYS.map((key) => [key, new PartNumbers(parts[key], lists[key])]))
  const view = new DataView(rows.buffer, rows.byteOffset, rows.length)
  for (let row = 0; row < rows.length; row += HEADER_SIZE) {
    for (const [at, key] of ENTRY_FIELDS) putU24le(rows, row + at, numbers.get(key)!.entry(u24le(rows, row + at)))
    const annotator = row + ROW_AT.annotator
    putU24le(rows, annotator, numbers.get('players')!.name(u24le(rows, annotator)))
    const source = row + ROW_AT.source
    putU24le(rows, source, numbers.get('sources')!.entry(u24le(rows, source)))
    view.setUint32(row + ROW_AT.game, u32le(rows, row + ROW_AT.game) - 1 + first, true)
  }
  return rows
}

/** The numbers that a list of the database gives to what a part names, each when it is first met. */
class PartNumbers {
  private readonly part: ListPart
  private readonly list: Lists[ListKey]
  private readonly entries: number[] = []
  private readonly names: number[] = []

  constructor(part: ListPart, list: Lists[ListKey]) {
    this.part = part
    this.list = list
  }

  /** The number of an entry by that in the part; 0 is none. */
  entry(number: number): number {
    return number === 0 ? 0 : (this.entries[number] ??= this.list.addEntry(this.part.entries[number - 1]!))
  }

  name(number: number): number {
    return number === 0 ? 0 : (this.names[number] ??= this.list.addName(this.part.names[number - 1]!))
  }
}

function putU24le(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value & 0xff
  bytes[at + 1] = (value >> 8) & 0xff
  bytes[at + 2] = value >> 16
}

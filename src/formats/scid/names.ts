/** Names of players, events, sites and rounds, each list by its numbers: docs/formats/scid.md, Names. */
import { u24be } from '../../bytes/numbers.ts'
import { readAll, type Source } from '../../bytes/source.ts'
import type { Message } from '../../issues/catalogue.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import { defaultFacts, type DatabaseFacts } from './index-header.ts'

/** The lists in their order. */
export const NAME_KINDS = ['players', 'events', 'sites', 'rounds'] as const
export type NameKind = (typeof NAME_KINDS)[number]

/** What the lists are called in messages. */
export const LIST_TERMS = {
  players: { id: 'name-list/players' },
  events: { id: 'name-list/events' },
  sites: { id: 'name-list/sites' },
  rounds: { id: 'name-list/rounds' },
} as const satisfies Record<NameKind, Message>

/** How many names each list of `.sn4` and of `.sn5` may have. */
export const MOST_NAMES = {
  4: { players: 0xf_ffff, events: 0x7_ffff, sites: 0x7_ffff, rounds: 0x3_ffff },
  5: { players: 0x1000_0000, events: 0x1000_0000, sites: 0x1_0000_0000, rounds: 0x8000_0000 },
} as const

export const SCID4_NAMES_HEADER = 36
export const SCID4_NAMES_MAGIC = 'Scid.sn\0'

/** From so many names on, a list of `.sn4` has numbers of three bytes; the same for frequencies, which may have one byte. */
export const TWO_BYTES = 0x1_0000
export const ONE_BYTE = 0x100

/** Bytes in which names lie together, each of which has up to 255. */
const PIECE_OF_NAMES = 1 << 14

/** Type of a string of `.sn5` that is a fact of the database. */
export const FACT_TYPE = 4

/** One list of names. */
export interface NameList {
  /** The bytes of each name by its number; undefined for a number that has none. */
  readonly names: readonly (Uint8Array | undefined)[]
  /** How often games use each name, as the file says; absent in Scid 5. */
  readonly frequencies?: readonly number[]
  /** The numbers in the order of the file; absent in Scid 5, where it is that of the numbers. */
  readonly order?: readonly number[]
}

/** The names of a database. */
export interface Names {
  readonly lists: Readonly<Record<NameKind, NameList>>
  readonly issues: Issue[]
  /** Facts of the database, which Scid 5 keeps here. */
  readonly facts?: DatabaseFacts
}

/** No names at all. */
export function noNames(): Names {
  return { lists: makeLists(() => ({ names: [] })), issues: [] }
}

function makeLists(make: (kind: NameKind) => NameList): Record<NameKind, NameList> {
  return Object.fromEntries(NAME_KINDS.map((kind) => [kind, make(kind)])) as Record<NameKind, NameList>
}

/** Reads a `.sn4` or `.sn3` file. What is damaged ends the reading with an issue; the names before it count. */
export function readScid4Names(source: Source): Names {
  const bytes = readAll(source)
  const issues: Issue[] = []
  const place = (offset: number) => ({ file: source.name, offset })
  if (!startsWith(bytes, SCID4_NAMES_MAGIC) || bytes.length < SCID4_NAMES_HEADER) {
    issues.push(issue('scid/names-head', 'error', {}, place(0)))
    return { ...noNames(), issues }
  }
  let at = SCID4_NAMES_HEADER
  let isCut = false
  const lists = makeLists((kind) => {
    const index = NAME_KINDS.indexOf(kind)
    const count = u24be(bytes, 12 + index * 3)
    const greatest = u24be(bytes, 24 + index * 3)
    const names: (Uint8Array | undefined)[] = []
    const frequencies: number[] = []
    const order: number[] = []
    const list: NameList = { names, frequencies, order }
    if (isCut) return list
    const idSize = count >= TWO_BYTES ? 3 : 2
    const frequencySize = greatest >= TWO_BYTES ? 3 : greatest >= ONE_BYTE ? 2 : 1
    const room = new NameRoom()
    let previous: Uint8Array = new Uint8Array(0)
    for (let entry = 0; entry < count; entry++) {
      const start = at
      const id = bigEndian(bytes, at, idSize)
      const frequency = bigEndian(bytes, at + idSize, frequencySize)
      at += idSize + frequencySize
      const length = bytes[at++] ?? 0
      const prefix = entry === 0 ? 0 : (bytes[at++] ?? 0)
      const end = at + length - prefix
      if (end > bytes.length || prefix > length || prefix > previous.length || id >= count) {
        const what = end > bytes.length ? 'scid/names-cut' : 'scid/name-entry'
        issues.push(issue(what, 'error', { list: LIST_TERMS[kind], read: entry, count }, place(start)))
        isCut = true
        break
      }
      const name = room.take(length)
      for (let index = 0; index < prefix; index++) name[index] = previous[index]!
      for (let index = prefix; index < length; index++) name[index] = bytes[at++]!
      previous = name
      if (names[id] !== undefined) {
        issues.push(issue('scid/name-entry', 'error', { list: LIST_TERMS[kind], read: entry, count }, place(start)))
      }
      names[id] = name
      frequencies[id] = frequency
      order.push(id)
    }
    return list
  })
  return { lists, issues }
}

/** Memory for names, many in one piece: a piece for each would take several times as much as the names. */
class NameRoom {
  private piece = new Uint8Array(0)
  private used = 0

  take(length: number): Uint8Array {
    if (this.used + length > this.piece.length) {
      this.piece = new Uint8Array(PIECE_OF_NAMES)
      this.used = 0
    }
    const start = this.used
    this.used += length
    return this.piece.subarray(start, this.used)
  }
}

function bigEndian(bytes: Uint8Array, at: number, size: number): number {
  let value = 0
  for (let index = 0; index < size; index++) value = (value << 8) | (bytes[at + index] ?? 0)
  return value
}

/** Reads a `.sn5` file. What is damaged ends the reading with an issue; the names before it count. */
export function readScid5Names(source: Source): Names {
  const bytes = readAll(source)
  const issues: Issue[] = []
  const lists = NAME_KINDS.map((): Uint8Array[] => [])
  const facts = new Map<string, Uint8Array>()
  let at = 0
  while (at < bytes.length) {
    const start = at
    let value = 0
    let scale = 1
    let byte: number
    do {
      byte = bytes[at++] ?? 0
      value += (byte & 0x7f) * scale
      scale *= 0x80
    } while (byte >= 0x80 && at < bytes.length && scale < 2 ** 42)
    const type = value % 8
    const end = at + Math.floor(value / 8)
    if (end > bytes.length || byte >= 0x80 || type > FACT_TYPE) {
      const isCut = type <= FACT_TYPE
      const place = { file: source.name, offset: start }
      const rest = bytes.length - start
      if (isCut) issues.push(issue('scid/name-cut', 'error', { rest }, place))
      else issues.push(issue('scid/name-type', 'error', { type, rest }, place))
      break
    }
    const text = bytes.slice(at, end)
    at = end
    if (type < FACT_TYPE) lists[type]!.push(text)
    else {
      const key = FACT_KEYS.find((key) => startsWith(text, key))
      if (key !== undefined) facts.set(key, text.subarray(key.length))
    }
  }
  return {
    lists: makeLists((kind) => ({ names: lists[NAME_KINDS.indexOf(kind)]! })),
    issues,
    facts: readFacts(facts),
  }
}

/** Names of the facts of a database, each followed by its value. Scid skips those it does not know. */
const FACT_KEYS = ['type', 'description', 'autoload', 'flag1', 'flag2', 'flag3', 'flag4', 'flag5', 'flag6'] as const

function startsWith(bytes: Uint8Array, text: string): boolean {
  if (bytes.length < text.length) return false
  for (let at = 0; at < text.length; at++) if (bytes[at] !== text.charCodeAt(at)) return false
  return true
}

/** The facts of a database; of those that are there twice the last counts. */
function readFacts(texts: ReadonlyMap<string, Uint8Array>): DatabaseFacts {
  const facts = defaultFacts()
  const numberOf = (key: string, usual: number) => {
    const text = String.fromCharCode(...(texts.get(key) ?? []).slice(0, 20))
    return /^[0-9]{1,10}$/.test(text) ? Number(text) : usual
  }
  facts.type = numberOf('type', facts.type)
  facts.autoload = numberOf('autoload', facts.autoload)
  facts.description = texts.get('description') ?? facts.description
  facts.flagNames = facts.flagNames.map((none, index) => texts.get(`flag${index + 1}`) ?? none)
  return facts
}

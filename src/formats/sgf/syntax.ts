/**
 * The brackets of SGF at the level of bytes: where values and game trees end, with as little work as possible.
 * docs/formats/sgf.md, Layout.
 */

export const OPEN_TREE = 0x28
export const CLOSE_TREE = 0x29
export const NODE = 0x3b
export const OPEN_VALUE = 0x5b
export const ESCAPE = 0x5c
export const CLOSE_VALUE = 0x5d
const SPACE = 0x20

/** Whether a code is white space: a space or any control character. */
export function isBlank(code: number): boolean {
  return code <= SPACE
}

/** Whether a code is an ASCII letter. */
export function isLetter(code: number): boolean {
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x7a
}

/** 1 for every byte that begins a two-byte character whose second byte may look like a bracket or backslash. */
export type LeadBytes = Uint8Array

/** First and last lead bytes of the encodings in which a second byte may be below 0x80. */
const LEADS: Record<string, readonly (readonly [first: number, last: number])[]> = {
  gbk: [[0x81, 0xfe]],
  gb18030: [[0x81, 0xfe]],
  big5: [[0x81, 0xfe]],
  shift_jis: [
    [0x81, 0x9f],
    [0xe0, 0xfc],
  ],
}

/** The lead bytes of an encoding by its standard name; undefined if every byte below 0x80 is what it looks like. */
export function leadBytesOf(encoding: string): LeadBytes | undefined {
  const ranges = LEADS[encoding]
  if (!ranges) return undefined
  const leads = new Uint8Array(256)
  for (const [first, last] of ranges) leads.fill(1, first, last + 1)
  return leads
}

/** The offset of the bracket that closes a value, or `end` if none does; `at` is after the opening one. */
export function valueEnd(bytes: Uint8Array, at: number, end: number, leads?: LeadBytes): number {
  if (leads) return valueEndAmongPairs(bytes, at, end, leads)
  for (; at < end; at++) {
    const byte = bytes[at]!
    if (byte === CLOSE_VALUE) return at
    if (byte === ESCAPE) at++
  }
  return end
}

function valueEndAmongPairs(bytes: Uint8Array, at: number, end: number, leads: LeadBytes): number {
  for (; at < end; at++) {
    const byte = bytes[at]!
    if (byte === CLOSE_VALUE) return at
    if (byte === ESCAPE || leads[byte] === 1) at++
  }
  return end
}

/** Identifiers of properties that only roots have: facts about the file and about the game. */
const ROOT_IDENTIFIERS: ReadonlySet<string> = new Set(
  'FF GM CA AP ST SZ AN BR BT CP DT EV GN GC HA KM ON OT PB PC PW RE RO RU SO TM US WR WT'.split(' '),
)

/** Whether an identifier belongs into a root. */
export function isRootIdentifier(identifier: string): boolean {
  return ROOT_IDENTIFIERS.has(identifier)
}

/** Where a game tree ends. */
export interface TreeEnd {
  /** Offset after the tree. */
  end: number
  /** Whether its last bracket was missing. */
  isOpen: boolean
}

/** Finds the game trees of a file. */
export class TreeFinder {
  readonly bytes: Uint8Array
  readonly leads: LeadBytes | undefined
  /** From here on, no value is closed. */
  private unclosedFrom = Infinity
  /** Up to here, no tree is a variation that stands after a bracket too many. */
  private separateTo = 0

  constructor(bytes: Uint8Array, leads: LeadBytes | undefined) {
    this.bytes = bytes
    this.leads = leads
  }

  /**
   * The offset of the next `(` that begins a game tree, or -1: it is followed by `;` and a property, or nothing; or, if
   * the semicolon is missing, by a property.
   */
  next(from: number): number {
    const { bytes } = this
    let at = bytes.indexOf(OPEN_TREE, from)
    while (at >= 0) {
      let next = at + 1
      while (next < bytes.length && (isBlank(bytes[next]!) || bytes[next] === OPEN_TREE)) next++
      if (bytes[next] === NODE ? this.canFollowNode(next + 1) : this.isProperty(next)) return at
      at = bytes.indexOf(OPEN_TREE, next)
    }
    return -1
  }

  /**
   * The offset at which a game begins whose first bracket is missing, between two offsets outside any tree; -1 if there
   * is none. At the beginning of a file any node begins one, elsewhere one with a property of roots, since text may
   * hold semicolons.
   */
  bareStart(from: number, to: number): number {
    const { bytes } = this
    let first = from
    if (first === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) first = 3
    while (first < to && isBlank(bytes[first]!)) first++
    const identifier = this.identifierAt(bytes[first] === NODE ? this.skipBlanks(first + 1) : first)
    if (identifier !== '' && (isRootIdentifier(identifier) || (from === 0 && bytes[first] === NODE))) return first
    for (let at = bytes.indexOf(NODE, first); at >= 0 && at < to; at = bytes.indexOf(NODE, at + 1)) {
      if (isRootIdentifier(this.identifierAt(this.skipBlanks(at + 1)))) return at
    }
    return -1
  }

  private skipBlanks(at: number): number {
    const { bytes } = this
    while (at < bytes.length && isBlank(bytes[at]!)) at++
    return at
  }

  /** The identifier of one or two capitals at an offset, empty if no value follows it. */
  private identifierAt(at: number): string {
    const { bytes } = this
    const start = at
    while (at < start + 2 && bytes[at]! >= 0x41 && bytes[at]! <= 0x5a) at++
    return at > start && bytes[at] === OPEN_VALUE ? String.fromCharCode(...bytes.subarray(start, at)) : ''
  }

  private canFollowNode(at: number): boolean {
    const { bytes } = this
    while (at < bytes.length && isBlank(bytes[at]!)) at++
    const byte = bytes[at]
    return byte === undefined || isLetter(byte) || byte === CLOSE_TREE || byte === NODE || byte === OPEN_TREE
  }

  /** Whether there is an identifier in capitals and the bracket of a value at an offset. */
  private isProperty(at: number): boolean {
    const { bytes } = this
    const start = at
    while (at < start + 4 && bytes[at]! >= 0x41 && bytes[at]! <= 0x5a) at++
    return at > start && bytes[at] === OPEN_VALUE
  }

  /** The offset of the bracket that closes the value after `at`, or the end of the file if none does. */
  close(at: number): number {
    const { bytes, leads } = this
    if (at >= this.unclosedFrom) return bytes.length
    const close = valueEnd(bytes, at, bytes.length, leads)
    if (close === bytes.length) this.unclosedFrom = at
    return close
  }

  /**
   * Finds the end of a tree from a place inside it but outside any value. A bracket that would close it is one too many
   * if nodes or variations follow that no tree holds.
   * @param depth trees open at that place
   */
  end(at: number, depth: number): TreeEnd {
    const { bytes } = this
    const { length } = bytes
    for (; at < length; at++) {
      const byte = bytes[at]!
      if (byte === OPEN_VALUE) {
        const open = at
        // A point, the most common value: it cannot contain an escape.
        if (bytes[at + 3] === CLOSE_VALUE && isLetter(bytes[at + 1]!) && isLetter(bytes[at + 2]!)) {
          at += 3
          continue
        }
        at = this.close(at + 1)
        if (at === length) return { end: this.nextGame(open), isOpen: true }
      } else if (byte === OPEN_TREE) {
        if (this.beginsGame(at)) return { end: at, isOpen: true }
        depth++
      } else if (byte === CLOSE_TREE && --depth === 0) {
        if (!this.goesOn(at + 1)) return { end: at + 1, isOpen: false }
        depth = 1
      }
    }
    return { end: length, isOpen: true }
  }

  /** Whether a tree goes on after the bracket that closes it: with a node, or with variations before one bracket more. */
  private goesOn(from: number): boolean {
    const { bytes } = this
    let at = this.firstAfter(from)
    if (bytes[at] === NODE) {
      const identifier = this.identifierAt(this.skipBlanks(at + 1))
      return identifier !== '' && !isRootIdentifier(identifier)
    }
    if (at < this.separateTo || !this.beginsVariation(at)) return false
    while (this.beginsVariation(at)) at = this.skipBlanks(this.closeOf(at))
    if (bytes[at] === CLOSE_TREE) return true
    this.separateTo = at
    return false
  }

  /** The offset of what follows closing brackets. */
  private firstAfter(at: number): number {
    const { bytes } = this
    while (at < bytes.length && (isBlank(bytes[at]!) || bytes[at] === CLOSE_TREE)) at++
    return at
  }

  /** Whether a bracket opens a tree that begins with a move, as variations do. */
  private beginsVariation(at: number): boolean {
    const { bytes } = this
    if (bytes[at] !== OPEN_TREE) return false
    const node = this.skipBlanks(at + 1)
    if (bytes[node] !== NODE) return false
    const identifier = this.identifierAt(this.skipBlanks(node + 1))
    return identifier === 'B' || identifier === 'W'
  }

  /** The offset after the bracket that closes the one at an offset, or the end of the file. */
  private closeOf(at: number): number {
    const { bytes } = this
    let depth = 0
    for (; at < bytes.length; at++) {
      const byte = bytes[at]!
      if (byte === OPEN_VALUE) at = this.close(at + 1)
      else if (byte === OPEN_TREE) depth++
      else if (byte === CLOSE_TREE && --depth === 0) return at + 1
    }
    return bytes.length
  }

  /** The next offset at which a game certainly begins, or the end: where an unterminated value may be cut. */
  private nextGame(from: number): number {
    const { bytes } = this
    for (let at = bytes.indexOf(OPEN_TREE, from); at >= 0; at = bytes.indexOf(OPEN_TREE, at + 1)) {
      if (this.beginsGame(at)) return at
    }
    return bytes.length
  }

  /** Whether a `(` begins a game rather than a variation: its first property is `FF` or `GM`, which only roots have. */
  private beginsGame(at: number): boolean {
    const { bytes } = this
    let next = at + 1
    while (next < bytes.length && isBlank(bytes[next]!)) next++
    if (bytes[next] !== NODE) return false
    next++
    while (next < bytes.length && isBlank(bytes[next]!)) next++
    if (bytes[next + 2] !== OPEN_VALUE) return false
    const isFileFormat = bytes[next] === 0x46 && bytes[next + 1] === 0x46
    const isGame = bytes[next] === 0x47 && bytes[next + 1] === 0x4d
    return isFileFormat || isGame
  }

  /** The offset after the first node of the tree that begins at `start`. */
  rootEnd(start: number, end: number): number {
    const { bytes } = this
    let isInside = false
    for (let at = start; at < end; at++) {
      const byte = bytes[at]!
      if (byte === OPEN_VALUE) {
        at = this.close(at + 1)
        isInside = true
      } else if (byte === CLOSE_TREE) {
        return at
      } else if (byte === NODE || byte === OPEN_TREE) {
        if (isInside) return at
        isInside = byte === NODE
      }
    }
    return end
  }

  /**
   * The first value of a property in a range of nodes; undefined if it is missing. Only the capitals of identifiers
   * count.
   */
  value(start: number, end: number, identifier: string): Uint8Array | undefined {
    const { bytes, leads } = this
    let capitals = ''
    for (let at = start; at < end; at++) {
      const byte = bytes[at]!
      if (byte === OPEN_VALUE) {
        const close = valueEnd(bytes, at + 1, end, leads)
        if (capitals === identifier) return bytes.subarray(at + 1, close)
        capitals = ''
        at = close
      } else if (byte >= 0x41 && byte <= 0x5a) {
        if (capitals.length <= identifier.length) capitals += String.fromCharCode(byte)
      } else if (byte === NODE || byte === OPEN_TREE || byte === CLOSE_TREE) {
        capitals = ''
      } else if (!isBlank(byte) && !isLetter(byte)) {
        // Of another name, such as X2CA.
        capitals += '?'
      }
    }
    return undefined
  }
}

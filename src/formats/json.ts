/**
 * A JSON parser for what JSON.parse cannot do: text nested to any depth without recursion, the part before an error
 * kept, duplicate keys reported, and the place of any value on request.
 */
import type { Message } from '../issues/catalogue.ts'
import { makeMessage } from '../issues/issue.ts'
import type { Json } from '../model/json.ts'

export type JsonObject = { [key: string]: Json }
export type JsonContainer = JsonObject | Json[]

/** Something that is not JSON, and where: an index into the text. */
export interface JsonFault {
  at: number
  fault: Message
}

export interface ParsedJson {
  /** The root value, as far as it was read before an error. Absent if there is none. */
  value: Json | undefined
  faults: JsonFault[]
  /** Duplicate keys in an object: the last one counts. */
  duplicates: { key: string; at: number }[]
}

/** Where a container is in the text, and where its values begin. */
export interface Location {
  at: number
  values: Map<string | number, number>
  /** JSON pointer; absent when it would be very long. */
  pointer?: string
}

/** The nesting of containers above which a text is an attack, not a record. */
const MAX_DEPTH = 1_000_000

const MAX_FAULTS = 100

/** The number of steps of a JSON pointer that are written out. */
const MAX_POINTER_STEPS = 200

/** Parses JSON text without its byte-order mark. Never throws. */
export function parseJson(text: string): ParsedJson {
  return new JsonParser(text).parse()
}

/**
 * JSON.parse with the keys that stand in the text. V8 13 and 14 (Node 24 to 26) give a key with an escape another name
 * once an object had a key with a backslash: https://github.com/nodejs/node/issues/63785. Throws a SyntaxError.
 */
export function parseExact(text: string): Json {
  const value = JSON.parse(text) as Json
  return hasEscapedKey(text) ? parseJson(text).value! : value
}

/** Whether any key of correct JSON is written with an escape. */
function hasEscapedKey(text: string): boolean {
  let backslash = text.indexOf('\\')
  while (backslash >= 0) {
    // The rest of a string with an escape: a key if a colon follows it.
    let end = backslash
    while (text.charCodeAt(end) !== QUOTE) end += text.charCodeAt(end) === BACKSLASH ? 2 : 1
    AFTER_KEY.lastIndex = end + 1
    if (AFTER_KEY.test(text)) return true
    backslash = text.indexOf('\\', end)
  }
  return false
}

/** Finds containers of a value in the text it was parsed from, by reading the text again along with the value. */
export function locateJson(
  text: string,
  value: Json,
  wanted: ReadonlySet<JsonContainer>,
): Map<JsonContainer, Location> {
  const search: Search = { wanted, found: new Map(), originals: [], root: value }
  new JsonParser(text, search).parse()
  return search.found
}

/** A search for containers of a value parsed before. */
interface Search {
  wanted: ReadonlySet<JsonContainer>
  found: Map<JsonContainer, Location>
  /** For each open container, the corresponding one of the parsed value. */
  originals: (JsonContainer | undefined)[]
  root: Json
}

const QUOTE = 0x22
const COMMA = 0x2c
const MINUS = 0x2d
const ZERO = 0x30
const NINE = 0x39
const COLON = 0x3a
const OPEN_BRACKET = 0x5b
const BACKSLASH = 0x5c
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const ESCAPES: Record<string, string> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

const AFTER_KEY = /\s*:/y

/** An error that ends parsing. */
class Stop extends Error {
  readonly fault: Message

  constructor(fault: Message) {
    super(fault.id)
    this.fault = fault
  }
}

class JsonParser {
  private readonly text: string
  private at = 0
  private readonly result: ParsedJson = { value: undefined, faults: [], duplicates: [] }
  private readonly search: Search | undefined
  /** The open containers, and the key of the next value of each object. */
  private readonly open: JsonContainer[] = []
  private readonly keys: string[] = []

  constructor(text: string, search?: Search) {
    this.text = text
    this.search = search
  }

  parse(): ParsedJson {
    try {
      this.parseDocument()
    } catch (error) {
      if (!(error instanceof Stop)) throw error
      this.fault(error.fault)
    }
    return this.result
  }

  private parseDocument(): void {
    do this.parseValue()
    while (this.toNextValue())
    this.skipSpace()
    if (this.at < this.text.length) {
      throw new Stop(makeMessage('json/more-text', {}))
    }
  }

  /** Reads a value, or opens a container, and puts it where it belongs. */
  private parseValue(): void {
    const code = this.skipSpace()
    const start = this.at
    if (code === OPEN_BRACE) {
      this.at++
      this.push({}, start)
    } else if (code === OPEN_BRACKET) {
      this.at++
      this.push([], start)
    } else if (code === QUOTE) {
      this.put(this.parseString(), start)
    } else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      this.put(this.parseNumber(), start)
    } else if (this.text.startsWith('true', start)) {
      this.at += 4
      this.put(true, start)
    } else if (this.text.startsWith('false', start)) {
      this.at += 5
      this.put(false, start)
    } else if (this.text.startsWith('null', start)) {
      this.at += 4
      this.put(null, start)
    } else {
      throw new Stop(makeMessage(start >= this.text.length ? 'json/end' : 'json/no-value', {}))
    }
  }

  /** Advances to the beginning of the next value, closing containers on the way. False at the end of the root. */
  private toNextValue(): boolean {
    let isFirst = this.isFresh
    this.isFresh = false
    while (this.open.length > 0) {
      const top = this.open[this.open.length - 1]!
      const isArray = Array.isArray(top)
      const code = this.skipSpace()
      if (code === (isArray ? CLOSE_BRACKET : CLOSE_BRACE)) {
        this.at++
        this.open.pop()
        this.keys.pop()
        this.search?.originals.pop()
        isFirst = false
        continue
      }
      if (!isFirst) {
        if (code !== COMMA) throw new Stop(makeMessage('json/no-separator', { close: isArray ? ']' : '}' }))
        this.at++
      }
      if (!isArray) this.parseKey(top)
      return true
    }
    return false
  }

  /** Whether the last value was a container opened just now. */
  private isFresh = false

  private push(container: JsonContainer, start: number): void {
    if (this.open.length >= MAX_DEPTH) throw new Stop(makeMessage('json/depth', { most: MAX_DEPTH }))
    if (this.search) this.find(this.search, start)
    this.put(container, start)
    this.open.push(container)
    this.keys.push('')
    this.isFresh = true
  }

  private put(value: Json, start: number): void {
    const top = this.open[this.open.length - 1]
    if (this.search && top) this.note(this.search, start)
    if (top === undefined) {
      this.result.value = value
    } else if (Array.isArray(top)) {
      top.push(value)
    } else {
      const key = this.keys[this.keys.length - 1]!
      if (key === '__proto__') {
        Object.defineProperty(top, key, { value, configurable: true, enumerable: true, writable: true })
      } else {
        top[key] = value
      }
    }
  }

  /** Finds, in the parsed value, the container about to be opened. */
  private find({ wanted, found, originals, root }: Search, at: number): void {
    const parent = originals[originals.length - 1]
    let original: Json | undefined = originals.length === 0 ? root : undefined
    if (parent) original = (parent as Record<string, Json>)[this.nextKey()]
    const isContainer = typeof original === 'object' && original !== null
    originals.push(isContainer ? (original as JsonContainer) : undefined)
    if (!isContainer || !wanted.has(original as JsonContainer)) return
    const location: Location = { at, values: new Map() }
    if (this.open.length <= MAX_POINTER_STEPS) location.pointer = this.pointer()
    found.set(original as JsonContainer, location)
  }

  /** Records where the next value of a wanted container begins. */
  private note({ found, originals }: Search, at: number): void {
    // A container that is being opened is already among the originals.
    const original = originals[this.open.length - 1]
    if (original) found.get(original)?.values.set(this.nextKey(), at)
  }

  /** Key or index of the next value in the innermost open container. */
  private nextKey(): string | number {
    const top = this.open[this.open.length - 1]
    return Array.isArray(top) ? top.length : this.keys[this.keys.length - 1]!
  }

  /** Pointer to the next value. */
  private pointer(): string {
    const innermost = this.open.length - 1
    return this.open
      .map((container, depth) => {
        if (!Array.isArray(container)) return makeStep(this.keys[depth]!)
        // The open container in an outer array is its last element.
        return makeStep(depth === innermost ? container.length : container.length - 1)
      })
      .join('')
  }

  private parseKey(container: JsonObject): void {
    if (this.skipSpace() !== QUOTE) throw new Stop(makeMessage('json/no-key', {}))
    const start = this.at
    const key = this.parseString()
    if (Object.hasOwn(container, key)) this.result.duplicates.push({ key, at: start })
    if (this.skipSpace() !== COLON) throw new Stop(makeMessage('json/no-colon', {}))
    this.at++
    this.keys[this.keys.length - 1] = key
  }

  private parseNumber(): number {
    const { text } = this
    // Most numbers are short and whole.
    let end = this.at
    let value = 0
    let code = text.charCodeAt(end)
    while (code >= ZERO && code <= NINE && end - this.at < 9) {
      value = value * 10 + code - ZERO
      code = text.charCodeAt(++end)
    }
    const isWhole = !(code >= ZERO && code <= NINE) && code !== 0x2e && code !== 0x45 && code !== 0x65
    if (isWhole && end > this.at && (text.charCodeAt(this.at) !== ZERO || end === this.at + 1)) {
      this.at = end
      return value
    }
    NUMBER.lastIndex = this.at
    const match = NUMBER.exec(text)
    if (!match) throw new Stop(makeMessage('json/no-number', {}))
    this.at += match[0].length
    return Number(match[0])
  }

  private parseString(): string {
    const { text } = this
    const start = ++this.at
    let end = start
    for (;;) {
      const code = text.charCodeAt(end)
      if (code === QUOTE) {
        this.at = end + 1
        return text.slice(start, end)
      }
      // NaN, past the end, is not at least 0x20 either.
      if (code === BACKSLASH || !(code >= 0x20)) break
      end++
    }
    this.at = end
    return text.slice(start, end) + this.parseRestOfString()
  }

  /** A string from its first escape or error on. */
  private parseRestOfString(): string {
    const { text } = this
    const parts: string[] = []
    let start = this.at
    for (;;) {
      const code = text.charCodeAt(this.at)
      if (code === QUOTE) {
        parts.push(text.slice(start, this.at++))
        return parts.join('')
      }
      if (this.at >= text.length) throw new Stop(makeMessage('json/open-string', {}))
      if (code !== BACKSLASH) {
        if (code < 0x20) this.fault(makeMessage('json/control-character', {}))
        this.at++
        continue
      }
      parts.push(text.slice(start, this.at))
      parts.push(this.parseEscape())
      start = this.at
    }
  }

  private parseEscape(): string {
    const { text } = this
    const letter = text.charAt(this.at + 1)
    if (letter === 'u') {
      const digits = text.slice(this.at + 2, this.at + 6)
      if (/^[0-9a-fA-F]{4}$/.test(digits)) {
        this.at += 6
        return String.fromCharCode(Number.parseInt(digits, 16))
      }
    } else if (ESCAPES[letter] !== undefined) {
      this.at += 2
      return ESCAPES[letter]
    }
    this.fault(makeMessage('json/escape', { letter }))
    this.at++
    return '\\'
  }

  private skipSpace(): number {
    const { text } = this
    let code = text.charCodeAt(this.at)
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) code = text.charCodeAt(++this.at)
    return code
  }

  private fault(fault: Message): void {
    if (this.result.faults.length < MAX_FAULTS) this.result.faults.push({ at: this.at, fault })
  }
}

/** A step of a JSON pointer (RFC 6901). */
export function makeStep(key: string | number): string {
  if (typeof key === 'number' || !/[~/]/.test(key)) return `/${key}`
  return `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** What is wrong with a text that JSON.parse refuses, and where: an index into the text. */
export function jsonError(text: string): { reason: Message; at: number } {
  const [{ fault, at } = { fault: makeMessage('json/no-value', {}), at: 0 }] = parseJson(text).faults
  return { reason: fault, at }
}

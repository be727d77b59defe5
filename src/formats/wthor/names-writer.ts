/** A file of names as it grows: names get numbers, and each number a field of fixed width. */
import { ByteWriter } from '../../bytes/writer.ts'
import { encodeText, fromBase64 } from '../../bytes/text.ts'
import { issue, type Issue, makeMessage } from '../../issues/issue.ts'
import type { Json } from '../../model/json.ts'
import { LAYOUTS, MAX_NAMES } from './layout.ts'
import type { NamesKind, NameTable } from './names.ts'

/** The name for number 0: nobody in particular. */
export const NAME_OF_NOBODY: Readonly<Record<NamesKind, string>> = { players: '???', tournaments: 'Diverses parties' }

/** The word for one of them. */

export class NameList {
  /** Whether the list differs from the file it was loaded from. */
  isChanged = false
  private readonly kind: NamesKind
  private readonly encoding: string
  private readonly width: number
  /** The field of each number, if it has a name. */
  private readonly fields: (Uint8Array | undefined)[] = []
  /** First number of the text of each field. */
  private readonly numbers = new Map<string, number>()
  /** Numbers of names that were found and need no issue. */
  private readonly found = new Map<string, number>()
  /** Numbers that got a name here: they must not be numbers that records use without a name. */
  private readonly added = new Set<number>()
  /** Numbers that records use without a name. */
  private readonly nameless = new Set<number>()
  /** Full names that were cut, by number. */
  private readonly cut = new Map<number, string>()

  constructor(kind: NamesKind, encoding: string) {
    this.kind = kind
    this.encoding = encoding
    this.width = LAYOUTS[kind].recordSize
  }

  get count(): number {
    return this.fields.length
  }

  /** Imports all names of a file. */
  load(table: NameTable): void {
    for (let number = 0; number < table.count; number++) this.set(number, table.field(number))
    this.isChanged = false
  }

  /** Adds a row of a table at its number or, if another name has it, at a new number. */
  put({ number, name, bytes }: Record<string, Json>): Issue[] {
    const issues: Issue[] = []
    const field =
      typeof bytes === 'string'
        ? this.widen(fromBase64(bytes))
        : this.encode(typeof name === 'string' ? name : '', issues)
    const wanted = typeof number === 'number' && number >= 0 && number < MAX_NAMES ? number : this.fields.length
    const present = this.fields[wanted]
    if (!present) this.set(wanted, field)
    else if (textOf(present) !== textOf(field) && !this.numbers.has(textOf(field))) this.append(field, issues)
    return issues
  }

  /**
   * The number of a name, a new one if necessary; 0 without a name. Undefined, with an issue, if the list is full.
   * @param kept the number of the name in the source of the record
   */
  numberOf(name: string | undefined, kept: number | undefined, issues: Issue[]): number | undefined {
    const found = name === undefined || kept !== undefined ? undefined : this.found.get(name)
    if (found !== undefined) return found
    const before = issues.length
    const number = this.findOrAdd(name, kept, issues)
    if (number !== undefined && name !== undefined && kept === undefined && issues.length === before) {
      this.found.set(name, number)
    }
    return number
  }

  private findOrAdd(name: string | undefined, kept: number | undefined, issues: Issue[]): number | undefined {
    const numbered = /^#([0-9]{1,5})$/.exec(name ?? '')
    const number = Number(numbered?.[1] ?? MAX_NAMES)
    // A file of names newer than the games may have the name; one added for another record does not count.
    if (number < MAX_NAMES && !this.added.has(number) && !this.numbers.has(name!)) {
      this.nameless.add(number)
      return number
    }
    const field = this.encode(name ?? NAME_OF_NOBODY[this.kind], issues)
    const text = textOf(field)
    const keptField = kept === undefined ? undefined : this.fields[kept]
    if (
      kept !== undefined &&
      (!keptField || textOf(keptField) === text || (name === undefined && isEmpty(keptField)))
    ) {
      return kept
    }
    const known = this.numbers.get(text)
    if (known !== undefined) {
      this.checkClash(known, name, issues)
      return known
    }
    if (name === undefined) {
      this.set(0, field)
      return 0
    }
    const added = this.append(field, issues)
    if (added !== undefined && name.length >= this.width) this.cut.set(added, name)
    return added
  }

  /** The records of the file. A number without a name gets an empty one or, if a record uses it, a name like `#7`. */
  bytes(): Uint8Array {
    const writer = new ByteWriter(this.fields.length * this.width)
    const empty = new Uint8Array(this.width)
    for (let number = 0; number < this.fields.length; number++) {
      const own = this.nameless.has(number) ? this.encode(`#${number}`, []) : empty
      writer.put(this.fields[number] ?? own)
    }
    return writer.bytes()
  }

  private append(field: Uint8Array, issues: Issue[]): number | undefined {
    // Number 0 is nobody.
    let number = Math.max(1, this.fields.length)
    while (this.nameless.has(number)) number++
    if (number >= MAX_NAMES) {
      issues.push(
        issue('wthor/too-many-names', 'error', { most: MAX_NAMES, list: makeMessage(`name-list/${this.kind}`, {}) }),
      )
      return undefined
    }
    if (!this.fields[0]) this.set(0, this.encode(NAME_OF_NOBODY[this.kind], issues))
    this.set(number, field)
    this.added.add(number)
    return number
  }

  private set(number: number, field: Uint8Array): void {
    while (this.fields.length < number) this.fields.push(undefined)
    this.fields[number] = field
    const text = textOf(field)
    const known = this.numbers.get(text)
    if (known === undefined || known > number) this.numbers.set(text, number)
    this.isChanged = true
  }

  /**
   * The field of a name: cut to the width minus the zero byte at its end, with `?` for characters that the encoding
   * lacks.
   */
  private encode(name: string, issues: Issue[]): Uint8Array {
    const { bytes, lost } = encodeText(name, this.encoding)
    if (lost.length > 0) {
      issues.push(issue('wthor/characters', 'warning', { encoding: this.encoding, characters: lost.join(' ') }))
    }
    if (bytes.length >= this.width) {
      issues.push(issue('wthor/name-cut', 'warning', { name, most: this.width - 1 }))
    }
    return this.widen(bytes.subarray(0, this.width - 1))
  }

  private widen(bytes: Uint8Array): Uint8Array {
    const field = new Uint8Array(this.width)
    field.set(bytes.subarray(0, this.width))
    return field
  }

  /** Two names that are equal once cut get the same number. */
  private checkClash(number: number, name: string | undefined, issues: Issue[]): void {
    const full = this.cut.get(number)
    if (full === undefined || name === undefined || full === name) return
    issues.push(issue('wthor/name-clash', 'warning', { name, other: full }))
  }
}

/** A field as a key of a map: its bytes up to the first zero, one character each. */
function textOf(field: Uint8Array): string {
  const end = field.indexOf(0)
  return String.fromCharCode(...(end < 0 ? field : field.subarray(0, end)))
}

function isEmpty(field: Uint8Array): boolean {
  return field[0] === 0
}

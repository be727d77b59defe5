/**
 * A small reader of XML: elements, attributes, text, CDATA, the five named
 * entities and character references. Document types are skipped, so that
 * no entity is ever declared, and nothing recurses.
 */
import type { Message } from '../issues/catalogue.ts'
import { shorten } from '../issues/collector.ts'
import { makeMessage } from '../issues/issue.ts'

export interface XmlElement {
  name: string
  attributes: Map<string, XmlAttribute>
  /** Index of its `<` in the text. */
  at: number
}

export interface XmlAttribute {
  value: string
  at: number
}

/** Receives the contents of a document in order. Every `open` is followed by its `close`, even after an error. */
export interface XmlVisitor {
  open(element: XmlElement): void
  close(): void
  text(text: string): void
  fault(fault: Message, at: number): void
}

/** The nesting of elements above which a text is an attack, not a record. */
const MAX_DEPTH = 1_000_000

const NAME = /[^\s"'<>/=&]+/y
const SPACE = /\s*/y
const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Reads XML text up to its end or its first error. Never throws. */
export function readXml(text: string, visitor: XmlVisitor): void {
  new XmlReader(text, visitor).read()
}

class XmlReader {
  private readonly text: string
  private readonly visitor: XmlVisitor
  private readonly open: string[] = []
  private at = 0

  constructor(text: string, visitor: XmlVisitor) {
    this.text = text
    this.visitor = visitor
  }

  read(): void {
    while (this.at < this.text.length) {
      const next = this.text.indexOf('<', this.at)
      const end = next === -1 ? this.text.length : next
      if (this.open.length > 0 && end > this.at) this.visitor.text(decodeEntities(this.text.slice(this.at, end)))
      this.at = end
      if (next !== -1 && !this.readMarkup()) break
    }
    if (this.open.length > 0) {
      const name = shorten(this.open[this.open.length - 1]!)
      this.visitor.fault(makeMessage('xml/open-element', { name }), this.at)
    }
    while (this.open.pop() !== undefined) this.visitor.close()
  }

  /** Reads what begins with `<`; false if it cannot be read. */
  private readMarkup(): boolean {
    const { text, at } = this
    if (text.startsWith('<!--', at)) return this.skipTo('-->')
    if (text.startsWith('<?', at)) return this.skipTo('?>')
    if (text.startsWith('<![CDATA[', at)) {
      const end = text.indexOf(']]>', at)
      if (end !== -1 && this.open.length > 0) this.visitor.text(text.slice(at + '<![CDATA['.length, end))
      return this.skipTo(']]>')
    }
    if (text.startsWith('<!', at)) return this.skipTo('>')
    if (text.startsWith('</', at)) return this.readClosingTag()
    return this.readOpeningTag()
  }

  private skipTo(end: string): boolean {
    const found = this.text.indexOf(end, this.at)
    if (found === -1) return this.fail(makeMessage('xml/missing', { text: end }))
    this.at = found + end.length
    return true
  }

  private readClosingTag(): boolean {
    const start = this.at
    this.at += 2
    const name = this.match(NAME)
    this.match(SPACE)
    if (this.text[this.at] !== '>') return this.fail(makeMessage('xml/expected', { text: '>' }))
    this.at++
    const opened = this.open.pop()
    if (opened === undefined || opened !== name) {
      const params = { name: shorten(name), open: shorten(opened ?? '') }
      this.visitor.fault(makeMessage(opened === undefined ? 'xml/closes-nothing' : 'xml/wrong-close', params), start)
      if (opened === undefined) return false
    }
    this.visitor.close()
    return true
  }

  private readOpeningTag(): boolean {
    const start = this.at++
    const name = this.match(NAME)
    if (name === '') return this.fail(makeMessage('xml/no-element-name', {}))
    if (this.open.length >= MAX_DEPTH) return this.fail(makeMessage('xml/depth', { most: MAX_DEPTH }))
    const attributes = new Map<string, XmlAttribute>()
    for (;;) {
      this.match(SPACE)
      const isEmpty = this.text.startsWith('/>', this.at)
      if (isEmpty || this.text[this.at] === '>') {
        this.at += isEmpty ? 2 : 1
        this.visitor.open({ name, attributes, at: start })
        if (isEmpty) this.visitor.close()
        else this.open.push(name)
        return true
      }
      if (!this.readAttribute(attributes)) return false
    }
  }

  private readAttribute(attributes: Map<string, XmlAttribute>): boolean {
    const at = this.at
    const name = this.match(NAME)
    if (name === '') return this.fail(makeMessage('xml/no-attribute-name', {}))
    this.match(SPACE)
    if (this.text[this.at] !== '=') return this.fail(makeMessage('xml/expected', { text: '=' }))
    this.at++
    this.match(SPACE)
    const quote = this.text[this.at]
    if (quote !== '"' && quote !== "'") return this.fail(makeMessage('xml/no-quote', {}))
    const end = this.text.indexOf(quote, this.at + 1)
    if (end === -1) return this.fail(makeMessage('xml/open-attribute', {}))
    if (attributes.has(name)) this.visitor.fault(makeMessage('xml/attribute-twice', { name: shorten(name) }), at)
    attributes.set(name, { value: decodeEntities(this.text.slice(this.at + 1, end)), at })
    this.at = end + 1
    return true
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0] ?? ''
    this.at += found.length
    return found
  }

  private fail(fault: Message): boolean {
    this.visitor.fault(fault, this.at)
    return false
  }
}

/** Replaces entities and character references; unknown ones are kept as text. */
function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|([a-z]+));/g, (whole, hexadecimal, decimal, name) => {
    if (name !== undefined) return ENTITIES[name as string] ?? whole
    const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal as string, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

/**
 * Reads wei7 2.x, an XML format that preceded the JSON one under the same extension, as a document of version 3.0. See
 * docs/formats/wei7.md, Version 2.
 *
 * In version 2 a variation comes before the move it replaces; in version 3 the continuation is the first branch. So a
 * move that comes after variations begins a separate branch.
 */
import type { Message } from '../../issues/catalogue.ts'
import { shorten } from '../../issues/collector.ts'
import { makeMessage } from '../../issues/issue.ts'
import type { Json } from '../../model/json.ts'
import type { JsonContainer, JsonObject, Location, ParsedJson } from '../json.ts'
import { readXml, type XmlElement, type XmlVisitor } from '../xml.ts'

/** A document made from XML, with the places of its parts in the XML. */
export interface ParsedXml extends ParsedJson {
  locations: Map<JsonContainer, Location>
}

/** Reads the XML of version 2.0 to 2.2 as a document of version 3.0. Never throws. */
export function parseXml22(text: string): ParsedXml {
  const visitor = new DocumentMaker()
  readXml(text, visitor)
  return visitor.result
}

const VERSIONS = new Set(['2.0', '2.1', '2.2'])

/** A `moves` element that is open. */
interface OpenMoves {
  /** The tree to which the next step is added. */
  tree: JsonObject
  /** Variations read since the last step. */
  variations: JsonObject[]
  /** Marks that belong to the next step. */
  marks: Json[]
}

class DocumentMaker implements XmlVisitor {
  readonly result: ParsedXml = { value: undefined, faults: [], duplicates: [], locations: new Map() }
  private readonly root: JsonObject = {}
  private readonly names: string[] = []
  private readonly moves: OpenMoves[] = []
  private pre: JsonObject | undefined

  open(element: XmlElement): void {
    const parent = this.names[this.names.length - 1]
    this.names.push(element.name)
    if (parent === undefined) this.openRoot(element)
    else if (this.result.value === undefined) return
    else if (parent === 'wei7' && element.name === 'game') this.readGame(element)
    else if (element.name === 'moves' && (parent === 'wei7' || parent === 'moves')) this.openMoves(element)
    else if (parent === 'moves' || parent === 'pre') this.openInMoves(element, parent)
    else if (parent === 'wei7' && element.name === 'size') this.checkAttributes(element, [])
    else this.unknown(element)
  }

  close(): void {
    const name = this.names.pop()
    if (name === 'pre') this.closePre()
    if (name !== 'moves') return
    const open = this.moves.pop()
    if (open && open.variations.length > 0) open.tree['branches'] = open.variations
  }

  text(text: string): void {
    if (this.names[this.names.length - 1] !== 'size' || text.trim() === '') return
    const size = text.trim()
    this.root['size'] = /^[0-9]+$/.test(size) ? Number(size) : size
  }

  fault(fault: Message, at: number): void {
    this.result.faults.push({ at, fault })
  }

  private openRoot(element: XmlElement): void {
    if (element.name !== 'wei7') {
      this.fault(makeMessage('xml/root', { name: shorten(element.name) }), element.at)
      return
    }
    const version = element.attributes.get('version')?.value
    if (version !== undefined && VERSIONS.has(version)) this.root['version'] = '3.0'
    else if (version !== undefined) this.root['version'] = version
    this.root['format'] = 'wei7'
    this.result.value = this.locate(this.root, element)
    this.checkAttributes(element, ['version'])
  }

  private readGame(element: XmlElement): void {
    const info = this.locate({}, element)
    for (const [name, { value, at }] of element.attributes) {
      if (name === 'name' || name === 'place') info[name] = value
      else this.fault(makeMessage('xml/attribute', { name: shorten(name), element: 'game' }), at)
    }
    if (Object.keys(info).length > 0) this.root['info'] = info
  }

  private openMoves(element: XmlElement): void {
    const tree = this.locate({}, element)
    this.checkAttributes(element, [])
    const parent = this.moves[this.moves.length - 1]
    if (parent) parent.variations.push(tree)
    else if (this.root['tree'] === undefined) this.root['tree'] = tree
    else this.unknown(element)
    this.moves.push({ tree, variations: [], marks: [] })
  }

  private openInMoves(element: XmlElement, parent: string): void {
    const open = this.moves[this.moves.length - 1]
    const isStone = element.name === 'black' || element.name === 'white'
    if (!open) this.unknown(element)
    else if (element.name === 'mark') this.readMark(element, open)
    else if (isStone && parent === 'pre') this.readStone(element)
    else if (isStone) this.readMove(element, open)
    else if (element.name === 'pre' && parent === 'moves') this.readPre(element, open)
    else this.unknown(element)
  }

  private readPre(element: XmlElement, { tree }: OpenMoves): void {
    if (tree['steps'] !== undefined || tree['pre'] !== undefined || this.pre) {
      this.fault(makeMessage('xml/late-pre', {}), element.at)
      return
    }
    this.pre = this.locate({}, element)
    this.readRemarks(element, tree, this.pre, this.pre, [])
  }

  private closePre(): void {
    // A pre that only gave the branch its title has nothing else.
    const tree = this.moves[this.moves.length - 1]?.tree
    if (tree && this.pre && Object.keys(this.pre).length > 0) tree['pre'] = this.pre
    this.pre = undefined
  }

  private readStone(element: XmlElement): void {
    const stone = this.locate({ color: colourOf(element), point: this.pointOf(element) }, element)
    if (!this.pre) return
    this.pre['stones'] ??= []
    ;(this.pre['stones'] as Json[]).push(stone)
    this.checkAttributes(element, ['x', 'y'])
  }

  private readMark(element: XmlElement, open: OpenMoves): void {
    const symbol = element.attributes.get('symbol')?.value
    const mark = this.locate({ point: this.pointOf(element) }, element)
    if (symbol !== undefined) mark['symbol'] = symbol
    this.checkAttributes(element, ['x', 'y', 'symbol'])
    if (!this.pre) {
      open.marks.push(mark)
      return
    }
    this.pre['marks'] ??= []
    ;(this.pre['marks'] as Json[]).push(mark)
  }

  private readMove(element: XmlElement, open: OpenMoves): void {
    if (open.variations.length > 0 || (element.attributes.has('title') && open.tree['steps'] !== undefined)) {
      const tree = this.locate({}, element)
      open.tree['branches'] = [tree, ...open.variations]
      open.tree = tree
      open.variations = []
    }
    const isPass = element.attributes.get('type')?.value === 'pass'
    const value = this.locate({ color: colourOf(element), point: isPass ? null : this.pointOf(element) }, element)
    const step = this.locate({ action: this.locate({ type: 'move', value }, element) }, element)
    this.readRemarks(element, open.tree, step, value, ['x', 'y', 'type', 'eval'])
    const evaluation = element.attributes.get('eval')?.value
    if (evaluation !== undefined && evaluation !== 'normal') value['evaluation'] = evaluation
    if (open.marks.length > 0) step['marks'] = open.marks
    open.marks = []
    open.tree['steps'] ??= []
    ;(open.tree['steps'] as Json[]).push(step)
  }

  /** Title, comment and problem, which pre and moves share. */
  private readRemarks(
    element: XmlElement,
    tree: JsonObject,
    commented: JsonObject,
    problem: JsonObject,
    others: readonly string[],
  ): void {
    const { attributes } = element
    const title = attributes.get('title')?.value
    const comment = attributes.get('comment')?.value
    const asked = attributes.get('problem')?.value
    if (title !== undefined) tree['title'] = title
    if (comment !== undefined) commented['comment'] = comment
    if (asked !== undefined && asked !== 'no') {
      const color = asked === 'black' ? 1 : asked === 'white' ? 2 : asked
      problem['problem'] = this.locate({ color }, element)
    }
    this.checkAttributes(element, ['title', 'comment', 'problem', ...others])
  }

  private pointOf(element: XmlElement): JsonObject {
    const point = this.locate({}, element)
    for (const key of ['x', 'y'] as const) {
      const text = element.attributes.get(key)?.value
      if (text !== undefined) point[key] = /^[0-9]+$/.test(text) ? Number(text) : text
    }
    return point
  }

  private checkAttributes({ name, attributes }: XmlElement, known: readonly string[]): void {
    for (const [key, { at }] of attributes) {
      if (known.includes(key)) continue
      this.fault(makeMessage('xml/attribute', { name: shorten(key), element: shorten(name) }), at)
    }
  }

  private unknown({ name, at }: XmlElement): void {
    this.fault(makeMessage('xml/element', { name: shorten(name) }), at)
  }

  private locate(container: JsonObject, { at }: XmlElement): JsonObject {
    this.result.locations.set(container, { at, values: new Map() })
    return container
  }
}

function colourOf({ name }: XmlElement): Json {
  return name === 'black' ? 1 : 2
}

/** Makes nodes of a record from the properties of SGF nodes. */
import type { Place } from '../../model/issue.ts'
import type { GameRecord, Header } from '../../model/record.ts'
import type { Node } from '../../model/tree.ts'
import { shorten, type Findings } from '../findings.ts'
import { MAX_RECTANGLE_POINTS, type Board } from './board.ts'
import { EDIT_PROPERTIES, TURN } from './move-properties.ts'
import { NATIVE_ID, nodeNative, type NativeProperty, type NodeNative } from './native.ts'
import type { FoundProperty, NodeMaker } from './parser.ts'
import { applyNodePrivate, NODE_PROPERTY } from './private.ts'
import { KNOWN, type Known } from './properties.ts'
import type { Property, ReadContext, WriteContext } from './property.ts'
import type { Setup } from './setup.ts'
import type { LineBreak } from './text.ts'

/** Properties that an Othello root states its start position with. */
const SETUP_PROPERTIES = [...EDIT_PROPERTIES, TURN]

/** Rank of what the record does not know: kept in its order behind everything else. */
const UNKNOWN_RANK = Infinity

export class TreeBuilder implements NodeMaker {
  readonly writeContext: WriteContext
  private readonly record: GameRecord
  private readonly nodes: Node[]
  private readonly findings: Findings
  private readonly readContext: ReadContext
  private readonly offsetOf: (at: number) => number

  /**
   * @param lineBreak what ends lines inside values
   * @param offsetOf the offset in the file of an index in the text
   */
  constructor(
    record: GameRecord,
    board: Board,
    lineBreak: LineBreak,
    findings: Findings,
    offsetOf: (at: number) => number,
  ) {
    this.record = record
    this.nodes = record.nodes
    this.findings = findings
    this.readContext = { board, budget: { left: MAX_RECTANGLE_POINTS } }
    this.writeContext = { board, lineBreak }
    this.offsetOf = offsetOf
  }

  addMove(parent: number, move: number): number {
    return this.nodes.push({ parent, move }) - 1
  }

  /** Takes the properties of the root, whose moves become nodes of their own. Answers the last node made. */
  addRoot(properties: FoundProperty[]): number {
    this.readInto(this.nodes[0]!, withoutMoves(properties), this.record.header)
    let last = 0
    for (const move of movesOf(properties)) last = this.addJoined(last, move)
    return last
  }

  /** A node with several moves (FF[3] and before) becomes several nodes; the first holds all the rest too. */
  addNode(parent: number, properties: FoundProperty[]): number {
    const node: Node = { parent }
    let index = this.nodes.push(node) - 1
    if (properties.length === 0) return index
    const moves = movesOf(properties)
    if (moves.length < 2) {
      this.readInto(node, properties)
      return index
    }
    this.readInto(node, [moves[0]!, ...withoutMoves(properties)])
    for (const move of moves.slice(1)) index = this.addJoined(index, move)
    return index
  }

  private addJoined(parent: number, move: FoundProperty): number {
    const native: NodeNative = { joined: true }
    const node: Node = { parent, native: { [NATIVE_ID]: native } }
    this.readInto(node, [move])
    return this.nodes.push(node) - 1
  }

  /** Keeps a property with a node as it was found. */
  keep(node: Node, ...properties: NativeProperty[]): void {
    const native = (node.native ??= {})
    const own = (native[NATIVE_ID] ??= {}) as NodeNative
    own.properties = [...(own.properties ?? []), ...properties]
  }

  /** Keeps the properties of a set-up that its start position would be written without, or otherwise. */
  keepOthers(root: Node, properties: readonly FoundProperty[], setup: Setup | undefined): void {
    const kept = new Set(nodeNative(root.native).properties?.map(([id]) => id))
    for (const found of properties) {
      const property = SETUP_PROPERTIES.find(({ id }) => id === found.id)
      if (!property || kept.has(found.id)) continue
      const written = property.write?.(root, { ...this.writeContext, setup })
      if (!sameValues(written, found.values)) this.keep(root, toNative(found))
    }
  }

  /**
   * Reads properties into a node, and those about the game into the header.
   * What would not be written as it was found is kept beside: see native.ts.
   */
  private readInto(node: Node, properties: FoundProperty[], header?: Header): void {
    if (properties.length > 1) properties.sort((left, right) => rankOf(left.known) - rankOf(right.known))
    const kept: NativeProperty[] = []
    for (let start = 0; start < properties.length;) {
      const { known } = properties[start]!
      let end = start + 1
      if (known) while (properties[end]?.known?.rank === known.rank) end++
      const group = properties.slice(start, end)
      start = end
      if (known?.ofNode) this.take(node, group, (each) => each.ofNode!, kept)
      else if (known?.ofHeader && header) this.take(header, group, (each) => each.ofHeader!, kept)
      else for (const property of group) this.setAside(node, property, kept)
      if (known?.isMove && node.unread) this.noteUnreadMove(group[0]!)
    }
    if (kept.length > 0) this.keep(node, ...kept)
  }

  /** Reads the properties that are written under one identifier, and keeps them unless one writes all of it back. */
  private take<Target>(
    target: Target,
    group: readonly FoundProperty[],
    propertyOf: (known: Known) => Property<Target>,
    kept: NativeProperty[],
  ): void {
    const first = group[0]!
    for (const { known, values } of group) propertyOf(known!).read(target, values, this.readContext)
    const modern = KNOWN.get(first.known!.modern)!
    const written = propertyOf(modern).write?.(target, this.writeContext)
    const isPlain = group.length === 1 && first.known === modern && !first.natives
    if (isPlain && sameValues(written, first.values)) return
    for (const property of group) kept.push(toNative(property))
    if (written === undefined && first.values.some((value) => value.trim() !== '')) this.noteUnread(first)
  }

  private noteUnreadMove({ id, values, at }: FoundProperty): void {
    const message = `${id}[${shorten(values[0]!)}] is no move on this board`
    this.findings.add('unread-move', 'error', message, this.place(at))
  }

  private noteUnread({ id, values, at }: FoundProperty): void {
    const message = `the value of ${id} is none that is known, and kept as it is: ${shorten(values[0]!)}`
    this.findings.add('unread-value', 'warning', message, this.place(at))
  }

  private place(at: number): Place {
    return { offset: this.offsetOf(at) }
  }

  /** Keeps a property that the record does not know, or takes one of our own. */
  private setAside(node: Node, property: FoundProperty, kept: NativeProperty[]): void {
    if (property.id === NODE_PROPERTY && this.takePrivate(node, property)) return
    if (property.known?.ofHeader) {
      const message = 'facts about the game stand behind the root; they are kept there and not in the header'
      this.findings.add('game-info', 'info', message, this.place(property.at))
    }
    kept.push(toNative(property))
  }

  private takePrivate(node: Node, { values, at }: FoundProperty): boolean {
    if (values.length === 1 && applyNodePrivate(node, values[0]!, this.writeContext)) return true
    const message = 'what WEIN keeps does not fit the rest any more; it is kept aside'
    this.findings.add('stale-private', 'info', message, this.place(at))
    return false
  }
}

/** Whether values are written as they were found. */
function sameValues(written: readonly string[] | undefined, found: readonly string[]): boolean {
  if (written?.length !== found.length) return false
  for (let index = 0; index < found.length; index++) if (written[index] !== found[index]) return false
  return true
}

function rankOf(known: Known | undefined): number {
  return known?.rank ?? UNKNOWN_RANK
}

function movesOf(properties: readonly FoundProperty[]): FoundProperty[] {
  return properties.filter(({ known }) => known?.isMove)
}

function withoutMoves(properties: readonly FoundProperty[]): FoundProperty[] {
  return properties.filter(({ known }) => !known?.isMove)
}

function toNative({ id, values, natives }: FoundProperty): NativeProperty {
  return [id, ...(natives ?? values)]
}

/** Makes nodes of a record from the properties of SGF nodes. */
import { shorten, type IssueCollector } from '../../issues/collector.ts'
import type { IssueLocation } from '../../issues/issue.ts'
import type { Move } from '../../model/move.ts'
import type { GameRecord, Header } from '../../model/record.ts'
import type { MoveNode } from '../../model/tree.ts'
import { MAX_RECTANGLE_POINTS, type Board } from './board.ts'
import { EDIT_PROPERTIES, TURN } from './move-properties.ts'
import { NATIVE_ID, nodeNative, type NativeProperty, type NodeNative, type NativeValue } from './native.ts'
import { textOf } from './node-writer.ts'
import type { FoundProperty, NodeMaker } from './parser.ts'
import { applyNodePrivate } from './private.ts'
import { isNodeProperty } from './private-text.ts'
import { KNOWN, type Known } from './properties.ts'
import type { Property, ReadContext, WriteContext } from './property.ts'
import type { Setup } from './setup.ts'
import type { LineBreak } from './text.ts'

/** Properties with which an Othello root gives its start position. */
const SETUP_PROPERTIES = [...EDIT_PROPERTIES, TURN]

const CLEARED = EDIT_PROPERTIES.find(({ id }) => id === 'AE')!

/** Rank of unknown properties: after all known ones, in the order found. */
const UNKNOWN_RANK = KNOWN.size

export class TreeBuilder implements NodeMaker {
  readonly writeContext: WriteContext
  /** Whether stones are set up anywhere: asking every node afterwards takes longer than reading plain ones. */
  hasSetups = false
  private readonly record: GameRecord
  private readonly nodes: MoveNode[]
  private readonly issues: IssueCollector
  private readonly readContext: ReadContext
  private readonly offsetOf: (at: number) => number

  /**
   * @param lineBreak the line break inside values
   * @param offsetOf the offset in the file of an index in the text
   */
  constructor(
    record: GameRecord,
    board: Board,
    lineBreak: LineBreak,
    issues: IssueCollector,
    offsetOf: (at: number) => number,
  ) {
    this.record = record
    this.nodes = record.nodes
    this.issues = issues
    this.readContext = { board, budget: { left: MAX_RECTANGLE_POINTS } }
    this.writeContext = { board, lineBreak }
    this.offsetOf = offsetOf
  }

  addMove(parent: number, move: Move): number {
    return this.nodes.push({ parent, move }) - 1
  }

  /** Reads the properties of the root, whose moves become separate nodes. Returns the last node made. */
  addRoot(properties: FoundProperty[]): number {
    this.readInto(this.nodes[0]!, withoutMoves(properties), this.record.header)
    return this.addJoined(0, movesOf(properties))
  }

  /** A node with several moves (FF[3] and before) becomes several nodes; the first also has everything else. */
  addNode(parent: number, properties: FoundProperty[], move?: Move): number {
    const node: MoveNode = move === undefined ? { parent } : { parent, move }
    const index = this.nodes.push(node) - 1
    let moves = move === undefined ? 0 : 1
    for (const { known } of properties) if (known?.isMove) moves++
    if (moves < 2) {
      this.readInto(node, withoutBeginning(properties))
      return index
    }
    const further = movesOf(properties)
    const own = move === undefined ? further.splice(0, 1) : []
    this.readInto(node, [...own, ...withoutMoves(properties)])
    return this.addJoined(index, further)
  }

  /** Makes nodes from moves in the same SGF node. Returns the last one. */
  private addJoined(parent: number, moves: readonly FoundProperty[]): number {
    let last = parent
    for (const move of moves) {
      const native: NodeNative = { joined: true }
      const node: MoveNode = { parent: last, native: { [NATIVE_ID]: native } }
      this.readInto(node, [move])
      last = this.nodes.push(node) - 1
    }
    return last
  }

  /** Stores a property with a node as it was found. */
  keep(node: MoveNode, property: NativeProperty): void {
    const native = (node.native ??= {})
    const own = (native[NATIVE_ID] ??= {}) as NodeNative
    ;(own.properties ??= []).push(property)
  }

  /** Stores the properties of a set-up that would not be written the same for its start position. */
  keepOthers(root: MoveNode, properties: readonly FoundProperty[], setup: Setup | undefined): void {
    if (setup) this.forgetCleared(root)
    const kept = new Set(nodeNative(root.native).properties?.map(([id]) => id))
    for (const found of properties) {
      const property = SETUP_PROPERTIES.find(({ id }) => id === found.id)
      if (!property || kept.has(found.id) || found.id === 'AE') continue
      const written = property.write?.(root, { ...this.writeContext, setup })
      if (!sameValues(written, found.values)) this.keep(root, toNative(found))
    }
  }

  /** Forgets how squares were cleared: the position lists every disc. Values that say something else stay. */
  private forgetCleared(root: MoveNode): void {
    const own = root.native?.[NATIVE_ID] as NodeNative | undefined
    if (!own?.properties) return
    const isSquare = (value: NativeValue) => {
      if (textOf(value).trim() === '') return true
      const node: MoveNode = { parent: -1 }
      CLEARED.read(node, [textOf(value)], this.readContext)
      return node.edits !== undefined
    }
    own.properties = own.properties.flatMap(([id, ...values]): NativeProperty[] => {
      const kept = id === CLEARED.id ? values.filter((value) => !isSquare(value)) : values
      return kept.length > 0 ? [[id, ...kept]] : []
    })
    if (own.properties.length === 0) delete own.properties
    if (Object.keys(own).length === 0) delete root.native
  }

  /**
   * Reads properties into a node, and those about the game into the header. Properties that would not be written as
   * found are also kept: see native.ts.
   */
  private readInto(node: MoveNode, properties: FoundProperty[], header?: Header): void {
    if (!isSorted(properties)) properties.sort((left, right) => rankOf(left.known) - rankOf(right.known))
    for (let start = 0, end = 0; start < properties.length; start = end) {
      const { id, known } = properties[start]!
      if (id === 'AB' || id === 'AW' || id === 'AE') this.hasSetups = true
      end = known ? endOfRank(properties, start, known.rank) : start + 1
      if (known?.ofNode) this.take(node, node, known.ofNode, properties, start, end)
      else if (known?.ofHeader && header) this.take(node, header, known.ofHeader, properties, start, end)
      else for (let index = start; index < end; index++) this.setAside(node, properties[index]!)
      if (known?.isMove && node.unread) this.noteUnreadMove(properties[start]!)
    }
  }

  /**
   * Reads the properties from `start` up to `end`, which are written under one
   * identifier, and keeps them with the node unless writing restores all of them.
   */
  private take<Target>(
    node: MoveNode,
    target: Target,
    property: Property<Target>,
    properties: readonly FoundProperty[],
    start: number,
    end: number,
  ): void {
    const first = properties[start]!
    property.read(target, first.values, this.readContext)
    const isAlone = end === start + 1 && !first.natives
    if (isAlone && property.isPlain?.(first.values, this.writeContext)) return
    for (let index = start + 1; index < end; index++) {
      const { known, values } = properties[index]!
      const other = (known!.ofNode ?? known!.ofHeader) as Property<Target>
      other.read(target, values, this.readContext)
    }
    const written = modernOf(property).write?.(target, this.writeContext)
    if (isAlone && property.modern === undefined && sameValues(written, first.values)) return
    for (let index = start; index < end; index++) this.keep(node, toNative(properties[index]!))
    if (!property.write) return
    if (written === undefined && first.values.some((value) => value.trim() !== '')) this.noteUnread(first)
  }

  private noteUnreadMove({ id, values, at }: FoundProperty): void {
    this.issues.add('sgf/unread-move', 'error', { property: id, value: shorten(values[0]!) }, this.place(at))
  }

  private noteUnread({ id, values, at }: FoundProperty): void {
    this.issues.add('sgf/unread-value', 'warning', { property: id, value: shorten(values[0]!) }, this.place(at))
  }

  private place(at: number): () => IssueLocation {
    return () => ({ offset: this.offsetOf(at) })
  }

  /** Stores an unknown property, or reads one of our own. */
  private setAside(node: MoveNode, property: FoundProperty): void {
    if (isNodeProperty(property.id) && this.takePrivate(node, property)) return
    if (property.known?.ofHeader) {
      this.issues.add('sgf/game-info', 'info', {}, this.place(property.at))
    }
    this.keep(node, toNative(property))
  }

  private takePrivate(node: MoveNode, property: FoundProperty): boolean {
    if (applyNodePrivate(node, property, this.writeContext)) return true
    this.issues.add('sgf/stale-private', 'info', { property: property.id }, this.place(property.at))
    return false
  }
}

/** Whether values are written as they were found. */
function sameValues(written: readonly string[] | undefined, found: readonly string[]): boolean {
  if (written?.length !== found.length) return false
  for (let index = 0; index < found.length; index++) if (written[index] !== found[index]) return false
  return true
}

/** The property under whose identifier another is written. */
function modernOf<Target>(property: Property<Target>): Property<Target> {
  if (property.modern === undefined) return property
  const { ofNode, ofHeader } = KNOWN.get(property.modern)!
  return (ofNode ?? ofHeader) as Property<Target>
}

/** Index after the properties from `start` on that are written under one identifier. */
function endOfRank(properties: readonly FoundProperty[], start: number, rank: number): number {
  let end = start + 1
  while (properties[end]?.known?.rank === rank) end++
  return end
}

function isSorted(properties: readonly FoundProperty[]): boolean {
  for (let index = 1; index < properties.length; index++) {
    if (rankOf(properties[index - 1]!.known) > rankOf(properties[index]!.known)) return false
  }
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

/** The properties of a node, those last that begin a game: they are written so, and properties have no order. */
function withoutBeginning(properties: FoundProperty[]): FoundProperty[] {
  const begins = ({ id }: FoundProperty) => id === 'FF' || id === 'GM'
  return properties.some(begins)
    ? [...properties.filter((property) => !begins(property)), ...properties.filter(begins)]
    : properties
}

export function toNative({ id, values, natives }: FoundProperty): NativeProperty {
  return [id, ...(natives ?? values)]
}

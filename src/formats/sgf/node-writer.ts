/** The properties of an SGF node to be written: from the record, or as found if that still means the same. */
import { decodeText, fromBase64 } from '../../bytes/text.ts'
import type { Header } from '../../model/record.ts'
import type { MoveNode } from '../../model/tree.ts'
import { MAX_RECTANGLE_POINTS } from './board.ts'
import { HEADER_PROPERTIES } from './header-properties.ts'
import type { NativeProperty, NativeValue } from './native.ts'
import { KNOWN, NODE_PROPERTIES, type Known } from './properties.ts'
import type { Property, WriteContext } from './property.ts'

/** A property with its values as between the brackets. */
export interface WrittenProperty {
  id: string
  values: readonly NativeValue[]
}

/** Writes the properties of a node: first those of the model, then those that only SGF has. */
export function writeNode(
  node: MoveNode,
  natives: readonly NativeProperty[] | undefined,
  context: WriteContext,
): WrittenProperty[] {
  return writeProperties(
    NODE_PROPERTIES,
    node,
    (native, isOnNode) => nodeSaying(native, context, isOnNode ? node : undefined),
    natives,
    context,
  )
}

/** Writes the facts about a game. */
export function writeHeader(
  header: Header,
  natives: readonly NativeProperty[] | undefined,
  context: WriteContext,
): WrittenProperty[] {
  return writeProperties(HEADER_PROPERTIES, header, (native) => headerSaying(native, context), natives, context)
}

/** Kept properties that the model does not know, in the root or, including facts about the game, in another node. */
export function unknownProperties(natives: readonly NativeProperty[] | undefined, isRoot: boolean): WrittenProperty[] {
  const isKnown = (known: Known | undefined) => known !== undefined && (isRoot || known.ofNode !== undefined)
  return (natives ?? []).filter(([id]) => !isKnown(KNOWN.get(id))).map(([id, ...values]) => ({ id, values }))
}

function writeProperties<Target>(
  properties: readonly Property<Target>[],
  target: Target,
  said: (natives: readonly NativeProperty[], isOnNode: boolean) => Target,
  natives: readonly NativeProperty[] | undefined,
  context: WriteContext,
): WrittenProperty[] {
  const written: WrittenProperty[] = []
  for (const property of properties) {
    if (property.modern !== undefined) continue
    const values = property.write?.(target, context)
    const found = natives?.filter(([id]) => KNOWN.get(id)?.modern === property.id)
    if (
      found &&
      found.length > 0 &&
      isSaid(property, target, said(found, property.isStill !== undefined), values, context)
    ) {
      for (const [id, ...foundValues] of found) written.push({ id, values: foundValues })
    } else if (values) {
      written.push({ id: property.id, values })
      // What was found could not be read, and stands in no other place of the record.
      const unread = found?.find(([, ...foundValues]) => foundValues.some((value) => textOf(value).trim() !== ''))
      if (unread && !property.write?.(said(found!, false), { ...context, setup: undefined })) context.lose?.(unread[0])
    }
  }
  return written
}

/** Whether kept properties mean what the record says now, so that they are written as they were. */
function isSaid<Target>(
  property: Property<Target>,
  target: Target,
  said: Target,
  values: readonly string[] | undefined,
  context: WriteContext,
): boolean {
  if (property.isStill) return property.isStill(target, said)
  return saysSame(property.write?.(said, { ...context, setup: undefined }), values)
}

/**
 * Whether values are the same. Their order and repetitions are left aside: they have no meaning in the properties that
 * list several.
 */
function saysSame(left: readonly string[] = [], right: readonly string[] = []): boolean {
  if (left.length === right.length && left.every((value, index) => value === right[index])) return true
  const [ones, others] = [new Set(left), new Set(right)]
  return ones.size === others.size && left.every((value) => others.has(value))
}

/** A node made from kept properties. @param on the node whose move and side to move they are read with, if any */
function nodeSaying(natives: readonly NativeProperty[], context: WriteContext, on?: MoveNode): MoveNode {
  const node: MoveNode = { parent: -1 }
  if (on?.move !== undefined) node.move = on.move
  if (on?.turn !== undefined) node.turn = on.turn
  if (on?.edits) node.edits = on.edits
  readNatives(natives, (known) => known.ofNode, node, context)
  return node
}

function headerSaying(natives: readonly NativeProperty[], context: WriteContext): Header {
  const header: Header = { players: [], result: { outcome: 'unfinished' } }
  readNatives(natives, (known) => known.ofHeader, header, context)
  return header
}

function readNatives<Target>(
  natives: readonly NativeProperty[],
  propertyOf: (known: Known) => Property<Target> | undefined,
  target: Target,
  { board }: WriteContext,
): void {
  const reading = { board, budget: { left: MAX_RECTANGLE_POINTS } }
  for (const [id, ...values] of natives) propertyOf(KNOWN.get(id)!)?.read(target, values.map(textOf), reading)
}

/** A kept value as text; invalid bytes are decoded as well as possible. */
export function textOf(value: NativeValue): string {
  return typeof value === 'string' ? value : decodeText(fromBase64(value.base64), value.encoding)
}

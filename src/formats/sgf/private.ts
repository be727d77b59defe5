/**
 * Properties of our own for what SGF cannot express: `XR` in the root for the record, `XN` in any other node, both
 * JSON of the fields that are not restored from the standard properties beside them. They only count as long as those
 * have not changed. docs/formats/sgf.md, Private properties.
 */
import { IssueCollector } from '../../issues/collector.ts'
import { PositionError } from '../../issues/errors.ts'
import { isJsonObject, sameJson, type Json } from '../../model/json.ts'
import { emptyRecord, type GameRecord, type Header } from '../../model/record.ts'
import type { MoveNode } from '../../model/tree.ts'
import { node as nodeShape, record as recordShape } from '../jsonl/record-shape.ts'
import type { Shape } from '../jsonl/shape.ts'
import { MAX_RECTANGLE_POINTS } from './board.ts'
import { leaveFoxKomiOpen } from './fox.ts'
import { HEADER_PROPERTIES } from './header-properties.ts'
import { NATIVE_ID, nodeNative, type NativeProperty, type NodeNative } from './native.ts'
import { textOf, type WrittenProperty } from './node-writer.ts'
import { formatFields, parseFields, type Fields } from './private-text.ts'
import { KNOWN, NODE_PROPERTIES, type Known } from './properties.ts'
import type { Property, WriteContext } from './property.ts'
import { setupOf } from './setup.ts'

/** A property of our own as it was found. */
type PrivateProperty = { id: string; values: readonly string[] }

/** Fields of a node that only SGF's own tree and moves determine. */
const NEVER_PRIVATE: readonly string[] = ['parent', 'move']

/** The result of reading properties into an empty target. */
function readBack<Target>(
  written: readonly WrittenProperty[],
  propertyOf: (known: Known) => Property<Target> | undefined,
  empty: Target,
  { board }: WriteContext,
): Target {
  const reading = { board, budget: { left: MAX_RECTANGLE_POINTS } }
  for (const { id, values } of written) {
    const known = KNOWN.get(id)
    if (known) propertyOf(known)?.read(empty, values.map(textOf), reading)
  }
  return empty
}

/** The fields in which a target differs from its standard properties. */
function difference<Target extends object>(target: Target, said: Target, ignored: readonly string[]): Fields {
  const fields: Fields = {}
  const here = target as Fields
  const there = said as Fields
  for (const name of [...new Set([...Object.keys(here), ...Object.keys(there)])].toSorted()) {
    if (!ignored.includes(name) && !sameJson(here[name], there[name])) fields[name] = here[name] ?? null
  }
  return fields
}

/** Everything except what this format keeps itself. */
function foreignNative(native: Record<string, Json> | undefined): Fields | undefined {
  if (!native) return undefined
  const { [NATIVE_ID]: _own, ...foreign } = native
  return Object.keys(foreign).length === 0 ? undefined : foreign
}

function nodeDifference(node: MoveNode, written: readonly WrittenProperty[], context: WriteContext): Fields {
  const said = readBack(written, (known) => known.ofNode, { parent: node.parent }, context)
  const fields = difference(node, said, [...NEVER_PRIVATE, 'native'])
  const native = foreignNative(node.native)
  if (native) fields['native'] = native
  return fields
}

/**
 * The values of `XN` for a node; undefined if its properties are sufficient. @param written the properties with which
 * it is written
 */
export function formatNodePrivate(
  node: MoveNode,
  written: readonly WrittenProperty[],
  context: WriteContext,
): string[] | undefined {
  return formatFields(nodeDifference(node, written, context))
}

/**
 * The values of `XR` for a record; undefined if the properties of its root are sufficient. @param written the
 * properties with which the root is written
 */
export function formatRecordPrivate(
  record: GameRecord,
  written: readonly WrittenProperty[],
  context: WriteContext,
): string[] | undefined {
  const said = readBack<Header>(written, (known) => known.ofHeader, emptyRecord(record.game).header, context)
  leaveFoxKomiOpen(said, written)
  const fields: Fields = {}
  addFields(fields, 'header', difference(record.header, said, []))
  const root = nodeDifference(record.nodes[0]!, written, context)
  if (record.game === 'othello') {
    // Every root of Othello states its discs, and reading makes them the start position.
    delete root['edits']
    delete root['turn']
  }
  addFields(fields, 'root', root)
  addFields(fields, 'native', foreignNative(record.native) ?? {})
  if (record.variant !== undefined) fields['variant'] = record.variant
  if (record.setup !== undefined && record.game !== 'othello') fields['setup'] = record.setup
  if (record.timeline) fields['timeline'] = record.timeline as unknown as Json
  return formatFields(fields)
}

function addFields(into: Fields, name: string, fields: Fields): void {
  if (Object.keys(fields).length > 0) into[name] = fields
}

/** A copy of a target with fields added and removed. */
function withFields<Target extends object>(target: Target, fields: Fields): Target {
  const copy = { ...target } as Fields
  for (const [name, value] of Object.entries(fields)) {
    if (NEVER_PRIVATE.includes(name) || name === '__proto__') continue
    if (name === 'native') copy[name] = mergedNative(copy[name], value)
    else if (value === null) delete copy[name]
    else copy[name] = value
  }
  return copy as Target
}

/** The foreign parts of `native`, combined with what this format keeps itself. */
function mergedNative(own: Json | undefined, foreign: Json): Json {
  return { ...(isJsonObject(foreign) ? foreign : {}), ...(isJsonObject(own) ? own : {}) }
}

/**
 * Whether a target can replace what was read: every property would be written like the one read before, or as it was
 * found. Returns the kept properties that are still needed, undefined if it cannot.
 */
function neededNatives<Target>(
  properties: readonly Property<Target>[],
  read: { target: Target; context: WriteContext },
  changed: { target: Target; context: WriteContext },
  natives: readonly NativeProperty[],
): NativeProperty[] | undefined {
  let needed = [...natives]
  for (const property of properties) {
    const written = property.write?.(changed.target, changed.context)
    const found = natives.filter(([id]) => KNOWN.get(id)?.modern === property.id)
    const isAsFound = found.length === 1 && sameJson(written, found[0]!.slice(1))
    if (isAsFound) needed = needed.filter((native) => native !== found[0])
    else if (!sameJson(written, property.write?.(read.target, read.context))) return undefined
  }
  return needed
}

/** Applies fields read from a property to a node. Returns false, without changes, if it no longer fits the node. */
export function applyNodePrivate(node: MoveNode, { id, values }: PrivateProperty, context: WriteContext): boolean {
  const fields = parseFields(id, values)
  if (!fields) return false
  const changed = withFields(node, fields)
  if (!hasShape(nodeShape, changed)) return false
  const natives = nodeNative(node.native).properties ?? []
  const needed = neededNatives(NODE_PROPERTIES, { target: node, context }, { target: changed, context }, natives)
  if (!needed) return false
  keepNatives(changed, needed)
  replaceFields(node, changed)
  return true
}

/** Keeps only the given properties with a node. */
function keepNatives(node: MoveNode, needed: NativeProperty[]): void {
  const { properties, ...own } = nodeNative(node.native)
  if (!properties || properties.length === needed.length) return
  const kept: NodeNative = needed.length > 0 ? { ...own, properties: needed } : own
  const native: Record<string, Json> = { ...node.native, [NATIVE_ID]: kept }
  if (Object.keys(kept).length === 0) delete native[NATIVE_ID]
  node.native = native
  if (Object.keys(native).length === 0) delete node.native
}

function replaceFields<Target extends object>(target: Target, changed: Target): void {
  for (const name of Object.keys(target)) if (!Object.hasOwn(changed, name)) delete (target as Fields)[name]
  Object.assign(target, changed)
}

/**
 * Applies a property of our own to a record. Returns false, without changes, if it no longer fits the record. @param
 * nodeCount number of nodes of the tree, if the record only has its root
 */
export function applyRecordPrivate(
  record: GameRecord,
  { id, values }: PrivateProperty,
  context: WriteContext,
  nodeCount: number = record.nodes.length,
): boolean {
  const fields = parseFields(id, values)
  if (!fields) return false
  const changed: GameRecord = { ...record }
  const { header, root, native, variant, setup, timeline } = fields
  if (isJsonObject(header)) changed.header = withFields(record.header, header)
  if (isJsonObject(root)) changed.nodes = [withFields(record.nodes[0]!, root), ...record.nodes.slice(1)]
  if (isJsonObject(native)) changed.native = mergedNative(record.native, native) as Record<string, Json>
  if (typeof variant === 'string') changed.variant = variant
  if (typeof setup === 'string') changed.setup = setup
  if (timeline !== undefined) changed.timeline = timeline as unknown as NonNullable<GameRecord['timeline']>
  const isRight =
    hasShape(recordShape, changed) && hasShape(nodeShape, changed.nodes[0]!) && staysInTree(changed, nodeCount)
  const needed = isRight ? neededInRoot(record, changed, context) : undefined
  if (!needed) return false
  if (changed.nodes === record.nodes) changed.nodes = [{ ...record.nodes[0]! }, ...record.nodes.slice(1)]
  keepNatives(changed.nodes[0]!, needed)
  replaceFields(record, changed)
  return true
}

/** Whether data from a file conforms to the model, checked with the shapes used for JSON lines. */
function hasShape(shape: Shape, value: object): boolean {
  const issues = new IssueCollector()
  // A shape removes what is wrong, so it gets a copy.
  shape({ ...value }, '', issues)
  return issues.list().length === 0
}

function staysInTree({ timeline }: GameRecord, nodeCount: number): boolean {
  return timeline === undefined || timeline.every(({ node }) => node === undefined || node < nodeCount)
}

function neededInRoot(record: GameRecord, changed: GameRecord, context: WriteContext): NativeProperty[] | undefined {
  try {
    const contexts = [record, changed].map((each) => ({ ...context, setup: setupOf(each) }))
    const [before, after] = [contexts[0]!, contexts[1]!]
    const natives = nodeNative(record.nodes[0]!.native).properties ?? []
    const needed = neededNatives<Header>(
      HEADER_PROPERTIES,
      { target: record.header, context: before },
      { target: changed.header, context: after },
      natives,
    )
    return (
      needed &&
      neededNatives(
        NODE_PROPERTIES,
        { target: record.nodes[0]!, context: before },
        { target: changed.nodes[0]!, context: after },
        needed,
      )
    )
  } catch (error) {
    if (error instanceof PositionError) return undefined
    throw error
  }
}

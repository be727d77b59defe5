/** All properties represented in the record, in the order in which they are written. docs/formats/sgf.md, Properties. */
import type { Header } from '../../model/record.ts'
import type { MoveNode } from '../../model/tree.ts'
import { CLOCK_PROPERTIES, COMMENT, FIGURE, GLYPH_PROPERTIES, NAME, VALUE, VIEW } from './annotation-properties.ts'
import { HEADER_PROPERTIES } from './header-properties.ts'
import { EVALUATION_PROPERTIES } from './evaluation-properties.ts'
import { MARK_PROPERTIES } from './mark-properties.ts'
import { BLACK_MOVE, EDIT_PROPERTIES, MOVE_NUMBER, TURN, WHITE_MOVE } from './move-properties.ts'
import { modernId, type Property } from './property.ts'

export const NODE_PROPERTIES: readonly Property<MoveNode>[] = [
  BLACK_MOVE,
  WHITE_MOVE,
  MOVE_NUMBER,
  ...EDIT_PROPERTIES,
  TURN,
  NAME,
  COMMENT,
  ...GLYPH_PROPERTIES,
  VALUE,
  ...EVALUATION_PROPERTIES,
  ...CLOCK_PROPERTIES,
  FIGURE,
  VIEW,
  ...MARK_PROPERTIES,
]

/** A property found by its identifier: one of the game, or one of a node. */
export interface Known {
  readonly id: string
  /** Identifier under which it is written. */
  readonly modern: string
  /** Position in the order of writing; properties written under one identifier share it. */
  readonly rank: number
  readonly isMove: boolean
  readonly ofNode?: Property<MoveNode>
  readonly ofHeader?: Property<Header>
}

/** Every known property by its identifier. */
export const KNOWN: ReadonlyMap<string, Known> = makeKnown()

function makeKnown(): Map<string, Known> {
  const known = new Map<string, Known>()
  const add = <Target>(property: Property<Target>, where: Pick<Known, 'ofNode' | 'ofHeader'>) => {
    const { id } = property
    const modern = modernId(property)
    const rank = known.get(modern)?.rank ?? known.size
    known.set(id, { id, modern, rank, isMove: id === 'B' || id === 'W', ...where })
  }
  for (const property of HEADER_PROPERTIES) add(property, { ofHeader: property })
  for (const property of NODE_PROPERTIES) add(property, { ofNode: property })
  return known
}

/** Identifiers of one or two capitals by their code, so that common ones are found without making a string. */
const BY_CODE: (Known | undefined)[] = new Array<Known | undefined>(27 * 27).fill(undefined)
for (const known of KNOWN.values()) {
  const { id } = known
  if (id.length <= 2) BY_CODE[codeOf(id.charCodeAt(0), id.charCodeAt(1) || 0x40)] = known
}

/** The code of an identifier of two capitals; the second is `@` for one of a single capital. */
function codeOf(first: number, second: number): number {
  return (first - 0x40) * 27 + (second - 0x40)
}

/** The known property of an identifier of one or two capitals, `second` 0x40 for a single one. */
export function knownByCode(first: number, second: number): Known | undefined {
  return BY_CODE[codeOf(first, second)]
}

/** Attributes of the elements of PFC: docs/formats/pfc.md. */
import type { FieldName } from '../xiangqi/record-fields.ts'

/** The attributes of every element: its move (of the root, the start as FEN) and its comment. */
export const MOVE = 'm'
export const COMMENT = 'c'

/** The result, as in PGN; `*` is all that was seen. */
export const WIN = 'win'

/** The version that is written, the only one seen. */
export const VERSION = '2'

/** Attributes of the root that are fields of a record. All but `create-time` are told by other programs, not seen. */
export const FIELDS: readonly (readonly [attribute: string, field: FieldName])[] = [
  ['create-time', 'DateCreated'],
  ['title', 'Name'],
  ['event', 'Contest'],
  ['date', 'Date'],
  ['place', 'Site'],
  ['round', 'Round'],
  ['red', 'Red'],
  ['black', 'Black'],
]

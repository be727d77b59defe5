/** Names of elements in the XML of CCBridge: docs/formats/ccbridge-xml.md. */
import { FIELD_NAMES, type FieldName } from '../xiangqi/record-fields.ts'

export const ROOT = 'ChineseChessRecord'
export const VERSION = '1.0'

/** The fields of the head that are texts of a record, in their order. CCBridge does not write the script file. */
export const HEAD_FIELDS: readonly FieldName[] = FIELD_NAMES.filter((name) => name !== 'Script')

/** The fields with the codes of the record, and its start. */
export const KIND = 'RecordType'
export const RESULT = 'RecordResult'
export const START = 'FEN'

/** The messages between the command line and its conversion workers. */
import type { ConversionPart } from '../../convert/convert.ts'
import type { WriteOptions, WrittenPart } from '../../formats/format.ts'
import type { ConditionTexts } from '../../query/conditions.ts'
import type { SharedInput } from '../read/shared-input.ts'

/** A conversion of one file that several workers share. */
export interface SharedConversion extends SharedInput {
  /** Id of the format. */
  target: string
  writeOptions: WriteOptions
  /** The filters as typed. */
  texts: ConditionTexts
  keepDeleted: boolean
  /** Whether games get the names of their openings. */
  openings: boolean
}

/** A range converted: its part of the output, and what happened to its entries. */
export interface ConvertedRange {
  /** Of a format whose files are joined; absent if no entry was to be written. */
  bytes?: Uint8Array
  /** Of a format that is written in parts; absent if no entry was to be written. */
  records?: WrittenPart
  part: ConversionPart
}

/** The messages between the command line and its conversion workers. */
import type { ConversionPart } from '../convert/convert.ts'
import type { SharedFiles } from '../node/unpacked-files.ts'
import type { ConditionTexts } from '../query/parse.ts'
import type { ReadOptions, WriteOptions, WrittenPart } from '../formats/format.ts'

/** A conversion of one file that several workers share. */
export interface SharedConversion {
  path: string
  /** What is read, where it is not the file of the path. */
  files?: SharedFiles | undefined
  /** Ids of the formats. */
  format: string
  target: string
  readOptions: ReadOptions
  writeOptions: WriteOptions
  /** The filters as typed. */
  texts: ConditionTexts
  keepDeleted: boolean
  /** Whether games get the names of their openings. */
  openings: boolean
}

/** Entries to convert, from the first up to but not including the last. */
export interface Range {
  from: number
  to: number
}

/** A range converted: its part of the output, and what happened to its entries. */
export interface ConvertedRange {
  /** Of a format whose files are joined; absent if no entry was to be written. */
  bytes?: Uint8Array
  /** Of a format that is written in parts; absent if no entry was to be written. */
  records?: WrittenPart
  part: ConversionPart
}

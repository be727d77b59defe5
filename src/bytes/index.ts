/**
 * Bytes in and out, bounded cursors over them, and text in old encodings.
 * Imports the model only, and no Node module.
 * @module ludograph/bytes
 */
export type { Bits } from './bits.ts'
export type { FileEdit, PlannedChange } from './edit.ts'
export { ENCODINGS } from './encodings.ts'
export type { Made } from './journal.ts'
export { i16be, i24be, i32be, i32le, u16be, u16le, u24be, u32be, u32le, u64be, u64le } from './numbers.ts'
export { unpack } from './packed/index.ts'
export { ByteReader } from './reader.ts'
export { MemorySink, MemorySinkSet, type Scratch, type Sink, type SinkSet } from './sink.ts'
export {
  BlobSource,
  extension,
  type FileSet,
  MemoryFileSet,
  MemorySource,
  readAll,
  SliceSource,
  type Source,
  stem,
} from './source.ts'
export { decodeText, encodeText, encodingName } from './text.ts'
export { TextWriter } from './text-writer.ts'
export { ByteWriter } from './writer.ts'
export type { Unpacked, UnpackedFile, UnpackOptions } from './packed/unpack.ts'
export type { Decompress } from './packed/decompressors.ts'

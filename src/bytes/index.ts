/**
 * Bytes in and out, bounded cursors over them, and text in old encodings.
 * Imports the model only, and no Node module.
 * @module ludograph/bytes
 */
export type { Bits } from './bits.ts'
export * from './cached-source.ts'
export * from './checksum.ts'
export * from './deflate.ts'
export * from './edit.ts'
export * from './edit-sink.ts'
export * from './encodings.ts'
export * from './file-name.ts'
export * from './journal.ts'
export * from './numbers.ts'
export * from './offset-list.ts'
export * from './packed/index.ts'
export * from './reader.ts'
export * from './sink.ts'
export * from './source.ts'
export * from './text.ts'
export * from './text-writer.ts'
export * from './writer.ts'

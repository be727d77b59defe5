/**
 * Game files on disk: opened by their path, read one by one, converted.
 * @module ludograph/node
 */
export * from './change-database.ts'
export * from './convert-file.ts'
export { connectProcess, LastLines, type EngineCommand, type EngineWatch } from './engine-process.ts'
export * from './file-edit.ts'
export type { FileLock, LockOptions } from './file-lock.ts'
export * from './file-sink.ts'
export * from './file-source.ts'
export * from './folder-change.ts'
export * from './game-files.ts'
export * from './open.ts'
export type { PaceOptions } from './pace.ts'
export * from './syzygy-folder.ts'
export * from './unpacked-files.ts'
export { ChessKernel } from '../formats/chess-kernel.ts'
export type { PartTest } from './undo.ts'
export type { FilesOfFormat } from '../formats/parts.ts'

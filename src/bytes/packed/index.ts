/** Compressed files and archives: told by their bytes, unpacked, and their content as sources. */
export * from './crc.ts'
export * from './decompressors.ts'
export { isPacked, packedKind, nameWithin, KIND_SIZE } from './kind.ts'
export * from './unpack.ts'
export * from './zstd-frames.ts'

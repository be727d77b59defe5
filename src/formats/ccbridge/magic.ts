/** The beginnings of CCBridge's files, by which they are told: docs/formats/ccbridge.md. */

export const RECORD_MAGIC = 'CCBridge Record\0'
export const LIBRARY_MAGIC = 'CCBridgeLibrary\0'
/** The old library begins so, and goes on with a number. */
export const OLD_MAGIC = 'CCBridge'
/** The number after it. */
export const OLD_MARK = 0x15

/** Size of a magic text. */
export const MAGIC_SIZE = 16

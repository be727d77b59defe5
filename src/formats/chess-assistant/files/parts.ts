/** The files of a database: docs/formats/chess-assistant.md, Files. */

/** The file to open. */
export const MAIN_EXTENSION = '.cdp'

/** Parts that nobody can read; their contents can only be guessed. */
export const UNREAD_PARTS = ['.a01', '.d01', '.axx', '.dxx', '.bo0', '.st0'] as const

/** The files beside the main one. */
export const PARTS = ['.emb', '.d00', '.a02', '.d02', ...UNREAD_PARTS] as const

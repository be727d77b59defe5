/** What tells files of Scid, apart from their readers: it is loaded with the list of formats. */

/** How index files of Scid 3 and 4 begin. That of Scid 5 has no mark. */
export const INDEX_MAGIC = 'Scid.si\0'

/** Bytes of a game in the index of Scid 5. */
export const SCID5_RECORD_SIZE = 56

/** Whether bytes begin as index files of Scid 3 and 4 do. */
export function isScidIndex(head: Uint8Array): boolean {
  if (head.length < INDEX_MAGIC.length) return false
  for (let at = 0; at < INDEX_MAGIC.length; at++) if (head[at] !== INDEX_MAGIC.charCodeAt(at)) return false
  return true
}

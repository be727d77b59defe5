/** Files of one record or database, the first the one to open. */
export type NamedBytes = readonly [name: string, bytes: Uint8Array]

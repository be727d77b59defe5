/**
 * The log of a catalogue, which DuckDB writes: each transaction that is not in the file of the catalogue yet, one after
 * another, and synced before the next begins.
 */
import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncFolder } from '../../node/disk.ts'

/** What DuckDB ends each transaction with: an entry with its size, its checksum and its bytes. */
const END = Buffer.from('0500000000000000e7fe7d722fed3d5e640064ffff', 'hex')

/** The size and the checksum of an entry, before its bytes. */
const ENTRY_HEADER = 16

/** How DuckDB says at which byte of the log the bytes of an entry begin that have another checksum. */
const WRONG_CHECKSUM = /Corrupt WAL file: entry at byte position (\d+)/

export function logOf(path: string): string {
  return `${path}.wal`
}

/** The size of the log of a catalogue; 0 if there is none. */
export function logSize(path: string): number {
  return statSync(logOf(path), { throwIfNoEntry: false })?.size ?? 0
}

/** Gives the log its name for good, before a transaction is written to it. */
export function nameLog(path: string): void {
  if (statSync(logOf(path), { throwIfNoEntry: false })) return
  closeSync(openSync(logOf(path), 'a', statSync(path).mode & 0o777))
  syncFolder(dirname(path))
}

/**
 * Cuts off the transaction at the end of a log that was being written when the power failed: nobody was told yet that it
 * is done. DuckDB itself leaves out one that is too short, but refuses a database when parts of it are missing.
 * @param refusal what DuckDB said of the log
 * @returns whether that was it, and not an older transaction that is damaged
 */
export function cutTornEnd(path: string, refusal: string): boolean {
  const position = Number(WRONG_CHECKSUM.exec(refusal)?.[1] ?? NaN)
  if (Number.isNaN(position)) return false
  const bytes = readFileSync(logOf(path))
  const end = bytes.indexOf(END, position)
  const isLast = end === -1 || end + END.length >= bytes.length
  if (!isLast) return false
  const before = bytes.subarray(0, position - ENTRY_HEADER).lastIndexOf(END)
  const descriptor = openSync(logOf(path), 'r+')
  try {
    ftruncateSync(descriptor, before === -1 ? 0 : before + END.length)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  return true
}

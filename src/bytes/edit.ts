/**
 * Changes to existing files, made completely or not at all. Before the first change, an implementation saves what it
 * needs to undo them, so that however the program ends, either the old state or the new one remains.
 */

/** What a change will do to one file. */
export interface PlannedChange {
  name: string
  /** Byte ranges that will be overwritten, each `[start, end)`; bytes may also be added at the end. */
  overwrites: readonly (readonly [start: number, end: number])[]
  /** The file is removed, if there is one. */
  removes?: boolean
}

/** A change to the files of a folder. */
export interface FileEdit {
  /** Saves what is needed to undo the plan. Nothing may be written before, and only what is planned after. */
  begin(plan: readonly PlannedChange[]): void
  /** Size of a file in bytes, 0 when there is none. */
  size(name: string): number
  /** Writes bytes at an offset up to the end of the file; makes the file when there is none. */
  write(name: string, offset: number, bytes: Uint8Array): void
  /** Truncates a file. */
  truncate(name: string, size: number): void
  /** Makes the change final. */
  commit(): void
  /** Undoes everything since `begin`. Never throws, so that it does not hide the original error. */
  undo(): void
}

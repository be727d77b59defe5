/**
 * Changes to files that exist: all of them happen or none. An implementation
 * notes what it needs to undo them before the first change, so that whatever
 * ends the program leaves either the old state or the new one.
 */

/** What a change will do to one file. */
export interface PlannedChange {
  name: string
  /** Byte ranges that will be overwritten, each `[start, end)`; bytes may be added at the end besides. */
  overwrites: readonly (readonly [start: number, end: number])[]
  /** The file is removed, where there is one. */
  removes?: boolean
}

/** One change of the files of a folder. */
export interface FileEdit {
  /** Notes how to undo what is planned. Nothing may be written before, and nothing but what is planned after. */
  begin(plan: readonly PlannedChange[]): void
  /** Size of a file in bytes, 0 when there is none. */
  size(name: string): number
  /** Writes bytes at an offset up to the end of the file; makes the file when there is none. */
  write(name: string, offset: number, bytes: Uint8Array): void
  /** Cuts a file to a size. */
  truncate(name: string, size: number): void
  /** Makes the change final. */
  commit(): void
  /** Undoes everything since `begin`. Never throws, so that it does not hide the original error. */
  undo(): void
}

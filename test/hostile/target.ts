/** What a target of hostile bytes is: a reader with its inputs, and all that is asked of it. */
import type { NamedBytes } from '../support/named-bytes.ts'

/** How much is asked for: the records alone, or every way of reading and writing. */
export type Depth = 'read' | 'everything'

export interface Target {
  readonly name: string
  /** Whether reading and writing in every way takes long, so that it is done less often. */
  readonly isSlow: boolean
  /** Whether most mutants are refused, because a checksum or a cipher is over all of them. */
  readonly isSealed: boolean
  /** Inputs of our own making. */
  inputs(): Promise<NamedBytes[][]>
  /** The folders of the corpus that have real files. */
  readonly realFolders: readonly string[]
  /** Small real files, where the corpus is. */
  realInputs(): NamedBytes[][]
  /** Words of the format. */
  words(): Uint8Array[]
  /** Returns whether the reader took the files. Throws for whatever a reader or writer must not do. */
  check(files: readonly NamedBytes[], depth: Depth): Promise<boolean>
}

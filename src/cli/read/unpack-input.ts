/** A compressed file or an archive as the inputs in it. */
import { dirname, join } from 'node:path'
import { nameWithin } from '../../bytes/packed/index.ts'
import { extension } from '../../bytes/source.ts'
import { detectFormat, SURE_ENOUGH } from '../../convert/detect.ts'
import { FORMATS } from '../../formats/index.ts'
import { FormatError } from '../../issues/errors.ts'
import { unpackPath, unpackSource, type FileWithin } from '../../node/unpacked-files.ts'
import type { Input } from './names.ts'
import { readStandardInput } from './standard-input.ts'

/** What lies within an input. */
export interface UnpackedInput {
  inputs: Input[]
  /** Files that could not be unpacked. */
  refused: readonly FormatError[]
  /** Files of no known format. */
  unknownFiles: number
  /** Gives up what was unpacked, after which nothing of it can be read. */
  close(): void
}

/**
 * Unpacks an input; undefined when it is neither compressed nor an archive. Rejects with FormatError when there are no
 * games in it.
 */
export async function unpackInput(input: Input, limit: number | undefined): Promise<UnpackedInput | undefined> {
  const unpacked =
    input.path === '-' ? await unpackSource(await readStandardInput(), '-', limit) : await unpackPath(input.path, limit)
  if (!unpacked) return undefined
  const readable = unpacked.files.filter((file) => file.isOrphan || isReadable(file))
  const refused = unpacked.refused.map(({ path, error }) => error.at({ ...error.place, file: path }))
  if (readable.length + refused.length === 0) {
    unpacked.close()
    throw new FormatError('packed/no-games', {}, { file: input.path })
  }
  return {
    inputs: readable.map((file) => inputOf(file, input, readable.length === 1)),
    refused,
    unknownFiles: unpacked.files.length - readable.length,
    close: () => unpacked.close(),
  }
}

function inputOf(file: FileWithin, outer: Input, isOnly: boolean): Input {
  const { path, files, isOrphan } = file
  const below = path.slice(outer.path.length + 1)
  const folder = outer.relativePath.replace(/\.(zip|tar|tgz|tar\.[a-z0-9]+)$/i, '')
  const relativePath = below === '' ? join(dirname(outer.relativePath), files.main.name) : join(folder, below)
  const input: Input = { path, relativePath, isNamed: isOrphan || (isOnly && outer.isNamed), files }
  // What came by standard input may be in the memory of this thread.
  if (outer.path !== '-') input.share = () => file.share()
  return input
}

/** Whether a file is surely of a format that can be read, or is named so that its being something else is worth a word. */
function isReadable({ path, files: { main } }: FileWithin): boolean {
  return detectFormat(main, FORMATS, SURE_ENOUGH)?.open !== undefined || hasKnownName(path)
}

/** Whether a file is named like one that can be read: then its being something else is worth a word. */
export function hasKnownName(path: string): boolean {
  const wanted = extension(nameWithin(path))
  return wanted !== '.txt' && FORMATS.some(({ open, extensions }) => open && extensions.includes(wanted))
}

/** Compressed files and archives that were opened, as the files in them: each becomes a file of a folder. */
import { packedKind, KIND_SIZE, unpack, type UnpackedFile } from '../../../src/bytes/packed/index.ts'
import { BlobSource, SliceSource, type Source } from '../../../src/bytes/source.ts'
import { isDatabaseArchive } from '../../../src/convert/detect.ts'
import { dataOf } from '../../../src/issues/errors.ts'
import { BlobScratch } from './blob-sink.ts'
import type { IncomingFile, RefusedFile } from './protocol.ts'

/** Files with compressed ones and archives replaced by what is in them, and what cannot be unpacked. */
export async function unpackFiles(
  files: readonly IncomingFile[],
): Promise<{ files: IncomingFile[]; refused: RefusedFile[] }> {
  const unpacked: IncomingFile[] = []
  const refused: RefusedFile[] = []
  for (const incoming of files) {
    const head = new Uint8Array(await incoming.file.slice(0, KIND_SIZE).arrayBuffer())
    if (packedKind(head) === undefined) {
      unpacked.push(incoming)
      continue
    }
    try {
      const within = (await unpackFile(incoming)) ?? { files: [incoming], refused: [] }
      unpacked.push(...within.files)
      refused.push(...within.refused)
    } catch (error) {
      refused.push({ name: incoming.path, reason: 'unreadable', error: dataOf(error) })
    }
  }
  return { files: unpacked, refused }
}

/** What is in a file; undefined for the archive of a database, which its format opens. */
async function unpackFile({
  file,
  path,
  isNamed,
}: IncomingFile): Promise<{ files: IncomingFile[]; refused: RefusedFile[] } | undefined> {
  const scratch = new BlobScratch(file.name)
  const options = { scratch: () => scratch, leaves: (source: Source) => isDatabaseArchive(source) }
  const unpacked = await unpack(new BlobSource(file.name, file), options, path)
  if (!unpacked) return undefined
  const { files, refused } = unpacked
  const decompressed = scratch.blob()
  const made = files.map((found): IncomingFile => {
    const { whole, start } = placeOf(found.source)
    const blob = (whole === scratch ? decompressed : file).slice(start, start + found.source.size)
    // A compressed file by itself is called what it is without its compression.
    const name = pathOf(found)
    return { file: new File([blob], found.source.name), path: name, isNamed: files.length === 1 && isNamed }
  })
  const damaged = files.flatMap(({ path, damage }) => (damage ? [{ path, error: damage }] : []))
  return {
    files: made,
    refused: [...refused, ...damaged].map(({ path, error }) => ({
      name: path,
      reason: 'unreadable',
      error: dataOf(error),
    })),
  }
}

function pathOf({ path, source }: UnpackedFile): string {
  return path.slice(0, path.lastIndexOf('/') + 1) + source.name
}

/** Where the bytes of a source lie in the file or in what was decompressed. */
function placeOf(source: Source): { whole: Source; start: number } {
  let whole = source
  let start = 0
  while (whole instanceof SliceSource) {
    start += whole.start
    whole = whole.whole
  }
  return { whole, start }
}

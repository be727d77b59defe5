/**
 * What is copied from one database to another besides games and lists: the parts and bytes that nobody can read. They
 * refer to games and entries by number, so they are only copied if all numbers stay the same.
 */
import type { Sink } from '../../../bytes/sink.ts'
import { extension, type Source } from '../../../bytes/source.ts'
import type { Origin } from '../../../model/record.ts'
import type { Collection } from '../../format.ts'
import type { ListWriter } from './list-writer.ts'

/** Bytes copied at once. */
const WINDOW = 1 << 20

/** Where the unknown bytes of a main file are. */
const UNKNOWN_AT = 100
const UNKNOWN_SIZE = 4

/** Files of a volume to be written. */
type VolumeFiles = (readonly [name: string, bytes: Uint8Array])[]

export class CopiedDatabase {
  private readonly source: Collection
  private written = 0
  private keepsGames = true

  constructor(source: Collection) {
    this.source = source
  }

  /** Records a game that was written, and its new id. */
  follow(origin: Origin | undefined, id: number): void {
    if (origin?.index !== this.written || origin.id !== id) this.keepsGames = false
    this.written++
  }

  /**
   * Copies what can be copied: parts to separate files, the rest into the files of the volume and the main file.
   * Returns the names of what is left behind because games or entries have different numbers now.
   */
  copyParts(
    create: (name: string) => Sink,
    base: string,
    files: VolumeFiles,
    main: Uint8Array,
    lists: readonly ListWriter[],
  ): string[] {
    const keepsGames = this.keepsGames && this.written === this.source.count
    const left: string[] = []
    for (const part of this.source.unread ?? []) {
      const inVolume = /\.emb\/(.*)$/i.exec(part.name)?.[1]
      if (inVolume !== undefined) {
        if (!copyIntoVolume(part, inVolume, files, lists)) left.push(inVolume)
      } else if (extension(part.name) === '.cdp') main.set(part.read(0, UNKNOWN_SIZE), UNKNOWN_AT)
      else if (keepsGames) copyFile(part, create(base + extension(part.name)))
      else left.push(part.name)
    }
    return left
  }
}

/** Adds a file to the volume; returns false if the numbers of its list have changed. */
function copyIntoVolume(part: Source, name: string, files: VolumeFiles, lists: readonly ListWriter[]): boolean {
  const wanted = name.toLowerCase()
  const index = files.findIndex(([known]) => known.toLowerCase() === wanted)
  if (index < 0) files.push([name, part.read(0, part.size)])
  else {
    const list = lists.find((candidate) => wanted.startsWith(`${candidate.name.toLowerCase()}.`))
    if (!list?.isSame) return false
    files[index] = [files[index]![0], part.read(0, part.size)]
  }
  return true
}

function copyFile(part: Source, sink: Sink): void {
  for (let at = 0; at < part.size; at += WINDOW) sink.append(Uint8Array.from(part.read(at, at + WINDOW)))
}

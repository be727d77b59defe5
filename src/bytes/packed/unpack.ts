/**
 * Compressed files and archives as the files in them, whatever they are nested in. What is decompressed goes to a
 * scratch file, because readers go to and fro in their sources; what an archive stores as it is stays where it lies.
 */
import { FormatError } from '../../issues/errors.ts'
import { safePath } from '../file-name.ts'
import { MemoryScratch, type Scratch } from '../sink.ts'
import { SliceSource, type Source } from '../source.ts'
import { crc32 } from './crc.ts'
import { PORTABLE_DECOMPRESSORS, type Decompress, type Decompressors } from './decompressors.ts'
import { isPacked, KIND_SIZE, nameWithin, packedKind, type PackedKind } from './kind.ts'
import type { PackedMember } from './member.ts'
import { listTar } from './tar.ts'
import { listZip } from './zip.ts'
import { recoverZip } from './zip-recovery.ts'

/** What a file may unpack to where no limit is set: so many bytes, and so many times its own. */
const LEAST_LIMIT = 1 << 28
const MOST_TIMES = 100

/** How many archives and compressions may be around a file. */
const MAX_DEPTH = 5

/** Bytes of which a checksum is made at once. */
const WINDOW = 1 << 16

/** How a file is unpacked. */
export interface UnpackOptions {
  /**
   * Most bytes that everything in the file may come to, so that a small file cannot fill a disk; 256 MiB and a
   * hundred times the size of the file by default.
   */
  limit?: number | undefined
  /** Where decompressed bytes go until the unpacked file is closed; into memory by default. */
  scratch?: ((name: string) => Scratch) | undefined
  /** What decompresses, where there is something faster than what runs everywhere. */
  decompressors?: Partial<Decompressors> | undefined
  /** Whether a file is left as it is although it is packed: some formats of games are archives themselves. */
  leaves?: ((source: Source) => boolean) | undefined
}

/** A file that was within another. */
export interface UnpackedFile {
  /** The path of the outer file, and behind it those within archives: `games.zip/2024/may.pgn`. */
  path: string
  /** Its bytes, under its own name without any compression. */
  source: Source
  /** Why a part of it is missing: the bytes before are there. */
  damage?: FormatError | undefined
}

/** The content of a compressed file or an archive. */
export interface Unpacked {
  files: readonly UnpackedFile[]
  /** What could not be unpacked, and why. */
  refused: readonly { path: string; error: FormatError }[]
  /** Closes the scratch file; no source can be read afterwards. */
  close(): void
}

/**
 * Unpacks a compressed file or an archive; undefined when the source is neither, or is to be left. Rejects with FormatError when
 * nothing of it can be read, or when it comes to more than its limit.
 * @param path what the paths of the files in it begin with; the name of the source by default
 */
export async function unpack(
  source: Source,
  options: UnpackOptions = {},
  path = source.name,
): Promise<Unpacked | undefined> {
  if (!isPacked(source) || options.leaves?.(source)) return undefined
  const unpacking = new Unpacking(source, options)
  try {
    await unpacking.take({ path, source, depth: 0 })
  } catch (error) {
    unpacking.close()
    throw error
  }
  return unpacking
}

/** Something that may be packed itself. */
interface Found extends UnpackedFile {
  depth: number
}

class Unpacking implements Unpacked {
  readonly files: UnpackedFile[] = []
  readonly refused: { path: string; error: FormatError }[] = []
  private readonly decompressors: Decompressors
  private readonly makeScratch: (name: string) => Scratch
  private readonly leaves: (source: Source) => boolean
  private readonly limit: number
  private readonly name: string
  private scratch: Scratch | undefined

  constructor(source: Source, { limit, scratch, decompressors, leaves }: UnpackOptions) {
    this.name = source.name
    this.limit = limit ?? LEAST_LIMIT + MOST_TIMES * source.size
    this.makeScratch = scratch ?? ((name) => new MemoryScratch(name))
    this.leaves = leaves ?? (() => false)
    this.decompressors = { ...PORTABLE_DECOMPRESSORS, ...decompressors }
  }

  close(): void {
    this.scratch?.close()
    this.scratch = undefined
  }

  async take(whole: Found): Promise<void> {
    const waiting = [whole]
    for (let found = waiting.pop(); found; found = waiting.pop()) {
      const kind = packedKind(found.source.read(0, KIND_SIZE))
      if (kind === undefined || this.leaves(found.source)) {
        this.files.push(found)
        continue
      }
      try {
        if (found.depth === MAX_DEPTH) throw new FormatError('packed/nested', { most: MAX_DEPTH }, { file: found.path })
        const within = await this.open(found, kind)
        for (const file of within.reverse()) waiting.push(file)
      } catch (error) {
        if (!(error instanceof FormatError) || found === whole || error.code === 'packed/limit') throw error
        this.refused.push({ path: found.path, error })
      }
    }
  }

  private async open(found: Found, kind: PackedKind): Promise<Found[]> {
    const { path, source } = found
    const depth = found.depth + 1
    if (kind === 'zip' || kind === 'tar') return await this.openArchive(found, kind)
    const name = nameWithin(source.name)
    const { start, end, damage } = await this.decompress(source, this.decompressors[kind])
    return [{ path, source: new SliceSource(this.scratch!, start, end, name), damage: found.damage ?? damage, depth }]
  }

  private async openArchive({ path, source, damage, depth }: Found, kind: 'zip' | 'tar'): Promise<Found[]> {
    const members = kind === 'zip' ? this.membersOfZip(source, path) : [...listTar(source)]
    const found: Found[] = []
    const used = new Map<string, number>()
    for (const member of members) {
      if (isOfFinder(member.path)) continue
      const place = `${path}/${tellApart(safePath(member.path) ?? 'file', used)}`
      try {
        const opened = await this.openMember(source, member, place)
        const isLast = member === members.at(-1)
        found.push({ path: place, depth: depth + 1, ...opened, damage: opened.damage ?? (isLast ? damage : undefined) })
      } catch (error) {
        if (!(error instanceof FormatError) || error.code === 'packed/limit') throw error
        this.refused.push({ path: place, error: error.at({ ...error.place, file: place }) })
      }
    }
    return found
  }

  /** The files of a zip; of one whose directory is missing or damaged those that can be found, and what is wrong. */
  private membersOfZip(source: Source, path: string): readonly PackedMember[] {
    try {
      return listZip(source)
    } catch (error) {
      if (!(error instanceof FormatError)) throw error
      const members = recoverZip(source)
      if (members.length === 0) throw error
      this.refused.push({ path, error: error.at({ ...error.place, file: path }) })
      return members
    }
  }

  private async openMember(
    archive: Source,
    { start, packed, size, method, checksum }: PackedMember,
    path: string,
  ): Promise<Pick<Found, 'source' | 'damage'>> {
    if (method instanceof FormatError) throw method
    const name = path.slice(path.lastIndexOf('/') + 1)
    const bytes = new SliceSource(archive, start, start + packed, name)
    const isCut = bytes.size < packed
    if (isCut && bytes.size === 0) throw cutAt(path)
    if (method === 'stored') {
      if (isCut) return { source: bytes, damage: cutAt(path) }
      return {
        source: bytes,
        damage: checksum === undefined || checksumOf(bytes) === checksum ? undefined : damagedAt(path),
      }
    }
    const made = await this.decompress(bytes, this.decompressors[method], size)
    const damage = made.damage ?? (made.checksum === checksum ? undefined : damagedAt(path))
    const source = new SliceSource(this.scratch!, made.start, made.end, name)
    return { source, damage }
  }

  /**
   * Decompresses a source to the scratch file, within the limit. Damage behind the first bytes is returned: what
   * comes before it is worth reading.
   * @param size bytes that it states to come to
   */
  private async decompress(
    source: Source,
    decompress: Decompress,
    size = Infinity,
  ): Promise<{ start: number; end: number; checksum: number; damage?: FormatError }> {
    const scratch = (this.scratch ??= this.makeScratch(this.name))
    const start = scratch.size
    let checksum = 0
    try {
      await decompress(source, (bytes) => {
        if (scratch.size + bytes.length > this.limit) {
          throw new FormatError('packed/limit', { limit: this.limit }, { file: this.name })
        }
        if (scratch.size - start + bytes.length > size) throw damagedAt(source.name)
        if (size !== Infinity) checksum = crc32(bytes, checksum)
        scratch.append(bytes)
      })
      return { start, end: scratch.size, checksum }
    } catch (error) {
      if (!(error instanceof FormatError) || error.code === 'packed/limit' || scratch.size === start) throw error
      return { start, end: scratch.size, checksum, damage: error }
    }
  }
}

function checksumOf(source: Source): number {
  let checksum = 0
  for (let at = 0; at < source.size; at += WINDOW) checksum = crc32(source.read(at, at + WINDOW), checksum)
  return checksum
}

function cutAt(file: string): FormatError {
  return new FormatError('packed/cut', {}, { file })
}

function damagedAt(file: string): FormatError {
  return new FormatError('packed/damaged', {}, { file })
}

/** What the Finder puts beside each file of an archive. */
function isOfFinder(path: string): boolean {
  return /(^|\/)(__MACOSX\/|\._|\.DS_Store$)/.test(path)
}

/** A path that no other of the archive has. */
function tellApart(path: string, used: Map<string, number>): string {
  const times = (used.get(path) ?? 0) + 1
  used.set(path, times)
  if (times === 1) return path
  const dot = path.lastIndexOf('.')
  return tellApart(
    dot > path.lastIndexOf('/') ? `${path.slice(0, dot)} (${times})${path.slice(dot)}` : `${path} (${times})`,
    used,
  )
}

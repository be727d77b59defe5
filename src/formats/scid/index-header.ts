/** The head of `.si4` and `.si3` files, big-endian: docs/formats/scid.md, Index. The index of Scid 5 has none. */
import { u16be, u24be, u32be } from '../../bytes/numbers.ts'
import type { Source } from '../../bytes/source.ts'
import { ByteWriter } from '../../bytes/writer.ts'
import { FormatError } from '../../issues/errors.ts'
import { INDEX_MAGIC, isScidIndex } from './detect.ts'
import { CUSTOM_FLAGS } from './flags.ts'

/** Versions, and the sizes of their heads: that of Scid 3 has no names of flags. */
export const VERSION_3 = 300
export const VERSION_4 = 400
export const HEADER_SIZE = { [VERSION_3]: 128, [VERSION_4]: 182 } as const

/** Where the fields are. */
export const HEADER_AT = { version: 8, type: 10, count: 14, autoload: 17, description: 20, flagNames: 128 } as const

const DESCRIPTION_WIDTH = 108
const FLAG_NAME_WIDTH = 9

/** Facts of a whole database. Texts are bytes as they are stored. */
export interface DatabaseFacts {
  /** Number of the icon that Scid shows. */
  type: number
  /** The game that is loaded first, from 1; 0 for none, more than there are for the last. */
  autoload: number
  description: Uint8Array
  /** Names of the custom flags 1 to 6; empty for a flag without one. */
  flagNames: Uint8Array[]
}

/** The head of an index file. */
export interface IndexHeader extends DatabaseFacts {
  version: typeof VERSION_3 | typeof VERSION_4
  count: number
}

/** What a new database says of itself. */
export function defaultFacts(): DatabaseFacts {
  return { type: 0, autoload: 1, description: new Uint8Array(0), flagNames: CUSTOM_FLAGS.map(() => new Uint8Array(0)) }
}

/** Reads the head of an index. Throws FormatError when it is not one, or of an unknown version. */
export function readIndexHeader(source: Source): IndexHeader {
  const bytes = source.read(0, HEADER_SIZE[VERSION_4])
  const place = { file: source.name, offset: 0 }
  if (!isScidIndex(bytes)) throw new FormatError('scid/not-index', {}, place)
  const version = u16be(bytes, HEADER_AT.version)
  if (version !== VERSION_3 && version !== VERSION_4) {
    throw new FormatError('scid/version', { version }, { ...place, offset: HEADER_AT.version })
  }
  const size = HEADER_SIZE[version]
  if (bytes.length < size) throw new FormatError('scid/cut', { size: source.size, expected: size }, place)
  return {
    version,
    type: u32be(bytes, HEADER_AT.type),
    count: u24be(bytes, HEADER_AT.count),
    autoload: u24be(bytes, HEADER_AT.autoload),
    description: untilNul(bytes.subarray(HEADER_AT.description, HEADER_AT.description + DESCRIPTION_WIDTH)),
    flagNames: CUSTOM_FLAGS.map((_, index) => {
      const at = HEADER_AT.flagNames + index * FLAG_NAME_WIDTH
      return version === VERSION_3 ? new Uint8Array(0) : untilNul(bytes.subarray(at, at + FLAG_NAME_WIDTH))
    }),
  }
}

/** The head of a `.si4` file. Texts that are too long are cut; see {@link MAX_DESCRIPTION} and {@link MAX_FLAG_NAME}. */
export function writeIndexHeader({ type, autoload, description, flagNames }: DatabaseFacts, count: number): Uint8Array {
  const out = new ByteWriter(HEADER_SIZE[VERSION_4])
  for (const character of INDEX_MAGIC) out.u8(character.charCodeAt(0))
  out.u16be(VERSION_4).u32be(type).u24be(count).u24be(autoload)
  out.field(description.subarray(0, MAX_DESCRIPTION), DESCRIPTION_WIDTH)
  for (const name of flagNames) out.field(name.subarray(0, MAX_FLAG_NAME), FLAG_NAME_WIDTH)
  return out.bytes()
}

/** Longest texts, in bytes; each is followed by a NUL. */
export const MAX_DESCRIPTION = DESCRIPTION_WIDTH - 1
export const MAX_FLAG_NAME = FLAG_NAME_WIDTH - 1

function untilNul(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0)
  return (end < 0 ? bytes : bytes.subarray(0, end)).slice()
}

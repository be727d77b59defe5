/** The databases of ChessBase for DOS, Atari and early Windows, never proved on real files: docs/formats/cbf.md. */
import { extension } from '../../bytes/source.ts'
import { features } from '../feature.ts'
import type { FormatOption, ReadableFormat } from '../format.ts'
import { readHeader } from './header.ts'
import { READINGS, type Point } from './profile.ts'

const DESCRIPTIONS: Readonly<Record<Point, string>> = {
  phantom: 'whether pawns on the edge have a number for a capture that cannot be',
  castling: 'whether castling is counted by the pieces alone or only while it is allowed',
  stale: 'whether castling keeps the en passant square',
}

/** First character of XML. */
const LESS_THAN = 0x3c

/** The format of the databases of ChessBase for DOS (`.cbf` with its `.cbi`). */
export const cbf: ReadableFormat = {
  id: 'cbf',
  name: 'ChessBase database for DOS',
  games: ['chess'],
  extensions: ['.cbf'],
  mediaTypes: [],
  parts: ['.cbi'],
  holds: 'many',
  keeps: features(),
  options: Object.entries(DESCRIPTIONS).map(([name, description]): FormatOption => ({
    name,
    description,
    for: 'reading',
    values: ['auto', ...READINGS[name as Point]],
  })),
  detect(head, name, size) {
    if (extension(name) !== '.cbf') return 0
    // The first record is at the start of the file; nothing else marks it.
    const first = readHeader(head)
    const isWhole = first !== undefined && first.size <= size && first.moves > 0
    if (isWhole && first.hasChecksum) return 0.9
    // XML has the extension too.
    if (head[0] === LESS_THAN) return 0
    return isWhole ? 0.3 : 0.1
  },
  open: async (files, options) => {
    const { openCbf } = await import('./reader.ts')
    return openCbf(files, options)
  },
}

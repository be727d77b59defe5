/** Positions of chess, one a line: EPD, with operations such as `bm` behind the position, and lists of FEN. docs/formats/epd.md. */
import { features } from '../feature.ts'
import type { ReadableFormat } from '../format.ts'

/** A position, and what may stand behind it: counters, operations, nothing. */
export const POSITION =
  /^(?:[1-8PNBRQKpnbrqk]{1,8}\/){7}[1-8PNBRQKpnbrqk]{1,8}\s+[wb]\s+(?:-|[A-HKQa-hkq]{1,4})\s+(?:-|[a-h][1-8])(?=[\s;]|$)/

/** The format of lists of positions. */
export const epd: ReadableFormat = {
  id: 'epd',
  name: 'EPD and lists of FEN',
  games: ['chess'],
  extensions: ['.epd', '.fen'],
  mediaTypes: ['application/x-chess-epd'],
  holds: 'many',
  keeps: features(),
  detect: (head) => {
    const text = String.fromCharCode(...head.subarray(0, 1 << 12)).replace(/^\xEF\xBB\xBF/, '')
    const line = text.split(/\r\n?|\n/).find((each) => /^\s*[^\s#]/.test(each)) ?? ''
    return POSITION.test(line.trim()) ? 0.95 : 0
  },
  open: async (files) => (await import('./reader.ts')).openEpd(files),
}

/** XQR (XiangQi Replay), a compact file of one xiangqi record with variations. */
import { features } from '../feature.ts'
import type { ReadableFormat } from '../format.ts'

/** The format of XiangQi Replay. */
export const xqr: ReadableFormat = {
  id: 'xqr',
  name: 'XQR (XiangQi Replay)',
  games: ['xiangqi'],
  extensions: ['.xqr'],
  mediaTypes: [],
  holds: 'one',
  keeps: features(),
  detect(head) {
    // A number, the day on which the format was made, and a field of the version.
    const isXqr = head[0] === 0 && head[1] === 2 && head[2] === 0x20 && head[3] === 0x17
    return isXqr && head[4] === 1 && head[5] === 1 ? 1 : 0
  },
  async open(files) {
    const { openXqr } = await import('./reader.ts')
    return openXqr(files)
  },
}

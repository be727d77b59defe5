/** UGF and UGI, the game and review files of the Pandanet (IGS) server: one game of Go each. */
import { extension } from '../../bytes/source.ts'
import { decodeText } from '../../bytes/text.ts'
import { features } from '../feature.ts'
import type { ReadableFormat } from '../format.ts'

/** The format of the Go files of PandaNET. */
export const ugf: ReadableFormat = {
  id: 'ugf',
  name: 'UGF and UGI (Pandanet)',
  games: ['go'],
  extensions: ['.ugf', '.ugi'],
  mediaTypes: ['application/x-ugf'],
  holds: 'one',
  keeps: features(),
  detect(head, name) {
    const text = decodeText(head.subarray(0, 4096), 'windows-1252')
    const isNamed = ['.ugf', '.ugi'].includes(extension(name))
    if (!/^\[(?:Header|Data)\]\s*$/im.test(text)) return isNamed ? 0.2 : 0
    const isSure = /^(?:Ver=(?:UGF|REVIEW)|PlayerB=|Hdcp=|CoordinateType=|[A-Z]{2},[BW][12],)/m.test(text)
    return isSure ? 1 : isNamed ? 0.8 : 0.1
  },
  async open(files, options) {
    const { openUgf } = await import('./reader.ts')
    return openUgf(files, options)
  },
}

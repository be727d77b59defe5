/** NGF, the files of the WBaduk and Cyberoro servers: one game of Go each. */
import { extension } from '../../bytes/source.ts'
import { decodeText } from '../../bytes/text.ts'
import { features } from '../feature.ts'
import type { ReadableFormat } from '../format.ts'

/** The format of the Go files of Wbaduk. */
export const ngf: ReadableFormat = {
  id: 'ngf',
  name: 'NGF (WBaduk, Cyberoro)',
  games: ['go'],
  extensions: ['.ngf'],
  mediaTypes: ['application/x-ngf'],
  holds: 'one',
  keeps: features(),
  detect(head, name) {
    const text = decodeText(head.subarray(0, 4096), 'windows-1252')
    const isNamed = extension(name) === '.ngf'
    if (/^PM[A-Z]{2}[BW][A-Z]{4}\s*$/m.test(text)) return isNamed ? 1 : 0.8
    return isNamed ? 0.2 : 0
  },
  async open(files, options) {
    const { openNgf } = await import('./reader.ts')
    return openNgf(files, options)
  },
}

/** GIB, the files of the Tygem server: one game of Go each. */
import { extension } from '../../bytes/source.ts'
import { decodeText } from '../../bytes/text.ts'
import { features } from '../feature.ts'
import type { ReadableFormat } from '../format.ts'

/** The format of the Go files of Tygem. */
export const gib: ReadableFormat = {
  id: 'gib',
  name: 'GIB (Tygem)',
  games: ['go'],
  extensions: ['.gib'],
  mediaTypes: ['application/x-gib'],
  holds: 'one',
  keeps: features(),
  detect(head, name) {
    const text = decodeText(head.subarray(0, 4096), 'windows-1252')
    if (/^(?:ï»¿)?\s*\\HS\s/.test(text) || text.includes('\\[GAMEBLACKNAME=')) return 1
    if (/^(?:STO|INI) [0-9]+ [0-9]+ /m.test(text)) return extension(name) === '.gib' ? 0.8 : 0.3
    return extension(name) === '.gib' ? 0.2 : 0
  },
  async open(files, options) {
    const { openGib } = await import('./reader.ts')
    return openGib(files, options)
  },
}

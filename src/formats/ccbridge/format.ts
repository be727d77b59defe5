/** CCBridge (象棋桥): records of xiangqi games (`.cbr`) and libraries of them (`.cbl`). */
import { extension } from '../../bytes/source.ts'
import { decodeText } from '../../bytes/text.ts'
import type { WritableFormat } from '../format.ts'
import { XIANGQI_FEATURES } from '../xiangqi/features.ts'
import { features } from '../feature.ts'
import { LIBRARY_MAGIC, MAGIC_SIZE, OLD_MAGIC, OLD_MARK, RECORD_MAGIC } from './magic.ts'

/** The format of the files of CCBridge. */
export const ccbridge: WritableFormat = {
  id: 'ccbridge',
  name: 'CCBridge (象棋桥)',
  games: ['xiangqi'],
  extensions: ['.cbl', '.cbr'],
  mediaTypes: ['application/x-ccbridge'],
  holds: 'many',
  keeps: features(...XIANGQI_FEATURES, 'deleted', 'identifier'),
  detect(head, name) {
    const magic = decodeText(head.subarray(0, MAGIC_SIZE), 'windows-1252')
    if (magic === RECORD_MAGIC || magic === LIBRARY_MAGIC) return 1
    if (magic.startsWith(OLD_MAGIC) && head[8] === OLD_MARK && head[20] === 0x78) return 1
    return extension(name) === '.cbr' || magic.startsWith(OLD_MAGIC) ? 0.1 : 0
  },
  async open(files, options) {
    const { openCcbridge } = await import('./reader.ts')
    return openCcbridge(files, options)
  },
  async write(out) {
    const { writeCcbridge } = await import('./writer.ts')
    return writeCcbridge(out)
  },
}

/** CBF, the XML that CCBridge exports (`ChineseChessRecord`): one xiangqi record a file. */
import { findUnicodeMark } from '../../bytes/unicode-mark.ts'
import { decodeText } from '../../bytes/text.ts'
import { features } from '../feature.ts'
import type { WritableFormat } from '../format.ts'
import { XIANGQI_FEATURES } from '../xiangqi/features.ts'
import { ROOT } from './names.ts'

const ROOT_TAG = new RegExp(`<${ROOT}[\\s>]`)

/** The format of the XML of CCBridge. */
export const ccbridgeXml: WritableFormat = {
  id: 'ccbridge-xml',
  name: 'CBF (XML of CCBridge)',
  games: ['xiangqi'],
  extensions: ['.cbf', '.xml'],
  mediaTypes: ['application/xml'],
  holds: 'one',
  keeps: features(...XIANGQI_FEATURES),
  detect(head) {
    const text = decodeText(head.subarray(0, 4096), findUnicodeMark(head)?.encoding ?? 'utf-8')
    return ROOT_TAG.test(text) ? 1 : 0
  },
  async open(files, options) {
    const { openCcbridgeXml } = await import('./reader.ts')
    return openCcbridgeXml(files, options)
  },
  async write(out) {
    const { writeCcbridgeXml } = await import('./writer.ts')
    return writeCcbridgeXml(out)
  },
}

/** The files that servers of xiangqi saved: MXQ, CHE, CCM, CHN and XQI, one game each. */
import { extension } from '../../bytes/source.ts'
import { features } from '../feature.ts'
import type { ReadableFormat } from '../format.ts'
import { looksLikeCcm, looksLikeChe, looksLikeChn, looksLikeMxq } from './detect.ts'

/** The format of the files of xiangqi servers. */
export const xiangqiServers: ReadableFormat = {
  id: 'xiangqi-servers',
  name: 'files of xiangqi servers (MXQ, CHE, CCM, CHN)',
  games: ['xiangqi'],
  extensions: ['.mxq', '.che', '.ccm', '.chn', '.xqi'],
  mediaTypes: [],
  holds: 'one',
  keeps: features(),
  detect(head, name, size) {
    const ending = extension(name)
    if (ending === '.mxq') return looksLikeMxq(head)
    if (ending === '.che') return looksLikeChe(head)
    if (ending === '.ccm') return looksLikeCcm(head, size)
    return ending === '.chn' || ending === '.xqi' ? looksLikeChn(head, size) : 0
  },
  async open(files, options) {
    const { openServerFile } = await import('./reader.ts')
    return openServerFile(files, options)
  },
}

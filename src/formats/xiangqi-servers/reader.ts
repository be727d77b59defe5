/** Opens files of xiangqi servers: docs/formats/xiangqi-servers.md. */
import { extension, readAll, type FileSet } from '../../bytes/source.ts'
import { encodingName } from '../../bytes/text.ts'
import { IssueCollector } from '../../issues/collector.ts'
import { FormatError } from '../../issues/errors.ts'
import type { Collection, ReadOptions } from '../format.ts'
import { RecordCollection } from '../record-collection.ts'
import { readCcm } from './ccm.ts'
import { readChe } from './che.ts'
import { readChn } from './chn.ts'
import { looksLikeCcm, looksLikeChe, looksLikeChn, looksLikeMxq } from './detect.ts'
import { readMxq } from './mxq.ts'
import { recordOf, type ServerGame } from './server-game.ts'

/** No game is longer. */
const LONGEST = 1 << 22

/** What everybody writes in China; GB 18030 is the same with more characters. */
const USUAL_ENCODING = 'gb18030'

/** Opens a file. Throws FormatError for one that is none of the known forms. */
export function openServerFile(files: FileSet, options: ReadOptions = {}): Collection {
  const encoding = encodingName(options.encoding ?? USUAL_ENCODING)
  if (encoding === undefined) throw new TypeError(`unknown encoding: ${options.encoding}`)
  const { name } = files.main
  const bytes = readAll(files.main, LONGEST)
  const read = readerOf(extension(name), bytes)
  if (!read) throw new FormatError('xiangqi/not-format', { format: 'xiangqi-servers' }, { file: name, offset: 0 })
  const { version } = read(bytes, encoding, new IssueCollector())
  return new RecordCollection(
    'xiangqi-servers',
    'xiangqi',
    { version, encoding },
    {
      count: 1,
      read: () => {
        const issues = new IssueCollector({ file: name })
        const record = recordOf(read(bytes, encoding, issues), issues)
        record.origin = { format: 'xiangqi-servers', version, file: name, index: 0, encoding }
        return { record, issues: issues.list() }
      },
    },
  )
}

type Read = (bytes: Uint8Array, encoding: string, issues: IssueCollector) => ServerGame

/** The reader of a file: by its extension, and where that says nothing by what its bytes look like. */
function readerOf(ending: string, bytes: Uint8Array): Read | undefined {
  const size = bytes.length
  const isNamed = ['.mxq', '.che', '.ccm', '.chn', '.xqi'].includes(ending)
  const may = (...endings: string[]) => !isNamed || endings.includes(ending)
  if (may('.mxq') && looksLikeMxq(bytes) > 0) return readMxq
  if (may('.che') && looksLikeChe(bytes) > 0) return (all, _, issues) => readChe(all, issues)
  if (may('.chn', '.xqi') && looksLikeChn(bytes, size) > 0) return readChn
  if (may('.ccm') && looksLikeCcm(bytes, size) > 0) return readCcm
  return undefined
}

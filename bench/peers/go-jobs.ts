/** Trees of SGF are read. */
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import { openSgf } from '../../src/formats/sgf/reader.ts'
import { corpusBytes, corpusFiles, corpusPath } from '../../test/support/corpus.ts'
import { runPeer } from '../support/native-peer.ts'
import { inProcess, library, native } from './contenders.ts'
import { countRecords } from './count-records.ts'
import type { Job } from './job.ts'

const require = createRequire(import.meta.url)
const sabaki = require('@sabaki/sgf') as { parseBuffer(bytes: Uint8Array): unknown[] }

/** The files of Go that all of them can read: one that a peer refuses takes it no time. */
export function goJobs(rust: string | undefined): Job[] {
  const files = corpusFiles('go', /\.sgf$/i)
    .map((path) => ({ name: basename(path), path: corpusPath(path), bytes: corpusBytes(path) }))
    .filter(({ path, bytes }) => {
      if (rust !== undefined && runPeer(rust, ['sgf', path]).amounts[0] === 0) return false
      try {
        return sabaki.parseBuffer(bytes).length > 0
      } catch {
        return false
      }
    })
  const read = ({ name, bytes }: (typeof files)[number]) => {
    countRecords(openSgf(new MemoryFileSet(new MemorySource(name, bytes))))
  }
  const each = (task: (file: (typeof files)[number]) => void) => () => {
    for (const file of files) task(file)
    return files.length
  }
  const paths = files.map(({ path }) => path)
  return [
    {
      name: 'SGF: trees',
      unit: 'file',
      own: () => inProcess(each(read)),
      peers: [
        library(
          '@sabaki/sgf',
          each(({ bytes }) => void sabaki.parseBuffer(bytes)),
        ),
        ...native('sgf-parse', rust, 'sgf', ...paths).map((peer) => ({
          name: peer.name,
          run: async () => ({ ...(await peer.run()), amount: files.length }),
        })),
      ],
    },
  ]
}

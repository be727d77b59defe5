/** Trees of SGF are read. */
import { createRequire } from 'node:module'
import { corpusBytes, corpusFiles, corpusPath } from '../../test/support/corpus.ts'
import { runPeer } from '../support/native-peer.ts'
import { native, ownTask } from './contenders.ts'
import type { Job } from './job.ts'

const require = createRequire(import.meta.url)
const sabaki = require('@sabaki/sgf') as { parseBuffer(bytes: Uint8Array): unknown[] }

/** The files of Go that all of them can read: one that a peer refuses takes it no time. */
export function goJobs(rust: string | undefined): Job[] {
  const files = corpusFiles('go', /\.sgf$/i)
    .map((path) => ({ path: corpusPath(path), bytes: corpusBytes(path) }))
    .filter(({ path, bytes }) => {
      if (rust !== undefined && runPeer(rust, ['sgf', path]).amounts[0] === 0) return false
      try {
        return sabaki.parseBuffer(bytes).length > 0
      } catch {
        return false
      }
    })
  const paths = files.map(({ path }) => path)
  return [
    {
      name: 'SGF: trees',
      unit: 'file',
      own: ownTask('sgf-trees', ...paths),
      peers: [
        { name: '@sabaki/sgf', run: ownTask('sgf-sabaki', ...paths) },
        ...native('sgf-parse', rust, 'sgf', ...paths).map((peer) => ({
          name: peer.name,
          run: async () => ({ ...(await peer.run()), amount: files.length }),
        })),
      ],
    },
  ]
}

/** Main lines of WTHOR are read. */
import { basename } from 'node:path'
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import { wthor } from '../../src/formats/wthor/format.ts'
import { corpusBytes, corpusFiles, corpusPath } from '../../test/support/corpus.ts'
import { readMainLines } from '../support/main-lines.ts'
import { inProcess, native } from './contenders.ts'
import type { Job } from './job.ts'

/** The folder of the corpus with the files of all years. */
export const EDITION = 'wthor/2022-edition'

export async function othelloJobs(c: string | undefined): Promise<Job[]> {
  const years = corpusFiles(EDITION, /\.wtb$/i)
  const open = (path: string) => wthor.open(new MemoryFileSet(new MemorySource(basename(path), corpusBytes(path))))
  const collections = await Promise.all(years.map(open))
  return [
    {
      name: 'WTHOR: main lines, legal, with keys',
      unit: 'game',
      own: () => inProcess(() => collections.reduce((sum, collection) => sum + readMainLines(collection).games, 0)),
      peers: native('bitboards in C', c, 'wthor', ...years.map(corpusPath)),
    },
  ]
}

/** Main lines of WTHOR are read. */
import { corpusFiles, corpusPath } from '../../test/support/corpus.ts'
import { native, ownTask } from './contenders.ts'
import type { Job } from './job.ts'

/** The folder of the corpus with the files of all years. */
export const EDITION = 'wthor/2022-edition'

export function othelloJobs(c: string | undefined): Job[] {
  const years = corpusFiles(EDITION, /\.wtb$/i).map((path) => corpusPath(path))
  return [
    {
      name: 'WTHOR: main lines, legal, with keys',
      unit: 'game',
      own: ownTask('wthor-lines', ...years),
      peers: native('bitboards in C', c, 'wthor', ...years),
    },
  ]
}

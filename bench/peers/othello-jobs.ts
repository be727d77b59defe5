/** The moves of WTHOR are played. */
import { corpusFiles, corpusPath } from '../../test/support/corpus.ts'
import { native, ownTask } from './contenders.ts'
import type { Job } from './job.ts'

/** The folder of the corpus with the files of all years. */
export const EDITION = 'wthor/2022-edition'

export function othelloJobs(c: string | undefined): Job[] {
  const years = corpusFiles(EDITION, /\.wtb$/i).map((path) => corpusPath(path))
  return [
    {
      name: 'WTHOR: every move legal',
      unit: 'game',
      own: ownTask('wthor-check', ...years),
      peers: native('bitboards in C', c, 'wthor', ...years),
    },
  ]
}

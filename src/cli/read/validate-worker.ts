/** Checks ranges of the entries of one file, in a worker thread that shares nothing. */
import { validateEntries } from '../../convert/validate.ts'
import { makeChessKernel } from '../../formats/chess-kernel.ts'
import type { Collection } from '../../formats/format.ts'
import type { Issue } from '../../issues/issue.ts'
import { dataOfPool, serveRequests } from '../../node/worker-port.ts'
import { openShared, type Range } from './shared-input.ts'
import type { SharedCheck } from './validate-shared.ts'

const check = dataOfPool() as SharedCheck
const kernel = makeChessKernel()
let collection: Collection | undefined

serveRequests<Range, Issue[]>(async (range, post) => {
  collection ??= await openShared(check)
  post([...validateEntries(collection, range, { ...check.options, kernel })])
})

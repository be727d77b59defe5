/** A worker of a pool that does what it is asked to, for the tests of the pool. */
import { FormatError } from '../../src/issues/index.ts'
import { dataOfPool, serveRequests } from '../../src/node/worker-port.ts'

/** How long to wait in milliseconds, and what to do then. */
export interface PoolRequest {
  wait?: number
  replies?: string[]
  does?: 'throw' | 'refuse' | 'exit' | 'fail in the system' | 'fail outside' | 'never end'
}

serveRequests<PoolRequest, string>(async ({ wait = 0, replies = [], does }, post) => {
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
  for (const reply of replies) post(`${String(dataOfPool())}${reply}`)
  if (does === 'throw') throw new Error('thrown')
  if (does === 'refuse') throw new FormatError('file/too-large', { size: 5, limit: 4 }, { file: 'a.pgn', offset: 7 })
  if (does === 'exit') process.exit()
  if (does === 'fail in the system')
    throw Object.assign(new Error('no'), { code: 'ENOENT', syscall: 'open', path: '/x' })
  if (does === 'fail outside') await new Promise(() => setImmediate(() => JSON.parse('{')))
  if (does === 'never end') for (;;);
})

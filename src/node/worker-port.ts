/** The worker's side of a pool; the other side is worker-pool.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import { dataOf, type ErrorData } from '../issues/errors.ts'

/** What a thread of a pool is started with: the module that it runs, and the data for that. */
export interface PoolWorkerData {
  module: string
  data: unknown
}

/** The data that the pool of this thread was made with. */
export function dataOfPool(): unknown {
  return (workerData as PoolWorkerData).data
}

/** What a worker sends: responses to the current request, and then that it is done, or why it failed. */
export type WorkerMessage<Reply> =
  | { type: 'reply'; reply: Reply }
  | { type: 'done' }
  | { type: 'failed'; error: ErrorData }

/** Sends a response, transferring the given buffers. */
export type PostReply<Reply> = (reply: Reply, moved?: readonly ArrayBuffer[]) => void

/** Handles one request: posts any number of responses before it returns. */
export type RequestHandler<Request, Reply> = (request: Request, post: PostReply<Reply>) => void | Promise<void>

/** Handles the requests of this thread one after another, in the order in which they came. */
export function serveRequests<Request, Reply>(handle: RequestHandler<Request, Reply>): void {
  const port = parentPort
  if (!port) throw new TypeError('requests are served in worker threads')
  const post = (message: WorkerMessage<Reply>, moved: readonly ArrayBuffer[] = []): void =>
    port.postMessage(message, moved)
  const postReply: PostReply<Reply> = (reply, moved) => post({ type: 'reply', reply }, moved)
  let last = Promise.resolve()
  port.on('message', (request: Request) => {
    last = last
      .then(() => handle(request, postReply))
      .then(
        () => post({ type: 'done' }),
        (error: unknown) => post({ type: 'failed', error: dataOf(error) }),
      )
  })
}

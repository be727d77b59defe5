/** The worker's side of a pool; the other side is worker-pool.ts. */
import { parentPort } from 'node:worker_threads'
import { dataOf, type ErrorData } from '../issues/errors.ts'

/** What a worker sends: responses to the current request, and then that it is done, or why it failed. */
export type WorkerMessage<Answer> =
  | { type: 'answer'; answer: Answer }
  | { type: 'done' }
  | { type: 'failed'; error: ErrorData }

/** Sends a response, transferring the given buffers. */
export type PostAnswer<Answer> = (answer: Answer, moved?: readonly ArrayBuffer[]) => void

/** Handles one request: posts any number of responses before it returns. */
export type RequestHandler<Request, Answer> = (request: Request, post: PostAnswer<Answer>) => void | Promise<void>

/** Handles the requests of this thread one after another, in the order in which they came. */
export function serveRequests<Request, Answer>(handle: RequestHandler<Request, Answer>): void {
  const port = parentPort
  if (!port) throw new TypeError('requests are served in worker threads')
  const post = (message: WorkerMessage<Answer>, moved: readonly ArrayBuffer[] = []): void =>
    port.postMessage(message, moved)
  const postAnswer: PostAnswer<Answer> = (answer, moved) => post({ type: 'answer', answer }, moved)
  let last = Promise.resolve()
  port.on('message', (request: Request) => {
    last = last
      .then(() => handle(request, postAnswer))
      .then(
        () => post({ type: 'done' }),
        (error: unknown) => post({ type: 'failed', error: dataOf(error) }),
      )
  })
}

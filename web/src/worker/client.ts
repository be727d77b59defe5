/** The page's side of the worker: every call of {@link Decoder} as a promise, and the events of the worker. */
import { errorOf } from '../../../src/issues/errors.ts'
import type { BookPosition } from '../../../src/books/book.ts'
import { firstFailure, firstWorker, startWorker } from './first.ts'
import type { Decoder, IncomingFile, Notice, OpenedBook, OpenResult, Reply, Request } from './protocol.ts'

type Answer<Name extends keyof Decoder> = Awaited<ReturnType<Decoder[Name]>>

/** A worker. */
class DecoderClient {
  private readonly worker: Worker
  private readonly waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()
  private lastId = 0
  /** Why nothing can be asked. */
  private failure: Error | undefined

  /** @param hasFailed whether its script could not be loaded */
  constructor(worker = startWorker(), hasFailed = false) {
    this.worker = worker
    if (hasFailed) this.fail(undefined)
    this.worker.addEventListener('message', ({ data }: MessageEvent<Reply | Notice>) => {
      if (!('id' in data)) {
        listener(data)
        return
      }
      const call = this.waiting.get(data.id)
      this.waiting.delete(data.id)
      if ('error' in data) call?.reject(errorOf(data.error))
      else call?.resolve(data.value as never)
    })
    this.worker.addEventListener('error', ({ message }) => this.fail(message))
  }

  /** Calls the worker; rejects with what went wrong there, also if that was before. */
  ask<Name extends keyof Decoder>(name: Name, parameters: Parameters<Decoder[Name]>): Promise<Answer<Name>> {
    if (this.failure) return Promise.reject(this.failure)
    const request: Request = { id: ++this.lastId, name, parameters }
    return new Promise((resolve, reject) => {
      this.waiting.set(request.id, { resolve, reject })
      this.worker.postMessage(request)
    })
  }

  /** Terminates the worker, whatever it is doing. Pending calls are never settled. */
  stop(): void {
    this.worker.terminate()
    this.waiting.clear()
  }

  /** @param message undefined when the script of the worker cannot be loaded */
  private fail(message: string | undefined): void {
    const error = new Error(message ?? 'the script that reads files cannot be loaded')
    if (message === undefined) this.failure = error
    for (const { reject } of this.waiting.values()) reject(error)
    this.waiting.clear()
  }
}

let listener: (notice: Notice) => void = () => undefined
/** The worker that holds what is open. */
let current = new DecoderClient(firstWorker, firstFailure.isThere)
let isCurrentUsed = false

/** Handles events of workers. */
export function listenToWorker(take: (notice: Notice) => void): void {
  listener = take
}

/** Calls the worker; rejects with what went wrong there. */
export function ask<Name extends keyof Decoder>(
  name: Name,
  ...parameters: Parameters<Decoder[Name]>
): Promise<Answer<Name>> {
  return current.ask(name, parameters)
}

export interface FileOpening {
  /** Undefined if it was cancelled. */
  result: Promise<OpenResult | undefined>
  cancel(): void
}

/**
 * Opens files in a new worker, so that what is open stays until they are ready, and so that reading can be stopped at
 * any time. What was open before is closed if at least one of them could be opened.
 */
export function openInWorker(files: readonly IncomingFile[], passwords: ReadonlyMap<string, string>): FileOpening {
  // The worker reads the files themselves.
  const sent = files.map(({ file, path, isNamed }) => ({ file, path, isNamed }))
  const client = isCurrentUsed ? new DecoderClient() : current
  const cancelled = Promise.withResolvers<undefined>()
  const forget = () => {
    client.stop()
    if (client === current) current = new DecoderClient()
  }
  const work = async () => {
    try {
      const result = await client.ask('open', [sent, passwords])
      if (result.opened.length > 0) {
        isCurrentUsed = true
        if (client !== current) current.stop()
        current = client
      } else if (client !== current) {
        client.stop()
      }
      return result
    } catch (error) {
      forget()
      throw error
    }
  }
  return {
    result: Promise.race([work(), cancelled.promise]),
    cancel: () => {
      forget()
      cancelled.resolve(undefined)
    },
  }
}

export interface BookOpening {
  opened: Promise<OpenedBook>
  /** What the book has in a position, given as text. */
  lookUp(position: string): Promise<BookPosition>
  close(): void
}

/** Opens an opening book in a worker of its own, so that it stays whatever else is opened. */
export function openBookInWorker(file: File): BookOpening {
  const client = new DecoderClient()
  return {
    opened: client.ask('openBook', [file]),
    lookUp: (position) => client.ask('lookUpInBook', [position]),
    close: () => client.stop(),
  }
}

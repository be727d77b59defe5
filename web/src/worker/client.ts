/** The page's side of the worker: every call of {@link Decoder} as a promise. */
import type { Decoder, Reply, Request } from './protocol.ts'

type Answer<Name extends keyof Decoder> = Awaited<ReturnType<Decoder[Name]>>

const worker = new Worker(new URL('./decoder.ts', import.meta.url), { type: 'module' })
const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()
let lastId = 0

worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
  const call = waiting.get(data.id)
  waiting.delete(data.id)
  if ('error' in data) call?.reject(new Error(data.error))
  else call?.resolve(data.value as never)
})

worker.addEventListener('error', ({ message }) => {
  for (const { reject } of waiting.values()) reject(new Error(message))
  waiting.clear()
})

/** Asks the worker; rejects with what went wrong there. */
export function ask<Name extends keyof Decoder>(
  name: Name,
  ...parameters: Parameters<Decoder[Name]>
): Promise<Answer<Name>> {
  const request: Request = { id: ++lastId, name, parameters }
  return new Promise((resolve, reject) => {
    waiting.set(request.id, { resolve, reject })
    worker.postMessage(request)
  })
}

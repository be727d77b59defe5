/** Fairy-Stockfish as an oracle for the rules of xiangqi (the npm package ffish, GPL-3: in tests and benchmarks only). */
import { createRequire } from 'node:module'
import type { FairyStockfish } from 'ffish'

/** Starts the engine. Its ranks count from 1. */
export async function loadFfish(): Promise<FairyStockfish> {
  // With a global fetch the package takes itself to be in a browser and aborts.
  const { fetch } = globalThis
  Reflect.deleteProperty(globalThis, 'fetch')
  const events = ['uncaughtException', 'unhandledRejection'] as const
  const listeners = events.map((event) => process.listeners(event as 'uncaughtException'))
  try {
    const ffish = createRequire(import.meta.url)('ffish') as FairyStockfish & { onRuntimeInitialized(): void }
    await new Promise<void>((resolve) => {
      ffish.onRuntimeInitialized = resolve
    })
    return ffish
  } finally {
    globalThis.fetch = fetch
    // The package puts handlers on the process that end it; only those that were there before stay.
    for (const [index, event] of events.entries()) {
      for (const listener of process.listeners(event as 'uncaughtException')) {
        if (!listeners[index]!.includes(listener)) process.off(event, listener)
      }
    }
  }
}

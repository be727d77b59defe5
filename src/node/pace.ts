/** Long work in steps: between them others have their turn, progress is told, and the work can be stopped. */
import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long work is watched and stopped. */
export interface PaceOptions {
  /** Stops the work, which then rejects with the reason of the signal. */
  signal?: AbortSignal | undefined
  /** Called from time to time with the number of entries that are done, and that of all. */
  onProgress?: ((done: number, total: number) => void) | undefined
}

/** Milliseconds after which others have their turn: a server answers its other requests meanwhile. */
const TURN = 10

/** Steps between two looks at the clock. */
const STEPS = 16

export class Pace {
  private readonly options: PaceOptions
  private readonly total: number
  private steps = 0
  private began = performance.now()

  /** Throws the reason of the signal if the work is not to begin. */
  constructor(options: PaceOptions, total: number) {
    options.signal?.throwIfAborted()
    this.options = options
    this.total = total
  }

  /** Counts a step. What it returns, if anything, is to be awaited before the next. */
  step(): Promise<void> | undefined {
    // Whoever takes the entries may have given it meanwhile.
    this.options.signal?.throwIfAborted()
    this.steps++
    if (this.steps % STEPS !== 0 || performance.now() - this.began < TURN) return undefined
    return this.pause()
  }

  /** Tells that everything is done. */
  end(): void {
    this.options.onProgress?.(this.steps, this.total)
  }

  private async pause(): Promise<void> {
    const { signal, onProgress } = this.options
    onProgress?.(this.steps, this.total)
    await nextTurn()
    signal?.throwIfAborted()
    this.began = performance.now()
  }
}

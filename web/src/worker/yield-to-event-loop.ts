/** Long work in slices, so that the worker goes on answering. */

/** Milliseconds of work between two looks at what else is asked. */
const SLICE = 16

/** A clock for a loop: `isDue` says that it is time to `breathe`. */
export class Slices {
  private end = performance.now() + SLICE

  get isDue(): boolean {
    return performance.now() >= this.end
  }

  /** Lets messages come in. */
  async yieldToEventLoop(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve))
    this.end = performance.now() + SLICE
  }
}

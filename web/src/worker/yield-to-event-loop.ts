/** Long work in slices, so that the worker stays responsive. */

/** Milliseconds of work between checks for waiting messages. */
const SLICE = 16

/** A clock for a loop: `isDue` says that it is time to yield. */
export class Slices {
  private end = performance.now() + SLICE

  get isDue(): boolean {
    return performance.now() >= this.end
  }

  /** Lets messages be handled. */
  async yieldToEventLoop(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve))
    this.end = performance.now() + SLICE
  }
}

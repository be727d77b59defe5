/**
 * Keeps readers from starving a change: its steps would each wait for every reader that is at work. While one is made,
 * few requests that read begin; those that wait begin in their order, and see the state before it until it is made.
 */

/** Requests that read at a time beside a change. */
const BESIDE_CHANGE = 2

export class ReadingGate {
  private changes = 0
  private reading = 0
  private readonly waiting: (() => void)[] = []

  /** Does what reads, once it may begin. */
  async pass<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.isOpen) this.reading++
    else await new Promise<void>((resolve) => this.waiting.push(resolve))
    try {
      return await work()
    } finally {
      this.reading--
      this.admit()
    }
  }

  /** Makes a change while few requests read. */
  async beside<Result>(change: () => Promise<Result>): Promise<Result> {
    this.changes++
    try {
      return await change()
    } finally {
      this.changes--
      this.admit()
    }
  }

  private get isOpen(): boolean {
    return this.changes === 0 || this.reading < BESIDE_CHANGE
  }

  private admit(): void {
    while (this.isOpen && this.waiting.length > 0) {
      this.reading++
      this.waiting.shift()!()
    }
  }
}

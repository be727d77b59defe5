/**
 * A conversation with an engine in lines of text. What the engine prints is never trusted: a line without end, silence
 * and the engine's death end whatever waits for an answer, with an EngineError.
 */
import { EngineError } from './engine-error.ts'

/** The way to a running engine: a child process, a worker of the page, a script of a test. */
export interface Connection {
  /** Gives text to the engine, line breaks included. */
  send(text: string): void
  /** Whether the engine has used the processor since this was asked last; absent where nobody can tell. */
  isBusy?(): boolean
  /** Ends the engine at once. */
  end(): void
}

/** What a connection reports. */
export interface Listener {
  /** Text that the engine printed, in pieces of any length. */
  text(piece: string): void
  /** The engine complains or tells of its work beside the conversation, as on standard error. */
  aside?(piece: string): void
  /** The engine is gone; `reason` says why, as far as known. Nothing is reported after it. */
  ended(reason: string): void
}

/** Starts an engine. */
export type Connect = (listener: Listener) => Connection

/** The longest line of an engine that is read: KataGo prints the whole board for every candidate. */
export const MAX_LINE = 1 << 23

/**
 * How much an engine may print in answer to one command: so many characters, and so many more for every second. Where it
 * prints more, it is not telling what it found.
 */
export const MOST_TEXT = 64 << 20
const MOST_PER_SECOND = 4 << 20

/** How long to wait, in seconds. */
export interface Patience {
  /** Until the answer. Absent: for ever. */
  total?: number | undefined
  /** Until any line, or any that is news. Absent: for ever. */
  silence?: number | undefined
  /** Whether an engine that works or writes elsewhere is not silent: it loads a net, or tunes itself for minutes. */
  isStart?: boolean | undefined
  /** Whether the line that was just taken said anything new; by default all do. */
  isNews?: (() => boolean) | undefined
}

interface Waiter {
  take(line: string): void
  /** The engine showed a sign of life. */
  heed?(): void
  fail(error: EngineError): void
}

/** Sends commands and waits for lines. */
export class Dialogue {
  private readonly connection: Connection
  private readonly waiters = new Set<Waiter>()
  private begun: string[] = []
  private begunLength = 0
  /** Characters since the last command, and when that was. */
  private heard = 0
  private asked = Date.now()
  private failure: EngineError | undefined

  constructor(connect: Connect) {
    this.connection = connect({
      text: (piece) => this.receive(piece),
      aside: () => {
        for (const waiter of this.waiters) waiter.heed?.()
      },
      ended: (reason) => this.fail(new EngineError('engine/ended', { detail: reason })),
    })
    if (this.failure) this.connection.end()
  }

  /** Whether the engine can still be talked to. */
  get isOpen(): boolean {
    return this.failure === undefined
  }

  /** Sends one command. Throws EngineError if the engine is gone, or if the text would be more than one line. */
  send(command: string): void {
    if (this.failure) throw this.failure
    // oxlint-disable-next-line no-control-regex
    if (/[\0-\x1f\x7f]/.test(command)) throw new EngineError('engine/control', {})
    this.heard = 0
    this.asked = Date.now()
    this.connection.send(`${command}\n`)
  }

  /**
   * Waits until a line gives a result: every line is given to `take` until it returns one. Rejects with EngineError
   * when the engine ends or patience does, and with what `take` throws. Losing patience ends the engine.
   */
  wait<Result>(
    take: (line: string) => Result | undefined,
    { total, silence, isNews, isStart = false }: Patience,
  ): Promise<Result> {
    const answer = new Promise<Result>((resolve, reject) => {
      if (this.failure) return reject(this.failure)
      const timers: { all?: ReturnType<typeof setTimeout>; quiet?: ReturnType<typeof setTimeout> } = {}
      const giveUp = (seconds: number) => this.fail(new EngineError('engine/silent', { seconds }))
      const settle = () => {
        clearTimeout(timers.all)
        clearTimeout(timers.quiet)
        this.waiters.delete(waiter)
      }
      const listenOn = () => {
        clearTimeout(timers.quiet)
        if (silence === undefined) return
        timers.quiet = setTimeout(() => {
          if (isStart && this.connection.isBusy?.()) listenOn()
          else giveUp(silence)
        }, silence * 1000)
      }
      const waiter: Waiter = {
        ...(isStart && { heed: listenOn }),
        take: (line) => {
          try {
            const result = take(line)
            if (result === undefined) {
              if (isNews?.() ?? true) listenOn()
              return
            }
            settle()
            resolve(result)
          } catch (error) {
            settle()
            reject(error)
          }
        },
        fail: (error) => {
          settle()
          reject(error)
        },
      }
      this.waiters.add(waiter)
      listenOn()
      if (total !== undefined) timers.all = setTimeout(() => giveUp(total), total * 1000)
    })
    // Whoever waits first and sends then may fail at sending: nobody is left to hear that waiting failed, too.
    answer.catch(() => undefined)
    return answer
  }

  /** Ends the engine; whatever waits is rejected. */
  end(): void {
    this.fail(new EngineError('engine/closed', {}))
  }

  private fail(error: EngineError): void {
    if (this.failure) return
    this.failure = error
    this.begun = []
    for (const waiter of this.waiters) waiter.fail(error)
    // Undefined while the constructor still connects.
    ;(this.connection as Connection | undefined)?.end()
  }

  private receive(piece: string): void {
    this.heard += piece.length
    const most = MOST_TEXT + (MOST_PER_SECOND * (Date.now() - this.asked)) / 1000
    if (this.heard > most) return this.fail(new EngineError('engine/flood', { most: MOST_TEXT }))
    let start = 0
    while (this.isOpen) {
      const end = piece.indexOf('\n', start)
      if (end < 0) break
      this.begun.push(piece.slice(start, end))
      const line = this.begun.join('')
      this.begun = []
      this.begunLength = 0
      start = end + 1
      this.tell(line.endsWith('\r') ? line.slice(0, -1) : line)
    }
    if (!this.isOpen || start === piece.length) return
    this.begun.push(start === 0 ? piece : piece.slice(start))
    this.begunLength += piece.length - start
    if (this.begunLength > MAX_LINE) this.fail(new EngineError('engine/long-line', { most: MAX_LINE }))
  }

  private tell(line: string): void {
    // What begins to wait while a line is told waits for later ones.
    for (const waiter of Array.from(this.waiters)) waiter.take(line)
  }
}

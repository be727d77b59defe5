/** A program beside us that answers a line for a line. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** What a peer says of one job: processor time in milliseconds, or what it came to. */
export interface PeerAnswer {
  /** Processor time of a question. */
  ms: number
  /** Games found, or in the database. */
  games: number
  hits?: number
  /** Processor time of making the database, in milliseconds. */
  cpu: number
  /** Size of the database. */
  bytes?: number
}

/** Asks a program that prints a JSON object for every line it reads, and one before the first. */
export class LinePeer {
  private readonly child
  private readonly answers: AsyncIterator<string>

  constructor(program: string, parameters: readonly string[]) {
    this.child = spawn(program, parameters, { stdio: ['pipe', 'pipe', 'ignore'] })
    this.answers = createInterface(this.child.stdout)[Symbol.asyncIterator]()
  }

  /** The next object that it prints; lines of another kind are left out. Rejects when it has ended. */
  async next(): Promise<PeerAnswer> {
    for (;;) {
      const { value, done } = await this.answers.next()
      if (done === true) throw new Error('the peer ended')
      if (value.startsWith('{')) return JSON.parse(value) as PeerAnswer
    }
  }

  async ask(line: string): Promise<PeerAnswer> {
    this.child.stdin.write(`${line}\n`)
    return await this.next()
  }

  close(): void {
    this.child.stdin.end()
  }
}

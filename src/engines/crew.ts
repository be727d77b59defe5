/** Several engines at work on positions, each started again when it dies. */
import type { Evaluation } from '../model/annotation.ts'
import type { AnalysisOptions, Engine } from './engine.ts'
import { EngineError } from './engine-error.ts'
import { playAtLevel, type LevelMove } from './strength.ts'
import type { Task } from './task.ts'

/** So many positions in a row may fail before the engine is given up. */
const MAX_FAILURES = 5

/** A crew of engines of one kind. */
export class Crew {
  private readonly open: () => Promise<Engine>
  private readonly members: Member[]
  private readonly waiting: (() => void)[] = []
  private failures = 0

  /** @param open starts an engine @param size how many run */
  constructor(open: () => Promise<Engine>, size = 1) {
    this.open = open
    this.members = Array.from({ length: size }, () => ({ engine: undefined, busy: 0 }))
  }

  /** An engine that runs, to ask what it is. Rejects with EngineError if none starts. */
  async anyEngine(): Promise<Engine> {
    return await this.engineOf(this.members[0]!)
  }

  /** How many positions can be worked on at a time, once an engine has started. */
  get places(): number {
    return this.members.length * (this.members[0]!.known ?? 1)
  }

  /**
   * Evaluates a position, as soon as an engine is free. An engine that dies or says nothing is started again, once for
   * each position; the second failure is the result. Rejects if engines do not even start, or if position after
   * position fails.
   * @param isFresh whether the engine forgets everything first, so that the result depends on nothing before
   */
  async analyse(task: Task, options: AnalysisOptions, isFresh = false): Promise<Evaluation | EngineError> {
    return await this.ask(async (engine) => {
      if (isFresh) await engine.newGame()
      return await engine.analyse(task, options)
    })
  }

  /** The move an engine plays at a level from 1 to 10, and what the level means to it; fails as an analysis does. */
  async play(task: Task, level: number, signal?: AbortSignal): Promise<LevelMove | EngineError> {
    return await this.ask((engine) => playAtLevel(engine, task, level, signal))
  }

  private async ask<Result>(work: (engine: Engine) => Promise<Result>): Promise<Result | EngineError> {
    const member = await this.seat()
    try {
      for (let attempt = 1; ; attempt++) {
        const engine = await this.engineOf(member)
        try {
          const result = await work(engine)
          this.failures = 0
          return result
        } catch (error) {
          if (!(error instanceof EngineError)) throw error
          if (engine.isOpen && isRefusal(error)) return error
          await engine.quit()
          if (attempt === 1) continue
          if (++this.failures >= MAX_FAILURES) throw error
          return error
        }
      }
    } finally {
      member.busy--
      this.waiting.shift()?.()
    }
  }

  /** Ends all engines. */
  async quit(): Promise<void> {
    await Promise.all(this.members.map(async ({ engine }) => (await engine?.catch(() => undefined))?.quit()))
  }

  /** Waits for a member with a free place. */
  private async seat(): Promise<Member> {
    for (;;) {
      const free = this.members.filter(({ busy, known = 1 }) => busy < known)
      const member = free.toSorted((left, right) => left.busy - right.busy)[0]
      if (member) {
        member.busy++
        return member
      }
      await new Promise<void>((resolve) => void this.waiting.push(resolve))
    }
  }

  private async engineOf(member: Member): Promise<Engine> {
    const before = member.engine
    const running = await before
    if (running?.isOpen) return running
    // Several positions of one engine share the start of the next.
    if (member.engine === before) member.engine = this.open()
    try {
      const engine = await member.engine!
      member.known = engine.parallel
      for (const wake of this.waiting.splice(0)) wake()
      return engine
    } catch (error) {
      member.engine = undefined
      throw error
    }
  }
}

interface Member {
  engine: Promise<Engine> | undefined
  busy: number
  /** Places of the engine, once it has started. */
  known?: number
}

/** Whether an error is about the position, so that the engine need not be started again. */
function isRefusal({ code }: EngineError): boolean {
  return code === 'engine/game' || code === 'engine/refused' || code === 'engine/control'
}

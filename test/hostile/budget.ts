/**
 * Budgets of work: bytes read, bytes of memory asked for, sizes of what was
 * made. They are counted and never timed, so that a busy machine fails nothing.
 */
import type { Source } from '../../src/bytes/source.ts'

/** Counts what is read of files. */
export class ReadMeter {
  bytes = 0

  /** A source of which every reading is counted. */
  watch(source: Source): Source {
    return {
      name: source.name,
      size: source.size,
      read: (start, end) => {
        const bytes = source.read(start, end)
        // A reading that gives nothing is work, too.
        this.bytes += bytes.length + 1
        return bytes
      },
    }
  }
}

type BufferMaker = new (...parameters: unknown[]) => ArrayBufferView | ArrayBuffer

const MAKERS = [
  'ArrayBuffer',
  'Uint8Array',
  'Int8Array',
  'Uint16Array',
  'Int16Array',
  'Uint32Array',
  'Int32Array',
  'Float64Array',
  'BigUint64Array',
] as const

/** Counts the bytes of buffers that are made while it is at work. */
export class MemoryMeter {
  bytes = 0
  private readonly globals = globalThis as unknown as Record<string, BufferMaker>
  private readonly originals = MAKERS.map((name) => [name, this.globals[name]!] as const)

  start(): void {
    for (const [name, Maker] of this.originals) {
      this.globals[name] = new Proxy(Maker, {
        construct: (target, parameters: unknown[], newTarget) => {
          const [first] = parameters
          // A size that is too large throws here before anything is counted.
          const made = Reflect.construct(target, parameters, newTarget) as ArrayBufferView
          const isView =
            typeof first === 'object' && first !== null && 'byteLength' in first && !ArrayBuffer.isView(first)
          if (!isView) this.bytes += made.byteLength
          return made
        },
      })
    }
  }

  stop(): void {
    for (const [name, Maker] of this.originals) this.globals[name] = Maker
  }
}

/** Thrown when a budget is spent. */
export class OverBudget extends Error {
  override name = 'OverBudget'
}

/** Throws when more was spent than is allowed. */
export function holdBudget(what: string, spent: number, allowed: number): void {
  if (spent > allowed) throw new OverBudget(`${what}: ${spent} where ${allowed} is the limit`)
}

/**
 * Minimises a failing input: removes files, runs of bytes, then changes single bytes, as long as it fails in
 * the same way.
 */
import type { NamedBytes } from '../../test/support/named-bytes.ts'
import { processorTime } from './processor-time.ts'

/** The limit of trials and milliseconds of processor time for one input. */
const MOST_TRIALS = 3000
const MOST_TIME = 10_000

/**
 * @param fails whether an input still fails in the same way
 * @returns the smallest one found
 */
export async function minimise(
  files: readonly NamedBytes[],
  fails: (files: readonly NamedBytes[]) => Promise<boolean>,
): Promise<NamedBytes[]> {
  let best = [...files]
  let trials = 0
  const end = processorTime() + MOST_TIME
  const accepts = async (candidate: NamedBytes[]): Promise<boolean> => {
    if (trials++ >= MOST_TRIALS || processorTime() > end || !(await fails(candidate))) return false
    best = candidate
    return true
  }
  for (let index = best.length - 1; index > 0; index--) await accepts(best.toSpliced(index, 1))
  for (let index = 0; index < best.length; index++) {
    const replaced = (bytes: Uint8Array): NamedBytes[] => best.with(index, [best[index]![0], bytes])
    for (let run = 1 << 30; run >= 1; run >>= 1) {
      if (run > best[index]![1].length) continue
      for (let at = 0; at < best[index]![1].length;) {
        const bytes = best[index]![1]
        if (!(await accepts(replaced(without(bytes, at, at + run))))) at += run
      }
    }
    for (let run = 64; run >= 1; run >>= 3) {
      for (let at = 0; at < best[index]![1].length; at += run) {
        const bytes = best[index]![1]
        const part = bytes.subarray(at, at + run)
        const plain = isText(bytes) ? 0x61 : 0
        if (part.some((byte) => byte !== plain)) await accepts(replaced(bytes.slice().fill(plain, at, at + run)))
      }
    }
  }
  return best
}

function without(bytes: Uint8Array, from: number, to: number): Uint8Array {
  const rest = new Uint8Array(bytes.length - (Math.min(to, bytes.length) - from))
  rest.set(bytes.subarray(0, from))
  rest.set(bytes.subarray(to), from)
  return rest
}

function isText(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte >= 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09)
}

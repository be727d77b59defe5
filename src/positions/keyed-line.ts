import type { KeyedLine } from '../rules/keyed-line.ts'

/** Whether a line comes to the position of a key. */
export function comesToKey({ keys, length }: KeyedLine, high: number, low: number): boolean {
  for (let at = 0; at <= 2 * length; at += 2) if (keys[at] === high && keys[at + 1] === low) return true
  return false
}

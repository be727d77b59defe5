/** Arrays of addresses with redirects, `.a01` and `.a02`: docs/formats/chess-assistant.md, Addresses. */
import { i32le } from '../../../bytes/numbers.ts'
import type { Source } from '../../../bytes/source.ts'

/** Redirects followed before they are considered a cycle. */
const MAX_REDIRECTS = 64

/**
 * Address of an id: its element, or where a negative element redirects. Undefined beyond the array and for a cycle.
 * @param base id of the first element
 */
export function resolveAddress(addresses: Pick<Source, 'read' | 'size'>, id: number, base: number): number | undefined {
  for (let steps = 0; steps <= MAX_REDIRECTS; steps++) {
    const at = (id - base) * 4
    if (at < 0 || at + 4 > addresses.size) return undefined
    const element = i32le(addresses.read(at, at + 4), 0)
    if (element >= 0) return element
    id = -element
  }
  return undefined
}

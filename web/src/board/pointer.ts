/** Where a pointer is on the drawn board. */
import type { Point } from './geometry.ts'

/** The place of a pointer in units of the drawing of the board that an element holds. */
export function pointOf({ clientX, clientY }: PointerEvent, holder: Element): Point {
  const svg = holder.querySelector('svg')!
  return new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM()!.inverse())
}

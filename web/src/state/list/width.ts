/** The width of the list beside the board as the user dragged it, remembered. */
import { signal } from '@preact/signals'
import { remember, remembered } from '../page/remember.ts'

/** The least and the greatest width in pixels; the style sheet keeps room for the board. */
export const LEAST_WIDTH = 200
export const GREATEST_WIDTH = 1200

/** Undefined: what the style sheet says. */
export const chosenWidth = signal<number | undefined>(Number(remembered('list-width')) || undefined)

/** Chooses a width; undefined for the usual one. */
export function chooseWidth(width: number | undefined): void {
  chosenWidth.value =
    width === undefined ? undefined : Math.round(Math.min(GREATEST_WIDTH, Math.max(LEAST_WIDTH, width)))
  remember('list-width', String(chosenWidth.value ?? ''))
}

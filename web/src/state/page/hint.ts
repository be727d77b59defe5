/** A short message to the player beside the board: why a move was refused, what a change did. */
import { signal } from '@preact/signals'

/** How long a hint is shown, in milliseconds. */
const STANDS = 6000

export const hint = signal<string | undefined>(undefined)
let timer: ReturnType<typeof setTimeout> | undefined

export function sayHint(text: string): void {
  clearTimeout(timer)
  hint.value = text
  timer = setTimeout(() => (hint.value = undefined), STANDS)
}

export function clearHint(): void {
  clearTimeout(timer)
  hint.value = undefined
}

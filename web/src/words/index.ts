/**
 * Every word of the interface. A language is one file with the same keys as
 * English; the types ask for all of them. Views read `words.key`, and show the
 * new words when another language is chosen.
 */
import { signal } from '@preact/signals'
import { english } from './english.ts'

export type Word = keyof typeof english
export type Words = Readonly<Record<Word, string>>

const chosen = signal<Words>(english)

/** The words of the chosen language. */
export const words: Words = new Proxy(english, { get: (_, word) => chosen.value[word as Word] })

/**
 * Every text of the interface. A language is one file with the same keys as English; the types require all of them.
 * Views read `words.key`, and show the new texts when another language is chosen. Languages other than English are
 * loaded when chosen.
 */
import { computed, effect, signal } from '@preact/signals'
import type { Game } from '../../../src/model/record.ts'
import type { Colour } from '../../../src/model/move.ts'
import type { PartialDate } from '../../../src/model/date.ts'
import { remember, remembered } from '../state/page/remember.ts'
import * as english from './english.ts'
import { fill as fillText } from '../../../src/issues/fill.ts'
import {
  describeError,
  describeFormat,
  describePlace,
  english as englishMessages,
  FormatError,
  loadLanguage,
  type Language as Messages,
} from '../../../src/issues/index.ts'

export type Word = keyof typeof english.words
export type Words = Readonly<Record<Word, string>>
interface Language {
  words: Words
}

/** The languages by their ISO 639-1 code, each with its own name. */
export const LANGUAGES = { en: 'English', zh: '中文', ru: 'Русский', fr: 'Français' } as const
export type LanguageCode = keyof typeof LANGUAGES

const LOADERS: Readonly<Record<LanguageCode, () => Promise<Language>>> = {
  en: async () => english,
  zh: () => import('./chinese.ts'),
  ru: () => import('./russian.ts'),
  fr: () => import('./french.ts'),
}

interface Chosen {
  code: LanguageCode
  language: Language
  /** The sentences of issues, losses and errors. */
  messages: Messages
}

const chosen = signal<Chosen>({ code: 'en', language: english, messages: englishMessages })

/** The texts of the chosen language. */
export const words: Words = new Proxy(english.words, { get: (_, word) => chosen.value.language.words[word as Word] })

/** The code of the chosen language. */
export const language = computed(() => chosen.value.code)

/** The sentences of issues, losses and errors in the chosen language. */
export const messages = computed(() => chosen.value.messages)

async function load(code: LanguageCode): Promise<Chosen> {
  const [language, messages] = await Promise.all([LOADERS[code](), loadLanguage(code)])
  return { code, language, messages }
}

/** Shows the page in a language, once its texts are loaded. */
export async function chooseLanguage(code: LanguageCode): Promise<void> {
  chosen.value = await load(code)
  remember('language', code)
}

/** Shows the page in the language chosen earlier, or in the browser's first language that is available. */
export async function startLanguage(): Promise<void> {
  const wished = [remembered('language') ?? '', ...navigator.languages].map((tag) => tag.slice(0, 2))
  const code = wished.find((tag): tag is LanguageCode => tag in LANGUAGES) ?? 'en'
  try {
    chosen.value = await load(code)
  } catch {
    // Without the file of texts the page stays in English.
  }
}

effect(() => {
  document.documentElement.lang = chosen.value.code
})

/** The locale of numbers and dates: the browser's own country if its language matches. */
const locale = computed(() => {
  const code = language.value
  return navigator.languages.find((tag) => tag.startsWith(code) && isLocale(tag)) ?? code
})

/** Whether `Intl` accepts a tag; browsers also report tags such as `en-US@posix`. */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

/** A text with its placeholders `{name}` and `{n:game|games}` filled in. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return fillText(text, values, { language: language.value, formatNumber })
}

/** A text of a number `{n}`, in the right plural form. */
export function countOf(word: Word, n: number): string {
  return fill(words[word], { n })
}

export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  // Small whole numbers are digits alone in all languages of the page, and a formatter takes milliseconds to make.
  if (!options && Number.isInteger(value) && value >= 0 && value < 1000) return String(value)
  return new Intl.NumberFormat(locale.value, options).format(value)
}

/** A date as far as known: `4 Mar 2021`, `Mar 2021`, `2021`; otherwise as in the source. */
export function formatDate({ year, month, day, text }: PartialDate): string | undefined {
  if (year === undefined) return text
  const date = new Date(Date.UTC(2000, (month ?? 1) - 1, month === undefined ? 1 : (day ?? 1)))
  date.setUTCFullYear(year)
  const parts: Intl.DateTimeFormatOptions = { year: 'numeric', timeZone: 'UTC' }
  if (month !== undefined) parts.month = 'short'
  if (month !== undefined && day !== undefined) parts.day = 'numeric'
  return new Intl.DateTimeFormat(locale.value, parts).format(date)
}

/** A day and a time, given in milliseconds since 1970. */
export function formatMoment(moment: number): string {
  return new Intl.DateTimeFormat(locale.value, { dateStyle: 'medium', timeStyle: 'short' }).format(moment)
}

/** The name of a language by its ISO 639-1 code, in the page's language. */
export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames(locale.value, { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}

const COLOURS: Readonly<Record<Game, readonly [Word, Word]>> = {
  chess: ['white', 'black'],
  xiangqi: ['red', 'black'],
  go: ['black', 'white'],
  othello: ['black', 'white'],
}

/** The name of a colour in a game. */
export function colourWord(game: Game, colour: Colour): string {
  return words[COLOURS[game][colour - 1]!]
}

/** What a format is called, by its id. */
export function formatName(id: string): string {
  return describeFormat(id, messages.value)
}

/** An error in one line, with its place if known. */
export function explain(error: unknown): string {
  const text = describeError(error, messages.value)
  return error instanceof FormatError ? `${text} (${describePlace(error.place, messages.value)})` : text
}

/** The languages that messages are written in. All but English load when asked for. */
import type { Language } from './catalogue.ts'
import { english } from './english/language.ts'

const LOADERS = {
  en: async () => english,
  zh: async () => (await import('./chinese/language.ts')).chinese,
  ru: async () => (await import('./russian/language.ts')).russian,
  fr: async () => (await import('./french/language.ts')).french,
} as const

/** A language by its ISO 639-1 code. */
export type LanguageCode = keyof typeof LOADERS

/** The texts of a language. */
export async function loadLanguage(code: LanguageCode): Promise<Language> {
  return LOADERS[code]()
}

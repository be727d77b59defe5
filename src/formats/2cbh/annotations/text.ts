/** Languages of comments, and text in annotations. */
import { textLanguage, textLanguageNumber } from '../../chessbase/nations.ts'

/** Languages of comments that classic databases do not have, by number. */
const MORE_LANGUAGES: readonly (readonly [number: number, language: string])[] = [
  [12, 'pl'],
  [18, 'el'],
]

const BY_NUMBER = new Map(MORE_LANGUAGES)
const BY_LANGUAGE = new Map(MORE_LANGUAGES.map(([number, language]) => [language, number]))

/** The language of a comment by its number; undefined for any language. */
export function commentLanguage(number: number): string | undefined {
  return BY_NUMBER.get(number) ?? textLanguage(number)
}

/** The number of a language of comments; undefined for a language that has none. */
export function commentLanguageNumber(language: string | undefined): number | undefined {
  return BY_LANGUAGE.get(language ?? '') ?? textLanguageNumber(language)
}

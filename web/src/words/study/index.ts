/** The texts of views that few people open: their languages come with them. */
import { fill, language, type LanguageCode } from '../index.ts'
import { chinese } from './chinese.ts'
import { english, type StudyWords } from './english.ts'
import { french } from './french.ts'
import { russian } from './russian.ts'

const LANGUAGES: Readonly<Record<LanguageCode, StudyWords>> = {
  en: english,
  zh: chinese,
  ru: russian,
  fr: french,
}

/** The texts in the chosen language. */
export const studyWords: Readonly<StudyWords> = new Proxy(english, {
  get: (_, word) => LANGUAGES[language.value][word as keyof StudyWords],
})

export type StudyWord = keyof StudyWords

/** A text of a number, in the right plural form. */
export function studyCount(word: keyof StudyWords, n: number): string {
  return fill(studyWords[word], { n })
}

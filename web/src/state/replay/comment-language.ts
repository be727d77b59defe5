/** The choice among the languages in which a record has comments. */
import { computed, signal } from '@preact/signals'
import { language } from '../../words/index.ts'
import { record } from './replay.ts'

/** The languages of the comments of the record, in order of appearance. */
export const commentLanguages = computed<readonly string[]>(() => {
  const found = new Set<string>()
  for (const { comments } of record.value?.nodes ?? []) {
    for (const { language } of comments ?? []) if (language !== undefined) found.add(language)
  }
  return [...found]
})

const chosen = signal<string | undefined>(undefined)

/** The language of the comments to show, '' for all: the chosen one, otherwise that of the page if the record has it. */
export const commentLanguage = computed(() => {
  const known = commentLanguages.value
  if (chosen.value === '' || (chosen.value !== undefined && known.includes(chosen.value))) return chosen.value
  return known.length > 1 && known.includes(language.value) ? language.value : ''
})

export function chooseCommentLanguage(code: string): void {
  chosen.value = code
}

/** Whether a comment is shown; those without a language always are. */
export function isWanted(comment: { language?: string }): boolean {
  return commentLanguage.value === '' || comment.language === undefined || comment.language === commentLanguage.value
}

/** The text in the language of the page if there is one, otherwise the first; undefined if all are empty. */
export function inLanguage(texts: readonly { language?: string; text: string }[]): string | undefined {
  const written = texts.filter(({ text }) => text !== '')
  return (written.find((one) => one.language === language.value) ?? written[0])?.text
}

/** Puts parameters into the text of a message. */
import type { Message, Param, Params } from './catalogue.ts'

const PLACEHOLDER = /\{(\w+)(?::([^}]*))?\}/g

const rules = new Map<string, Intl.PluralRules>()

/** Numbers below have no groups of digits. */
const GROUPED = 1000

/**
 * The text with its parameters.
 * @param language ISO 639-1, for plurals and the grouping of counted numbers
 * @param describe makes the sentence of a message inside of this one
 */
export function fill(text: string, params: Params, language: string, describe: (message: Message) => string): string {
  return text.replaceAll(PLACEHOLDER, (placeholder, name: string, forms: string | undefined) => {
    const value = params[name]
    if (value === undefined) return placeholder
    if (forms === undefined || typeof value !== 'number') return formatParam(value, describe)
    return `${formatCount(value, language)} ${pluralForm(forms.split('|'), value, language)}`
  })
}

function formatParam(value: Param, describe: (message: Message) => string): string {
  return typeof value === 'object' ? describe(value) : String(value)
}

/** A number as a language writes it. What knows this of English takes 10 ms to load, and most counts are small. */
function formatCount(count: number, language: string): string {
  const isPlain = language === 'en' && Number.isInteger(count) && count >= 0 && count < GROUPED
  return isPlain ? String(count) : count.toLocaleString(language)
}

/** Of the forms for one, few and many, or for one and other, the one that goes with a number. */
function pluralForm(forms: readonly string[], count: number, language: string): string {
  if (language === 'en') return Math.abs(count) === 1 ? forms[0]! : forms.at(-1)!
  let rule = rules.get(language)
  if (!rule) rules.set(language, (rule = new Intl.PluralRules(language)))
  const category = rule.select(count)
  if (category === 'one') return forms[0]!
  return forms.length > 2 && category === 'few' ? forms[1]! : forms.at(-1)!
}

/** Puts parameters into the text of a message. */
import type { Message, Param, Params } from './catalogue.ts'

const PLACEHOLDER = /\{(\w+)(?::([^}]*))?\}/g

const rules = new Map<string, Intl.PluralRules>()

/** Numbers below have no groups of digits. */
const GROUPED = 1000

/** How parameters are written. */
export interface FillStyle {
  /** ISO 639-1, for plurals and the grouping of counted numbers. */
  language: string
  /** Makes the sentence of a message inside of this one. */
  describe?: (message: Message) => string
  /** Writes every number; without it those that are counted are grouped, and others are digits alone. */
  formatNumber?: (value: number) => string
}

/** The text with its parameters. */
export function fill(text: string, params: Params, style: FillStyle): string {
  const { language, formatNumber } = style
  return text.replaceAll(PLACEHOLDER, (placeholder, name: string, forms: string | undefined) => {
    const value = params[name]
    if (value === undefined) return placeholder
    if (forms === undefined || typeof value !== 'number') return formatParam(value, style)
    const count = formatNumber ? formatNumber(value) : formatCount(value, language)
    return `${count} ${pluralForm(forms.split('|'), value, language)}`
  })
}

function formatParam(value: Param, { describe, formatNumber }: FillStyle): string {
  if (typeof value === 'object') return describe ? describe(value) : value.id
  return typeof value === 'number' && formatNumber ? formatNumber(value) : String(value)
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
  // Russian has the form for few with fractions too.
  return forms.length > 2 && category !== 'many' ? forms[1]! : forms.at(-1)!
}

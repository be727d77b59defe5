/**
 * Text typed into one field: words, and conditions with their names,
 * `carlsen opening:B90 event:"Tata Steel"`.
 */
import { ALIAS_NAMES, CONDITION_NAMES, type ConditionTexts, parameterOf } from './conditions.ts'
import { parseConditions } from './parse.ts'
import type { GameQuery } from './query.ts'
import { ConditionError } from './condition-error.ts'

/** The conditions in the text, and the rest of it. */
export interface FilterText {
  query: GameQuery
  words: string
}

/** Names and parameters of conditions in lower case. */
const NAMES = new Map(
  [...CONDITION_NAMES, ...ALIAS_NAMES].flatMap((name) => [
    [name.toLowerCase(), name],
    [parameterOf(name), name],
  ]),
)

const NAMED = /(^|\s)([a-z]+):(?:"([^"]*)"|(\S+))/gi

/** Parses the text. A condition that is invalid or incomplete counts as words. */
export function parseFilterText(text: string): FilterText {
  const texts: ConditionTexts = {}
  const words = text.replace(NAMED, (whole, before: string, typed: string, quoted?: string, plain?: string) => {
    const name = NAMES.get(typed.toLowerCase())
    if (!name) return whole
    texts[name] = quoted ?? plain ?? ''
    return before
  })
  try {
    return { query: parseConditions(texts), words: words.trim() }
  } catch (error) {
    if (!(error instanceof ConditionError)) throw error
    return { query: {}, words: text.trim() }
  }
}

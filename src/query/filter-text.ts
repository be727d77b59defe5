/**
 * What is typed into one field: words, and among them conditions with their names,
 * `carlsen opening:B90 event:"Tata Steel"`.
 */
import { ALIAS_NAMES, CONDITION_NAMES, parameterOf } from './conditions.ts'
import { parseConditions, type ConditionTexts } from './parse.ts'
import type { GameQuery } from './query.ts'
import { ConditionError } from './condition-error.ts'

/** The conditions among what was typed, and the rest of it. */
export interface FilterText {
  query: GameQuery
  words: string
}

/** Names and parameters of conditions in small letters. */
const NAMES = new Map(
  [...CONDITION_NAMES, ...ALIAS_NAMES].flatMap((name) => [
    [name.toLowerCase(), name],
    [parameterOf(name), name],
  ]),
)

const NAMED = /(^|\s)([a-z]+):(?:"([^"]*)"|(\S+))/gi

/** Takes a text apart. A condition that is invalid or not yet complete counts as words, which no game has. */
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

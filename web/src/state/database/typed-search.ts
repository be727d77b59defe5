/** What is typed into the search field of a database, as its conditions: names, years, results, openings, and `name:value`. */
import { CONDITIONS, type Condition, type Filter } from './filter.ts'

/** The conditions by their names in small letters. */
const NAMES: ReadonlyMap<string, Condition> = new Map(CONDITIONS.map((name) => [name.toLowerCase(), name]))

const RESULTS: Readonly<Record<string, string>> = {
  '1-0': '1-0',
  '0-1': '0-1',
  '½': '1/2-1/2',
  '½-½': '1/2-1/2',
  '1/2-1/2': '1/2-1/2',
}

/** A condition with its value, which may be quoted. */
const NAMED = /(^|\s)([a-z]+):(?:"([^"]*)"|(\S+))/gi
/** A year or two, and a code of openings or two. */
const YEARS = /^((?:1[4-9]|20)\d\d)(?:[-–]((?:1[4-9]|20)\d\d))?$/
const OPENINGS = /^[A-E]\d\d(?:-[A-E]?\d\d)?$/i
/** What stands between two players who met. */
const VERSUS = /\s+(?:[-–—]|vs?\.?)\s+/i

/** The conditions of a text. Words that are nothing else are a name, or two of players who met. */
export function readTyped(text: string): Filter {
  const found: Partial<Record<Condition, string>> = {}
  const rest = text.replace(NAMED, (whole, before: string, typed: string, quoted?: string, plain?: string) => {
    const name = NAMES.get(typed.toLowerCase())
    if (!name) return whole
    found[name] = quoted ?? plain ?? ''
    return before
  })
  const words = rest.split(/\s+/).filter((word) => {
    const years = YEARS.exec(word)
    if (years) Object.assign(found, { since: years[1], until: years[2] ?? years[1] })
    else if (word in RESULTS) found.result = RESULTS[word]!
    else if (OPENINGS.test(word)) found.opening = word.toUpperCase()
    else return true
    return false
  })
  const [player, opponent] = words.join(' ').trim().split(VERSUS)
  return { ...found, ...(player && { player }), ...(opponent && { opponent }) }
}

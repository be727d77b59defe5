/** The conditions of a conversion as a filter of entries: for the command and for each of its workers. */
import type { ConversionOptions } from '../convert/convert.ts'
import { loadAllOpenings, withOpening } from '../openings/index.ts'
import type { ConditionTexts } from '../query/parse.ts'
import { makeGameTest } from '../query/test.ts'
import { asUsage, makeQuery } from './query.ts'

/** A filter of entries; undefined if there are no conditions. Texts never match. */
export async function makeFilter(texts: ConditionTexts): Promise<ConversionOptions['filter']> {
  const query = makeQuery(texts)
  if (Object.keys(query).length === 0) return undefined
  const test = await makeGameTest(query).catch((error: unknown) => {
    throw asUsage(error)
  })
  return ({ record, document, issues, line }, source) => {
    if (!record) return document === undefined
    const errors = issues.filter(({ severity }) => severity === 'error').length
    return test({ record, errors, source, line })
  }
}

/** Gives records the names of their openings. */
export async function openingNamer(): Promise<NonNullable<ConversionOptions['complete']>> {
  const books = await loadAllOpenings()
  return (record, line) => withOpening(record, books, line)
}

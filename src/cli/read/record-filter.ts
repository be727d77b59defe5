/** The conditions of a conversion as a filter of entries: for the command and for each of its workers. */
import type { ConversionOptions } from '../../convert/convert.ts'
import type { ConditionTexts } from '../../query/conditions.ts'
import { asUsage } from './query.ts'

/** A filter of entries; undefined if there are no conditions. Texts never match. */
export async function makeFilter(texts: ConditionTexts): Promise<ConversionOptions['filter']> {
  // Most conversions have no conditions, and then nothing of them is loaded.
  if (Object.keys(texts).length === 0) return undefined
  const { makeQuery } = await import('./make-query.ts')
  const { makeGameTest } = await import('../../query/test.ts')
  const query = makeQuery(texts)
  if (Object.keys(query).length === 0) return undefined
  const test = await makeGameTest(query).catch((error: unknown) => {
    throw asUsage(error)
  })
  return ({ record, document, issues, playedLine }, source) => {
    if (!record) return document === undefined
    const errors = issues.filter(({ severity }) => severity === 'error').length
    return test({ record, errors, source, line: playedLine?.keyed })
  }
}

/** Gives records the names of their openings. */
export async function openingNamer(): Promise<NonNullable<ConversionOptions['complete']>> {
  const { loadAllOpenings, withOpening } = await import('../../openings/index.ts')
  const books = await loadAllOpenings()
  return (record, line) => withOpening(record, books, line)
}

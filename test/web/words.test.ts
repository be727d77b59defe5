/** The words of the page: every language has them all, in its own words and plural forms. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as chinese from '../../web/src/words/chinese.ts'
import * as english from '../../web/src/words/english.ts'
import * as french from '../../web/src/words/french.ts'
import * as russian from '../../web/src/words/russian.ts'

interface LanguageFile {
  words: Record<string, string>
  counts: Record<string, object>
}

const LANGUAGES: Readonly<Record<string, LanguageFile>> = {
  zh: chinese,
  ru: russian,
  fr: french,
}

/** Names of rules for ties that players of every language write in these letters. */
const SAME_EVERYWHERE = new Set(['sosShort', 'sososShort', 'sodosShort'])

const withoutPlaces = (text: string): string => text.replaceAll(/\{\w+\}/g, '')
const places = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()

it('French puts no line break before its double signs, nor inside its quotation marks', () => {
  const texts = Object.entries(french.words)
  expect(texts.filter(([, text]) => /\p{L} [;:?!»]|\} [;:?!»]|« /u.test(text))).toEqual([])
})

describe.each(Object.entries(LANGUAGES))('the words of %s', (code, { words, counts }) => {
  it('has every text, and no other', () => {
    expect(Object.keys(words).sort()).toEqual(Object.keys(english.words).sort())
    expect(Object.keys(counts).sort()).toEqual(Object.keys(english.counts).sort())
    expect(Object.entries(words).filter(([, text]) => text.trim() === '')).toEqual([])
  })

  it('leaves no text in English', () => {
    // French and English share many single words; whole phrases are never the same.
    const isText = code === 'fr' ? /[a-z]{2}.* .*[a-z]{2}/i : /[a-z]{2}/i
    const same = Object.entries(english.words).filter(
      ([word, text]) => words[word] === text && isText.test(withoutPlaces(text)) && !SAME_EVERYWHERE.has(word),
    )
    expect(same).toEqual([])
  })

  it('fills in the same places as English', () => {
    for (const [word, text] of Object.entries(english.words)) {
      expect({ word, places: places(words[word] ?? '') }).toEqual({ word, places: places(text) })
    }
  })

  it('has a text for every plural form', () => {
    const { pluralCategories } = new Intl.PluralRules(code).resolvedOptions()
    // French has a form for whole millions, which is written as the others are.
    const needed = pluralCategories.filter((form) => form !== 'many' || code !== 'fr')
    for (const [word, forms] of Object.entries(counts)) {
      expect({ word, forms: Object.keys(forms) }).toEqual({ word, forms: expect.arrayContaining(needed) })
    }
  })
})

/** The text of all files of code below a folder whose paths fit. */
function sourceOf(folder: string, isWanted: (name: string) => boolean): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => /\.tsx?$/.test(name) && isWanted(name))
  return files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n')
}

it('every word is used somewhere', () => {
  const source = sourceOf(join(import.meta.dirname, '../../web/src'), (name) => !/words.(?!index)/.test(name))
  // Conditions and orders have their labels in the tables of query/.
  const tables = sourceOf(join(import.meta.dirname, '../../src/query'), (name) =>
    /^(?:conditions|sort-keys)/.test(name),
  )
  const known = new Set((source + tables).match(/(?<=words\.)\w+|(?<=['"])\w+(?=['"])/g))
  const words = [...Object.keys(english.words), ...Object.keys(english.counts)]
  expect(words.filter((word) => !known.has(word))).toEqual([])
})

/** The words of the page: every language has them all, in its own words and plural forms. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as chinese from '../../web/src/words/chinese.ts'
import * as english from '../../web/src/words/english.ts'
import * as french from '../../web/src/words/french.ts'
import * as russian from '../../web/src/words/russian.ts'

const LANGUAGES: Readonly<Record<string, { words: Record<string, string> }>> = {
  zh: chinese,
  ru: russian,
  fr: french,
}

/** Names of rules for ties that players of every language write in these letters. */
const SAME_EVERYWHERE = new Set(['sosShort', 'sososShort', 'sodosShort'])

const withoutPlaces = (text: string): string => text.replaceAll(/\{\w+(?::[^}]*)?\}/g, '')
const places = (text: string): string[] => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name!).sort()

it('French puts no line break before its double signs, nor inside its quotation marks', () => {
  const texts = Object.entries(french.words)
  expect(texts.filter(([, text]) => /\p{L} [;:?!»]|\} [;:?!»]|« /u.test(text))).toEqual([])
})

describe.each(Object.entries(LANGUAGES))('the words of %s', (code, { words }) => {
  it('has every text, and no other', () => {
    expect(Object.keys(words).sort()).toEqual(Object.keys(english.words).sort())
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

  it('has as many plural forms as the language, wherever English has some', () => {
    const most = { zh: 0, ru: 3, fr: 2 }[code]!
    for (const [word, text] of Object.entries(english.words)) {
      const formsIn = (one: string) =>
        [...one.matchAll(/\{\w+:([^}]*)\}/g)].map(([, forms]) => forms!.split('|').length)
      const expected = most === 0 ? [] : formsIn(text).map(() => most)
      expect({ word, forms: formsIn(words[word] ?? '') }).toEqual({ word, forms: expected })
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
  expect(Object.keys(english.words).filter((word) => !known.has(word))).toEqual([])
})

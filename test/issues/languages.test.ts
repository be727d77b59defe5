/** The catalogue of messages: every language has them all, with the parameters and plural forms they need. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FORMAT_NAMES } from '../../src/issues/format-names.ts'
import {
  describeIssue,
  describeMessage,
  english,
  FormatError,
  issue,
  loadLanguage,
  type Issue,
  type Language,
} from '../../src/issues/index.ts'

const SOURCE = join(import.meta.dirname, '../../src')

type Texts = Readonly<Record<string, string>>

const textsOf = ({ sentences, errors, terms }: Language): Texts => ({ ...sentences, ...errors, ...terms })
const namesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name!).sort()
const pluralsIn = (text: string): string[][] =>
  [...text.matchAll(/\{\w+:([^}]*)\}/g)].map(([, forms]) => forms!.split('|'))

/** How many plural forms each language tells apart among whole numbers. */
const PLURAL_FORMS = { en: 2, zh: 1, ru: 3, fr: 2 } as const

const FEATURE_WORDS: Readonly<Record<string, RegExp>> = {
  zh: /^[^a-z]+$/,
  ru: /^[^a-z]+$/,
  fr: /^(?!.*\b(the|of|is|not|and)\b)/i,
}

/** What is the same in every language: names of programs, formats, encodings, files and fields. */
const NAMES = /ludograph \w+|\b[A-Z][\w.-]*|\b\w+\.\w+\b|\b[a-z]+:|\d\w*|\b[wbX]\b|\{[^}]*\}|“[^”]*”|«[^»]*»/g

describe.each(['en', 'zh', 'ru', 'fr'] as const)('the messages in %s', (code) => {
  it('have the parameters of English', async () => {
    const texts = textsOf(await loadLanguage(code))
    const pattern = textsOf(english)
    expect(Object.keys(texts).sort()).toEqual(Object.keys(pattern).sort())
    for (const [id, text] of Object.entries(pattern)) {
      expect({ id, names: namesIn(texts[id]!) }).toEqual({ id, names: namesIn(text) })
    }
  })

  it('have every plural form', async () => {
    for (const [id, text] of Object.entries(textsOf(await loadLanguage(code)))) {
      for (const forms of pluralsIn(text))
        expect({ id, forms: forms.length }).toEqual({ id, forms: PLURAL_FORMS[code] })
    }
  })

  it('call every feature by a name', async () => {
    const language = await loadLanguage(code)
    expect(Object.keys(language.features)).toEqual(Object.keys(english.features))
    const names = Object.values<string>(language.features)
    expect(names.filter((name) => code !== 'en' && !FEATURE_WORDS[code]!.test(name))).toEqual([])
  })
})

it.each(['zh', 'ru', 'fr'] as const)('no sentence in %s is left in English', async (code) => {
  const pattern = textsOf(english)
  const isEnglish = code === 'fr' ? /(?<!\p{L})(the|of|is|are|not|and|has|was)(?!\p{L})/iu : /\b[a-z]{3,} [a-z]{2,}\b/
  const texts = Object.entries(textsOf(await loadLanguage(code)))
  expect(texts.filter(([id, text]) => text === pattern[id] && /[a-z]{3} [a-z]{2}/.test(text))).toEqual([])
  expect(texts.filter(([, text]) => isEnglish.test(text.replaceAll(NAMES, '')))).toEqual([])
})

it('French puts no line break before its double signs, nor inside its quotation marks', async () => {
  const texts = Object.entries(textsOf(await loadLanguage('fr')))
  expect(texts.filter(([, text]) => /\p{L} [;:?!»]|\} [;:?!»]|« /u.test(text))).toEqual([])
})

it('every message is raised somewhere', () => {
  const names = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => name.endsWith('.ts') && !/^issues.(english|chinese|russian|french)/.test(name))
  const source = files.map((name) => readFileSync(join(SOURCE, name), 'utf8')).join('\n')
  const isBuilt = (id: string) =>
    /^side\/|^media-kind\/|^rules\/go-|^(xqf|ca)-field\/|^xqf\/(overlong|half-character|bad-text|cut|unencodable)-/.test(
      id,
    )
  const ids = Object.keys(textsOf(english))
  expect(ids.filter((id) => !isBuilt(id) && !source.includes(`'${id}'`))).toEqual([])
})

describe('a sentence', () => {
  it('counts in the plural forms of its language', async () => {
    const suicide = (count: number) => issue('rules/go-suicide', 'warning', { move: 'B2', count })
    const russian = await loadLanguage('ru')
    expect([1, 2, 5, 21].map((count) => describeIssue(suicide(count), russian).split('снимает ')[1])).toEqual([
      '1 свой камень',
      '2 своих камня',
      '5 своих камней',
      '21 свой камень',
    ])
    expect(describeIssue(suicide(1))).toBe('B2 captures 1 stone of its own colour')
    expect(describeIssue(suicide(1200))).toBe('B2 captures 1,200 stones of its own colour')
  })

  it('holds other messages in its own language', async () => {
    const reason = { id: 'position/piece', params: { letter: 'z' } } as const
    const start = issue('rules/bad-start', 'error', { reason })
    expect(describeIssue(start)).toBe('the start position is invalid: z is not a piece')
    expect(describeIssue(start, await loadLanguage('zh'))).toBe('起始局面不成立：z 不是棋子')
  })

  it('calls formats and features by their names', async () => {
    const loss = { id: 'loss/arrows', params: { format: 'pgn' } } as const
    expect(describeMessage(loss)).toBe('PGN cannot store arrows and lines')
    expect(describeMessage(loss, await loadLanguage('fr'))).toBe('PGN ne conserve pas les flèches et les lignes')
  })

  it('says how many more there are of its kind', () => {
    expect(describeIssue({ ...issue('loss/unreadable', 'error', {}), count: 3 })).toBe(
      'the entry could not be read (and 2 more)',
    )
  })
})

it('every issue and every error is in docs/issues.md with its sentence', () => {
  const page = readFileSync(join(SOURCE, '../docs/issues.md'), 'utf8')
  const rows = Object.entries({ ...english.sentences, ...english.errors }).map(
    ([id, text]) => `| \`${id}\` | ${text.replaceAll('|', '\\|')} |`,
  )
  expect(rows.filter((row) => !page.includes(row))).toEqual([])
  const listed = [...page.matchAll(/^\| `([\w-]+\/[\w-]+)` \|/gm)].map(([, id]) => id!)
  const known = new Set([...Object.keys(english.sentences), ...Object.keys(english.errors)])
  expect(listed.filter((id) => !known.has(id))).toEqual([])
})

it('an id that is unknown and parameters that do not fit do not compile', () => {
  const wrong = () => [
    // @ts-expect-error -- no such id
    issue('pgn/no-such-issue', 'error', {}),
    // @ts-expect-error -- the parameter is missing
    issue('pgn/illegal-move', 'error', {}),
    // @ts-expect-error -- the parameter has another name
    issue('pgn/illegal-move', 'error', { text: 'e4' }),
    // @ts-expect-error -- a number is counted
    issue('chessbase/trailing-bytes', 'info', { count: 'many' }),
    // @ts-expect-error -- no such code
    new FormatError('chessbase/no-such-code', {}, {}),
    // @ts-expect-error -- the parameter is missing
    new FormatError('chessbase/archive-cut', {}, {}),
  ]
  const made: Issue = issue('pgn/illegal-move', 'error', { move: 'e4' })
  expect(wrong).toBeTypeOf('function')
  expect(made).toEqual({ id: 'pgn/illegal-move', severity: 'error', params: { move: 'e4' } })
})

it('every issue and every error of a format is on the page of the format', () => {
  const pages = join(SOURCE, '../docs/formats')
  const family = /^xqf\/(overlong|half-character|bad-text|cut|unencodable)-(?!comment$).+/
  const missing = Object.keys({ ...english.sentences, ...english.errors }).filter((id) => {
    const [format] = id.split('/')
    if (FORMAT_NAMES[format!] === undefined) return false
    const name = id.replace(family, 'xqf/$1-<field>')
    return !readFileSync(join(pages, `${format}.md`), 'utf8').includes(`\`${name}\``)
  })
  expect(missing).toEqual([])
})

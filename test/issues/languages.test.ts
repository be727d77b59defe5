/** The catalogue of messages: every language has them all, with the parameters and plural forms they need. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FORMATS } from '../../src/formats/index.ts'
import { NAMED_PARAMS, PHRASE_PARAMS, type Message, type Param } from '../../src/issues/catalogue.ts'
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
    /^(side|media-kind|ca-list|ca-part|fact|format|game|outcome|ending|record-kind|gender|quality|recognised|name-list)\/|^rules\/go-|^(xqf|ca)-field\/|^xqf\/(overlong|half-character|bad-text|cut|unencodable)-/.test(
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

/**
 * Parameters that hold what is the same in every language: numbers, names and texts from the file, codes and ids that
 * programs know, and what a user types. Whatever is a word belongs to NAMED_PARAMS or PHRASE_PARAMS.
 */
const NUMBERS =
  'at boardColumns boardRows byte bytes capacity chained columns count counted entry expected first found last least left limit line lost made margin mate most moves n needed node number packed paragraph participant ply plies points read rest row rows ranks rank seconds size sizes square squares stated stones surplus taken units value variations wanted year process parameters empty missing pieces state status board version mode depth entries second held load percent'
const QUOTED =
  'address alias character characters choices close code column colour command date detail element encoding evaluation extension extensions fact facts file flags format glyph glyphs id key keys komi language letter lock main mark method move name named names nation open option other path piece places player point property publisher rating ratingType round rule score scoring sign since source subround tag text title turn type variant verdict version winner word database server servers table'

/** What stays English in every language: keywords of wei7 and PGN, options, commands and extensions. */
const KEYWORDS = new Set(
  (
    'area bad cal cbh controversial edit evaluation false format good import init jou keep komi losses margin mark message ' +
    'migrate minor move moves null pre pzz result scoring serve sort style symbol takeback territory time title trick trn ' +
    'true type version wei winner write wtb wtd yes'
  ).split(' '),
)

/** What stands for a parameter in a sentence: where there are words, one that belongs to every language. */
function sample(name: string, terms: Texts): Param {
  const group = Object.entries(NAMED_PARAMS).find(([param]) => param === name)?.[1]
  if (group)
    return Object.keys(terms)
      .find((id) => id.startsWith(`${group}/`))!
      .slice(group.length + 1)
  if ((PHRASE_PARAMS as readonly string[]).includes(name)) return { id: 'json/array' }
  if (name === 'format' || name === 'source') return 'xiangqi-text'
  return 7
}

describe('parameters', () => {
  const texts = textsOf(english)

  it('are words of a language only where the sentence asks for a term or another message', () => {
    const known = new Set([
      ...`${NUMBERS} ${QUOTED}`.split(' '),
      ...Object.keys(NAMED_PARAMS),
      ...(PHRASE_PARAMS as readonly string[]),
    ])
    const names = Object.entries(texts).flatMap(([id, text]) => namesIn(text).map((name) => ({ id, name })))
    expect(names.filter(({ name }) => !known.has(name))).toEqual([])
  })

  it('are never English words in the sources', () => {
    const call = /'([\w-]+\/[\w-]+)',(?:\s*'(?:error|warning|info)',)?\s*\{([^{}]*)\}/g
    // Names of formats, options, properties and elements.
    const allowed = /^\s*(format|option|property|element|name|method|pointer): /
    const found: string[] = []
    let calls = 0
    for (const file of readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts')) continue
      for (const [, id, params] of readFileSync(join(SOURCE, file), 'utf8').matchAll(call)) {
        if (!Object.hasOwn(texts, id!)) continue
        calls++
        found.push(
          ...params!.split(',').filter((param) => /: ['"`][^'"`]*[a-z]{3}/.test(param) && !allowed.test(param)),
        )
      }
    }
    expect(found).toEqual([])
    expect(calls).toBeGreaterThan(700)
  })

  it.each(['zh', 'ru'] as const)('leave no English word in the sentences in %s', async (code) => {
    const language = await loadLanguage(code)
    const terms = textsOf(language)
    const sentences = Object.entries(terms).map(([id, text]) => {
      const params = Object.fromEntries(namesIn(text).map((name) => [name, sample(name, english.terms)]))
      return describeMessage({ id, params } as Message, language)
    })
    expect(sentences.filter((text) => /\{\w+/.test(text))).toEqual([])
    const left = sentences.flatMap((text) => text.replaceAll(NAMES, '').match(/[a-z]{3,}/g) ?? [])
    expect(left.filter((word) => !KEYWORDS.has(word))).toEqual([])
  })

  it.each(Object.entries(NAMED_PARAMS))('%s is called by its name in every language', async (name, group) => {
    const ids = Object.keys(english.terms).filter((id) => id.startsWith(`${group}/`))
    expect(ids.length).toBeGreaterThan(1)
    const sentence = Object.entries(texts).find(([, text]) => text.includes(`{${name}}`))![0]
    for (const code of ['en', 'zh', 'ru', 'fr'] as const) {
      const language = await loadLanguage(code)
      for (const id of ids) {
        const params = Object.fromEntries(namesIn(texts[sentence]!).map((other) => [other, 7]))
        const said = describeMessage(
          { id: sentence, params: { ...params, [name]: id.split('/')[1]! } } as Message,
          language,
        )
        expect(said).toContain(textsOf(language)[id])
      }
    }
  })

  it('name formats in every language, those only recognised too', async () => {
    for (const { id } of FORMATS) {
      const said = describeMessage({ id: 'file/only-recognised', params: { format: id } }, await loadLanguage('zh'))
      if (id !== 'wei7') expect(said).not.toContain(`这是${id}，`)
    }
    const shogi = { id: 'file/only-recognised', params: { format: 'shogi' } } as const
    expect(describeMessage(shogi, await loadLanguage('ru'))).toContain('партия сёги')
    expect(describeMessage(shogi)).toBe('this is a game of shogi, which Ludograph recognises but does not read')
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
    if (!FORMATS.some(({ id, open }) => id === format && open)) return false
    const name = id.replace(family, 'xqf/$1-<field>')
    return !readFileSync(join(pages, `${format}.md`), 'utf8').includes(`\`${name}\``)
  })
  expect(missing).toEqual([])
})

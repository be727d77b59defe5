/** What generic code relies on in every format, and archives through the contract alone. */
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { MemorySink } from '../../src/bytes/sink.ts'
import { MemorySource } from '../../src/bytes/source.ts'
import { PASSWORD_OPTION } from '../../src/formats/format.ts'
import { csv, FORMATS, tsv } from '../../src/formats/index.ts'
import { isMainFile, mainExtensions, partTest } from '../../src/formats/parts.ts'
import { describeMessage } from '../../src/issues/describe.ts'

describe.each(FORMATS.map((format) => [format.id, format] as const))('%s', (_, format) => {
  const { archive, extensions, options = [] } = format

  it('has a main file that is not an archive', () => {
    const mains = mainExtensions(format)
    expect(mains).toContain(extensions[0])
    expect(mains).not.toContain(archive?.extension)
    expect(mains).not.toContain(archive?.protectedExtension)
  })

  it('names the files of a database that it changes in place', () => {
    const changes = [format.append, format.markDeleted].some((change) => change !== undefined)
    expect(isMainFile(format, `base${extensions[0]}`)).toBe(format.parts !== undefined)
    if (changes) expect(format.parts).not.toEqual([])
  })

  it('has a password for reading and writing exactly where it has protected archives', () => {
    const uses = options.filter(({ name }) => name === PASSWORD_OPTION).map((option) => option.for)
    expect(uses.sort()).toEqual(archive?.protectedExtension === undefined ? [] : ['reading', 'writing'])
    const known = [archive?.extension, archive?.protectedExtension].filter((one) => one !== undefined)
    expect(extensions).toEqual(expect.arrayContaining(known))
  })
})

/** The folder of a format; CSV and TSV share one. */
const folderOf = (id: string) =>
  new URL(`../../src/formats/${[csv.id, tsv.id].includes(id) ? 'table' : id}/`, import.meta.url)

it.each(FORMATS.filter(({ open, write }) => open ?? write))(
  '$id has its descriptor, its reader and its writer where all formats have them',
  ({ id, open, write }) => {
    const has = (name: string) => existsSync(new URL(`${name}.ts`, folderOf(id)))
    expect([has('format'), has('reader'), has('writer')]).toEqual([true, open !== undefined, write !== undefined])
  },
)

/** Games, extensions and media types of the formats that can be read or written. What holds one game ends in 1. */
const FACTS: Readonly<Record<string, readonly [games: string, extensions: string, mediaTypes: string, holds?: 1]>> = {
  '2cbh': ['chess', '.2cbh .2cbv', 'application/x-chessbase-2cbh'],
  cbf: ['chess', '.cbf', ''],
  ccbridge: ['xiangqi', '.cbl .cbr', 'application/x-ccbridge'],
  'ccbridge-xml': ['xiangqi', '.cbf .xml', 'application/xml', 1],
  'chess-assistant': ['chess', '.cdp', 'application/x-chess-assistant'],
  'chess-com': ['chess', '.json', ''],
  chessbase: ['chess', '.cbh .cbv .cbz', 'application/x-chessbase'],
  dhtmlxq: ['xiangqi', '.ubb .html .htm .txt', 'text/plain'],
  epd: ['chess', '.epd .fen', 'application/x-chess-epd'],
  fox: ['go', '.json', ''],
  ggf: ['othello', '.ggf', 'application/x-ggf'],
  gib: ['go', '.gib', 'application/x-gib', 1],
  jsonl: ['chess xiangqi go othello', '.jsonl .ndjson', 'application/x-ndjson application/jsonl'],
  lichess: ['chess', '.ndjson .json', ''],
  'lichess-puzzles': ['chess', '.csv', ''],
  ngf: ['go', '.ngf', 'application/x-ngf', 1],
  ogs: ['go', '.json', ''],
  'othello-text': ['othello', '.txt .obf', 'text/plain'],
  pfc: ['xiangqi', '.pfc', 'application/x-pfc', 1],
  pgn: ['chess xiangqi othello', '.pgn', 'application/vnd.chess-pgn application/x-chess-pgn'],
  scid: ['chess', '.si4 .si5 .si3', 'application/x-scid'],
  sgf: ['go othello', '.sgf', 'application/x-go-sgf'],
  ugf: ['go', '.ugf .ugi', 'application/x-ugf', 1],
  wei7: ['go', '.wei7', '', 1],
  wthor: ['othello', '.wtb .wtd .pzz', 'application/x-wthor'],
  'xiangqi-servers': ['xiangqi', '.mxq .che .ccm .chn .xqi', '', 1],
  'xiangqi-text': ['xiangqi', '.txt .fen .xfen .wxf', 'text/plain'],
  xqf: ['xiangqi', '.xqf', 'application/x-xqf', 1],
  xqr: ['xiangqi', '.xqr', '', 1],
  csv: ['chess xiangqi go othello', '.csv', 'text/csv'],
  tsv: ['chess xiangqi go othello', '.tsv', 'text/tab-separated-values'],
}

const USABLE = [...FORMATS.filter(({ open }) => open), csv, tsv]

it('formats have these games, extensions and media types', () => {
  const facts = USABLE.map(({ id, games, extensions, mediaTypes, holds }) => {
    const texts = [games, extensions, mediaTypes].map((list) => list.join(' '))
    return [id, holds === 'one' ? [...texts, 1] : texts]
  })
  expect(Object.fromEntries(facts)).toEqual(FACTS)
})

it('formats that can be joined, that go back in what they wrote and that share their parts are these', () => {
  const having = (name: 'joins' | 'patches' | 'sharesParts') =>
    FORMATS.filter((format) => format[name] === true).map(({ id }) => id)
  expect(having('joins')).toEqual(['jsonl', 'pgn'])
  expect(having('patches')).toEqual(['chess-assistant', 'chessbase', 'scid', 'wthor'])
  expect(having('sharesParts')).toEqual(['wthor'])
})

it('every format has a name in sentences, which is not its id', () => {
  const sentences = FORMATS.map(({ id }) => describeMessage({ id: 'loss/arrows', params: { format: id } }))
  expect(sentences.filter((sentence, index) => sentence.startsWith(`${FORMATS[index]!.id} `))).toEqual([
    'wei7 cannot store arrows and lines',
  ])
  expect(new Set(sentences).size).toBe(FORMATS.length)
  expect(sentences).toContain('ChessBase cannot store arrows and lines')
})

const ARCHIVES = FORMATS.flatMap(({ id, archive }) => (archive ? [[id, archive] as const] : []))

it.each(ARCHIVES)(
  '%s packs files that it extracts again, with a password where it has them and without',
  async (_, { extension, protectedExtension, open, pack }) => {
    const file = Uint8Array.from({ length: 5000 }, (_value, index) => (index * index) & 0xff)
    for (const password of protectedExtension === undefined ? [undefined] : [undefined, 'sesame']) {
      for (const isStored of [false, true]) {
        const sink = new MemorySink()
        const options = password === undefined ? { isStored } : { isStored, password }
        await pack(sink, [{ name: 'folder/a', source: new MemorySource('a', file) }], options)
        const opened = await open(new MemorySource(`made${extension}`, sink.bytes()), password)
        expect(opened.members.map(({ path, size }) => [path, size])).toEqual([['folder/a', file.length]])
        const parts: Uint8Array[] = []
        expect(opened.members[0]!.extract((bytes) => parts.push(bytes.slice()))).toEqual([])
        expect(Buffer.concat(parts).equals(file)).toBe(true)
      }
    }
  },
)

it('distinguishes the files of a database from those beside it', () => {
  const chessbase = FORMATS.find(({ id }) => id === 'chessbase')!
  const isPart = partTest(chessbase, 'Base.cbh')
  expect(['base.CBG', 'BASE.cbh', 'base.cbv', 'base.cbz', 'other.cbg'].map(isPart)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

/** What generic code relies on in every format, and archives through the contract alone. */
import { describe, expect, it } from 'vitest'
import { MemorySink } from '../../src/bytes/sink.ts'
import { MemorySource } from '../../src/bytes/source.ts'
import { PASSWORD_OPTION } from '../../src/formats/format.ts'
import { FORMATS } from '../../src/formats/index.ts'
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

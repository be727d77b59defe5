/** Archives of ChessBase databases: listed, extracted, opened in place, made. */
import { describe, expect, it } from 'vitest'
import { MemorySink, MemorySinkSet } from '../../../src/bytes/sink.ts'
import { MemoryFileSet, MemorySource, type Source } from '../../../src/bytes/source.ts'
import { ByteWriter } from '../../../src/bytes/writer.ts'
import { detectFormat } from '../../../src/convert/detect.ts'
import type { ArchiveMember } from '../../../src/formats/archive.ts'
import { listArchive } from '../../../src/formats/chessbase/archive/archive.ts'
import { blockChecksum } from '../../../src/formats/chessbase/archive/blocks.ts'
import { Des } from '../../../src/formats/chessbase/archive/des.ts'
import { packArchive } from '../../../src/formats/chessbase/archive/pack.ts'
import { decryptArchive, EncryptingSink, passwordKey } from '../../../src/formats/chessbase/archive/password.ts'
import { chessbase } from '../../../src/formats/chessbase/format.ts'
import { FormatError } from '../../../src/issues/errors.ts'
import { databaseFiles, openFiles, plainGame, textBytes } from '../../support/chessbase.ts'
import { corpusBytes, corpusFiles } from '../../support/corpus.ts'
import { needsCorpus } from '../../support/needs.ts'
import { mutateBytes } from '../../hostile/mutators.ts'
import fc from '../../support/properties.ts'
import { randomGames } from '../../support/random-games.ts'
import { seededRandom } from '../../support/random.ts'
import { scaled } from '../../support/scale.ts'

/** Extracts a member whole. */
function extract(member: ArchiveMember) {
  const parts: Uint8Array[] = []
  const issues = member.extract((bytes) => parts.push(bytes))
  return { bytes: Buffer.concat(parts), issues }
}

/** A block with its head; the checksum is right unless another is given. */
function block(payload: readonly number[], checksum = blockChecksum(Uint8Array.from(payload))): number[] {
  return [payload.length & 0xff, payload.length >> 8, checksum & 0xff, checksum >> 8, ...payload]
}

/** An archive of members given by name, blocks and size. */
function archiveOf(...members: [name: string, blocks: readonly number[], size: number][]): Source {
  const writer = new ByteWriter().u16le(8).u16le(members.length).u8(173).u8(0).u8(3).u8(0)
  let offset = 8 + members.length * 173
  for (const [name, blocks, size] of members) {
    writer
      .field(Uint8Array.from(textBytes(name)), 128)
      .u32le(offset)
      .u32le(blocks.length)
      .u32le(size)
    writer.u8(1).u32le(20_160_806).u32le(15_180_712)
    for (const number of [offset, blocks.length, size]) writer.u32le(number).u32le(0)
    offset += blocks.length
  }
  for (const [, blocks] of members) writer.put(Uint8Array.from(blocks))
  return new MemorySource('made.cbv', writer.bytes())
}

/** What one member with these blocks unpacks to. */
function unpack(blocks: readonly number[], size: number) {
  const archive = listArchive(archiveOf(['a', blocks, size]))
  const { bytes, issues } = extract(archive.members[0]!)
  return { text: bytes.toString('latin1'), ids: issues.map(({ id }) => id) }
}

describe('members', () => {
  it('are listed with name, size and time', () => {
    const { members, issues } = listArchive(archiveOf(['base.cbh', [], 0], ['base.html\\pic.jpg', block([0, 65]), 1]))
    expect(issues).toEqual([])
    expect(members).toMatchObject([
      { name: 'base.cbh', path: 'base.cbh', offset: 354, packed: 0, size: 0, modified: '2016-08-06T15:18:07.12' },
      { name: 'base.html\\pic.jpg', path: 'base.html/pic.jpg', offset: 354, packed: 6, size: 1 },
    ])
  })

  it.each([
    ['../x', 'x'],
    ['..\\..\\x', 'x'],
    ['/etc/passwd', 'etc/passwd'],
    ['\\\\server\\share\\x', 'server/share/x'],
    ['C:\\Windows\\x', 'C_/Windows/x'],
    ['a\\..\\..\\b', 'a/b'],
    ['.. ', 'member-1'],
    ['', 'member-1'],
    ['a\nb', 'a_b'],
    ['CON', '_CON'],
    ['docs\\nul.txt', 'docs/_nul.txt'],
    ['COM1.cbh', '_COM1.cbh'],
    ['base.cbh:stream', 'base.cbh_stream'],
    ['base.cbh. .', 'base.cbh'],
    ['\u001b]0;title\u0007', '_]0;title_'],
  ])('named %j never leave the folder they are extracted to', (name, path) => {
    const { members, issues } = listArchive(archiveOf([name, [], 0]))
    expect(members[0]!.path).toBe(path)
    expect(issues).toMatchObject([{ id: 'chessbase/archive-name' }])
  })

  it('of one name get paths of their own', () => {
    const { members } = listArchive(archiveOf(['a', [], 0], ['A', [], 0], ['../a', [], 0]))
    expect(members.map(({ path }) => path)).toEqual(['a', 'A (2)', 'a (3)'])
  })

  it('of one name, as many as there can be, get paths of their own', () => {
    const count = 0xffff
    const { members } = listArchive(archiveOf(...Array.from({ length: count }, () => ['a', [], 0] as never)))
    expect(new Set(members.map(({ path }) => path)).size).toBe(count)
  })

  it('are never files and folders at once', () => {
    const { members } = listArchive(archiveOf(['a', [], 0], ['a\\b', [], 0], ['c\\d', [], 0], ['C', [], 0]))
    expect(members.map(({ path }) => path)).toEqual(['a', 'member-2', 'c/d', 'C (2)'])
  })

  it('are refused when their bytes are those of others, or of the list', () => {
    const bytes = archiveOf(['a', block([0, 65, 66]), 2], ['b', [], 2], ['c', [], 2])
      .read(0, Infinity)
      .slice()
    const view = new DataView(bytes.buffer)
    const place = (index: number, offset: number, packed: number) => {
      const at = 8 + index * 173
      for (const [to, value] of [
        [128, offset],
        [132, packed],
        [149, offset],
        [157, packed],
      ] as const) {
        view.setUint32(at + to, value, true)
      }
    }
    place(1, 8 + 3 * 173, 7)
    place(2, 8 + 3 * 173 - 7, 7)
    const archive = listArchive(new MemorySource('made.cbv', bytes))
    const extracted = archive.members.map((member) => extract(member))
    expect(extracted.map((part) => part.bytes.toString())).toEqual(['AB', '', ''])
    expect(archive.issues.map(({ id }) => id)).toEqual(['chessbase/archive-overlap', 'chessbase/archive-overlap'])
  })

  it('are refused when they state more than their bytes can hold', () => {
    const archive = listArchive(archiveOf(['a', block([0, 65]), 1 << 20], ['b', [], 1]))
    expect(archive.issues.map(({ id }) => id)).toEqual(['chessbase/archive-size', 'chessbase/archive-size'])
    for (const member of archive.members) expect(extract(member).bytes).toHaveLength(0)
  })

  it.each([
    [0, 'chessbase/not-archive'],
    [7, 'chessbase/not-archive'],
    [8, 'chessbase/archive-cut'],
    [8 + 2 * 173 - 1, 'chessbase/archive-cut'],
    [8 + 2 * 173, undefined],
  ])('of which a list is left that ends after %i bytes are refused: %s', (size, code) => {
    const source = archiveOf(['a', [], 0], ['b', [], 0])
    const open = () => listArchive(new MemorySource('cut.cbv', source.read(0, size)))
    if (code === undefined) expect(open().members).toHaveLength(2)
    else expect(open).toThrow(expect.objectContaining({ name: 'FormatError', code }))
  })

  it('that are not in the file are reported', () => {
    const source = archiveOf(['a', block([0, 65, 66]), 2])
    const cut = new MemorySource('cut.cbv', source.read(0, source.size - 1))
    const archive = listArchive(cut)
    expect(archive.issues).toMatchObject([{ id: 'chessbase/archive-truncated' }])
    expect(extract(archive.members[0]!).issues).toMatchObject([{ id: 'chessbase/archive-member' }])
  })
})

describe('blocks', () => {
  const identity = () => {
    // Every byte value with a path of eight bits that is the value itself: 12 bits an entry.
    const bits = Array.from({ length: 256 }, (_, value) => `1000${value.toString(2).padStart(8, '0')}`).join('')
    return bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2))
  }

  it('are stored, each with its own way of packing', () => {
    const blocks = [...block([0, ...textBytes('abc')]), ...block([1, 0, 0, ...textBytes('def')])]
    expect(unpack(blocks, 6)).toEqual({ text: 'abcdef', ids: [] })
  })

  it('repeat bytes and copy what went before, from other blocks too', () => {
    const run = [0b0000_0000, 0b1000_0000, 0x02, 0x78]
    expect(unpack(block([1, ...run]), 5)).toEqual({ text: 'xxxxx', ids: [] })
    const longRun = [0, 0b1000_0000, 0x11, 0x01, 0x79]
    expect(unpack(block([1, ...longRun]), 36)).toEqual({ text: 'y'.repeat(36), ids: [] })
    const copies = [...block([0, ...textBytes('abc')]), ...block([1, 0, 0b1100_0000, 0x50, 0x00, 0x20, 0x00, 0x01])]
    expect(unpack(copies, 25)).toEqual({ text: 'abcabcabcabcabcabcabcabca', ids: [] })
  })

  it('end with a single byte that is a character of its own', () => {
    expect(unpack(block([1, 0, 0, ...textBytes('0123456789abcdef'), 0x67]), 17).text).toBe('0123456789abcdefg')
  })

  it('hold prefix codes', () => {
    const text = textBytes('coded')
    expect(unpack(block([2, 0, text.length, ...identity(), ...text]), 5)).toEqual({ text: 'coded', ids: [] })
    const lz = [0, 0b1000_0000, 0x02, 0x78]
    expect(unpack(block([3, 0, lz.length, ...identity(), ...lz]), 5)).toEqual({ text: 'xxxxx', ids: [] })
  })

  it.each([
    ['a copy from before the beginning', block([1, 0, 0x80, 0x30, 0x00]), ''],
    ['a token cut short', block([1, 0, 0x80, 0x30]), ''],
    ['an unknown packing', block([9, 1]), ''],
    ['a prefix code with holes', block([2, 0, 1, ...Array.from({ length: 200 }, () => 0)]), ''],
    ['a wrong checksum', block([0, 65, 66], 1), 'AB'],
    ['too few bytes', block([0, 65]), 'A'],
    ['too many bytes', block([0, 65, 66, 67]), 'AB'],
  ])('with %s are reported', (_, blocks, text) => {
    expect(unpack(blocks, 2)).toEqual({ text, ids: ['chessbase/archive-member'] })
  })

  it('never give more than the size stated, which allocates nothing by itself', () => {
    const bomb = block([
      1,
      ...Array.from({ length: 64 }, () => [
        0xff,
        0xff,
        ...Array.from({ length: 16 }, () => [0x1f, 0xff, 0x61]).flat(),
      ]).flat(),
    ])
    const archive = listArchive(archiveOf(['bomb', bomb, 1000], ['claim', block([0, 65]), 0xffff_ffff]))
    expect(extract(archive.members[0]!).bytes).toHaveLength(1000)
    expect(extract(archive.members[1]!)).toMatchObject({ issues: [{ id: 'chessbase/archive-member' }] })
  })
})

describe('the cipher', () => {
  // FIPS 81, and the worked example of J. Orlin Grabbe, "The DES Algorithm Illustrated".
  const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'))

  it.each([
    ['133457799bbcdff1', '0123456789abcdef', '85e813540f0ab405'],
    ['0123456789abcdef', '4e6f772069732074', '3fa40e8a984d4815'],
    ['0101010101010101', '8000000000000000', '95f8a5e5dd31d900'],
  ])('with the key %s makes %s into %s', (key, plain, encrypted) => {
    const cipher = new Des(hex(key))
    expect(Buffer.from(cipher.encrypt(hex(plain))).toString('hex')).toBe(encrypted)
    expect(Buffer.from(cipher.decrypt(hex(encrypted))).toString('hex')).toBe(plain)
  })

  it('gets its key from the password', () => {
    expect([...passwordKey('password')]).toEqual(textBytes('password'))
    expect([...passwordKey('pass')]).toEqual(textBytes('passpass'))
    expect(passwordKey('a longer one')).toHaveLength(8)
  })
})

describe('databases in archives', () => {
  const files = databaseFiles({ games: [{ moves: plainGame(['d2d4']) }], players: [[textBytes('Short'), []]] })
  const pack = (compress: boolean) => {
    const sink = new MemorySink()
    packArchive(
      sink,
      files.map(([name, bytes]) => ({ name, source: new MemorySource(name, bytes) })),
      { isStored: !compress },
    )
    return sink.bytes().slice()
  }
  const encrypt = (bytes: Uint8Array, password: string) => {
    const padded = new Uint8Array(Math.ceil(bytes.length / 8) * 8)
    padded.set(bytes)
    return new Des(passwordKey(password)).encrypt(padded)
  }

  it.each([true, false])('are opened in place (packed: %s)', async (compress) => {
    const collection = await openFiles([['fixture.cbv', pack(compress)]])
    expect(collection.issues).toEqual([])
    expect(collection.listing(0).header.players).toEqual([
      { colour: 1, name: 'Short' },
      { colour: 2, name: 'Short' },
    ])
    expect(collection.entry(0)).toMatchObject({ issues: [], record: { nodes: { length: 2 } } })
  })

  it('are opened with the password of the archive', async () => {
    const secret = [['fixture.cbz', encrypt(pack(true), 'sesame, open')]] as const
    expect((await openFiles(secret, { settings: { password: 'sesame, open' } })).count).toBe(1)
    const place = { file: 'fixture.cbz' }
    await expect(openFiles(secret)).rejects.toMatchObject({
      name: 'FormatError',
      place,
      code: 'archive/password-missing',
    })
    const wrong = openFiles(secret, { settings: { password: 'wrong' } })
    await expect(wrong).rejects.toMatchObject({ name: 'FormatError', place, code: 'archive/password-wrong' })
  })

  it('are distinguished from other files', () => {
    const bytes = pack(true)
    expect(chessbase.detect(bytes, 'fixture.cbv', bytes.length)).toBe(1)
    expect(chessbase.detect(bytes, 'x', bytes.length)).toBeGreaterThan(0.5)
    expect(chessbase.detect(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8), 'x.cbz', 8)).toBeGreaterThan(0.5)
    // Encrypted, it can look like anything.
    const like = new TextEncoder().encode('[Event "x"]\n\n1. e4 *\n\n\n\n')
    expect(detectFormat(new MemorySource('x.cbz', like))?.id).toBe('chessbase')
    expect(chessbase.detect(new Uint8Array(100), 'x.cbv', 100)).toBe(0)
  })

  it('need not be there', async () => {
    const sink = new MemorySink()
    packArchive(sink, [{ name: 'readme.txt', source: new MemorySource('readme.txt', Uint8Array.of(65)) }])
    await expect(openFiles([['x.cbv', sink.bytes()]])).rejects.toThrow(FormatError)
  })
})

describe('archives made', () => {
  it('extract to what went in', () => {
    const chunk = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc
        .tuple(fc.uint8Array({ minLength: 1, maxLength: 20 }), fc.integer({ min: 1, max: 400 }))
        .map(([bytes, times]) => Uint8Array.from(Array.from({ length: times }, () => [...bytes]).flat())),
    )
    const contents = fc.array(chunk, { maxLength: 20 }).map((chunks) => Uint8Array.from(Buffer.concat(chunks)))
    fc.assert(
      fc.property(fc.array(contents, { maxLength: 4 }), fc.boolean(), (all, compress) => {
        const sink = new MemorySink()
        packArchive(
          sink,
          all.map((bytes, index) => ({ name: `folder/${index}`, source: new MemorySource('', bytes) })),
          { isStored: !compress },
        )
        const archive = listArchive(new MemorySource('made.cbv', sink.bytes()))
        expect(archive.issues).toEqual([])
        for (const [index, member] of archive.members.entries()) {
          const { bytes, issues } = extract(member)
          expect(issues).toEqual([])
          expect(bytes.equals(all[index]!)).toBe(true)
        }
      }),
      { numRuns: scaled(40, 400) },
    )
  })

  it('tell when a file was changed, and hold no name that is too long', () => {
    const sink = new MemorySink()
    const source = new MemorySource('', new Uint8Array(0))
    packArchive(sink, [{ name: 'ž ж', source, modified: new Date(2024, 1, 29, 23, 59, 58, 990) }])
    const [member] = listArchive(new MemorySource('made.cbv', sink.bytes())).members
    expect(member).toMatchObject({ name: 'ž ж', modified: '2024-02-29T23:59:58.99' })
    expect(() => packArchive(new MemorySink(), [{ name: 'x'.repeat(128), source }])).toThrow(TypeError)
  })

  it('give files of unknown age the first day that times of old systems can hold', () => {
    const sink = new MemorySink()
    packArchive(sink, [{ name: 'a', source: new MemorySource('', new Uint8Array(0)) }])
    const [member] = listArchive(new MemorySource('made.cbv', sink.bytes())).members
    expect(member!.modified).toBe('1980-01-01T00:00:00.00')
  })
})

describe('password-protected archives made', () => {
  it('open with their password and extract to what went in', () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 4 })
    const passwords = fc.constantFrom('x', 'password', 'my long password', 'Mot de passé')
    fc.assert(
      fc.property(sizes, passwords, (all, password) => {
        const files = all.map((size, index) => ({ name: String(index), source: randomSource(size, index) }))
        const sink = new MemorySink()
        packArchive(sink, files, { password })
        expect(sink.size % 8).toBe(0)
        const archive = listArchive(new MemorySource('made.cbz', sink.bytes()), password)
        expect(archive.issues).toEqual([])
        expect(archive.members.map((member) => [...extract(member).bytes])).toEqual(
          files.map(({ source }) => [...source.read(0, Infinity)]),
        )
      }),
      { numRuns: scaled(50, 500) },
    )
  })

  it('need a password that every program turns into the same key', () => {
    for (const password of ['', 'пароль']) {
      expect(() => packArchive(new MemorySink(), [], { password })).toThrow(TypeError)
    }
  })
})

function randomSource(size: number, seed: number): Source {
  const random = seededRandom(seed)
  return new MemorySource(
    '',
    Uint8Array.from({ length: size }, () => Math.floor(random() * 256)),
  )
}

describe('a database written as an archive', () => {
  const ten = randomGames('chess', 10, 1)
  const write = async (name: string, password?: string): Promise<Uint8Array> => {
    const out = new MemorySinkSet(name)
    const writer = await chessbase.write(out, password === undefined ? {} : { settings: { password } })
    for (const record of ten) writer.add(record)
    writer.finish()
    expect([...out.files.keys()]).toEqual([name])
    return out.files.get(name)!
  }

  it.each([
    ['base.cbv', undefined],
    ['base.cbz', 'secret'],
  ])('is one file: %s', async (name, password) => {
    const bytes = await write(name, password)
    const collection = await openFiles([[name, bytes]], password === undefined ? {} : { settings: { password } })
    expect(collection.issues).toEqual([])
    expect(collection.count).toBe(ten.length)
    const { members } = listArchive(new MemorySource(name, bytes), password)
    expect(members.map(({ path }) => path)).toContain('base.cbh')
  })

  it('has a password where it is protected, and only there', async () => {
    await expect(write('base.cbz')).rejects.toThrow('needs a password')
    await expect(write('base.cbv', 'secret')).rejects.toThrow('no password')
    await expect(write('base.cbh', 'secret')).rejects.toThrow('no password')
  })
})

describe('damaged archives', () => {
  it('end in issues or a FormatError', async () => {
    const files = databaseFiles({ games: [{ moves: plainGame(['d2d4', 'd7d5', 'c2c4']) }] })
    const sink = new MemorySink()
    packArchive(
      sink,
      files.map(([name, bytes]) => ({ name, source: new MemorySource(name, bytes) })),
    )
    const bytes = sink.bytes()
    const random = seededRandom(4)
    for (let round = 0; round < scaled(300, 5000); round++) {
      const source = new MemorySource('damaged.cbv', mutateBytes(bytes, random))
      try {
        const archive = listArchive(source)
        let written = 0
        for (const member of archive.members) member.extract((part) => (written += part.length))
        expect(written).toBeLessThan(10_000_000)
        for (const { path } of archive.members) expect(path).not.toMatch(/(^|\/)\.\.?(\/|$)|^\/|:/)
        const collection = await chessbase.open(new MemoryFileSet(source))
        expect([...collection.entries()]).toHaveLength(collection.count)
      } catch (error) {
        expect(error).toBeInstanceOf(FormatError)
      }
    }
  })
})

describe('archives of the corpus', needsCorpus('chessbase/uncbv'), () => {
  const readExtracted = (): Map<string, Uint8Array> =>
    new Map(corpusFiles('chessbase/uncbv/small', /./).map((path) => [path.split('/').at(-1)!, corpusBytes(path)]))

  it.each([
    ['small.cbv', undefined],
    ['decrypted_small.cbv', undefined],
    ['small.cbz', 'password'],
    ['small2.cbz', 'pass'],
    ['small3.cbz', 'my long password'],
  ])('%s extracts to the files beside it', async (name, password) => {
    const bytes = corpusBytes(`chessbase/uncbv/${name}`)
    const archive = listArchive(new MemorySource(name, bytes), password)
    expect(archive.issues).toEqual([])
    expect(archive.members).toHaveLength(12)
    const extracted = readExtracted()
    let compared = 0
    for (const member of archive.members) {
      const { bytes: content, issues } = extract(member)
      expect(issues).toEqual([])
      const expected = extracted.get(member.path)
      if (!expected) continue
      expect(content.equals(expected)).toBe(true)
      compared++
    }
    expect(compared).toBe(11)
    const collection = await openFiles([[name, bytes]], password === undefined ? {} : { settings: { password } })
    expect(collection).toMatchObject({ count: 0, issues: [] })
  })

  it.each([
    ['small.cbz', 'password'],
    ['small2.cbz', 'pass'],
    ['small3.cbz', 'my long password'],
  ])('%s is what encrypting it again gives', (name, password) => {
    const stored = corpusBytes(`chessbase/uncbv/${name}`)
    // Four bytes fill up the last block.
    const plain = decryptArchive(new MemorySource(name, stored), password).read(0, stored.length - 4)
    const sink = new MemorySink()
    const encrypting = new EncryptingSink(sink, passwordKey(password), 8 + 12 * 173)
    encrypting.append(new Uint8Array(8 + 12 * 173))
    encrypting.append(plain.subarray(8 + 12 * 173))
    encrypting.patch(0, plain.subarray(0, 8 + 12 * 173))
    encrypting.finish()
    expect(Buffer.from(sink.bytes()).equals(stored)).toBe(true)
  })

  it('that are password-protected open with no other', () => {
    const source = new MemorySource('small.cbz', corpusBytes('chessbase/uncbv/small.cbz'))
    for (const password of [undefined, '', 'Password', 'pass']) {
      expect(() => listArchive(source, password)).toThrow(FormatError)
    }
  })
})

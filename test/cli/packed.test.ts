/** Compressed files, archives, pipes, patterns and links on the command line. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPath, readGames } from '../../src/node/index.ts'
import { openFiles } from '../../src/index.ts'
import { corpusPath } from '../support/corpus.ts'
import { needs, needsCorpus } from '../support/needs.ts'
import { makeZip } from '../support/zip.ts'
import { ludograph } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-packed-'))
const path = (name: string): string => join(folder, name)
const fixture = (name: string): string => join(import.meta.dirname, '../fixtures/packed', name)

const game = (event: string): string => `[Event "${event}"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0\n\n`
const games = ['One', 'Two', 'Three'].map(game).join('')

/** Records of an output of JSON lines, without where they came from. */
function records(run: { out: string }): unknown[] {
  return run.out
    .split('\n')
    .filter(Boolean)
    .map((line) => ({ ...(JSON.parse(line) as object), origin: undefined }))
}

beforeAll(() => {
  writeFileSync(path('games.pgn'), games)
  writeFileSync(path('games.pgn.gz'), gzipSync(games))
  writeFileSync(path('games.pgn.zst'), zstdCompressSync(games))
  writeFileSync(path('named-wrongly.txt'), gzipSync(games))
  writeFileSync(path('stored.zip'), makeZip([{ name: 'games.pgn', content: games, isStored: true }]))
})

afterAll(() => rmSync(folder, { recursive: true }))

describe('compressed inputs', () => {
  it('hold the same records as they do without compression', () => {
    const plain = records(ludograph(['convert', path('games.pgn'), '-t', 'jsonl']))
    expect(plain).toHaveLength(3)
    for (const name of ['games.pgn.gz', 'games.pgn.zst', 'named-wrongly.txt', 'stored.zip']) {
      expect(records(ludograph(['convert', path(name), '-t', 'jsonl'])), name).toEqual(plain)
      expect(records(ludograph(['convert', '-', '-t', 'jsonl'], readFileSync(path(name)))), name).toEqual(plain)
    }
  })

  it('hold databases of several files, and other files are counted', () => {
    for (const name of ['base.zip', 'base.tgz', 'stored.zip']) {
      const { code, err } = ludograph(['validate', '-q', fixture(name)])
      expect({ code, err }).toEqual({
        code: 0,
        err: '2 files (1 other file skipped), 7 records: 0 errors, 0 warnings, 0 remarks\n',
      })
    }
  })

  it('that are the archive of a database are opened by its format', async () => {
    ludograph(['convert', path('games.pgn'), '-o', path('base/base.2cbh')])
    const parts = readdirSync(path('base')).map((name) => ({ name, content: readFileSync(path(`base/${name}`)) }))
    const archive = makeZip([...parts, { name: 'base.ini', content: '[Database]\nTitle=Base\n' }])
    writeFileSync(path('base.2cbv'), archive)
    writeFileSync(path('outer.zip'), makeZip([{ name: 'base.2cbv', content: archive }]))
    for (const name of ['base.2cbv', 'outer.zip']) {
      const { code, err } = ludograph(['validate', '-q', path(name)])
      expect({ code, err }, name).toEqual({ code: 0, err: '1 file, 3 records: 0 errors, 0 warnings, 0 remarks\n' })
      const opened = await openPath(path(name))
      expect([opened.format.id, opened.collection.about.title], name).toEqual(['2cbh', 'Base'])
      opened.close()
      const chosen = await openFiles([new File([readFileSync(path(name))], name)])
      expect([chosen.format.id, chosen.collection.about.title], name).toEqual(['2cbh', 'Base'])
    }
  })

  it('are written below a folder under the names they have inside', () => {
    const { code } = ludograph(['convert', fixture('base.zip'), path('games.pgn.gz'), '-t', 'sgf', '-o', path('out/')])
    expect(code).not.toBe(0)
    expect(
      ludograph(['convert', fixture('base.zip'), path('games.pgn.gz'), '-t', 'jsonl', '-o', path('out/')]).code,
    ).toBe(0)
    expect(readFileSync(path('out/games.jsonl'), 'utf8').split('\n')).toHaveLength(4)
    expect(readFileSync(path('out/base/base/opera-game.jsonl'), 'utf8')).toContain('Morphy')
  })

  it('cut short are read as far as they go, with an issue', () => {
    const bytes = zstdCompressSync(games)
    writeFileSync(path('cut.pgn.gz'), Buffer.concat([gzipSync(games), gzipSync(games).subarray(0, 40)]))
    const { code, out, err } = ludograph(['convert', path('cut.pgn.gz'), '-t', 'pgn'])
    expect(code).toBe(3)
    expect(out.match(/\[Event /g)!.length).toBeGreaterThanOrEqual(3)
    expect(err).toContain('cut.pgn.gz: part of the file could not be decompressed')
    expect(bytes.length).toBeGreaterThan(0)
  })

  it('meet a limit that can be raised', () => {
    const { code, err } = ludograph(['info', path('games.pgn.gz'), '--max-unpacked', '100'])
    expect(code).toBe(3)
    expect(err).toContain('unpacks to more than 100 bytes')
    expect(err).toContain('--max-unpacked SIZE')
    expect(ludograph(['info', path('games.pgn.gz'), '--max-unpacked', '1K']).code).toBe(0)
  })

  it('without games are an error', () => {
    writeFileSync(path('none.zip'), makeZip([{ name: 'readme.txt', content: 'nothing' }]))
    const { code, err } = ludograph(['info', path('none.zip')])
    expect(code).toBe(3)
    expect(err).toContain('none.zip: the archive holds no file of a known format')
  })

  it('are imported, each file of an archive as a source, and known again', () => {
    const database = path('archives.db')
    const first = ludograph(['import', database, fixture('base.zip'), path('games.pgn.zst'), '--json'])
    expect(JSON.parse(first.out)).toMatchObject({ imported: 3, games: 9, unknownFiles: 1, failures: [] })
    const again = ludograph(['import', database, path('games.pgn'), fixture('base.tgz'), '--json'])
    expect(JSON.parse(again.out)).toMatchObject({ imported: 0, skipped: 3, failures: [] })
    expect(ludograph(['verify', database]).code).toBe(0)
  })

  it('are imported from standard input', () => {
    const database = path('piped.db')
    const report = ludograph(['import', database, '-', '--json'], readFileSync(path('games.pgn.gz')))
    expect(JSON.parse(report.out)).toMatchObject({ imported: 1, games: 3, failures: [] })
    const other = ludograph(['import', database, '-', '--json'], game('Four'))
    expect(JSON.parse(other.out)).toMatchObject({ imported: 1, replaced: 0, games: 1 })
  })
})

describe('compressed outputs', () => {
  it.each([
    ['games-out.pgn.gz', gunzipSync],
    ['games-out.pgn.zst', zstdDecompressSync],
  ])('are compressed as their name says: %s', (name, decompress) => {
    const plain = ludograph(['convert', path('games.pgn'), '-t', 'pgn']).out
    expect(ludograph(['convert', path('games.pgn'), '-o', path(name)]).code).toBe(0)
    expect(decompress(readFileSync(path(name))).toString()).toBe(plain)
    expect(ludograph(['convert', path('games.pgn'), '-o', path(name)]).err).toContain('already exists')
  })

  it('are numbered in front of both extensions', () => {
    expect(ludograph(['convert', path('games.pgn'), '-o', path('part.pgn.gz'), '--split', '2']).code).toBe(0)
    expect(gunzipSync(readFileSync(path('part-2.pgn.gz'))).toString()).toContain('Three')
  })

  it.each(['x.pgn.xz', 'x.pgn.bz2', 'x.zip', 'x.cbh.gz'])('are refused where they cannot be made: %s', (name) => {
    const { code, err } = ludograph([
      'convert',
      path('games.pgn'),
      '-t',
      name.includes('cbh') ? 'chessbase' : 'pgn',
      '-o',
      path(name),
    ])
    expect(code).toBe(2)
    expect(err).toMatch(/are not written|cannot be written/)
  })

  it(
    'of many megabytes are one stream that other programs read',
    needs('tool', hasTool('gzip'), 'gzip is not installed'),
    () => {
      const many = games.repeat(8000)
      writeFileSync(path('many.pgn'), many)
      expect(ludograph(['convert', path('many.pgn'), '-o', path('many.pgn.gz')]).code).toBe(0)
      const { status, stdout } = spawnSync('gzip', ['-dc', path('many.pgn.gz')], { maxBuffer: 1 << 28 })
      expect(status).toBe(0)
      expect(ludograph(['convert', path('many.pgn'), '-o', path('many-out.pgn')]).code).toBe(0)
      expect(stdout.equals(readFileSync(path('many-out.pgn')))).toBe(true)
    },
  )
})

describe('names', () => {
  it('come from a list on standard input', () => {
    const list = `${path('games.pgn')}\n${path('games.pgn.gz')}\n`
    expect(ludograph(['validate', '-q', '--files-from', '-'], list).err).toMatch(/^2 files, 6 records/)
    expect(ludograph(['validate', '-q', '--files-from', '-'], list.replaceAll('\n', '\0')).err).toMatch(/^2 files/)
    writeFileSync(path('list'), list)
    expect(ludograph(['validate', '-q', path('stored.zip'), '--files-from', path('list')]).err).toMatch(/^3 files/)
    expect(ludograph(['validate', '-', '--files-from', '-'], list).code).toBe(2)
    expect(ludograph(['validate', '--files-from', '-'], '').code).toBe(0)
  })

  it('may be patterns that the shell did not expand', () => {
    expect(ludograph(['validate', '-q', path('games.pgn*')]).err).toMatch(/^3 files, 9 records/)
    const { code, err } = ludograph(['validate', path('*.nothing')])
    expect(code).toBe(3)
    expect(err).toContain('no file matches')
    writeFileSync(path('[odd].pgn'), games)
    expect(ludograph(['validate', '-q', path('[odd].pgn')]).err).toMatch(/^1 file, 3 records/)
  })

  it('may be links, also to the folder above', () => {
    mkdirSync(path('links/within'), { recursive: true })
    symlinkSync(path('games.pgn'), path('links/linked.pgn'))
    symlinkSync(path('links'), path('links/within/up'))
    cpSync(path('games.pgn'), path('links/within/own.pgn'))
    expect(ludograph(['validate', '-q', path('links')]).err).toMatch(/^2 files, 6 records/)
    symlinkSync(path('missing.pgn'), path('links/broken.pgn'))
    const { code, err } = ludograph(['validate', '-q', path('links')])
    expect(code).toBe(3)
    expect(err).toContain('1 file could not be read')
  })
})

describe('the library', () => {
  it('opens a compressed file, and the one game file of an archive', async () => {
    for (const name of ['games.pgn.zst', 'stored.zip']) {
      const opened = await openPath(path(name))
      expect(opened.collection.count).toBe(3)
      opened.close()
    }
    await expect(openPath(fixture('base.zip'))).rejects.toMatchObject({ code: 'packed/several' })
    await expect(openPath(path('none.zip'))).rejects.toMatchObject({ code: 'packed/no-games' })
  })

  it('reads all games of archives', async () => {
    const files: string[] = []
    for await (const { file } of readGames(fixture('base.zip'))) files.push(file.slice(fixture('').length + 1))
    expect(files.toSorted()).toEqual([
      'base.zip/base/opera-game.pgn',
      ...Array.from({ length: 6 }, () => 'base.zip/base/short-games.cbh'),
    ])
  })

  it('opens compressed files chosen in a page', async () => {
    const chosen = (name: string) => new File([readFileSync(fixture(name))], name)
    expect((await openFiles([chosen('base.tgz')])).collection.count).toBeGreaterThan(0)
    expect((await openFiles([new File([readFileSync(path('games.pgn.zst'))], 'games.pgn.zst')])).collection.count).toBe(
      3,
    )
  })
})

const DUMP = 'chess-pgn/book-50000.pgn'
const TOOLS = ['gzip', 'zstd', 'bzip2', 'xz']

describe('real dumps', needs('tool', TOOLS.every(hasTool), `one of ${TOOLS.join(', ')} is not installed`), () => {
  it('hold the same records however they are compressed', needsCorpus(DUMP), async () => {
    const part = readFileSync(corpusPath(DUMP)).subarray(0, 3_000_000)
    const plain = await textOf('part.pgn', part)
    expect(plain.length).toBeGreaterThan(4_000_000)
    for (const tool of TOOLS) {
      const packed = spawnSync(tool, ['-c'], { input: part, maxBuffer: 1 << 28 }).stdout
      expect((await textOf(`part.pgn.${tool}`, packed)) === plain, tool).toBe(true)
    }
  })
})

/** All records of a file, without where they came from. */
async function textOf(name: string, bytes: Uint8Array): Promise<string> {
  writeFileSync(path(name), bytes)
  let text = ''
  for await (const { record } of readGames(path(name))) text += `${JSON.stringify({ ...record, origin: 0 })}\n`
  return text
}

function hasTool(tool: string): boolean {
  return spawnSync(tool, ['--version']).status === 0
}

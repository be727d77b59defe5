/** How large a page becomes that uses a part of the library, in one file (esbuild) and in chunks (Vite). */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { build as bundleInOne } from 'esbuild'
import { afterAll, describe, expect, it } from 'vitest'
import { build as bundleInChunks, type Rolldown } from 'vite'

const source = join(import.meta.dirname, '../../src')
const folder = mkdtempSync(join(tmpdir(), 'ludograph-bundles-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Pages, the most bytes that each may have in one file and load at the start in chunks, and what must not be in it. */
const PAGES = [
  {
    name: 'an SGF text',
    code: `import { parseSgf } from 'ludograph'
      globalThis.games = (text) => parseSgf(text).records`,
    most: 162_000,
    start: 144_000,
    without: ['formats/pgn/', 'formats/xqf/', 'formats/chessbase/', 'rules/chess/', 'rules/xiangqi/'],
  },
  {
    name: 'an SGF file',
    code: `import { openFilesAs } from 'ludograph/convert'
      import { sgf } from 'ludograph/formats'
      globalThis.open = (files) => openFilesAs(files, [sgf])`,
    most: 247_000,
    start: 74_000,
    without: ['formats/pgn/', 'formats/xqf/', 'formats/chessbase/', 'rules/chess/', 'rules/xiangqi/'],
  },
  {
    name: 'PGN and XQF files',
    code: `import { openFilesAs } from 'ludograph/convert'
      import { pgn, xqf } from 'ludograph/formats'
      globalThis.open = (files) => openFilesAs(files, [pgn, xqf])`,
    most: 320_000,
    start: 83_000,
    without: ['formats/sgf/', 'formats/chessbase/', 'formats/scid/', 'rules/go/'],
  },
  {
    name: 'the rules of chess',
    code: `import { chess } from 'ludograph/rules'
      globalThis.moves = chess.legalMoves(chess.start())`,
    most: 63_000,
    start: 63_000,
    without: ['formats/', 'rules/xiangqi/', 'rules/go/', 'rules/othello/'],
  },
]

/** The sources of the library in place of the package, as the `exports` of package.json have them. */
const alias = {
  'ludograph/convert': join(source, 'convert/index.ts'),
  'ludograph/formats': join(source, 'formats/index.ts'),
  'ludograph/rules': join(source, 'rules/index.ts'),
  ludograph: join(source, 'index.ts'),
}

/** A source as its path in `src/`. */
const nameOf = (path: string) => path.split(`${sep}src${sep}`).at(-1)!.replaceAll('\\', '/')

let count = 0

function writeEntry(code: string): string {
  const entry = join(folder, `page${count++}.js`)
  writeFileSync(entry, code)
  return entry
}

describe.each(PAGES)('a page with $name', ({ code, most, start: mostAtStart, without }) => {
  it('is small in one file', async () => {
    const { outputFiles, metafile } = await bundleInOne({
      entryPoints: [writeEntry(code)],
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      write: false,
      metafile: true,
      outdir: folder,
      absWorkingDir: join(source, '..'),
      external: ['node:*'],
      alias,
    })
    const [output] = Object.values(metafile.outputs)
    const used = Object.entries(output!.inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    expect(used.map(([path]) => path).filter((path) => without.some((part) => path.includes(`src/${part}`)))).toEqual(
      [],
    )
    const size = outputFiles.reduce((sum, { contents }) => sum + contents.length, 0)
    console.log(`in one file: ${size} bytes`)
    expect(size).toBeLessThan(most)
  })

  it('starts with little in chunks', async () => {
    const entry = writeEntry(code)
    const result = (await bundleInChunks({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      resolve: { alias },
      build: { write: false, minify: true, modulePreload: false, rolldownOptions: { input: entry } },
    })) as Rolldown.RolldownOutput
    const chunks = new Map(result.output.flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one]] : [])))
    const start = [...chunks.values()].find(({ isEntry }) => isEntry)!
    const loaded = new Set([start])
    for (const { imports } of loaded) {
      for (const name of imports) if (chunks.has(name)) loaded.add(chunks.get(name)!)
    }
    const size = [...loaded].reduce((sum, one) => sum + one.code.length, 0)
    const used = [...loaded].flatMap(({ modules }) =>
      Object.entries(modules).flatMap(([path, { renderedLength }]) => (renderedLength > 0 ? [nameOf(path)] : [])),
    )
    console.log(`in chunks, at the start: ${size} bytes`)
    expect(used.filter((path) => without.some((part) => path.startsWith(part)))).toEqual([])
    expect(size).toBeLessThan(mostAtStart)
  })
})

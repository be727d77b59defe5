/** Damaged databases: issues or a FormatError, bounded work, and the games beside a damaged one unharmed. */
import { describe, expect, it } from 'vitest'
import { chessbase } from '../../../src/formats/chessbase/format.ts'
import { MODES } from '../../../src/formats/chessbase/moves/modes.ts'
import {
  CODE,
  compactMoves,
  databaseFiles,
  movesRecord,
  openFiles,
  plainGame,
  startBlock,
  textBytes,
  textItem,
  word,
} from '../../support/chessbase.ts'
import { corpusBytes, corpusFiles } from '../../support/corpus.ts'
import { needsCorpus } from '../../support/needs.ts'
import { mutate, readHostile, survivesMutations, type NamedBytes } from '../../support/hostile.ts'
import { randomInt, seededRandom } from '../../support/random.ts'
import { scaled } from '../../support/scale.ts'

/** A database of every kind of record. */
const FIXTURE: readonly NamedBytes[] = databaseFiles({
  games: [
    {
      moves: movesRecord(
        0,
        compactMoves([{ word: word('e2e4') }, CODE.fork, 128, { word: word('g1f3') }, CODE.end, CODE.null, CODE.end]),
      ),
      items: [
        textItem(-1, textBytes('About the game')),
        textItem(1, textBytes('Führung'), 0x82, 53),
        [0, 0x03, [1, 14, 142]],
        [0, 0x04, [2, 29]],
        [1, 0x05, [4, 29, 45]],
        [1, 0x22, [0, 0, 0, 4]],
        [-1, 0x24, new Uint8Array(33)],
        [-1, 0x26, [0, 1, 0, 20, 0, 30]],
      ],
      white: 0,
      black: 1,
    },
    {
      moves: movesRecord(
        10,
        [
          ...startBlock('1r3kr1/5pp1/8/8/8/8/5PP1/1R3KR1 w KQkq - 0 1'),
          40,
          47,
          48,
          8,
          55,
          15,
          0,
          0,
          ...compactMoves([{ word: word('g1g1') }, CODE.end], MODES[10]),
        ],
        0x40,
      ),
    },
    { moves: movesRecord(0, [1, 0, 1, 0, 0, 0, 1, 0, 65, 1, 1, 0, 7, 0, 2, 0, 66, 67, 0, 0], 0x80), isText: true },
    { moves: plainGame(['d2d4', 'd7d5', 'c2c4']), isDeleted: true },
  ],
  players: [
    [textBytes('Réti'), textBytes('Richard')],
    [textBytes('Alekhine'), []],
  ],
  teams: [new Uint8Array(63)],
  tags: [new Uint8Array(1608)],
  extendedSize: 120,
})

/** Everything a collection can be asked for. */
async function readEverything(files: readonly NamedBytes[]): Promise<void> {
  if (!(await readHostile(chessbase, files))) return
  const collection = await openFiles(files)
  for (let index = 0; index < collection.count; index++) collection.listing(index)
  for (const table of collection.tables!()) for (const row of table.rows()) expect(row['id']).toBeDefined()
  collection.scan!((game) => expect(game.length).toBeLessThanOrEqual(game.moves.length))
  for (const issue of collection.validate!()) expect(issue.id).toMatch(/^chessbase\//)
}

describe('a damaged database', () => {
  it('of which one file is cut at any length', async () => {
    for (const [index, [name, bytes]] of FIXTURE.entries()) {
      // The long files are full of zeros: a step that is no divisor of their records meets every field.
      const step = bytes.length > 1000 ? scaled(61, 7) : scaled(3, 1)
      for (let length = 0; length < bytes.length; length += step) {
        await readEverything(FIXTURE.with(index, [name, bytes.subarray(0, length)]))
      }
    }
  })

  it('of which bytes are changed, cut out or doubled', async () => {
    const random = seededRandom(11)
    for (let round = 0; round < scaled(400, 20_000); round++) {
      const target = round % FIXTURE.length
      const [name, bytes] = FIXTURE[target]!
      await readEverything(FIXTURE.with(target, [name, mutate(bytes, random)]))
    }
  })

  it('with heads that claim more than any file holds', async () => {
    for (const [index, [name, bytes]] of FIXTURE.entries()) {
      for (const at of [0, 2, 4, 6, 8, 12, 16, 20, 24]) {
        const claim = bytes.slice()
        claim.fill(0xff, at, at + 4)
        await readEverything(FIXTURE.with(index, [name, claim]))
        claim.fill(0x7f, at, at + 1)
        await readEverything(FIXTURE.with(index, [name, claim]))
      }
    }
  })

  it('whose moves or annotations claim to be longer than the file', async () => {
    const moves = [...plainGame(['e2e4'])]
    moves.splice(1, 3, 0xff, 0xff, 0xff)
    const [entry] = (await readHostile(chessbase, databaseFiles({ games: [{ moves }] })))!
    expect(entry!.record!.nodes).toHaveLength(2)
    const files = databaseFiles({ games: [{ moves: plainGame(['e2e4']), items: [textItem(0, textBytes('kept'))] }] })
    const annotations = files.find(([name]) => name.endsWith('.cba'))![1]
    annotations.set([0x00, 0x80, 0x00, 0x00], 26 + 10)
    const [game] = (await readHostile(chessbase, files))!
    expect(game!.issues).toMatchObject([{ id: 'chessbase/annotations-record' }])
    expect(game!.record!.nodes[1]!.comments).toMatchObject([{ text: 'kept' }])
  })

  it('keeps the games around a damaged one', async () => {
    const good = plainGame(['d2d4'])
    const bad = [...plainGame(['e2e4', 'e7e5'])].fill(0xf7, 4)
    const collection = await openFiles(databaseFiles({ games: [{ moves: good }, { moves: bad }, { moves: good }] }))
    const entries = [...collection.entries()]
    expect(entries.map(({ record }) => record!.nodes.length)).toEqual([2, 1, 2])
    expect(entries.map(({ issues }) => issues.length)).toEqual([0, 1, 0])
  })
})

describe('damaged databases of the corpus', needsCorpus('chessbase/libcbh'), () => {
  const load = (folder: string, name: string): NamedBytes[] =>
    corpusFiles(`chessbase/${folder}`, /\.cb[hgaptcsejl]$/)
      .map((path): NamedBytes => [path.split('/').at(-1)!, corpusBytes(path)])
      .sort(([left]) => (left === name ? -1 : 1))

  it('end in issues or a FormatError', async () => {
    const inputs = [
      load('libcbh/UnusualStart', 'UnusualStartBytes.cbh'),
      load('libcbh/Annotation', 'TestBase.cbh'),
      load('morphy/text', 'text.cbh'),
      load('morphy/veryold', 'Mate2.cbh'),
      load('libcbh/WithVariations', 'WithVariations.cbh'),
    ]
    await survivesMutations(chessbase, inputs, scaled(300, 20_000), 3)
  })

  /** Changes in one reading, and changes of each database in all. */
  const AT_ONCE = 200
  const CHANGES = scaled(10_000, 200_000)

  it.each([
    ['libcbh/NormalGames', 'BielMTO.cbh'],
    ['morphy/old', 'linares.cbh'],
  ] as const)('leave every game of %s equal whose own bytes did not change', async (folder, name) => {
    const files = load(folder, name)
    const part = (extension: string) => files.findIndex(([file]) => file.endsWith(extension))
    const headers = files[part('.cbh')]![1]
    const places = { '.cbg': offsets(headers, 1), '.cba': offsets(headers, 5) }
    // What changes in comments may change how their encoding is found.
    const options = { encoding: 'windows-1252' }
    const whole = [...(await openFiles(files, options)).entries()].map((entry) => JSON.stringify(entry))
    const random = seededRandom(17)
    for (let round = 0; round < CHANGES / AT_ONCE; round++) {
      const extension = (['.cbg', '.cba', '.cbh'] as const)[round % 3]!
      const bytes = files[part(extension)]![1].slice()
      const hit = new Set<number>()
      for (let change = 0; change < AT_ONCE; change++) {
        const at = 46 + randomInt(random, bytes.length - 46)
        bytes[at] = change % 2 === 0 ? randomInt(random, 256) : bytes[at]! ^ (1 << randomInt(random, 8))
        if (extension === '.cbh') hit.add(Math.floor(at / 46) - 1)
        else for (const game of gamesAt(places[extension], at)) hit.add(game)
      }
      const entries = [
        ...(await openFiles(files.with(part(extension), [files[part(extension)]![0], bytes]), options)).entries(),
      ]
      expect(entries).toHaveLength(whole.length)
      const changed = entries.filter((entry, game) => !hit.has(game) && JSON.stringify(entry) !== whole[game])
      expect(changed.map(({ index }) => index)).toEqual([])
    }
  })
})

/** Where the record of every game begins, from the headers; 0 without one. */
function offsets(headers: Uint8Array, field: number): number[] {
  const view = new DataView(headers.buffer, headers.byteOffset, headers.byteLength)
  return Array.from({ length: headers.length / 46 - 1 }, (_, game) => view.getUint32((game + 1) * 46 + field))
}

/** The games whose record begins last before an offset. */
function gamesAt(starts: readonly number[], offset: number): number[] {
  const start = Math.max(...starts.filter((candidate) => candidate <= offset))
  return starts.flatMap((candidate, game) => (candidate === start ? [game] : []))
}

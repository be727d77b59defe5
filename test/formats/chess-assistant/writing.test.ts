/** What the writer makes of names, notes and promoted pieces, and what of them does not fit. */
import { describe, expect, test } from 'vitest'
import { makeMove } from '../../../src/model/move.ts'
import { emptyRecord } from '../../../src/model/record.ts'
import { gameCodes, openDatabase, rebuildVolume, writeDatabase } from '../../support/chess-assistant.ts'
import { drawTree, readPgn } from '../../support/pgn.ts'
import fc from '../../support/properties.ts'

describe('what does not fit', () => {
  test('records up to 32,767 bytes', async () => {
    // A move, and a text with its code, its length and its kind.
    const sizes = [32_767, 32_768].map((size) => size - 1 - 6)
    const { records } = await readPgn(sizes.map((size) => `1. e4 {${'x'.repeat(size)}} *\n\n`).join(''))
    const { files, issues } = await writeDatabase(records)
    expect(issues.map(({ id }) => id)).toEqual(['chess-assistant/too-long'])
    const collection = await openDatabase(files)
    expect(collection.count).toBe(1)
    expect(collection.entry(0).record!.nodes[1]!.comments![0]!.text).toHaveLength(sizes[0]!)
  })

  test('names up to 255 bytes', async () => {
    const { records } = await readPgn([255, 256].map((size) => `[White "${'A'.repeat(size)}"]\n\n1. e4 *\n\n`).join(''))
    const { files, issues } = await writeDatabase(records)
    expect(issues.map(({ id }) => id)).toEqual(['chess-assistant/long-name'])
    const names = [...(await openDatabase(files)).entries()].map(({ record }) => record!.header.players[0]!.name)
    expect(names).toEqual(Array(2).fill('A'.repeat(255)))
  })

  test('the count of moves without capture', async () => {
    const game = (clock: number) => `[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/4K3 w - - ${clock} 9"]\n\n1. Kd1 *\n\n`
    const { records } = await readPgn(game(0) + game(1))
    const { files, issues } = await writeDatabase(records)
    expect(issues.map(({ id }) => id)).toEqual(['chess-assistant/clock-lost'])
    const setups = [...(await openDatabase(files)).entries()].map(({ record }) => record!.setup)
    expect(setups).toEqual(Array(2).fill('4k3/8/8/8/8/8/8/4K3 w - - 0 9'))
  })
})

describe('notes', () => {
  test('a length of one byte up to 255, the kind included', async () => {
    const { records } = await readPgn([1, 2, 254, 255].map((size) => `1. e4 {${'x'.repeat(size)}} *\n\n`).join(''))
    const heads = gameCodes((await writeDatabase(records)).files).map((codes) => [...codes.subarray(1, 7)])
    expect(heads).toEqual([
      [234, 4, 120],
      [235, 3, 4, 120, 120],
      [235, 255, 4, 120, 120, 120],
      [236, 0, 1, 0, 0, 4],
    ])
  })

  test('what the source says of a glyph is lost, except that it comes before its move', async () => {
    const { records } = await readPgn('1. e4 *\n')
    records[0]!.nodes[1]!.glyphs = [{ nag: 16, code: 'move' }, { nag: 1 }, { nag: 140, code: 'prefix' }]
    const { issues } = await writeDatabase(records)
    expect(issues.map(({ id }) => id)).toEqual(['chess-assistant/glyph-code'])
  })

  test('the text of a diagram is lost, before its move and after it', async () => {
    const { records } = await readPgn('1. e4 *\n')
    const text = 'After the opening'
    records[0]!.nodes[1]!.annotations = [
      { type: 'diagram', placement: 'before', text },
      { type: 'diagram', text },
      { type: 'diagram' },
    ]
    const { issues } = await writeDatabase(records)
    expect(issues.map(({ id }) => id)).toEqual(Array(2).fill('chess-assistant/diagram-text'))
  })

  test('of an evaluation all but its hundredths and CAP is lost', async () => {
    const lost = [{ mate: 3 }, { depth: 20 }, { text: 'good' }, { source: 'Someone' }]
    const { records } = await readPgn([...lost, {}].map(() => '1. e4 *\n\n').join(''))
    const more = [...lost, { source: 'CAP' }]
    records.forEach(({ nodes }, index) => (nodes[1]!.evaluation = { centipawns: 1, ...more[index] }))
    const { issues } = await writeDatabase(records)
    expect(issues.map(({ id }) => id)).toEqual(
      ['mate', 'depth', 'text', 'source'].map((kind) => `chess-assistant/evaluation-${kind}`),
    )
  })

  test('evaluations of 16 bits, in whole hundredths', async () => {
    const values = [0x7fff, 0x8000, -0x8000, -0x8001, 1.5]
    const { records } = await readPgn(values.map(() => '1. e4 *\n\n').join(''))
    records.forEach(({ nodes }, index) => (nodes[1]!.evaluation = { centipawns: values[index]! }))
    const { files, issues } = await writeDatabase(records)
    expect(issues.map(({ id }) => id)).toEqual(Array(3).fill('chess-assistant/evaluation-rounded'))
    const found = [...(await openDatabase(files)).entries()].map(({ record }) => record!.nodes[1]!)
    const rounded = [0x7fff, 0x7fff, -0x8000, -0x8000, 2]
    expect(found.map(({ evaluation }) => evaluation)).toEqual(rounded.map((centipawns) => ({ centipawns })))
    expect(found.flatMap(({ annotations = [] }) => annotations)).toEqual([])
  })
})

test('a move that no piece of its kind makes ends its line', async () => {
  const { records } = await readPgn('1. e4 *\n\n1. e4 *\n\n1. e4 *\n')
  // The rook as a bishop, a pawn as a knight, and nothing at all; each with a move behind it.
  const moves = [makeMove(0, 9), makeMove(8, 25), makeMove(30, 31)]
  records.forEach(({ nodes }, index) => {
    nodes[1]!.move = moves[index]!
    nodes.push({ parent: 1, move: makeMove(52, 36) })
  })
  const { files, issues } = await writeDatabase(records)
  const losses = issues.filter(({ id }) => id === 'chess-assistant/unwritable-move')
  expect(losses.map(({ place }) => place!.node)).toEqual([1, 1, 1])
  expect(gameCodes(files).map(({ length }) => length)).toEqual([0, 0, 0])
})

describe('promoted pieces with the number of their pawn', () => {
  const crowded = (first: string, moves: string) =>
    `[SetUp "1"]\n[FEN "${first}/Q7/Q7/Q6K/8 w - - 0 1"]\n\n${moves} *\n`

  test.each<[first: string, moves: string, codes: number[]]>([
    // From b8 to b1 is a row up, around the board: what the code of the pawn would say.
    ['8/1P6/N6k/N7', '1. b8=Q Kg7 2. Qbb1', [209, 4, 161, 131, 213, 0x10]],
    // Numbers 16 and 17 are taken, and one of the knights is free.
    ['8/1P6/7k/N7', '1. b8=N Kg7 2. Na6', [209, 4, 73, 131, 40]],
    ['8/7P/N7/N5k1', '1. h8=N Kf5 2. Nf7', [209, 28, 71, 133, 219, 0x76]],
  ])('%s %s', async (first, moves, codes) => {
    const { records } = await readPgn(crowded(first, moves))
    const { files } = await writeDatabase(records)
    expect([...gameCodes(files)[0]!.subarray(77)]).toEqual(codes)
    const entry = (await openDatabase(files)).entry(0)
    expect(entry.issues).toEqual([])
    expect(drawTree(entry.record!)).toBe(drawTree(records[0]!))
  })

  test('a promotion that no pawn makes ends its line', async () => {
    const { records } = await readPgn(crowded('8/1P6/N6k/N7', '1. b8=Q'))
    // b7 to d8, a square that no code of a pawn leads to.
    records[0]!.nodes[1]!.move = makeMove(49, 59, 4)
    const { files, issues } = await writeDatabase(records)
    expect(issues.map(({ id }) => id)).toEqual(['chess-assistant/unwritable-move'])
    expect((await openDatabase(files)).entry(0).record!.nodes).toHaveLength(1)
  })
})

test('the sorted index goes by small letters of the encoding', async () => {
  const names = ['Яковенко', 'Чигорин', 'Авербах', 'ян', 'ботвинник', 'Zukertort', 'anand']
  const { records } = await readPgn(names.map((name) => `[White "${name}"]\n\n1. e4 *\n\n`).join(''))
  for (const encoding of ['windows-1251', 'utf-8']) {
    const { files } = await writeDatabase(records, { encoding })
    const collection = await openDatabase(files)
    const rows = [...collection.tables!()[0]!.rows()].map(({ name }) => name)
    const ids: number[] = []
    rebuildVolume(files, 1000, (name, bytes) => {
      if (name === 'Players.iii') ids.push(...new Int32Array(Uint8Array.from(bytes).buffer))
      return bytes
    })
    expect(ids.map((id) => rows[id])).toEqual([
      '',
      'anand',
      'Zukertort',
      'Авербах',
      'ботвинник',
      'Чигорин',
      'Яковенко',
      'ян',
    ])
  }
})

test('entries whose names differ only in case are sorted by their ids', async () => {
  const { records } = await readPgn('[White "Li"]\n[Black "LI"]\n\n1. e4 *\n\n[White "li"]\n[Black "Le"]\n\n1. e4 *\n')
  const { files } = await writeDatabase(records)
  let ids: number[] = []
  rebuildVolume(files, 1000, (name, bytes) => {
    if (name === 'Players.iii') ids = [...new Int32Array(Uint8Array.from(bytes).buffer)]
    return bytes
  })
  expect(ids).toEqual([0, 4, 1, 2, 3])
})

test('losses of evaluations, names and letters are reported', async () => {
  const { records } = await readPgn(`[White "${'Ж'.repeat(200)}"]\n\n{до} 1. e4 *\n`)
  records[0]!.nodes[1]!.evaluation = { mate: 3, depth: 20 }
  const { issues, files } = await writeDatabase(records, { encoding: 'windows-1252' })
  expect(issues.map(({ id }) => id)).toEqual([
    'chess-assistant/text-encoding',
    'chess-assistant/evaluation-mate',
    'chess-assistant/evaluation-depth',
    'chess-assistant/name-encoding',
  ])
  const [game] = [...(await openDatabase(files)).entries()]
  expect(game!.record!.nodes[0]!.comments![0]!.text).toBe('до')
  expect(game!.record!.header.players[0]!.name).toBe('Ж'.repeat(200))
  const long = await writeDatabase(records, { encoding: 'utf-8' })
  expect(long.issues.map(({ id }) => id)).toEqual([
    'chess-assistant/evaluation-mate',
    'chess-assistant/evaluation-depth',
    'chess-assistant/long-name',
  ])
  // A character of two bytes is not cut in half.
  expect((await openDatabase(long.files)).entry(0).record!.header.players[0]!.name).toBe('Ж'.repeat(127))
})

describe('the encoding that nobody asked for', () => {
  /** Writes games with names and comments; returns the encodings that readers find, and what they read. */
  const written = async (names: readonly string[], comments: readonly string[]) => {
    const records = names.map((name, index) => {
      const record = emptyRecord('chess')
      record.header.players = [{ colour: 1, name }]
      const text = comments[index]
      record.nodes.push({ parent: 0, move: makeMove(12, 28) })
      if (text !== undefined) record.nodes[1]!.comments = [{ text, placement: 'after' }]
      return record
    })
    const { files, issues } = await writeDatabase(records)
    const collection = await openDatabase(files)
    const entries = [...collection.entries()].map(({ record }) => record!)
    return {
      issues,
      encoding: collection.about.readings!['encoding']!.reading,
      names: entries.map(({ header }) => header.players[0]!.name),
      comments: entries.flatMap(({ nodes }) => nodes[1]!.comments?.map(({ text }) => text) ?? []),
    }
  }

  test.each([
    ['windows-1252', ['Lékó', 'Mårdell', 'Smith'], ['Schöne Züge', 'é']],
    ['windows-1251', ['Ботвинник', 'Каспаров', 'Ли', 'Smith'], ['Хорошо', 'да']],
    ['utf-8', ['Ботвинник', 'Lékó'], ['Хорошо', 'Schöne Züge', '炮二平五']],
    // A page that holds the only name, but that no reader would find.
    ['utf-8', ['Ли'], ['да']],
    ['utf-8', ['Łódź'], ['Ã©']],
  ])('is %s for %j', async (encoding, names, comments) => {
    const found = await written([...names, ...comments.slice(names.length).map(() => 'A')], comments)
    expect(found.issues).toEqual([])
    expect(found.encoding).toBe(encoding)
    expect(found.names.slice(0, names.length)).toEqual(names)
    expect(found.comments).toEqual(comments)
  })

  test('holds whatever names and comments there are', async () => {
    const word = fc.constantFrom('Ян', 'Ботвинник', 'é', 'ÉÀÜ', 'Ã©', 'Łódź', '馬', 'Smith', 'да', '😀', 'щ')
    const text = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 12 }), async (pairs) => {
        const found = await written(
          pairs.map(([name]) => name),
          pairs.map(([, comment]) => comment),
        )
        expect(found.issues).toEqual([])
        expect(found.names).toEqual(pairs.map(([name]) => name))
        expect(found.comments).toEqual(pairs.map(([, comment]) => comment))
      }),
      { numRuns: 150 },
    )
  })
})

test('a text on the game and what a result has no code for', async () => {
  const { records } = await readPgn('{Intro} 1. e4 *\n')
  Object.assign(records[0]!.header, { about: 'A story.', result: { outcome: 'win', winner: 1, by: 'time' } })
  const { files, issues } = await writeDatabase(records)
  expect(issues.map(({ id }) => id)).toEqual(['chess-assistant/about-as-comment', 'chess-assistant/result-reason'])
  const [root] = (await openDatabase(files)).entry(0).record!.nodes
  expect(root!.comments!.map(({ text }) => text)).toEqual(['A story.', 'Intro'])
})

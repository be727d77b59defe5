/** The reader of ChessBase for DOS, on databases that an encoder of the tests makes: no real one was ever seen. */
import { describe, expect, it } from 'vitest'
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import { detectFormat } from '../../src/convert/detect.ts'
import { cbf } from '../../src/formats/cbf/format.ts'
import type { Collection, ReadOptions } from '../../src/formats/format.ts'
import type { GameRecord } from '../../src/model/record.ts'
import { children } from '../../src/model/tree.ts'
import { chess } from '../../src/rules/chess/index.ts'
import { cbfFiles, type CbfGame, type CbfReading } from '../support/cbf.ts'
import type { NamedBytes } from '../support/named-bytes.ts'
import { randomGames } from '../support/random-games.ts'
import { scaled } from '../support/scale.ts'

function open(files: readonly NamedBytes[], options?: ReadOptions): Promise<Collection> {
  const [main, ...others] = files.map(([name, bytes]) => new MemorySource(name, bytes))
  return Promise.resolve(cbf.open(new MemoryFileSet(main!, others), options))
}

async function read(games: readonly CbfGame[], reading?: CbfReading, options?: ReadOptions) {
  const collection = await open(cbfFiles(games, reading), options)
  const entries = [...collection.entries()]
  const ids = entries.map(({ issues }) => issues.map(({ id }) => id))
  return { collection, entries, ids, records: entries.map(({ record }) => record!) }
}

/** The tree as the encoder is given it. */
function treeText({ nodes, setup }: GameRecord): string {
  const { first, next } = children(nodes)
  const position = chess.start(setup === undefined ? {} : { setup })
  const words: string[] = []
  const follow = (node: number) => {
    chess.play(position, nodes[node]!.move!)
    line(first[node]!)
    position.undo()
  }
  const line = (main: number) => {
    if (main < 0) return
    words.push(chess.writeMove(position, nodes[main]!.move!, 'uci'))
    for (let other = next[main]!; other >= 0; other = next[other]!) {
      words.push('(', chess.writeMove(position, nodes[other]!.move!, 'uci'))
      follow(other)
      words.push(')')
    }
    follow(main)
  }
  line(first[0]!)
  return words.join(' ')
}

const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

describe('games', () => {
  it('of random moves are read to their end', async () => {
    const games = randomGames('chess', scaled(60, 1000), 3, 150).map((record) => ({
      moves: treeText(record).replaceAll('--', ''),
      ...(record.setup !== undefined && { setup: record.setup }),
    }))
    const usual = games.filter(({ setup }) => setup === undefined)
    const { records, ids, collection } = await read(usual)
    expect(ids.flat()).toEqual([])
    expect(records.map(treeText)).toEqual(usual.map(({ moves }) => moves))
    expect([...collection.issues, ...collection.validate!()]).toEqual([])
  })

  it('have variations within variations, and annotations', async () => {
    const moves = 'e2e4!0 ( d2d4 d7d5 ( g8f6!1 c2c4 ) c2c4 ) ( c2c4 ) e7e5 ( c7c5!2 ) g1f3!3'
    const annotations = [
      [1, 2, 0],
      [0, 0, 0, 0x73, 0, 0xb3, 0x66, 0x33, 0xfe, 0x84],
      [3, 0, 2, 0x21],
      [7, 0, 0],
    ]
    const { records, ids } = await read([{ moves, annotations }])
    expect(ids).toEqual([[]])
    const [record] = records
    expect(treeText(record!)).toBe(moves.replaceAll(/!\d/g, ''))
    const notes = record!.nodes.filter(({ glyphs, comments, annotations: other }) => glyphs ?? comments ?? other)
    expect(notes.map(({ parent: _parent, move: _move, ...note }) => note)).toEqual(
      [
        { glyphs: [{ nag: 1 }, { nag: 16 }] },
        { glyphs: [{ nag: 5 }, { nag: 142 }], comments: [{ text: '!', placement: 'after' }] },
        { annotations: [{ type: 'unknown', format: 'cbf', code: 'move-7', base64: '' }] },
        { comments: [{ text: 's ♘f3\nä', placement: 'after' }] },
      ].toSorted((left, right) => notesOrder(left) - notesOrder(right)),
    )
  })

  it('report annotations that belong to no move', async () => {
    const { entries } = await read([{ moves: 'e2e4!0', annotations: [[1, 0, 0, 0xff, 2, 0, 0]] }])
    expect(entries[0]!.issues).toMatchObject([{ id: 'cbf/annotations', params: { count: 1, bytes: 0 } }])
  })

  it('may be none at all', async () => {
    const { collection, records } = await read([])
    expect([collection.count, records, collection.issues]).toEqual([0, [], []])
  })

  it('keep the other annotations if the first is empty', async () => {
    const { records, ids } = await read([{ moves: 'e2e4!0 e7e5!1', annotations: [[], [1, 0, 0]] }])
    expect(ids).toEqual([[]])
    expect(records[0]!.nodes.map(({ glyphs }) => glyphs)).toEqual([undefined, undefined, [{ nag: 1 }]])
  })

  it('castle, capture in passing and promote from set-ups', async () => {
    const games = [
      { setup: 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', moves: 'e1g1 e8c8' },
      { setup: '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 20', moves: 'e5d6 e8d8' },
      { setup: '4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 7', moves: 'b4a3' },
      { setup: '1n2k3/P7/8/8/8/8/p7/1N2K3 w - - 0 1', moves: 'a7b8n a2b1r' },
    ]
    const { records, ids } = await read(games)
    expect(ids.flat()).toEqual([])
    expect(records.map(treeText)).toEqual(games.map(({ moves }) => moves))
    expect(records.map(({ setup }) => setup)).toEqual(games.map(({ setup }) => setup))
  })

  it('have names, source, date, opening, ratings and result', async () => {
    const { records, ids } = await read([
      {
        moves: 'e2e4',
        players: latin('Kasparov-Karpov'),
        source: latin('Moskva (m/16.2) [Nunn]'),
        year: 1985,
        result: 0,
        elos: [2700, 2720],
        eco: 145,
      },
      { moves: '', players: latin('\x94gren'), year: 1851, result: 1, eco: 500 },
    ])
    expect(ids.flat()).toEqual([])
    expect(records[0]!.header).toEqual({
      players: [
        { colour: 1, name: 'Kasparov', rating: 2700 },
        { colour: 2, name: 'Karpov', rating: 2720 },
      ],
      result: { outcome: 'win', winner: 2 },
      annotator: 'Nunn',
      event: { name: 'Moskva', type: 'match' },
      round: 16,
      subround: 2,
      date: { year: 1985 },
      openingCode: 'B44',
    })
    expect(records[1]!.header).toMatchObject({
      players: [{ colour: 1, name: 'ögren' }],
      result: { outcome: 'draw' },
      date: { year: 1851 },
      openingCode: 'E99',
    })
  })

  it.each<[string, object]>([
    ['Moskva', { event: { name: 'Moskva' } }],
    ['Moskva (5)', { event: { name: 'Moskva' }, round: 5 }],
    ['Moskva (5.12)', { event: { name: 'Moskva' }, round: 5, subround: 12 }],
    ['Moskva (m/3)', { event: { name: 'Moskva', type: 'match' }, round: 3 }],
    ['(m/3)', { event: { type: 'match' }, round: 3 }],
    ['Moskva (final)  east', { event: { name: 'Moskva (final) east' } }],
    ['Moskva [ Nunn ]', { event: { name: 'Moskva' }, annotator: 'Nunn' }],
    ['Moskva [ ]', { event: { name: 'Moskva' } }],
    ['', {}],
  ])('have the source %j', async (source, facts) => {
    const { records } = await read([{ moves: 'e2e4', players: 'A-B', source, year: 1990, result: 3 }])
    const { players: _players, date, result, ...rest } = records[0]!.header
    expect(rest).toEqual(facts)
    expect([date, result]).toEqual([{ year: 1990 }, { outcome: 'unfinished' }])
  })

  it.each([
    [0, { outcome: 'win', winner: 2 }],
    [1, { outcome: 'draw' }],
    [2, { outcome: 'win', winner: 1 }],
    [3, { outcome: 'unfinished' }],
    [7, { outcome: 'unfinished' }],
  ])('have the result %i', async (result, expected) => {
    const { records } = await read([{ moves: 'e2e4', result }])
    expect(records[0]!.header.result).toEqual(expected)
    expect(records[0]!.native).toEqual(result > 3 ? { cbf: { result } } : undefined)
  })

  it.each([
    [0, undefined],
    [1, 'A00'],
    [100, 'A99'],
    [101, 'B00'],
    [500, 'E99'],
    [501, undefined],
  ])('have the opening %i', async (eco, code) => {
    const { records } = await read([{ moves: 'e2e4', eco }])
    expect(records[0]!.header.openingCode).toBe(code)
  })

  it.each<[string, (string | undefined)[], (number | undefined)[], [number, number]]>([
    ['A-B', ['A', 'B'], [1605, 2875], [1605, 2875]],
    ['A-', ['A'], [undefined], [0, 0]],
    ['-B', ['B'], [undefined], [0, 0]],
    ['-', [undefined], [2000], [0, 2000]],
    [' A - B ', ['A', 'B'], [undefined, undefined], [0, 0]],
  ])('have the players %j', async (players, names, ratings, elos) => {
    const { records } = await read([{ moves: 'e2e4', players, elos }])
    expect(records[0]!.header.players.map(({ name }) => name)).toEqual(names)
    expect(records[0]!.header.players.map(({ rating }) => rating)).toEqual(ratings)
    const isBlackAlone = names.length === 1 && !players.startsWith('A')
    expect(records[0]!.header.players[0]!.colour).toBe(isBlackAlone ? 2 : 1)
  })

  it('have pieces in titles where a move follows, and in comments', async () => {
    const { records } = await read([
      {
        moves: 'e2e4!0',
        players: latin('\xa2e4 \xa3d5 \xa4f3 \xa5xb5 \xa6a1 \xa7h8 \xa4i3 \xa4f9 \xa4x'),
        annotations: [[0, 0, 0, 0xb1, 0xb2, 0xb3, 0xb4, 0xb5, 0xb6]],
      },
    ])
    expect(records[0]!.header.players[0]!.name).toBe('♔e4 ♕d5 ♘f3 ♗xb5 ♖a1 ♙h8 ñi3 ñf9 ñx')
    expect(records[0]!.nodes[1]!.comments).toEqual([{ text: '♔♕♘♗♖♙', placement: 'after' }])
  })

  it('have a glyph for every code that has one', async () => {
    const glyphs = async (place: number, code: number) => {
      const entry = [0, 0, 0]
      entry[place] = code
      const { records } = await read([{ moves: 'e2e4!0', annotations: [entry] }])
      const { glyphs: found, annotations } = records[0]!.nodes[1]!
      return found?.map(({ nag, code: where }) => (where === undefined ? nag : `${nag} ${where}`)).join() ?? annotations
    }
    const unknown = (code: string) => [{ type: 'unknown', format: 'cbf', code, base64: '' }]
    expect(await Promise.all([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((code) => glyphs(0, code)))).toEqual([
      '1',
      '2',
      '5',
      '6',
      '3',
      '4',
      unknown('move-7'),
      '140 move',
      '142 move',
      unknown('move-10'),
    ])
    const codes = Array.from({ length: 16 }, (_, index) => index + 1)
    expect(await Promise.all(codes.map((code) => glyphs(1, code)))).toEqual([
      '18',
      '16',
      '14',
      '10',
      '13',
      '15',
      '17',
      '19',
      '44',
      '45',
      '132',
      '36',
      '40',
      '138',
      '8',
      unknown('position-16'),
    ])
    expect(await Promise.all([1, 2, 3, 4, 5, 6, 7].map((code) => glyphs(2, code)))).toEqual([
      '145',
      '142',
      '140',
      '144',
      '142',
      '143',
      unknown('prefix-7'),
    ])
  })

  it('say where they are in the file', async () => {
    const { entries, collection } = await read([{ moves: 'e2e4' }, { moves: 'd2d4', wrong: 1 }])
    const { origin } = entries[1]!.record!
    expect(origin).toMatchObject({ format: 'cbf', index: 1, encoding: collection.about.encoding })
    expect(entries[1]!.issues).toEqual([
      { id: 'cbf/checksum', severity: 'warning', place: { file: origin!.file, offset: origin!.offset, record: 1 } },
    ])
    expect(collection.listing(1).header).toEqual(entries[1]!.record!.header)
    for (const index of [-1, 2, 0.5]) expect(() => collection.entry(index)).toThrow(TypeError)
  })

  it('with several hyphens are divided by known names, and reported otherwise', async () => {
    const { records, ids } = await read([
      { moves: 'e2e4', players: 'Smith-Jones' },
      { moves: 'e2e4', players: 'Al-Modiahki-Jones' },
      { moves: 'e2e4', players: 'Nana-Abad-Ould-Hamou' },
    ])
    expect(records.map(({ header }) => header.players.map(({ name }) => name))).toEqual([
      ['Smith', 'Jones'],
      ['Al-Modiahki', 'Jones'],
      ['Nana', 'Abad-Ould-Hamou'],
    ])
    expect(ids).toEqual([[], [], ['cbf/hyphen']])
  })
})

/** The order of the nodes in the tree: the main line, then the variations. */
function notesOrder(note: object): number {
  const text = JSON.stringify(note)
  return text.includes('"nag":1}') ? 0 : text.includes('move-7') ? 1 : text.includes('142') ? 2 : 3
}

describe('readings', () => {
  /** Long games, in which a wrong number soon leads astray. */
  const long = randomGames('chess', 12, 9, 200)
    .filter(({ setup }) => setup === undefined)
    .map((record) => ({ moves: treeText(record) }))
  const edge = { moves: 'a2a4 g8f6 a4a5 f6g8 h2h4 g8f6 h4h5 f6g8 b1c3 g8f6 g1f3 f6g8' }
  const stale = { setup: '4k3/8/8/8/1p5p/8/P6P/4K2R w K - 0 1', moves: 'a2a4 e8e7 e1g1 e7e6 h2h3' }
  const late = { setup: 'r3k3/8/8/8/1Pp5/8/5PPP/4K2R b Kq b3 0 1', moves: 'e8c8 e1g1 c8b8 h2h3 b8a7' }

  it.each([
    ['phantom', {}, 'counted'],
    ['phantom', { phantom: false }, 'none'],
    ['castling', {}, 'pieces'],
    ['castling', { rights: true }, 'rights'],
  ] as const)('of %s are found by the games: %o', async (point, reading, expected) => {
    const { collection, ids, records } = await read(long, reading)
    expect(collection.about.readings![point]).toMatchObject({ outcome: 'decided', reading: expected })
    expect(ids.flat()).toEqual([])
    expect(records.map(treeText)).toEqual(long.map(({ moves }) => moves))
  })

  it('of castling and the en passant square are the usual ones where no game tells', async () => {
    // With pawns that could take on the square of the last pawn, seen from the other side.
    const black = { setup: '4k3/1p6/8/8/2p5/8/8/4K2R b K - 0 1', moves: 'b7b5 e1g1 e8e7 g1g2 c4c3' }
    const white = { setup: 'r3k3/8/8/P7/8/8/1P6/4K3 w q - 0 1', moves: 'b2b4 e8c8 e1e2 c8b8 a5a6' }
    const games = [stale, late, black, white]
    for (const cleared of [false, true]) {
      const { ids } = await read(games, { cleared }, { settings: { stale: cleared ? 'cleared' : 'kept' } })
      expect(ids.flat()).toEqual([])
    }
    const { collection } = await read([{ moves: 'e2e4' }])
    for (const point of ['phantom', 'castling', 'stale']) {
      expect(collection.about.readings![point]).toMatchObject({ outcome: 'undecided' })
    }
  })

  it('can be forced, and only those that there are', async () => {
    const { collection, ids } = await read([edge], {}, { settings: { phantom: 'none' } })
    expect(collection.about.readings!['phantom']).toMatchObject({ outcome: 'forced', reading: 'none' })
    expect(ids.flat()).toContain('cbf/moves')
    // How many moves there should be is only said of games that are read to their end.
    expect([...collection.validate!()].map(({ id }) => id)).not.toContain('cbf/move-count')
    await expect(read([edge], {}, { settings: { phantom: 'some' } })).rejects.toBeInstanceOf(TypeError)
    await expect(read([edge], {}, { encoding: 'utf-8' })).rejects.toBeInstanceOf(TypeError)
  })

  it('of the code page are found by its letters', async () => {
    const dos = await read([{ moves: 'e2e4', players: latin('M\x81ller-Gr\x81nfeld') }])
    expect(dos.records[0]!.header.players.map(({ name }) => name)).toEqual(['Müller', 'Grünfeld'])
    const windows = await read([{ moves: 'e2e4', players: latin('M\xfcller-Gr\xfcnfeld') }])
    expect(windows.collection.about.encoding).toBe('windows-1252')
    expect(windows.records[0]!.header.players.map(({ name }) => name)).toEqual(['Müller', 'Grünfeld'])
    const forced = await read([{ moves: 'e2e4', players: latin('\xe3-\xe3') }], {}, { encoding: 'cp437' })
    expect(forced.records[0]!.header.players.map(({ name }) => name)).toEqual(['π', 'π'])
  })
})

it.each([
  ['\x7f', [0, 0, 0]],
  ['\x80', [1, 0.5, 0]],
  ['\x9a', [1, 0.5, 0]],
  ['\x9b', [1, 0, 0]],
  ['\x9c', [0, 0, 0]],
  ['\xa0', [1, 0.5, 0]],
  ['\xa5', [1, 0.5, 0]],
  ['\xa6', [0, 0, 0]],
  ['\xb5', [1, 0, 0]],
  ['\xc0', [0, 0, 1]],
  ['\xd7', [1, 0, 0]],
  ['\xe1', [1, 0.5, 0]],
  ['\xff', [0, 0, 1]],
])('the letter %j speaks for code pages of DOS and Windows', async (letter, [cp850, cp437, windows]) => {
  const { collection } = await read([{ moves: 'e2e4', players: latin(`A${letter}a-1${letter}a`) }])
  expect(collection.about.readings!['encoding']!.votes).toEqual({ cp850, cp437, 'windows-1252': windows })
})

describe('damage', () => {
  it('is reported: checksums, of which either formula is right', async () => {
    const { ids } = await read([
      { moves: 'e2e4', year: 1987 },
      { moves: 'e2e4', year: 1987, elos: [2500, 2400], isSecondChecksum: true },
      { moves: 'e2e4', year: 1987, wrong: 1 },
    ])
    expect(ids).toEqual([[], [], ['cbf/checksum']])
  })

  it('of the moves keeps those before it', async () => {
    const files = cbfFiles([{ moves: 'e2e4 e7e5 g1f3' }, { moves: 'd2d4' }])
    const games = files[0]![1]
    // The third move is masked; any other number than its own is another move or none.
    games[14 + 2] = games[14 + 2]! ^ 0x7e
    const [first, second] = [...(await open(files)).entries()]
    expect(first!.issues.map(({ id, severity }) => `${severity} ${id}`)).toEqual(['error cbf/moves'])
    expect(first!.record!.nodes).toHaveLength(3)
    expect(first!.record!.native).toMatchObject({ cbf: { unread: expect.any(String) } })
    expect(second!.issues).toEqual([])
  })

  it('of the index is reported, and without an index nothing is read', async () => {
    const [games, index] = cbfFiles([{ moves: 'e2e4' }, { moves: 'd2d4' }])
    await expect(open([games!])).rejects.toMatchObject({ code: 'cbf/no-index' })
    await expect(open([index!])).rejects.toMatchObject({ code: 'cbf/no-games' })
    await expect(open([games!, ['BASE.CBI', new Uint8Array(8)]])).rejects.toMatchObject({ code: 'cbf/not-index' })
    const longer: NamedBytes = ['BASE.CBI', Uint8Array.from([...index![1], 0, 0, 0, 0])]
    const collection = await open([games!, longer])
    expect(collection.count).toBe(2)
    expect(collection.issues.map(({ id }) => id)).toEqual(['cbf/index-size'])
  })

  it('of an index with other offsets harms no other game', async () => {
    const [games, index] = cbfFiles([{ moves: 'e2e4' }, { moves: 'd2d4' }, { moves: 'c2c4' }])
    new DataView(index![1].buffer).setUint32(8, 9999)
    const entries = [...(await open([games!, index!])).entries()]
    expect(entries.map(({ issues }) => issues.some(({ severity }) => severity === 'error'))).toEqual([
      false,
      true,
      false,
    ])
  })
})

it('is known by its first record, which no XML has', () => {
  const [games] = cbfFiles([{ moves: 'e2e4 e7e5' }])
  expect(detectFormat(new MemorySource('a.cbf', games![1]))?.id).toBe('cbf')
  const xml = new TextEncoder().encode('<?xml version="1.0"?><ChineseChessRecord/>')
  expect(detectFormat(new MemorySource('a.cbf', xml))?.id).not.toBe('cbf')
})

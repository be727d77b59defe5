/** What the writer stores the reader finds again: generated games and texts, and every game of real databases. */
import { describe, expect, it } from 'vitest'
import { Conversion } from '../../../src/convert/convert.ts'
import { chessbase } from '../../../src/formats/chessbase/format.ts'
import { pgn } from '../../../src/formats/pgn/format.ts'
import { emptyRecord, type GameRecord, type TextDocument } from '../../../src/model/record.ts'
import { makeMove } from '../../../src/model/move.ts'
import { mainLine } from '../../../src/model/tree.ts'
import { DiskFileSet } from '../../../src/node/file-source.ts'
import { chess } from '../../../src/rules/chess/index.ts'
import { documents, gameRecords, openFiles, rewritten, withoutOrigin } from '../../support/chessbase-records.ts'
import { corpusBytes, corpusPath } from '../../support/corpus.ts'
import { needsCorpus } from '../../support/needs.ts'
import { pgnRecords } from '../../support/pgn-records.ts'
import fc from '../../support/properties.ts'
import { scaled } from '../../support/scale.ts'
import { readMovesRecord } from '../../../src/formats/chessbase/moves/record.ts'
import { readStoredRecord, RECORD_SIZE } from '../../../src/formats/chessbase/header-records.ts'
import { MemorySource } from '../../../src/bytes/source.ts'
import { encodeText } from '../../../src/bytes/text.ts'

describe('writing and reading back', () => {
  it('keeps generated games, in databases without a fault', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(gameRecords, { minLength: 1, maxLength: 5 }), async (records) => {
        // Whether a game is among the best is asked of all games or none.
        const asked = records.map((record) => ({
          ...record,
          header: { ...record.header, isTopGame: record.header.isTopGame ?? false },
        }))
        const { collection, issues } = await rewritten(asked)
        expect(issues).toEqual([])
        expect([...collection.issues, ...collection.validate!()]).toEqual([])
        const entries = [...collection.entries()]
        expect(entries.flatMap((entry) => entry.issues)).toEqual([])
        expect(entries.map(({ record }) => withoutOrigin(record!))).toEqual(asked)
      }),
      { numRuns: scaled(150, 3000) },
    )
  })

  it('keeps generated texts among games', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(documents, { minLength: 1, maxLength: 4 }), async (texts) => {
        const { collection, issues } = await rewritten([...texts, emptyRecord('chess')])
        expect(issues).toEqual([])
        expect([...collection.issues, ...collection.validate!()]).toEqual([])
        const entries = [...collection.entries()]
        expect(entries.flatMap((entry) => entry.issues)).toEqual([])
        expect(entries.slice(0, -1).map(({ document }) => withoutOrigin(document!))).toEqual(texts)
      }),
      { numRuns: scaled(50, 1000) },
    )
  })
})

/** Records of chess as PGN has them. */
const chessOfPgn = pgnRecords.filter(({ game }) => game === 'chess')

describe('records of other formats', () => {
  it('writes what it can of records that PGN holds, into a database without a fault', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(chessOfPgn, { minLength: 1, maxLength: 3 }), async (records) => {
        const { collection, issues } = await rewritten(records)
        expect([...collection.issues, ...collection.validate!()]).toEqual([])
        expect(collection.count).toBe(records.length)
        let isCut = false
        for (const [index, { nodes }] of records.entries()) {
          const back = collection.entry(index).record!
          // Moves that PGN could not read end their lines; nothing else does.
          const firstUnread = nodes.findIndex((node) => node.unread)
          const kept = firstUnread < 0 ? nodes : nodes.slice(0, firstUnread)
          expect(back.nodes.slice(0, kept.length).map(({ parent, move }) => [parent, move])).toEqual(
            kept.map(({ parent, move }) => [parent, move]),
          )
          expect(back.nodes.length < nodes.length).toBe(firstUnread >= 0)
          isCut ||= firstUnread >= 0
        }
        expect(issues.some(({ id }) => id === 'chessbase/unwritten-moves')).toBe(isCut)
      }),
      { numRuns: scaled(40, 1000) },
    )
  })
})

/** A game in which every variation has a variation, so deep. */
function nested(depth: number): GameRecord {
  const record = emptyRecord('chess')
  const position = chess.start()
  let parent = 0
  for (let level = 0; level < depth; level++) {
    const [first, second] = chess.legal(position) as [number, number]
    record.nodes.push({ parent, move: first })
    record.nodes.push({ parent, move: second })
    parent = record.nodes.length - 1
    position.play(second)
  }
  return record
}

describe('trees and moves', () => {
  it('nests variations 70 deep and deeper', async () => {
    for (const depth of [70, 700]) {
      const record = nested(depth)
      const { collection, issues } = await rewritten([record])
      expect(issues).toEqual([])
      expect(collection.entry(0).record!.nodes).toEqual(record.nodes)
      expect([...collection.validate!()]).toEqual([])
    }
  })

  it('holds ratings up to 65,535 and reports others', async () => {
    const record = emptyRecord('chess')
    for (const [rating, kept] of [
      [65_535, 65_535],
      [65_536, undefined],
      [70_000, undefined],
      [-1, undefined],
      [2000.5, undefined],
    ]) {
      record.header.players = [
        { colour: 1, name: 'Ash', rating: 2100 },
        { colour: 2, name: 'Birch', rating: rating! },
      ]
      const { collection, issues } = await rewritten([record])
      expect(collection.entry(0).record!.header.players.map((player) => player.rating)).toEqual([2100, kept])
      const loss = { id: 'chessbase/rating', severity: 'warning', params: { rating } }
      expect(issues).toEqual(kept === undefined ? [loss] : [])
    }
  })

  it('cuts a name after a whole character of UTF-8, and says so', async () => {
    for (const [letter, size] of [
      ['Ж', 2],
      ['棋', 3],
      ['🏁', 4],
    ] as const) {
      for (const ahead of ['', 'a', 'ab', 'abc']) {
        const record = emptyRecord('chess')
        // More than any alphabet of one byte a letter holds: the text is UTF-8.
        const name = `${ahead}${letter.repeat(60)}Жé棋`
        record.header.event = { name }
        const { collection, issues, files } = await rewritten([record])
        const kept = collection.entry(0).record!.header.event!.name!
        expect(name.startsWith(kept), kept).toBe(true)
        const bytes = new TextEncoder().encode(kept)
        expect(bytes.length).toBeLessThanOrEqual(40)
        expect(bytes.length).toBeGreaterThan(40 - size)
        // No part of the next character stands in the rest of the field.
        const events = Buffer.from(files.get('copy.cbt')!)
        const at = events.indexOf(bytes)
        expect(new Uint8Array(events.subarray(at + bytes.length, at + 40))).toEqual(new Uint8Array(40 - bytes.length))
        expect(issues.map(({ id }) => id)).toEqual(['chessbase/cut-text'])
      }
    }
  })

  it('cuts a line at a move that cannot be played and says where', async () => {
    const record = emptyRecord('chess')
    const position = chess.start()
    const [first, other] = chess.legal(position) as [number, number]
    record.nodes.push({ parent: 0, move: first }, { parent: 1, move: first }, { parent: 2, move: other })
    record.nodes.push({ parent: 0, move: other, comments: [{ text: 'stays', placement: 'after' }] })
    const { collection, issues } = await rewritten([record])
    expect(issues).toMatchObject([
      {
        id: 'chessbase/unwritten-moves',
        severity: 'warning',
        place: { node: 2 },
        params: { count: 2 },
      },
    ])
    const { nodes } = collection.entry(0).record!
    expect(nodes).toEqual([{ parent: -1 }, { parent: 0, move: first }, record.nodes[4]])
    expect([...collection.validate!()]).toEqual([])
  })

  it('puts glyphs and diagrams before a move where they were', async () => {
    const record = emptyRecord('chess')
    const [move] = chess.legal(chess.start()) as [number]
    const annotations = [{ type: 'diagram', placement: 'before' }, { type: 'diagram' }] as const
    record.nodes.push({ parent: 0, move, glyphs: [{ nag: 1, code: 'prefix' }], annotations: [...annotations] })
    const { nodes } = (await rewritten([record])).collection.entry(0).record!
    expect(nodes[1]).toMatchObject({
      glyphs: [{ nag: 1, code: 'prefix' }],
      comments: [
        { text: '[#]', placement: 'before' },
        { text: '[#]', placement: 'after' },
      ],
    })
  })

  it('refuses other games and invalid start positions', async () => {
    const { issues, collection } = await rewritten([
      emptyRecord('go'),
      { ...emptyRecord('chess'), setup: 'nonsense' },
      { ...emptyRecord('chess'), variant: 'atomic' },
    ])
    expect(issues.map(({ id, severity }) => `${id} ${severity}`)).toEqual(
      Array.from({ length: 3 }, () => 'chessbase/not-written error'),
    )
    expect(collection.count).toBe(0)
  })
})

describe('fields', () => {
  it('cuts names at whole characters and says so', async () => {
    const record = emptyRecord('chess')
    record.header.players = [{ colour: 1, name: 'é'.repeat(16) }]
    const { collection, issues } = await rewritten([record])
    expect(issues.map(({ id }) => id)).toEqual(['chessbase/cut-text'])
    expect(collection.entry(0).record!.header.players[0]!.name).toBe('é'.repeat(15))
  })

  it('writes a code page where asked and where the text fits it', async () => {
    const record = emptyRecord('chess')
    record.header.players = [
      { colour: 1, name: 'Müller, Jürgen' },
      { colour: 2, name: 'Карпов' },
    ]
    record.nodes[0]!.comments = [{ text: 'Schöne Züge für Weiß', placement: 'after' }]
    const { collection, issues, files } = await rewritten([record], { encoding: 'windows-1252' })
    expect(issues).toEqual([])
    expect(withoutOrigin(collection.entry(0).record!)).toEqual(record)
    expect(Buffer.from(files.get('copy.cbp')!).includes(Buffer.from('M\xfcller', 'latin1'))).toBe(true)
    expect(Buffer.from(files.get('copy.cbp')!).includes(Buffer.from('Карпов', 'utf8'))).toBe(true)
  })

  it('orders texts as signed bytes, the end of a text as a zero among them', async () => {
    const names = [undefined, 'Яковлев', 'Adams', 'É', 'Адамов', 'Adamsé']
    const records = names.map((annotator) => {
      const record = emptyRecord('chess')
      if (annotator !== undefined) record.header.annotator = annotator
      return record
    })
    const { collection } = await rewritten(records, { encoding: 'windows-1251' })
    expect([...collection.validate!()]).toEqual([])
    const table = collection.tables!().find(({ name }) => name === 'annotators')!
    const rows = [...table.rows()].sort((left, right) => Number(left['order']) - Number(right['order']))
    // Bytes from 128 up are negative: 'É' is UTF-8, the others are of the code page.
    expect(rows.map(({ name }) => name)).toEqual(['Адамов', 'É', 'Яковлев', '', 'Adamsé', 'Adams'].sort(signedBytes))
  })

  it('keeps an hourglass, the date 0 of a source, the blank tag and numbers beyond what is exact', async () => {
    const record = emptyRecord('chess')
    record.header.timeControl = { periods: [{ seconds: 180, kind: 'hourglass' }] }
    record.header.publication = { title: 'Informator' }
    record.native = { chessbase: { published: 0, tag: 0, created: '18446744073709551615', eco: 0xfd00 } }
    const again = await rewritten([record])
    expect(again.issues).toEqual([])
    expect(withoutOrigin(again.collection.entry(0).record!)).toEqual(record)
  })

  it('rounds evaluations and says so', async () => {
    const record = emptyRecord('chess')
    record.nodes.push({ parent: 0, move: makeMove(12, 28), evaluation: { centipawns: 33.4, depth: 20 } })
    record.nodes.push({ parent: 0, move: makeMove(11, 27), evaluation: { centipawns: 99_999 } })
    const { collection, issues } = await rewritten([record])
    expect(issues).toMatchObject([{ id: 'chessbase/exact-evaluation', count: 2, place: { node: 1 } }])
    expect(collection.entry(0).record!.nodes.map(({ evaluation }) => evaluation)).toEqual([
      undefined,
      { centipawns: 33, depth: 20 },
      { centipawns: 32_767 },
    ])
  })

  it('cannot be read without their file of moves, which is an error of every game and text', async () => {
    const { files } = await rewritten([emptyRecord('chess')])
    files.delete('copy.cbg')
    const collection = await openFiles(files)
    expect(collection.issues).toMatchObject([{ id: 'chessbase/missing-part', severity: 'error' }])
    const [entry] = collection.entries()
    expect(entry).toEqual({ index: 0, issues: [expect.objectContaining({ id: 'chessbase/missing-moves' })] })
    const conversion = new Conversion(pgn)
    expect(conversion.accepts(entry!)).toBe(false)
    expect(conversion.counts).toMatchObject({ read: 1, refused: 1, withErrors: 1 })
  })

  it('says what has no place', async () => {
    const record = emptyRecord('chess')
    record.header.result = { outcome: 'win', winner: 1, by: 'time' }
    record.header.openingCode = 'X1'
    record.nodes[0]!.marks = [{ shape: 'colour', at: 3, paint: 'blue' }]
    record.nodes[0]!.marks.push({ shape: 'colour', at: 4, paint: 'pink' })
    const { issues } = await rewritten([record])
    expect(issues).toEqual([
      expect.objectContaining({ id: 'chessbase/mark-colour', count: 2, params: { colour: 'blue' } }),
      expect.objectContaining({ id: 'chessbase/result-details', params: { by: 'time' } }),
      expect.objectContaining({ id: 'chessbase/opening', params: { code: 'X1' } }),
    ])
  })

  it('says that a quotation ends where its moves cannot be played', async () => {
    const record = emptyRecord('chess')
    const [move] = chess.legal(chess.start()) as [number]
    const nodes = [{ parent: -1 }, { parent: 0, move }, { parent: 1, move }]
    record.nodes[0]!.annotations = [{ type: 'quotation', fields: { white: 'Ash' }, nodes }]
    const { collection, issues } = await rewritten([record])
    expect(issues).toEqual([expect.objectContaining({ id: 'chessbase/quotation-moves' })])
    expect(collection.entry(0).record!.nodes[0]!.annotations).toMatchObject([{ nodes: nodes.slice(0, 2) }])
  })

  it('says which pictures, sounds and videos have no place: those of other programs', async () => {
    const record = emptyRecord('chess')
    record.nodes[0]!.annotations = [
      { type: 'media', kind: 'picture', address: '12' },
      { type: 'media', kind: 'picture', address: 'board.png' },
      { type: 'media', kind: 'sound', address: '3', caption: 'a caption' },
      { type: 'media', kind: 'video', address: 'game.mp4' },
    ]
    const { collection, issues } = await rewritten([record])
    expect(collection.entry(0).record!.nodes[0]!.annotations).toEqual([record.nodes[0]!.annotations[0]])
    expect(issues).toMatchObject([{ id: 'chessbase/media', count: 3, params: { address: 'board.png' } }])
  })
})

/** Compares names as the annotators are stored here, by their signed bytes with the NUL at their end. */
function signedBytes(left: string, right: string): number {
  const bytes = (name: string) => {
    const { bytes, lost } = encodeText(name, 'windows-1251')
    return new Int8Array([...(lost.length > 0 ? encodeText(name, 'utf-8').bytes : bytes), 0])
  }
  const [first, second] = [bytes(left), bytes(right)]
  const at = first.findIndex((byte, index) => byte !== second[index])
  return first[at]! - second[at]!
}

const DATABASES = [
  'libcbh/Annotation/TestBase',
  'libcbh/Chess960Biel/Chess960Biel',
  'libcbh/ManyPromotions/ManyPromotions',
  'libcbh/NonStandard/NonStandardStart',
  'libcbh/NormalGames/BielMTO',
  'libcbh/NormalNoPop/StandardMissingPop',
  'libcbh/UnusualStart/UnusualStartBytes',
  'libcbh/WithVariations/WithVariations',
  'morphy/cbh_cbj_test/cbh_cbj_test',
  'morphy/cbh_test/cbh_test',
  'morphy/old/linares',
  'morphy/shorter_cbj_test/shorter_cbj_test',
  'morphy/text/text',
  'morphy/veryold/Mate2',
]

describe('real databases', needsCorpus('chessbase'), () => {
  it.each(DATABASES)('%s is written and read back equal', async (path) => {
    const original = await chessbase.open(new DiskFileSet(corpusPath(`chessbase/${path}.cbh`)))
    const entries = [...original.entries()]
    const items = entries.map(({ record, document }) => (record ?? document)!)
    const { collection, issues, files } = await rewritten(items)
    // The bytes after the damage of the one damaged game that has some.
    const damaged = path.endsWith('MissingPop') ? ['loss/unread-moves'] : []
    expect(issues.map(({ id }) => id)).toEqual(damaged)
    expect([...collection.issues, ...collection.validate!()]).toEqual([])
    const plain = (item: GameRecord | TextDocument) => {
      const { native, ...rest } = withoutOrigin(item)
      const { unread: _unread, ...kept } = (native?.['chessbase'] ?? {}) as Record<string, unknown>
      return { ...rest, native: kept }
    }
    expect([...collection.entries()].map(({ record, document }) => plain((record ?? document)!))).toEqual(
      items.map(plain),
    )
    expect(differentHeaders(path, files)).toEqual(HEADER_DIFFERENCES[path] ?? [])
  })

  it.each(['NormalGames/BielMTO', 'WithVariations/WithVariations', 'ManyPromotions/ManyPromotions'])(
    '%s has the same bytes of moves as ChessBase wrote',
    async (path) => {
      const original = await chessbase.open(new DiskFileSet(corpusPath(`chessbase/libcbh/${path}.cbh`)))
      const { files } = await rewritten([...original.entries()].map(({ record }) => record!))
      const theirs = movesOf(
        new MemorySource('x', corpusBytes(`chessbase/libcbh/${path}.cbg`)),
        corpusBytes(`chessbase/libcbh/${path}.cbh`),
      )
      const ours = movesOf(new MemorySource('x', files.get('copy.cbg')!), files.get('copy.cbh')!)
      expect(ours).toEqual(theirs)
    },
  )
})

function movesOf(moves: MemorySource, headers: Uint8Array): string[] {
  const records: string[] = []
  for (let at = RECORD_SIZE; at < headers.length; at += RECORD_SIZE) {
    const stored = readStoredRecord(headers.subarray(at, at + RECORD_SIZE))!
    records.push(Buffer.from(readMovesRecord(moves, stored.moves).bytes).toString('hex'))
  }
  return records
}

/**
 * Fields that the writer computes other than the database has them, all of them remains of annotations and
 * variations that were deleted later: the flag of a text that is gone, magnitudes of what no flag names.
 */
const HEADER_DIFFERENCES: Readonly<Record<string, readonly string[]>> = {
  'morphy/old/linares': [
    'game 6: magnitudes 9 0',
    'game 9: magnitudes 9 0',
    'game 10: magnitudes 8 0',
    'game 18: magnitudes 8 0',
    'game 19: magnitudes 9 0',
    'game 20: magnitudes 8 0',
    'game 22: magnitudes 9 0',
    'game 123: magnitudes 9 0',
    'game 152: magnitudes 9 0',
    'game 172: flags c 8',
    'game 287: magnitudes 3d 0',
    'game 395: magnitudes 5 0',
    'game 403: magnitudes d 0',
    'game 404: magnitudes d 0',
    'game 414: magnitudes d 0',
  ],
}

function differentHeaders(path: string, files: ReadonlyMap<string, Uint8Array>): string[] {
  const theirs = corpusBytes(`chessbase/${path}.cbh`)
  const ours = files.get('copy.cbh')!
  const different: string[] = []
  for (let at = RECORD_SIZE; at < ours.length; at += RECORD_SIZE) {
    const [one, other] = [theirs, ours].map((bytes) => readStoredRecord(bytes.subarray(at, at + RECORD_SIZE))!)
    if (one!.kind !== 'game' || other!.kind !== 'game') continue
    for (const field of ['flags', 'magnitudes', 'moveCount', 'eco', 'date', 'result', 'round', 'medals'] as const) {
      const is = one![field]
      if (is !== other![field])
        different.push(`game ${at / RECORD_SIZE}: ${field} ${is.toString(16)} ${other![field].toString(16)}`)
    }
  }
  return different
}

const TWINS = [
  'Annotation/TestBaseExport',
  'Chess960Biel/Chess960',
  'ManyPromotions/Promotions',
  'NonStandard/NonStandardStart',
  'NormalGames/BielMTO',
  'NormalNoPop/StandardNoPop',
  'UnusualStart/UnusualStart',
  'WithVariations/GamesWithVariations',
]

describe('PGN twins', needsCorpus('chessbase/libcbh'), () => {
  it.each(TWINS)('%s becomes a database with the same games', async (path) => {
    const twin = await pgn.open(new DiskFileSet(corpusPath(`chessbase/libcbh/${path}.pgn`)))
    const records = [...twin.entries()].map(({ record }) => record!)
    const { collection } = await rewritten(records)
    expect([...collection.issues, ...collection.validate!()]).toEqual([])
    for (const [index, record] of records.entries()) {
      const back = collection.entry(index).record!
      expect(back.nodes.map(({ parent, move }) => [parent, move])).toEqual(
        record.nodes.map(({ parent, move }) => [parent, move]),
      )
      expect(back.nodes.map(({ comments, glyphs }) => [comments, glyphs?.map(({ nag }) => nag)])).toEqual(
        record.nodes.map(({ comments, glyphs }) => [comments, glyphs?.map(({ nag }) => nag)]),
      )
      expect(mainLine(back.nodes)).toEqual(mainLine(record.nodes))
      expect(chess.format(chess.start(back))).toBe(chess.format(chess.start(record)))
      const facts = ({ header }: GameRecord) => ({
        players: header.players.map(({ colour, name, rating }) => ({ colour, name, rating })),
        event: [header.event?.name, header.event?.site, header.event?.date],
        date: header.date,
        round: header.round,
        opening: header.openingCode,
        result: [header.result.outcome, header.result.winner],
        annotator: header.annotator,
      })
      expect(facts(back)).toEqual(facts(record))
    }
  })
})

/** Annotations and texts of ChessBase databases, each type from bytes put together by hand. */
import { describe, expect, it } from 'vitest'
import { ByteWriter } from '../../../src/bytes/writer.ts'
import type { MoveNode } from '../../../src/model/tree.ts'
import { chess } from '../../../src/rules/chess/index.ts'
import {
  fileSquare,
  movesRecord,
  openFixture,
  plainGame,
  quotedMoves,
  textBytes,
  textItem,
  word,
  type Item,
} from '../../support/chessbase.ts'

const moves = plainGame(['e2e4', 'e7e5', 'g1f3'])

/** The nodes and issues of a game with annotations. */
async function annotate(items: readonly Item[], encoding?: string) {
  const collection = await openFixture({ games: [{ moves, items }] }, encoding === undefined ? {} : { encoding })
  const { record, issues } = collection.entry(0)
  return { record: record!, nodes: record!.nodes, ids: issues.map(({ id }) => id), collection }
}

/** The node of 1.e4 with one annotation. */
async function annotateFirst(type: number, data: readonly number[] | Uint8Array): Promise<MoveNode> {
  const { nodes, ids } = await annotate([[0, type, data]])
  expect(ids).toEqual([])
  return nodes[1]!
}

const bytes = (write: (writer: ByteWriter) => void) => {
  const writer = new ByteWriter()
  write(writer)
  return writer.bytes()
}

describe('texts on moves', () => {
  it('are before or after a move, or on the game, in any language', async () => {
    const { nodes, ids } = await annotate([
      textItem(-1, textBytes('whole game')),
      textItem(0, textBytes('before'), 0x82),
      textItem(0, textBytes('after'), 0x02, 42),
      textItem(2, textBytes('Führung'), 0x02, 53),
      textItem(2, textBytes('other'), 0x02, 147),
    ])
    expect(ids).toEqual([])
    expect(nodes[0]!.comments).toEqual([{ text: 'whole game', placement: 'after' }])
    expect(nodes[1]!.comments).toEqual([
      { text: 'before', placement: 'before' },
      { text: 'after', placement: 'after', language: 'en' },
    ])
    expect(nodes[3]!.comments).toEqual([
      { text: 'Führung', placement: 'after', language: 'de' },
      { text: 'other', placement: 'after', language: 'x-usa' },
    ])
  })

  it('end at the first NUL', async () => {
    const { nodes } = await annotate([textItem(0, [...textBytes('seen'), 0, ...textBytes('C:\\Users')])])
    expect(nodes[1]!.comments![0]!.text).toBe('seen')
  })

  it('are UTF-8 where they are valid UTF-8 and else in the code page of the database', async () => {
    const russian = ['Каспаров сыграл сильнее', 'Ход белых', 'Лучше было так'].map((text) =>
      textBytes(text, 'windows-1251'),
    )
    const items = [
      ...russian.map((text) => textItem(0, text)),
      textItem(1, [...new TextEncoder().encode('Réti – Алёхин')]),
    ]
    const { nodes, collection } = await annotate(items)
    expect(collection.about.encoding).toBe('windows-1251')
    expect(nodes[1]!.comments!.map(({ text }) => text)).toEqual([
      'Каспаров сыграл сильнее',
      'Ход белых',
      'Лучше было так',
    ])
    expect(nodes[2]!.comments![0]!.text).toBe('Réti – Алёхин')
    expect((await annotate(items, 'windows-1253')).nodes[1]!.comments![0]!.text).not.toContain('К')
    await expect(annotate(items, 'klingon')).rejects.toThrow(TypeError)
  })

  it('show figurines as chess symbols and leave the same bytes in words alone', async () => {
    const page = [
      ...textBytes('Best is '),
      0xa4,
      ...textBytes('f3, '),
      0xa6,
      ...textBytes('fxe1 or '),
      0xa3,
      ...textBytes('4xd5+ for '),
      0xa3,
      ...textBytes('500, '),
      0xa7,
      ...textBytes(' 7; then '),
      ...[0xa2, 0xa5, 0xa7].flatMap((piece) => [piece, ...textBytes('e2 ')]),
    ]
    const utf8 = [...new TextEncoder().encode('\ue025xd5 and \ue024e2 \ue005')]
    const { nodes } = await annotate([textItem(0, page), textItem(1, utf8)])
    expect(nodes[1]!.comments![0]!.text).toBe('Best is ♘f3, ♖fxe1 or ♕4xd5+ for £500, § 7; then ♔e2 ♗e2 ♙e2 ')
    expect(nodes[2]!.comments![0]!.text).toBe('♕xd5 and ♔e2 [#]')
  })

  it('mark diagrams', async () => {
    const { nodes } = await annotate([
      textItem(0, [0x9e, ...textBytes(' é')]),
      textItem(1, [...textBytes('look '), 0x04]),
    ])
    expect(nodes[1]!.comments![0]!.text).toBe('[#] é')
    expect(nodes[2]!.comments![0]!.text).toBe('look [#]')
    // In the code page of Central Europe the byte is a letter, unless it stands alone.
    const czech = await annotate([textItem(0, [0x8e, 0x69, 0x9e, 0x6b, 0x61, 0x20, 0x9e])], 'windows-1250')
    expect(czech.nodes[1]!.comments![0]!.text).toBe('Žižka [#]')
  })
})

describe('annotations', () => {
  it('hold up to three symbols', async () => {
    expect((await annotateFirst(0x03, [1])).glyphs).toEqual([{ nag: 1 }])
    expect((await annotateFirst(0x03, [0, 18, 142])).glyphs).toEqual([{ nag: 18 }, { nag: 142 }])
    expect((await annotateFirst(0x03, [18, 0])).glyphs).toEqual([{ nag: 18, code: 'move' }])
  })

  it('hold squares and arrows, counted from 1', async () => {
    expect((await annotateFirst(0x04, [2, 1, 4, 9])).marks).toEqual([
      { shape: 'colour', at: 0, paint: 'green' },
      { shape: 'colour', at: 1, paint: 'red' },
    ])
    expect((await annotateFirst(0x05, [3, 2, 64, 7, 1, 8])).marks).toEqual([
      { shape: 'arrow', at: 8, to: 63, paint: 'yellow' },
      { shape: 'arrow', at: 0, to: 56, paint: 'chessbase-7' },
    ])
  })

  it('hold times', async () => {
    expect((await annotateFirst(0x07, [1, 2, 3, 96])).clock).toEqual({ spent: 3723.96 })
    const clocks = await annotate([
      [-1, 0x16, bytes((writer) => writer.u32be(215_700))],
      [-1, 0x17, bytes((writer) => writer.u32be(19_450))],
    ])
    expect(clocks.nodes[0]!.clock).toEqual({ lefts: [2157, 194.5] })
    expect((await annotateFirst(0x25, [0, 0, 0x30, 0x39])).annotations).toEqual([
      { type: 'video-time', milliseconds: 12_345 },
    ])
  })

  it('hold the time control of the game', async () => {
    const data = bytes((writer) => {
      writer.u32be(540_000).u32be(3000).u16be(40).u8(1)
      writer.u32be(180_000).u32be(3000).u16be(1000).u8(3)
      writer.u32be(0).u32be(0).u16be(1000).u8(5)
    })
    const { record, ids } = await annotate([[-1, 0x24, data]])
    expect(ids).toEqual([])
    expect(record.header.timeControl).toEqual({
      periods: [
        { seconds: 5400, increment: 30, moves: 40 },
        { seconds: 1800, increment: 30 },
      ],
    })
  })

  it('hold evaluations of moves and of games', async () => {
    const evaluation = (value: number, kind: number, depth: number) =>
      bytes((writer) =>
        writer
          .u16le(value & 0xffff)
          .u16le(kind)
          .u16le(depth),
      )
    expect((await annotateFirst(0x21, evaluation(-35, 0, 20))).evaluation).toEqual({ centipawns: -35, depth: 20 })
    expect((await annotateFirst(0x21, evaluation(-3, 1, 0))).evaluation).toEqual({ mate: -3 })
    const curve = bytes((writer) => {
      writer.u16be(5)
      for (const [kind, depth, value] of [
        [0, 12, 25],
        [0xff, 0, 0],
        [1, 9, 3],
        [1, 0, -4],
        [2, 0, 7],
      ] as const) {
        writer
          .u8(kind)
          .u8(depth)
          .u16be(value & 0xffff)
      }
    })
    const { nodes, ids } = await annotate([[-1, 0x26, curve]])
    expect(ids).toEqual([])
    // Plies to mate as moves: 3 for White to move, 4 for White to move and Black to mate.
    expect(nodes[0]!.annotations).toEqual([
      {
        type: 'evaluation-curve',
        values: [
          { centipawns: 25, depth: 12 },
          null,
          { mate: 2, depth: 9 },
          { mate: -2, text: '-4 plies' },
          { text: 'kind 2: 7' },
        ],
      },
    ])
  })

  it('hold medals, critical positions, line colours, structures and paths', async () => {
    expect((await annotateFirst(0x22, [0, 0, 0x10, 1])).annotations).toEqual([
      { type: 'medals', names: ['best-game', 'endgame'] },
    ])
    expect((await annotateFirst(0x18, [2])).annotations).toEqual([{ type: 'critical', phase: 'middlegame' }])
    expect((await annotateFirst(0x23, [1, 0x30, 0x20, 0x10])).annotations).toEqual([
      { type: 'line-colour', colour: '#102030', mainLineOnly: true },
    ])
    expect((await annotateFirst(0x14, [3])).annotations).toEqual([{ type: 'pawn-structure', code: 3 }])
    expect((await annotateFirst(0x15, [3, 29])).annotations).toEqual([{ type: 'piece-path', square: 35, code: 3 }])
  })

  it('hold pictures, sounds, videos and links', async () => {
    const [url, caption] = ['https://example.org/', 'more'].map((text) => textBytes(text))
    const link = [2 + 2 + url!.length + caption!.length, 0, url!.length, ...url!, caption!.length, ...caption!]
    expect((await annotateFirst(0x1c, link)).annotations).toEqual([
      { type: 'media', kind: 'link', address: 'https://example.org/', caption: 'more' },
    ])
    expect((await annotateFirst(0x11, textBytes('12'))).annotations).toEqual([
      { type: 'media', kind: 'picture', address: '12' },
    ])
    expect((await annotateFirst(0x10, textBytes('3'))).annotations).toEqual([
      { type: 'media', kind: 'sound', address: '3' },
    ])
    expect((await annotateFirst(0x20, [1, 42, ...textBytes('Intro')])).annotations).toEqual([
      { type: 'media', kind: 'video', address: '', caption: 'Intro', language: 'en' },
    ])
  })

  it('hold training questions in several languages', async () => {
    const texts = (writer: ByteWriter, ...entries: [number, string][]) => {
      writer.u16le(entries.length)
      for (const [language, text] of entries)
        writer
          .u16le(language)
          .u16le(text.length)
          .put(Uint8Array.from(textBytes(text)))
    }
    const body = bytes((writer) => {
      writer.u32le(360).u16le(6)
      texts(writer, [0, 'What now?'], [1, 'Was nun?'])
      texts(writer, [0, 'No'])
      texts(writer)
      texts(writer, [7, 'Look at e4'])
      writer.u8(1).u8(fileSquare('e2')).u8(fileSquare('e4')).u8(0).u8(5)
      texts(writer, [0, 'Right'])
    })
    const data = bytes((writer) =>
      writer
        .u16le(1)
        .u8(1)
        .u16le(body.length + 2)
        .put(body),
    )
    expect((await annotateFirst(0x09, data)).annotations).toEqual([
      {
        type: 'training',
        texts: [
          { role: 'question', language: 'en', text: 'What now?' },
          { role: 'question', language: 'de', text: 'Was nun?' },
          { role: 'wrong', language: 'en', text: 'No' },
          { role: 'hint2', text: 'Look at e4' },
        ],
        solutions: [
          { move: chess.readMove(chess.start(), 'e4'), points: 5, texts: [{ language: 'en', text: 'Right' }] },
        ],
        seconds: 360,
        points: 6,
      },
    ])
  })

  it('hold quoted games with their moves', async () => {
    const string = (writer: ByteWriter, text: string) =>
      writer
        .u8(text.length)
        .put(Uint8Array.from(textBytes(text)))
        .u8(0)
    const quotation = (kind: number, moves: readonly number[]) => {
      const body = bytes((writer) => {
        writer.u16be(kind).u16be(0)
        string(writer, 'Euwe,M')
        string(writer, 'Alekhine')
        writer
          .u16be(0)
          .u16be(2690)
          .u16be(((300 + 15 + 1) << 7) | 2)
        string(writer, 'World-ch')
        string(writer, 'Netherlands')
        writer
          .u32be((1935 << 9) | (10 << 5) | 3)
          .u16be(2)
          .u16be(103)
          .u16be(0)
          .u16be(30)
          .u8(0)
          .u8(1)
          .u8(0)
          .u16be(77)
        writer.put(Uint8Array.from(moves))
      })
      return bytes((writer) => writer.u16be(body.length + 2).put(body))
    }
    const fields = {
      white: 'Euwe, M',
      black: 'Alekhine',
      blackElo: 2690,
      eco: 'D15',
      ecoSub: 2,
      event: 'World-ch',
      site: 'Netherlands',
      date: '1935.10.03',
      type: 'match',
      nation: 'NED',
      rounds: 30,
      round: 1,
      result: '0-1',
      unknown: 77,
    }
    const full = await annotateFirst(0x13, quotation(2, quotedMoves([word('d2d4'), word('d7d5')])))
    const [first, second] = [chess.readMove(chess.start(), 'd4'), (51 << 12) | 35]
    expect(full.annotations).toEqual([
      {
        type: 'quotation',
        fields,
        nodes: [{ parent: -1 }, { parent: 0, move: first }, { parent: 1, move: second }],
      },
    ])
    expect((await annotateFirst(0x13, quotation(1, quotedMoves([])))).annotations).toEqual([
      { type: 'quotation', fields },
    ])
    expect(quotedMoves([])).toEqual([0xb5, 0xaf])
  })

  it('are kept as bytes when they are unknown or their data is invalid', async () => {
    const kept = (code: string, base64: string) => [{ type: 'unknown', format: 'chessbase', code, base64 }]
    expect((await annotateFirst(0x19, [1, 2, 3])).annotations).toEqual(kept('19', 'AQID'))
    expect((await annotateFirst(0x08, [0, 0, 0, 1])).annotations).toEqual(kept('08', 'AAAAAQ=='))
    const unknown = await annotate([[0, 0x77, [9]]])
    expect(unknown.ids).toEqual(['chessbase/annotation-type'])
    expect(unknown.nodes[1]!.annotations).toEqual(kept('77', 'CQ=='))
    for (const [type, data] of [
      [0x04, [2]],
      [0x05, [2, 65, 1]],
      [0x18, [4]],
      [0x21, [1]],
      [0x24, [1]],
      [0x13, [0, 2]],
      [0x09, [1]],
    ] as const) {
      const { ids, nodes } = await annotate([[0, type, data]])
      expect(ids).toEqual(['chessbase/annotation-data'])
      expect(nodes[1]!.annotations).toMatchObject([{ type: 'unknown' }])
    }
  })

  it('past the last move stay with the last of the main line', async () => {
    const { nodes, ids } = await annotate([textItem(16, textBytes('late'))])
    expect(ids).toEqual(['chessbase/annotation-position'])
    expect(nodes[3]!.comments).toEqual([{ text: 'late', placement: 'after' }])
  })

  it('of a record for another game are read', async () => {
    const collection = await openFixture({ games: [{ moves }, { moves, items: [textItem(0, textBytes('x'))] }] })
    expect(collection.entry(1).issues).toEqual([])
  })
})

describe('guiding texts', () => {
  const title = (writer: ByteWriter, language: number, text: string) =>
    writer
      .u16le(language)
      .u16le(text.length)
      .put(Uint8Array.from(textBytes(text)))

  async function readText(body: Uint8Array) {
    const collection = await openFixture({
      games: [{ moves: movesRecord(0, [...body], 0x80), isText: true, annotator: 1, round: 3 }],
      annotators: [[], textBytes('Réti')],
    })
    const { document, issues } = collection.entry(0)
    return { document: document!, ids: issues.map(({ id }) => id), listing: collection.listing(0) }
  }

  it('hold HTML in several languages', async () => {
    const html = '<p>Grüße</p>'
    const { document, ids, listing } = await readText(
      bytes((writer) => {
        writer.u16le(3).u16le(2)
        title(writer, 0, 'Preface')
        title(writer, 1, 'Vorwort')
        writer
          .u8(1)
          .u16le(1)
          .u16le(7)
          .u32le(html.length)
          .put(Uint8Array.from(textBytes(html)))
          .u32le(0)
      }),
    )
    expect(ids).toEqual([])
    expect(listing).toMatchObject({ kind: 'text', header: { title: 'Preface', annotator: 'Réti', round: 3 } })
    expect(document).toMatchObject({
      header: { title: 'Preface', annotator: 'Réti' },
      titles: [
        { language: 'en', text: 'Preface' },
        { language: 'de', text: 'Vorwort' },
      ],
      bodies: [{ mediaType: 'text/html', text: html }],
    })
  })

  it.each([1, 2])('of version %i hold plain text with embedded objects', async (version) => {
    const length = (writer: ByteWriter, value: number) => (version === 1 ? writer.u16le(value) : writer.u32le(value))
    const text = [...textBytes('See '), 0x04, ...textBytes(' and '), 0x04]
    const formatting = bytes((writer) => {
      writer.u16le(300).u16le(2).u16le(0)
      writer
        .u16le(0x06)
        .u16le(4)
        .u16le(9)
        .put(Uint8Array.from(textBytes('board.jpg')))
      writer.u16le(0x0f).u16le(10).u16le(0)
      writer.put(Uint8Array.of(1, 2, 3))
    })
    const { document, ids } = await readText(
      bytes((writer) => {
        writer.u16le(version).u16le(0).u8(0).u16le(1).u16le(0)
        length(writer, text.length).put(Uint8Array.from(text))
        length(writer, formatting.length).put(formatting)
      }),
    )
    expect(ids).toEqual([])
    expect(document.bodies).toEqual([{ language: 'en', mediaType: 'text/plain', text: 'See \ufffc and \ufffc' }])
    expect(document.objects).toMatchObject([
      { kind: 'picture', at: 4, text: 'board.jpg' },
      { kind: 'rule', at: 10 },
    ])
    expect(document.native).toHaveProperty('chessbase.formatting')
  })

  it('keep what comes before damage', async () => {
    const { document, ids } = await readText(
      bytes((writer) => {
        writer.u16le(3).u16le(1)
        title(writer, 0, 'Preface')
        writer.u8(1).u16le(1).u16le(7).u32le(0xffff_ffff)
      }),
    )
    expect(ids).toEqual(['chessbase/guiding-text'])
    expect(document.titles).toEqual([{ language: 'en', text: 'Preface' }])
    expect(document.native).toHaveProperty('chessbase.record')
  })
})

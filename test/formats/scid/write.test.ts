/** What is written, and what Scid cannot store. */
import { describe, expect, it } from 'vitest'
import { Conversion } from '../../../src/convert/convert.ts'
import { scid } from '../../../src/formats/scid/format.ts'
import { readScid4Record, readScid5Record } from '../../../src/formats/scid/index-record.ts'
import { MemorySinkSet } from '../../../src/bytes/sink.ts'
import { FormatError } from '../../../src/issues/errors.ts'
import { emptyRecord, type GameRecord } from '../../../src/model/record.ts'
import { chess } from '../../../src/rules/index.ts'
import type { MoveNode } from '../../../src/model/tree.ts'
import { readPgn } from '../../support/pgn.ts'
import { pgnRecords } from '../../support/pgn-records.ts'
import fc from '../../support/properties.ts'
import { scaled } from '../../support/scale.ts'
import { asScid3, openScidFiles, recordsOf, writeScidDatabase } from '../../support/scid.ts'

/** A game of moves in SAN, one after the other. */
function game(moves: string, header: Partial<GameRecord['header']> = {}, setup?: string): GameRecord {
  const record = emptyRecord('chess')
  const position = chess.start(setup === undefined ? {} : { setup })
  for (const word of moves.split(' ').filter(Boolean)) {
    const move = chess.readMove(position, word)!
    record.nodes.push({ parent: record.nodes.length - 1, move })
    chess.play(position, move)
  }
  return { ...record, ...(setup === undefined ? {} : { setup }), header: { ...record.header, ...header } }
}

/** A game with something on its first move. */
function noted(note: Partial<MoveNode>): GameRecord {
  const record = game('e4 e5')
  Object.assign(record.nodes[1]!, note)
  return record
}

/** Writes one record; returns it as it is read again, and what was reported. */
async function roundTrip(record: GameRecord, name = 'a.si5') {
  const { files, results } = await writeScidDatabase([record], name)
  const collection = await openScidFiles(files)
  expect([...collection.issues, ...collection.validate!()]).toEqual([])
  const [read] = recordsOf(collection)
  return { read, ids: results[0]!.issues.map(({ id }) => id), written: results[0]!.written }
}

const chessRecords = pgnRecords.filter(({ game }) => game === 'chess')

describe.each(['a.si4', 'a.si5'])('%s', (name) => {
  it('keeps whole what is not reported as lost', async () => {
    await fc.assert(
      fc.asyncProperty(chessRecords, async (record) => {
        const conversion = new Conversion(scid, { keepDeleted: true })
        const out = new MemorySinkSet(name)
        const writer = await scid.write(out)
        conversion.copy({ index: 0, record, issues: [] }, writer)
        conversion.finish(writer)
        if (conversion.counts.written === 0) return
        const collection = await openScidFiles(out.files)
        expect(
          [...collection.issues, ...collection.validate!()].filter(({ severity }) => severity === 'error'),
        ).toEqual([])
        if (conversion.losses.list().length === 0) expect(recordsOf(collection)).toEqual([record])
      }),
      { numRuns: scaled(60, 2000), seed: 5 },
    )
  })

  it('numbers pieces as Scid does: the last one takes the number of a captured one, en passant too', async () => {
    const { records } = await readPgn('1. e4 a6 2. e5 d5 3. exd6 h6 *\n')
    const { files } = await writeScidDatabase(records, name)
    // Pawns are numbered from 8 on, a to h; h6 is played by the pawn that is now the fourth.
    const moves = Buffer.of(0xcf, 0x81, 0xc1, 0xbf, 0xc0, 0xb1, 0x0f)
    const games = [...files].find(([file]) => file.includes('.sg'))![1]
    expect(Buffer.from(games).includes(moves)).toBe(true)
  })

  it('keeps deleted games, flags, extended opening codes and ratings of all kinds', async () => {
    const header: Partial<GameRecord['header']> = {
      deleted: true,
      openingCode: 'B12a3',
      tags: { BlackDWZ: '1800', ScidFlags: 'W!16', WhiteRapid: '2500' },
    }
    const { read, ids } = await roundTrip(game('e4 c6', header), name)
    expect(ids).toEqual([])
    expect(read!.header).toEqual(game('', header).header)
  })

  it('fills blocks up so that no game lies across their ends', async () => {
    const records = Array.from({ length: 9 }, (_, index) => {
      const record = game('e4 e5 Nf3')
      record.nodes[2]!.comments = [{ text: String(index).repeat(30_000), placement: 'after' }]
      return record
    })
    const { files } = await writeScidDatabase(records, name)
    const collection = await openScidFiles(files)
    expect([...collection.validate!()]).toEqual([])
    expect(recordsOf(collection)).toEqual(records)
    const offsets = Array.from(collection.entries(), ({ record }) => record!.origin!.offset!)
    expect(offsets.filter((offset) => offset % (1 << 17) === 0)).toEqual([0, 1 << 17, 2 << 17])
  })

  it('counts plies modulo 1,024', async () => {
    const record = game('Nf3 Nf6 Ng1 Ng8 '.repeat(275))
    const { files } = await writeScidDatabase([record], name)
    expect(recordsOf(await openScidFiles(files))).toEqual([record])
    const index = files.get(name)!
    const stored = name.endsWith('4') ? readScid4Record(index.subarray(182), 4) : readScid5Record(index)
    expect(stored.plies).toBe(76)
  })

  it('refuses games that are too long, of other kinds and with too many pieces', async () => {
    const long = game('e4')
    long.nodes[1]!.comments = [{ text: 'x'.repeat(140_000), placement: 'after' }]
    const crowded = game('', {}, 'QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/8/8/4k3/4K3 w - - 0 1')
    const kingless = game('', {}, '8/8/8/8/8/8/8/4K3 w - - 0 1')
    const { results, files } = await writeScidDatabase([long, crowded, kingless, emptyRecord('go'), game('d4')], name)
    expect(results.map(({ written }) => written)).toEqual([false, false, false, false, true])
    expect(results[0]!.issues).toMatchObject([
      { id: 'scid/not-written', params: { reason: { id: 'scid-refusal/size' } } },
    ])
    expect(recordsOf(await openScidFiles(files))).toEqual([game('d4')])
  })

  it('cuts names that are too long and makes one of those that become the same', async () => {
    const long = 'é'.repeat(200)
    const players = (tail: string) => [{ colour: 1 as const, name: long + tail }]
    const records = [game('e4', { players: players('a') }), game('d4', { players: players('b') })]
    const { files, results } = await writeScidDatabase(records, name)
    for (const { issues } of results) expect(issues.map(({ id }) => id)).toEqual(['scid/cut-text'])
    const collection = await openScidFiles(files)
    expect([...collection.validate!()]).toEqual([])
    expect(recordsOf(collection).map(({ header }) => header.players[0]!.name)).toEqual([
      long.slice(0, 127),
      long.slice(0, 127),
    ])
  })

  it('lists its names, those of Scid 4 with their order and how often they are used', async () => {
    const players = (...names: string[]) => names.map((name, index) => ({ colour: (index + 1) as 1 | 2, name }))
    const records = [game('e4', { players: players('Zoe', 'Adam') }), game('d4', { players: players('Zoe', 'Bea') })]
    const { files } = await writeScidDatabase(records, name)
    const table = (await openScidFiles(files)).tables!().find((table) => table.name === 'players')!
    const names = [...table.rows()].filter((row) => row['name'] !== undefined && row['name'] !== '')
    expect(names.map((row) => row['name'])).toEqual(['Zoe', 'Adam', 'Bea'])
    const isOld = name === 'a.si4'
    expect(table.columns).toEqual(isOld ? ['id', 'name', 'order', 'games'] : ['id', 'name'])
    expect(names.map((row) => row['games'])).toEqual(isOld ? [2, 1, 1] : [undefined, undefined, undefined])
    if (isOld) expect(names.toSorted((a, b) => Number(a['order']) - Number(b['order']))[0]!['name']).toBe('Adam')
  })

  it('leaves out characters of the code 0, which end a name', async () => {
    const { files, results } = await writeScidDatabase([game('e4', { players: [{ colour: 1, name: 'a\0b' }] })], name)
    expect(results[0]!.issues.map(({ id, params }) => [id, params])).toEqual([['scid/changed-text', { text: 'a\0b' }]])
    expect(recordsOf(await openScidFiles(files))).toEqual([game('e4', { players: [{ colour: 1, name: 'ab' }] })])
  })

  it('takes over the facts of another database', async () => {
    const flags = { '2': 'Endings', '6': 'x' }
    const about = { comment: 'Open games', facts: { type: 4, autoload: 9, flags } }
    const { files: first } = await writeScidDatabase([game('e4')], 'b.si5', { about })
    const plain = await openScidFiles(first)
    expect(plain.about).toMatchObject({ comment: 'Open games' })
    const source = { ...plain, about }
    const { files, ofAll } = await writeScidDatabase([game('e4')], name, { about, source })
    expect((await openScidFiles(files)).about).toMatchObject(about)
    expect(ofAll).toEqual([])
  })

  it('is written in an encoding where one is asked for', async () => {
    const record = game('e4', { players: [{ colour: 1, name: 'Müller' }] })
    const { files } = await writeScidDatabase([record], name, { encoding: 'iso-8859-2' })
    expect(recordsOf(await openScidFiles(files, 'iso-8859-2'))).toEqual([record])
    const { results } = await writeScidDatabase([game('e4', { annotator: '李' })], name, { encoding: 'iso-8859-2' })
    expect(results[0]!.issues.map(({ id }) => id)).toEqual(['scid/characters'])
    await expect(writeScidDatabase([], name, { encoding: 'x' })).rejects.toThrow(TypeError)
  })
})

it('a glyph too many would make Scid call the game corrupt', async () => {
  const glyphs = [1, 10, 32, 36, 40, 44, 132, 138].map((nag) => ({ nag }))
  const { read, ids } = await roundTrip(noted({ glyphs }))
  expect(ids).toEqual(['scid/glyphs'])
  expect(read).toEqual(noted({ glyphs: glyphs.slice(0, 7) }))
  expect((await roundTrip(noted({ glyphs: [{ nag: 1 }, { nag: 5 }] }))).ids).toEqual(['scid/glyph-class'])
  expect((await roundTrip(noted({ glyphs: [{ nag: 300 }] }))).ids).toEqual(['scid/glyph-number'])
})

it('a comment before a move goes to the move before, several become one', async () => {
  const moved = noted({})
  moved.nodes[2]!.comments = [{ text: 'b', placement: 'before' }]
  moved.nodes[1]!.comments = [{ text: 'a', placement: 'after' }]
  const { read, ids } = await roundTrip(moved)
  expect(ids).toEqual(['scid/comment-moved', 'scid/comments-joined'])
  expect(read).toEqual(noted({ comments: [{ text: 'a b', placement: 'after' }] }))
})

it('an illegal move is left out with what follows, and the next variation takes its place', async () => {
  const record = game('e4 e5')
  record.nodes = [
    { parent: -1 },
    { parent: 0, move: record.nodes[2]!.move! },
    { parent: 1, move: record.nodes[1]!.move! },
    { parent: 0, move: record.nodes[1]!.move! },
  ]
  const { read, ids } = await roundTrip(record)
  expect(ids).toEqual(['scid/unwritten-moves'])
  expect(read).toEqual(game('e4'))
})

describe('what the index has no room for', () => {
  const far = { event: { date: { year: 1980, month: 5, day: 1 } }, date: { year: 2001, month: 5, day: 2 } }

  it('stays among the tags: an event date far from the game in Scid 4', async () => {
    for (const name of ['a.si4', 'a.si5']) {
      const { read, ids } = await roundTrip(game('e4', far), name)
      expect([read, ids]).toEqual([game('e4', far), []])
    }
    const { files } = await writeScidDatabase([game('e4', far)], 'a.si4')
    // The common tag 245 with its value.
    expect([...files.get('a.sg4')!.subarray(0, 2)]).toEqual([245, 10])
    expect([...files.get('a.si4')!.subarray(182 + 25, 182 + 27)]).toEqual([0, 0x0f])
  })

  it('is reported: ratings, results, dates, codes', async () => {
    const lost: [Partial<GameRecord['header']>, string][] = [
      [{ players: [{ colour: 1, rating: 4500 }] }, 'scid/rating'],
      [{ result: { outcome: 'both-lose' } }, 'scid/result-lost'],
      [{ date: { year: 2100 } }, 'scid/date'],
      [{ openingCode: 'Sicilian' }, 'scid/opening-code'],
      [{ tags: { ScidFlags: 'Dz' } }, 'scid/flags-lost'],
      [{ tags: { Long: 'x'.repeat(300) } }, 'scid/cut-text'],
    ]
    for (const [header, id] of lost) expect((await roundTrip(game('e4', header))).ids).toEqual([id])
  })

  it('is the mark of Chess960, which Scid 4 refuses', async () => {
    const setup = 'r3k1r1/pppppppp/8/8/8/8/PPPPPPPP/R3K1R1 w GAga - 0 1'
    const record: GameRecord = { ...emptyRecord('chess'), variant: 'chess960', setup }
    record.nodes.push({ parent: 0, move: chess.readMove(chess.start({ variant: 'chess960', setup }), 'O-O')! })
    expect((await roundTrip(record)).read).toEqual(record)
    const { results } = await writeScidDatabase([record], 'a.si4')
    expect(results[0]).toMatchObject({
      written: false,
      issues: [{ params: { reason: { id: 'scid-refusal/chess960' } } }],
    })
    const usual: GameRecord = { ...game('e4'), variant: 'chess960' }
    expect((await roundTrip(usual, 'a.si4')).read).toEqual(usual)
  })
})

it('databases of Scid 3 are read and not written', async () => {
  const records = [game('e4 e5', { deleted: true, date: { year: 1999 } }), game('d4 d5 c4')]
  const { files } = await writeScidDatabase(records, 'a.si4')
  const collection = await openScidFiles(asScid3([...files]))
  expect(collection.about.version).toBe('3')
  expect([...collection.issues, ...collection.validate!()]).toEqual([])
  expect(recordsOf(collection)).toEqual(records)
  await expect(writeScidDatabase(records, 'a.si3')).rejects.toThrow(FormatError)
})

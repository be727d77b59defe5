import { describe, expect, test } from 'vitest'
import { MemorySinkSet } from '../../../src/bytes/sink.ts'
import type { GameRecord } from '../../../src/model/record.ts'
import { pgn } from '../../../src/formats/pgn/format.ts'
import { mainLineMoves } from '../../../src/model/tree.ts'
import { corpusBytes, corpusCases, corpusFiles } from '../../support/corpus.ts'
import { needsCorpus } from '../../support/needs.ts'
import { openPgn, readPgn, writePgn } from '../../support/pgn.ts'
import { isFullRun, scaled } from '../../support/scale.ts'

const chessBook = 'chess-pgn/book-50000.pgn'

describe('50,000 games of chess', needsCorpus(chessBook), () => {
  test('all of them replay without an illegal move', async () => {
    const collection = await openPgn(corpusBytes(chessBook))
    let games = 0
    let plies = 0
    for (const { issues, playedLine } of collection.entries({ playedLine: { keys: true }, bare: true })) {
      expect(issues).toHaveLength(0)
      games++
      plies += playedLine!.keyed!.length
    }
    expect(games).toBe(50_000)
    expect(plies).toBe(3_845_713)
    expect(collection.count).toBe(50_000)
  })

  test('are equal when they are written and read again', async () => {
    const collection = await openPgn(corpusBytes(chessBook))
    const out = new MemorySinkSet('games.pgn')
    const writer = await pgn.write(out)
    const records: GameRecord[] = []
    for (const { record, issues } of collection.entries({ to: scaled(5000, 50_000) })) {
      expect(issues).toEqual([])
      expect(writer.add(record!)).toEqual({ written: true, issues: [] })
      const { origin: _origin, ...rest } = record!
      records.push(rest)
    }
    writer.finish()
    const again = await openPgn(out.files.get('games.pgn')!)
    let index = 0
    for (const { record } of again.entries()) {
      const { origin: _origin, ...rest } = record!
      expect(rest).toEqual(records[index++])
    }
    expect(index).toBe(records.length)
  })

  test('by index as in order', async () => {
    const collection = await openPgn(corpusBytes(chessBook))
    for (const index of [0, 1, 17_171, 49_999]) {
      const [entry] = collection.entries({ from: index, to: index + 1 })
      expect(collection.entry(index)).toEqual(entry)
      expect(collection.listing(index).header).toEqual(entry!.record!.header)
    }
  })
})

describe('PGN of ChessBase', needsCorpus('chessbase'), () => {
  test('reads without an issue and comes back equal', async () => {
    for (const path of corpusFiles('chessbase', /\.pgn$/i)) {
      const { records, issues } = await readPgn(corpusBytes(path))
      expect(issues, path).toEqual([])
      const written = await writePgn(records)
      expect(written.issues, path).toEqual([])
      const again = await readPgn(written.bytes)
      expect(again.issues, path).toEqual([])
      expect(again.records, path).toEqual(records)
      // The canonical style also settles how set-ups are spelt.
      const canonical = await readPgn((await writePgn(records, { settings: { style: 'canonical' } })).bytes)
      expect(
        canonical.records.map(({ nodes }) => nodes),
        path,
      ).toEqual(records.map(({ nodes }) => nodes))
    }
  })
})

/** Files of the corpus in which a tag has its quotes in the wrong place. */
const IRREGULAR = [/王位賽\/00000042\.pgn$/, /Liu_Dahua_1125_UCI_games\.pgn$/]

describe('PGN of xiangqi', needsCorpus('xiangqi-pgn'), () => {
  const files = corpusCases('xiangqi-pgn', /\.pgn$/i)

  test('every move of every file is understood', async () => {
    for (const path of files) {
      const { records, issues } = await readPgn(corpusBytes(path))
      const isIrregular = IRREGULAR.some((pattern) => pattern.test(path))
      expect(
        issues.map(({ id }) => id).filter((id) => id !== 'text/encoding-guessed'),
        path,
      ).toEqual(isIrregular ? ['pgn/irregular-tag'] : [])
      expect(
        records.every(({ game, nodes }) => game === 'xiangqi' && nodes.length > 1),
        path,
      ).toBe(true)
    }
  })

  test('is written in its own encoding and comes back equal', async () => {
    for (const path of files) {
      if (!isFullRun && corpusBytes(path).length > 100_000) continue
      const bytes = corpusBytes(path)
      const { encoding } = (await openPgn(bytes)).about
      const { records } = await readPgn(bytes)
      const written = await writePgn(records, { encoding: encoding! })
      expect(written.issues, path).toEqual([])
      const again = await openPgn(written.bytes)
      expect(again.about.encoding, path).toBe(encoding)
      expect((await readPgn(written.bytes)).records, path).toEqual(records)
    }
  })

  test('Chinese, WXF and coordinates of the same games agree move by move', async () => {
    const names = ['xqdb_traditional', 'xqdb_international', 'bulk_games_uci']
    const sets = await Promise.all(
      names.map((name) => readPgn(corpusBytes(`xiangqi-pgn/maksimKorzh-wukong-xiangqi/${name}.pgn`))),
    )
    const [chinese, wxf, coordinates] = sets.map(({ records }) => records.map(({ nodes }) => mainLineMoves(nodes)))
    expect(chinese).toHaveLength(15)
    expect(wxf).toEqual(chinese)
    const different = coordinates!.flatMap((moves, game) =>
      moves.flatMap((move, ply) => (move === chinese![game]![ply] ? [] : [[game, ply]])),
    )
    // There the coordinates move the front pawn of two and the other two files the rear one.
    expect(different).toEqual([[1, 70]])
  })

  test('PGN of ElephantEye comes back equal', needsCorpus('xqf/xqbase-eleeye'), async () => {
    for (const path of corpusFiles('xqf/xqbase-eleeye', /\.pgn$/i)) {
      const { records, issues } = await readPgn(corpusBytes(path))
      // Each but the sample ends with an advertisement behind a row of equals signs.
      const ids = issues.map(({ id }) => id).filter((id) => id !== 'text/encoding-guessed')
      expect(ids).toEqual(path.endsWith('SAMPLE.PGN') ? [] : ['pgn/stray-text'])
      const written = await writePgn(records, { encoding: 'gb18030' })
      expect((await readPgn(written.bytes)).records, path).toEqual(records)
    }
  })
})

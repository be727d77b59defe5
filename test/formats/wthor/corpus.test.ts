import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { wthor } from '../../../src/formats/wthor/format.ts'
import { mainLineMoves } from '../../../src/model/tree.ts'
import type { GameRecord } from '../../../src/model/record.ts'
import { DiskFileSet } from '../../../src/node/file-source.ts'
import { othello } from '../../../src/rules/othello/index.ts'
import { corpusBytes, corpusCases, corpusFiles, corpusPath } from '../../support/corpus.ts'
import { needsCorpus } from '../../support/needs.ts'
import { idsOf, recordsOf, rewrite } from './support.ts'

const EDITION = 'wthor/2022-edition'

async function openFile(path: string) {
  const files = new DiskFileSet(corpusPath(path))
  const collection = await wthor.open(files)
  return { collection, close: () => files.close() }
}

function transcript(record: GameRecord): string {
  return mainLineMoves(record.nodes)
    .map((move) => othello.formatSquare(start, move & 0xfff))
    .join('')
}
const start = othello.start()

describe('the edition of June 2022', needsCorpus(EDITION), () => {
  const years = corpusCases(EDITION, /\.wtb$/i)

  test('all 127,475 games are legal from f5 on, all finished ones have their score', async () => {
    let games = 0
    const issues: Record<string, number> = {}
    const seconds: Record<string, number> = {}
    for (const path of years) {
      const { collection, close } = await openFile(path)
      expect(collection.issues).toEqual([])
      for (const { id } of collection.validate!()) issues[id] = (issues[id] ?? 0) + 1
      for (const { record } of collection.entries()) {
        games++
        const [first, second] = mainLineMoves(record!.nodes).map((move) => othello.formatSquare(start, move & 0xfff))
        expect(first).toBe('f5')
        seconds[second!] = (seconds[second!] ?? 0) + 1
      }
      close()
    }
    expect(games).toBe(127_475)
    expect(issues).toEqual({ 'wthor/unfinished': 413 })
    expect(Object.keys(seconds).sort()).toEqual(['d6', 'f4', 'f6'])
  })

  test('every file is written with the same bytes', async () => {
    const files = corpusFiles(EDITION, /\.(wtb|jou|trn)$/i)
    expect(files).toHaveLength(readdirSync(corpusPath(EDITION)).length)
    for (const path of files) {
      const { collection, close } = await openFile(path)
      const name = path.slice(EDITION.length + 1)
      const written = await rewrite(collection, name)
      close()
      expect(written.issues).toEqual([])
      for (const [file, bytes] of Object.entries(written.files)) {
        expect(Buffer.compare(bytes, corpusBytes(`${EDITION}/${file}`)), `${file} written with ${name}`).toBe(0)
      }
    }
  })

  test('names are decoded, also those with letters of French', async () => {
    const { collection, close } = await openFile(`${EDITION}/WTH_1985.wtb`)
    const [players, tournaments] = collection.tables!().map((table) =>
      [...table.rows()].map(({ name }) => name as string),
    )
    expect([players!.length, tournaments!.length]).toEqual([3884, 439])
    expect([players![0], tournaments![0]]).toEqual(['???', 'Diverses parties'])
    const foreign = [...players!, ...tournaments!].join('').replace(/[ -~]/g, '')
    expect([...new Set(foreign)].sort()).toEqual(['è', 'é'])
    close()
  })
})

describe('the same games as PGN', needsCorpus('wthor/ground-truth'), () => {
  const years = corpusCases('wthor/ground-truth', /\.pgn$/)

  test.each(years)('%s is equal game by game', async (path) => {
    const year = /[0-9]{4}/.exec(path)![0]
    const { collection, close } = await openFile(`${EDITION}/WTH_${year}.wtb`)
    const games = readPlainPgn(Buffer.from(corpusBytes(path)).toString('latin1'))
    const records = recordsOf(collection)
    close()
    expect(records).toHaveLength(games.length)
    // The PGN was made from a later edition; up to it 18 players and 11 tournaments were respelled, each in one way.
    const spelled = new Map<string, string>()
    for (const [index, { tags, moves }] of games.entries()) {
      const { header, nodes } = records[index]!
      expect(transcript({ nodes } as GameRecord)).toBe(moves)
      expect(header.result.score!.join('-')).toBe(tags['Result'])
      expect(String(header.date!.year)).toBe(tags['Date'])
      const names = [
        header.players[0]!.name ?? '???',
        header.players[1]!.name ?? '???',
        `${header.event!.name} - ${year}`,
      ]
      for (const [at, tag] of ['Black', 'White', 'Event'].entries()) {
        const known = spelled.get(names[at]!) ?? tags[tag]!
        expect(tags[tag]).toBe(known)
        spelled.set(names[at]!, known)
      }
    }
    const renamed = [...spelled].filter(([ours, theirs]) => ours !== theirs)
    expect(renamed.length).toBeLessThanOrEqual(29)
  })
})

/** Reads PGN as plain as the ground truth is: tags, then moves in capitals between numbers. */
function readPlainPgn(text: string): { tags: Record<string, string>; moves: string }[] {
  return text.split(/\n(?=\[Event )/).map((game) => ({
    tags: Object.fromEntries([...game.matchAll(/^\[(\w+) "(.*)"\]/gm)].map((match) => [match[1]!, match[2]!])),
    moves: (game.replace(/^\[.*$/gm, '').match(/\b[A-H][1-8]\b/g) ?? []).join('').toLowerCase(),
  }))
}

describe('the year 2016 as rows and columns', needsCorpus('wthor/csv'), () => {
  test('is equal field by field', async () => {
    const rows = Buffer.from(corpusBytes('wthor/csv/WTH_2016.csv')).toString('latin1').trim().split(/\r?\n/)
    const { collection, close } = await openFile(`${EDITION}/WTH_2016.wtb`)
    const tables = collection.tables!().map((table) => [...table.rows()].map(({ name }) => name as string))
    const records = recordsOf(collection)
    close()
    expect(rows[0]).toContain(
      'created year : 2017,created date : 76,number of matches : 2013,number of records : 0,year : 2016',
    )
    expect(collection.about.facts).toMatchObject({
      created: '2017-07-06',
      year: 2016,
      'depth of theoretical scores': 24,
    })
    expect(records).toHaveLength(rows.length - 2)
    for (const [index, row] of rows.slice(2).entries()) {
      const [tournament, black, white, score, theoretical, ...moves] = row.split(',')
      const { header, nodes } = records[index]!
      expect(header.event!.name).toBe(tables[1]![Number(tournament)])
      expect(header.players.map(({ name }) => name ?? '???')).toEqual(
        [Number(black), Number(white)].map((id) => tables[0]![id]),
      )
      expect(header.result.score![0]).toBe(Number(score))
      expect(header.perfectScore).toEqual({ score: Number(theoretical), emptySquares: 24 })
      // Row and column, both from 1.
      const played = mainLineMoves(nodes).map((move) => `${((move & 0xfff) >> 3) + 1}-${(move & 7) + 1}`)
      expect(played).toEqual(moves.filter((move) => move !== '' && move !== '0-0'))
    }
  })
})

describe('the file with the header of before 2001', needsCorpus('wthor/older-header'), () => {
  test('is read, with 22 empty squares for its theoretical score, and written the same', async () => {
    const { collection, close } = await openFile('wthor/older-header/test.WTB')
    const [record] = recordsOf(collection)
    expect(record!.header).toMatchObject({
      date: { year: 1980 },
      result: { score: [31, 33] },
      perfectScore: { score: 39, emptySquares: 22 },
    })
    expect(idsOf(collection.validate!())).toEqual([])
    const { files } = await rewrite(collection, 'test.WTB')
    close()
    expect(files).toEqual({ 'test.WTB': corpusBytes('wthor/older-header/test.WTB') })
  })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { Database, explore, importSources } from '../../src/database/index.ts'
import { wthor } from '../../src/formats/wthor/format.ts'
import { DiskFileSet } from '../../src/node/file-source.ts'
import { rulesOf } from '../../src/rules/index.ts'
import type { Position } from '../../src/rules/rules.ts'
import { corpusFiles, corpusPath } from '../support/corpus.ts'
import { needsCorpus } from '../support/needs.ts'
import { sample } from '../support/scale.ts'

const EDITION = 'wthor/2022-edition'
const LINE = 'f5d6c3d3c4f4c5b3c2'
const PLIES = LINE.length / 2
const othello = rulesOf('othello')
const folder = mkdtempSync(join(tmpdir(), 'ludograph-othello-'))

afterAll(() => rmSync(folder, { recursive: true }))

/** The least text of the eight images of a board, and the side to move. */
function leastImage(position: Position): string {
  const images = Array.from({ length: 8 }, (_, image) => {
    let text = ''
    for (let square = 0; square < 64; square++) {
      let column = square % 8
      let row = (square - column) / 8
      if (image & 1) column = 7 - column
      if (image & 2) row = 7 - row
      text += position.pieceAt(image & 4 ? column * 8 + row : row * 8 + column) || '.'
    }
    return text
  })
  return `${position.turn}${images.reduce((least, text) => (text < least ? text : least))}`
}

describe('the explorer over WTHOR', needsCorpus(EDITION), () => {
  it(`counts the games that reach ${LINE} as a scan of the boards does, transpositions included`, async () => {
    const asked = othello.start()
    for (const square of LINE.match(/../g)!) othello.play(asked, othello.readMove(asked, square)!)
    const wanted = leastImage(asked)
    const paths = sample(corpusFiles(EDITION, /\.wtb$/i), 2).map(corpusPath)
    const counts = { games: 0, first: 0, second: 0, draws: 0 }
    for (const path of paths) {
      const files = new DiskFileSet(path)
      const collection = await wthor.open(files)
      for (const { record } of collection.entries()) {
        // Every move puts a disc, so only the position after as many moves can be the same.
        if (!record || record.nodes.length <= PLIES) continue
        const position = othello.start(record)
        for (const { move } of record.nodes.slice(1, PLIES + 1)) othello.play(position, move!)
        if (leastImage(position) !== wanted) continue
        counts.games++
        const { outcome, winner } = record.header.result
        if (outcome === 'draw') counts.draws++
        else if (outcome === 'win') counts[winner === 2 ? 'second' : 'first']++
      }
      files.close()
    }
    const database = await Database.open(join(folder, 'wthor.db'))
    await importSources(
      database,
      paths.map((path) => ({ path })),
    )
    expect(counts.games).toBeGreaterThan(0)
    expect(await explore(database, 'othello', asked)).toMatchObject(counts)
    database.close()
  })
})

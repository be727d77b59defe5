/**
 * A format of one's own, read and converted like any other: chess, a game a line, as UCI moves (`e2e4 e7e5`).
 * `node own-format.ts games.uci`; without a file it makes one.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { decodeText, readAll } from 'ludograph/bytes'
import { FORMATS, type Collection, type Entry, type Format } from 'ludograph/formats'
import { issue } from 'ludograph/issues'
import { addMove, emptyRecord } from 'ludograph/model'
import { convertFile, readGames } from 'ludograph/node'
import { chess } from 'ludograph/rules'

/** A line as an entry. A move that cannot be read is an issue; those before it stay. */
function readLine(line: string, index: number): Entry {
  let record = emptyRecord('chess')
  let node = 0
  const position = chess.start()
  for (const [plies, text] of line.split(/\s+/).filter(Boolean).entries()) {
    const move = chess.readMove(position, text)
    // Ids are those of Ludograph: this is the one of PGN for the same problem.
    if (move === undefined) {
      const unread = issue('pgn/unreadable-move', 'error', { move: text, plies }, { record: index, line: index + 1 })
      return { index, record, issues: [unread] }
    }
    ;({ record, node } = addMove(record, node, move))
    chess.play(position, move)
  }
  return { index, record, issues: [] }
}

const uciLines: Format = {
  id: 'uci-lines',
  name: 'Lines of UCI moves',
  games: ['chess'],
  extensions: ['.uci'],
  mediaTypes: [],
  holds: 'many',
  keeps: new Set(),
  detect: (_head, name) => (name.toLowerCase().endsWith('.uci') ? 0.9 : 0),
  async open(files) {
    const lines = decodeText(readAll(files.main), 'utf-8').split('\n').filter(Boolean)
    const collection: Collection = {
      format: 'uci-lines',
      about: {},
      count: lines.length,
      issues: [],
      listing: (index) => ({ index, game: 'chess', kind: 'game', header: emptyRecord('chess').header }),
      entry(index) {
        const line = lines[index]
        if (line === undefined) throw new TypeError(`there is no game ${index}`)
        return readLine(line, index)
      },
      *entries({ from = 0, to = lines.length } = {}) {
        for (let index = from; index < Math.min(to, lines.length); index++) yield this.entry(index)
      },
    }
    return collection
  },
}

const path = process.argv[2] ?? 'sample.uci'
if (!existsSync(path)) writeFileSync(path, 'e2e4 e7e5 g1f3\nd2d4 d7d5 c2c5\n')
const formats = [...FORMATS, uciLines]
for await (const { record, issues } of readGames(path, { formats })) {
  console.log((record?.nodes.length ?? 1) - 1, 'moves', ...issues.map(({ id, params }) => `${id} ${params?.['move']}`))
}
const { counts } = await convertFile(path, 'from-own-format.pgn', { read: { formats }, replaces: true })
console.log(counts.written, 'games written to from-own-format.pgn')

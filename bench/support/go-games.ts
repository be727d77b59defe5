/**
 * Go games in any number, made by permuting the real ones of the corpus, for measuring on collections as large as
 * Kombilo's users have. Each game takes a real one, under a random symmetry of the board and with its colours exchanged
 * or not, breaks it off after 20 to 120 moves, and goes on with the moves of others, under symmetries of their own, on
 * points that are empty then. So openings and joseki recur as often as in the corpus, fights and endings vary, and
 * stones are captured. Results and years are drawn by lot.
 */
import { closeSync, openSync, writeSync } from 'node:fs'
import { detectFormat } from '../../src/convert/detect.ts'
import { isPass, moveTo } from '../../src/model/index.ts'
import { mainLineMoves } from '../../src/model/tree.ts'
import { DiskFileSet } from '../../src/node/file-source.ts'
import { GoPosition } from '../../src/rules/go/position.ts'
import { transformSquare } from '../../src/rules/symmetry.ts'
import { makePlacement } from '../../src/model/move.ts'
import { corpusFiles, corpusPath } from '../../test/support/corpus.ts'
import { randomInt, seededRandom } from '../../test/support/random.ts'

const SIDE = 19
const LETTERS = 'abcdefghijklmnopqrs'

/** Points of the main lines of the corpus' games on 19 lines with 60 moves or more, without handicap. */
async function realLines(): Promise<number[][]> {
  const lines = new Map<string, number[]>()
  for (const path of corpusFiles('go', /\.sgf$/i)) {
    const files = new DiskFileSet(corpusPath(path))
    try {
      const collection = await detectFormat(files.main)?.open?.(files, {})
      for (const { record } of collection?.entries() ?? []) {
        if (!record || record.game !== 'go' || record.size || record.setup !== undefined) continue
        if (record.nodes.some(({ edits }) => edits !== undefined)) continue
        const points = mainLineMoves(record.nodes)
          .filter((move) => !isPass(move))
          .map(moveTo)
        if (points.length >= 60) lines.set(points.slice(0, 60).join(), points)
      }
    } finally {
      files.close()
    }
  }
  return [...lines.values()]
}

/** Writes so many games as SGF. Returns the number of real games that they are made of. */
export async function writePermutedGames(path: string, count: number, seed = 1): Promise<number> {
  const random = seededRandom(seed)
  const lines = await realLines()
  const file = openSync(path, 'w')
  let text = ''
  for (let game = 0; game < count; game++) {
    const position = new GoPosition(SIDE, SIDE)
    let moves = ''
    const length = 150 + randomInt(random, 150)
    let at = 0
    let piece = nextPiece()
    let left = 20 + randomInt(random, 100)
    for (let tries = 0; position.ply < length && tries < 1000; tries++) {
      if (at >= piece.line.length || left-- === 0) {
        piece = nextPiece()
        at = Math.min(position.ply, piece.line.length - 1)
        left = 20 + randomInt(random, 60)
      }
      const square = transformSquare(piece.line[at++]!, piece.symmetry, SIDE, SIDE)
      if (position.stoneAt(square) !== 0) continue
      const colour = position.turn
      position.play(makePlacement(square, colour))
      if (position.stoneAt(square) === 0) {
        // Programs disagree on games with suicide.
        position.undo()
        continue
      }
      moves += `;${colour === 1 ? 'B' : 'W'}[${LETTERS[square % SIDE]}${LETTERS[Math.floor(square / SIDE)]}]`
    }
    const result = randomInt(random, 2) === 0 ? 'B+R' : 'W+R'
    text += `(;GM[1]FF[4]SZ[19]PB[${randomInt(random, 1000)}]PW[${randomInt(random, 1000)}]DT[${1950 + randomInt(random, 70)}]RE[${result}]${moves})\n`
    if (text.length < 1 << 20 && game < count - 1) continue
    writeSync(file, text)
    text = ''
  }
  closeSync(file)
  return lines.length

  function nextPiece(): { line: number[]; symmetry: number } {
    return { line: lines[randomInt(random, lines.length)]!, symmetry: randomInt(random, 8) }
  }
}

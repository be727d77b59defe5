import { describe, expect, it } from 'vitest'
import { detectFormat } from '../../src/convert/detect.ts'
import { emptyRecord, type GameRecord } from '../../src/model/index.ts'
import { DiskFileSet } from '../../src/node/file-source.ts'
import { loadOpenings } from '../../src/openings/index.ts'
import { transformMove } from '../../src/rules/symmetry.ts'
import { corpusFiles, corpusPath } from '../support/corpus.ts'
import { needsCorpus } from '../support/needs.ts'
import { recordOf } from '../support/lines.ts'

/** Games whose files have ECCO codes. */
const TAGGED = 'xiangqi-pgn/Yvonne761-CCPD'

function mirrored(record: GameRecord): GameRecord {
  const nodes = record.nodes.map((node) =>
    node.move === undefined ? node : { ...node, move: transformMove(node.move, 1, 9, 10) },
  )
  return { ...record, nodes }
}

describe('ECCO', () => {
  it.each([
    ['兵七进一 卒7进1', 'E4'],
    ['兵七进一 炮2平3', 'E1'],
    ['相三进五', 'A1'],
    ['相三进五 炮8平5', 'A27'],
    ['炮二平五 炮8平5 马二进三 马8进7 车一平二 车9进1', 'D2'],
    ['炮二平五 炮2平5', 'D5'],
    ['炮二平五 马8进7 马二进三 车9平8 车一平二 马2进3 兵七进一 卒7进1 车二进六 炮8平9', 'C4'],
    ['炮二平五 马8进7 马二进三 车9平8 车一平二 马2进3 兵七进一 卒7进1 车二进六 马7进6', 'C3'],
    ['炮二平五 马2进3 马二进三 炮8平6 车一平二 马8进7 炮八平六', 'B4'],
    ['炮二平六', 'A6'],
    ['炮二平四 马8进7', 'A51'],
    ['马二进三 卒7进1 兵七进一', 'A45'],
    ['帅五进一', 'A0'],
    ['炮二平四', 'A5'],
    ['炮二平四 马2进3', 'A5'],
    ['相三进五 炮8平6', 'A20'],
    ['相三进五 炮2平4', 'A2'],
    ['相三进五 炮8平4', 'A3'],
    ['相三进五 卒7进1', 'A3'],
    ['相三进五 卒7进1 兵七进一', 'A38'],
    ['相三进五 卒3进1', 'A39'],
    ['相三进五 象7进5', 'A11'],
    ['相三进五 马8进7', 'A13'],
    ['马二进三', 'A4'],
    ['马二进三 卒7进1', 'A4'],
    ['马二进三 卒7进1 炮八平五', 'A44'],
    ['马二进三 卒7进1 炮二平一', 'A42'],
    ['马二进三 马8进7 兵七进一', 'A4'],
    ['炮二平六 马8进7', 'A61'],
    ['炮二平六 炮8平5', 'A63'],
    ['炮二平六 炮8平5 马二进三 马8进7 车一平二', 'A64'],
    ['炮二平六 炮8平5 马二进三 马8进7 车一平二 车9进1', 'A6'],
    ['兵七进一 象7进5', 'E01'],
    ['兵七进一 炮2平5', 'E03'],
    ['兵七进一 马8进7', 'E0'],
    ['兵七进一 马8进7 兵三进一', 'E08'],
    ['兵七进一 马2进3 兵三进一', 'E0'],
  ])('%s is %s, seen in a mirror too', async (moves, code) => {
    const book = (await loadOpenings('xiangqi'))!
    const record = recordOf('xiangqi', moves)
    expect(book.of(record)).toEqual({ code, name: expect.stringMatching(/./) })
    expect(book.of(mirrored(record))).toEqual(book.of(record))
  })

  it.each([
    // The flying elephant.
    ['E3+5 H2+3 R1=2 H8+7', 'C8=5 H8+7 R9=8 H2+3', 'A28'],
    ['E3+5 H2+3 R1=2 P7+1', 'C8=5 H8+7 R9=8 H2+3', 'A27'],
    ['E3+5 H8+7 P7+1 P3+1', 'C8=5 H8+7 R9=8 H2+3', 'A27'],
    ['E3+5 H2+3 R1=2 P7+1 P3+1 H8+7', 'C8=5 H8+7 R9=8 H2+3 P3+1 P7+1', 'A27'],
    ['E3+5', 'C2=5', 'A2'],
    ['E3+5', 'C2=6', 'A3'],
    ['E3+5 H2+3 P7+1', 'P7+1 H8+7 R9=8', 'A38'],
    ['E3+5 H2+3 R1=2 P7+1', 'P7+1 H8+7 R9=8 H2+3', 'A3'],
    ['E3+5', 'E3+5', 'A1'],
    // The palace cannon.
    ['C2=6 H2+3', 'C8=5 H8+7', 'A63'],
    ['C2=6', 'C2=5', 'A6'],
    // The pawn.
    ['P7+1 C2=5 A6+5', 'C2=3 E3+5 H8+7', 'E21'],
    ['P7+1 C2=5 A4+5', 'C2=3 E3+5 H8+7', 'E21'],
    ['P7+1 C2=5 H8+9', 'C2=3 E3+5 H8+7', 'E37'],
    ['P7+1 C2=5 H2+3', 'C2=3 E3+5 H8+7', 'E2'],
    ['P7+1 C2=5 H2+3 P3+1 R1=2', 'C2=3 E3+5 P3+1 P3+1 H8+7', 'E3'],
    ['P7+1 C2=5 H2+3 H8+9', 'C2=3 E7+5 H2+1 H8+7', 'E16'],
    ['P7+1 C2=5 H2+3 H8+9', 'C2=3 E7+5 H8+7 R9=8', 'E1'],
    ['P7+1 C2=5 H2+3 H8+7', 'C2=3 E7+5 H2+1 H8+7', 'E1'],
    ['P7+1 C8=5 H2+3 H8+9', 'C2=3 E7+5 H2+1 H8+7', 'E1'],
    ['P7+1 C8=5 A6+5', 'C2=3 E3+5 H8+7', 'E1'],
    ['P7+1', 'E3+5', 'E01'],
    ['P7+1 H2+3', 'H8+7 P7+1', 'E4'],
    ['P7+1 H2+3 R9+1', 'P7+1 H8+7 R9=8', 'E44'],
    ['P7+1 H2+3 P3+1 R9+1', 'P7+1 H2+3 H8+7 R9=8', 'E44'],
    ['P7+1 H2+3 P3+1 E3+5 R9+1', 'P7+1 H8+7 H2+3 R9=8 E3+5', 'E4'],
    ['P7+1 H2+3 P3+1 R9+1', 'P7+1 H2+3 E3+5 H8+7', 'E4'],
    ['P7+1 H2+3 H8+9', 'H2+3 E3+5 P7+1', 'E0'],
    ['P7+1', 'C8=5', 'E03'],
    ['P7+1 H2+3', 'H8+7 R9=8', 'E0'],
    // Cannons on both sides.
    ['C2=5 H2+3 R1=2', 'C8=5 H8+7 P7+1', 'D1'],
    ['C2=5 H2+3 P7+1 R1=2', 'C8=5 H8+7 P7+1 R9+1', 'D0'],
    ['C2=5 H2+3 R1=2 P7+1', 'P7+1 C8=5 H8+7 R9+1', 'D2'],
    ['C2=5 H2+3 R1=2 P7+1 P3+1', 'C8=5 H8+7 P7+1 P3+1 R9+1', 'D1'],
    ['C2=5 H2+3 R1=2 P7+1', 'H8+7 R9=8 C8+4 C2=5', 'D3'],
    ['C2=5 H2+3 R1=2 P7+1', 'H8+7 C8=9 R9=8 C2=5', 'D4'],
    ['C2=5 H2+3 R1=2 P7+1 H8+7', 'H8+7 R9=8 P7+1 P3+1 C2=5', 'D5'],
    ['C2=5 H2+3 R1=2 P7+1 H8+7 P3+1', 'H8+7 R9=8 P7+1 P3+1 A4+5 C2=5', 'B0'],
    // Horses of one side or on the edge.
    ['C2=5 H2+3', 'H2+3 H8+9', 'B1'],
    ['C2=5 H2+3', 'H8+7 C8=9', 'B2'],
    ['C2=5 H2+3', 'H8+9 R9=8', 'B0'],
    ['C2=5 H2+3', 'H8+7 H2+1', 'B0'],
    // Sandwiched horses.
    ['C2=5 H2+3', 'H2+3 C8=6', 'B3'],
    ['C2=5 H2+3 R1=2 C8=6', 'C2=4 H2+3 H8+7 R9=8', 'B4'],
    ['C2=5 H2+3 R1=2 C8=7', 'H2+3 C8=6 H8+7 R9=8', 'B5'],
    ['C2=5 H2+3 R1=2 H8+9', 'H2+3 C8=6 H8+7 R9=8', 'B3'],
    ['C2=5 H2+3 R1=2 C8=7', 'H2+3 C8=6 P7+1 E7+5', 'B3'],
    ['C2=5 H2+3 R1=2', 'H8+7 R9=8 H2+3', 'C0'],
    // Screen horses.
    ['C2=5 H2+3 R1=2 P7+1 R2+6 H8+7 P5+1', 'H8+7 R9=8 H2+3 P7+1 A4+5 C8=9 E3+5', 'C3'],
    ['C2=5 H2+3 R1=2 P7+1 R2+6 C8=6 H8+7', 'H8+7 R9=8 H2+3 P7+1 C8=9 A4+5 E3+5', 'C5'],
    ['C2=5 H2+3 R1+1', 'H8+7 R9=8 H2+3', 'C1'],
    ['C2=5 H2+3 R1=2 R2+4', 'H8+7 R9=8 H2+3 P7+1', 'C15'],
    ['C2=5 H2+3 R1=2 R2+4 H8+7', 'H8+7 R9=8 H2+3 P7+1 E3+5', 'C16'],
    ['C2=5 H2+3 R1=2 R2+4 H8+9', 'H8+7 R9=8 H2+3 P7+1 E3+5', 'C16'],
    ['C2=5 H2+3 R1=2 H8+9 R9+1', 'H8+7 R9=8 H2+3 P7+1 E3+5', 'C06'],
    ['C2=5 H2+3 R1=2 H8+9', 'H8+7 R9=8 H2+3 P7+1', 'C0'],
    ['C2=5 H2+3 R1=2 C8=6', 'H8+7 R9=8 H2+3 P7+1', 'C5'],
    ['C2=5 H2+3 R1=2 C8=6 H8+9', 'H8+7 R9=8 H2+3 P7+1 E3+5', 'C51'],
    ['C2=5 H2+3 R1=2 C8=7', 'H8+7 R9=8 H2+3 P7+1', 'C6'],
    ['C2=5 H2+3 R1=2 C8=7', 'H8+7 R9=8 H2+3 P3+1', 'C7'],
    ['C2=5 H2+3 R1=2 C8+2', 'H8+7 R9=8 H2+3 P3+1', 'C8'],
    ['C2=5 H2+3 R1=2 C8+4', 'H8+7 R9=8 H2+3 P3+1', 'C9'],
    // The cannon moves before the rook or the other rook does.
    ['C2=5 H2+3 R1=2 C8+2 R2+4', 'H8+7 R9=8 H2+3 P3+1 E3+5', 'C8'],
    ['C2=5 H2+3 R1=2 C8+4 R2+4', 'H8+7 R9=8 H2+3 P7+1 E3+5', 'C9'],
    ['C2=5 H2+3 R1=2 C8=9 R2+4', 'H8+7 R9=8 H2+3 P7+1 E3+5', 'C9'],
    ['C2=5 H2+3 R1=2 C8=7 R2+4', 'H8+7 R9=8 H2+3 P7+1 E3+5', 'C6'],
    ['C2=5 H2+3 R1=2 C8=6 R2+4', 'H8+7 R9=8 H2+3 P7+1 E3+5', 'C5'],
    ['C2=5 H2+3 R1=2 C8=9', 'H8+7 R9=8 H2+3 P3+1', 'C9'],
    ['C2=5 H2+3 R1=2 P7+1 R2+6 H8+7 P5+1', 'H8+7 R9=8 H2+3 P3+1 E3+5 P7+1 A4+5', 'C2'],
    ['C2=5 H2+3 R1=2 P7+1 R2+6 P5+1', 'H8+7 R9=8 H2+3 P3+1 E3+5 P7+1', 'C1'],
    ['C2=5 H2+3 R1=2 P7+1 R2+6', 'H8+7 R9=8 H2+3 P3+1 E3+5', 'C1'],
    ['C2=5 H2+3 R1=2 P7+1 H8+7 H7+6', 'H8+7 R9=8 H2+3 P3+1 E3+5 A4+5', 'C02'],
  ])('%s against %s is %s', async (red, black, code) => {
    const book = (await loadOpenings('xiangqi'))!
    const replies = black.split(' ')
    const record = recordOf(
      'xiangqi',
      red
        .split(' ')
        .flatMap((move, index) => [move, replies[index]!])
        .join(' '),
    )
    expect(book.of(record)?.code).toBe(code)
    expect(book.of(mirrored(record))?.code).toBe(code)
  })

  it('is made once, as other books are', async () => {
    for (const game of ['chess', 'xiangqi', 'othello'] as const) {
      const book = await loadOpenings(game)
      expect(book).toBeDefined()
      expect(await loadOpenings(game)).toBe(book)
    }
  })

  it('has no name for a game without moves, nor for one from another start', async () => {
    const book = (await loadOpenings('xiangqi'))!
    expect(book.of(emptyRecord('xiangqi'))).toBeUndefined()
    expect(book.of({ ...recordOf('xiangqi', '炮二平五'), setup: '4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1' })).toBeUndefined()
    expect(book.of(emptyRecord('chess'))).toBeUndefined()
  })

  it('agrees with the codes of tagged games', needsCorpus(TAGGED), async () => {
    const book = (await loadOpenings('xiangqi'))!
    const exceptions: string[] = []
    let [tagged, family, whole, exact] = [0, 0, 0, 0]
    for (const name of corpusFiles(TAGGED, /\.pgn$/)) {
      const files = new DiskFileSet(corpusPath(name))
      const collection = await detectFormat(files.main)!.open!(files, {})
      for (const { record } of collection.entries()) {
        const code = record?.header.openingCode
        if (!record || !code) continue
        const found = book.of(record)?.code ?? ''
        tagged++
        if (found.slice(0, 2) === code.slice(0, 2)) family++
        if (found.length === 3) whole++
        if (found === code) exact++
        if (!code.startsWith(found)) exceptions.push(`${name}: ${code}, found ${found}`)
      }
      collection.close?.()
      files.close()
    }
    console.log(`ECCO: of ${tagged} tagged games ${family} have the family found, ${exact} of ${whole} whole codes`)
    expect(exceptions).toEqual([])
    expect(tagged).toBeGreaterThan(150)
  })
})

import { MODES } from '../../src/formats/chessbase/moves/modes.ts'
import {
  CODE,
  compactMoves,
  databaseFiles,
  movesRecord,
  plainGame,
  startBlock,
  textBytes,
  textItem,
  word,
} from './chessbase.ts'
import type { NamedBytes } from './named-bytes.ts'

/** A database of every kind of record. */
export const EVERY_RECORD: NamedBytes[] = databaseFiles({
  games: [
    {
      moves: movesRecord(
        0,
        compactMoves([{ word: word('e2e4') }, CODE.fork, 128, { word: word('g1f3') }, CODE.end, CODE.null, CODE.end]),
      ),
      items: [
        textItem(-1, textBytes('About the game')),
        textItem(1, textBytes('Führung'), 0x82, 53),
        [0, 0x03, [1, 14, 142]],
        [0, 0x04, [2, 29]],
        [1, 0x05, [4, 29, 45]],
        [1, 0x22, [0, 0, 0, 4]],
        [-1, 0x24, new Uint8Array(33)],
        [-1, 0x26, [0, 1, 0, 20, 0, 30]],
      ],
      white: 0,
      black: 1,
    },
    {
      moves: movesRecord(
        10,
        [
          ...startBlock('1r3kr1/5pp1/8/8/8/8/5PP1/1R3KR1 w KQkq - 0 1'),
          40,
          47,
          48,
          8,
          55,
          15,
          0,
          0,
          ...compactMoves([{ word: word('g1g1') }, CODE.end], MODES[10]),
        ],
        0x40,
      ),
    },
    { moves: movesRecord(0, [1, 0, 1, 0, 0, 0, 1, 0, 65, 1, 1, 0, 7, 0, 2, 0, 66, 67, 0, 0], 0x80), isText: true },
    { moves: plainGame(['d2d4', 'd7d5', 'c2c4']), isDeleted: true },
  ],
  players: [
    [textBytes('Réti'), textBytes('Richard')],
    [textBytes('Alekhine'), []],
  ],
  teams: [new Uint8Array(63)],
  tags: [new Uint8Array(1608)],
  extendedSize: 120,
})

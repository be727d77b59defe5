/** Expressions over conditions: what they mean for records, and errors at their character. */
import { describe, expect, it } from 'vitest'
import { ConditionError, makeGameTest, parseConditions } from '../../src/query/index.ts'
import fc from '../support/properties.ts'
import { pgnRecords, studyGame } from '../support/study-games.ts'

const games = await pgnRecords(
  [
    studyGame('Ash, Ann', 'Bo, Bea', '1999.01.01', '1-0', '1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4'),
    studyGame('Bo, Bea', 'Ash, Ann', '2001.01.01', '1-0', '1. e4 d5 2. exd5 Qxd5 3. Nc3 Qxg2 4. Bxg2'),
    studyGame('Cay, Cid', 'Ash, Ann', '2003.01.01', '1/2-1/2', '1. d4 d5 2. c4 dxc4 3. e3 b5'),
    studyGame('Cay, Cid', 'Bo, Bea', '2005.01.01', '0-1', '1. e4 d5 2. e5 f5 3. exf6 Kf7 4. fxg7 Kg6 5. gxh8=Q'),
  ].join(''),
)

async function found(where: string, game?: string): Promise<number[]> {
  const meets = await makeGameTest(parseConditions({ where, ...(game !== undefined && { game }) }))
  return games.flatMap((record, index) => (meets({ record }) ? [index + 1] : []))
}

describe('an expression', () => {
  it.each([
    ['player:Ash', [1, 2, 3]],
    ['player:Ash since:2000', [2, 3]],
    ['player:Ash and since:2000', [2, 3]],
    ['player:"Ann Ash" (year:1999 or year:2003)', [1, 3]],
    ['year:1999 or year:2003 player:Bo', [1]],
    ['not player:Ash', [4]],
    ['not not player:Ash', [1, 2, 3]],
    ['NOT (player:Ash OR result:0-1)', []],
    // Side by side they are about the same player; apart they are not.
    ['player:Ash result:win', [1]],
    ['player:Ash (result:win)', [1, 2]],
    ['colour:white player:Ash', [1]],
    // Said twice, both must hold.
    ['player:Ash player:Bo', [1, 2]],
    ['moves:e4', [1, 2, 4]],
    ['fen="rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"', [1]],
  ] as const)('%s', async (where, expected) => expect(await found(where)).toEqual(expected))

  it.each([
    ['moves:"e4 c5" then captured:p', [1]],
    ['captured:p then moves:"e4 d5"', []],
    ['moves:"e4 d5" then captured:Q', []],
    ['moves:"e4 d5" then captured:q', [2]],
    ['moves:e4 then moves:"e4 d5" then moved:q', [2]],
    // The moment after must be later.
    ['moves:e4 then moves:e4', []],
    ['moved:P with captured:p', [2, 4]],
    ['moved:N with captured:p', [1]],
    ['captured:r', [4]],
    // En passant takes a pawn; what is promoted is not captured.
    ['moved:P with captured:p then captured:r', [4]],
    ['captured:P then imbalance:pp', []],
    ['imbalance:p', [1, 2, 3]],
    ['imbalance:Qp', [2]],
    ['imbalance:"q p"', []],
    ['imbalance:Qpp', []],
    ['player:Ash moves:d4 then moved:p', [3]],
    ['material:KQRRBBNNPPPPPPPPkqrrbbnnpppppppp then moved:n', []],
    ['moves:e4 then material:"Q=1 q=0"', [2]],
  ] as const)('of moments: %s', async (where, expected) => expect(await found(where)).toEqual(expected))

  it('is read for the game beside it', async () => {
    expect(await found('moved:C', 'xiangqi')).toEqual([])
    expect(() => parseConditions({ where: 'moved:C' })).toThrow(ConditionError)
    expect(() => parseConditions({ where: 'game:xiangqi moved:C' })).not.toThrow()
    expect(() => parseConditions({ where: 'game:" Xiangqi " moved:C' })).not.toThrow()
    expect(() => parseConditions({ where: 'game:go moved:C' })).toThrow('character 9')
  })

  it.each([
    ['nobody:here', 'query/where-name', 1],
    ['player:Ash nobody:here', 'query/where-name', 12],
    ['player:Ash or', 'query/where-end', 14],
    ['(player:Ash', 'query/where-open', 1],
    ['player:Ash )', 'query/where-word', 12],
    ['()', 'query/where-word', 2],
    ['player:Ash carlsen', 'query/where-word', 12],
    ['player:Ash since:soon', 'query/where-value', 12],
    ['player:Ash moves:e5', 'query/where-value', 12],
    ['colour:white', 'query/where-value', 1],
    ['moves:e4 then player:Ash', 'query/where-moment', 15],
    ['moves:e4 then moved:x', 'query/where-value', 15],
    ['game:othello captured:X', 'query/where-men', 14],
    ['moves:e4 then material:"R=1 for=4"', 'query/where-lasting', 15],
    ['where:x', 'query/where-name', 1],
    ['not', 'query/where-end', 4],
    [`${'('.repeat(60)}player:a`, 'query/where-deep', 51],
  ])('%s is refused', (where, code, at) => {
    let error: unknown
    try {
      parseConditions({ where })
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(ConditionError)
    expect(error).toMatchObject({ condition: 'where', code, params: { at } })
  })

  it('of any words is read or refused', () => {
    const word = fc.constantFrom(
      'player:a',
      'not',
      'or',
      'and',
      'then',
      'with',
      '(',
      ')',
      'moves:e4',
      'material:K',
      'moved:N',
      'game:go',
      '"',
      ':',
      'x:y',
      'eco:A',
      'imbalance:Q',
      'colour:white',
      'pattern:P',
      'ids:1',
      'where:a', // prettier-ignore
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        try {
          parseConditions({ where: words.join(' ') })
        } catch (error) {
          expect(error).toBeInstanceOf(ConditionError)
        }
      }),
      { numRuns: 2000 },
    )
  })
})

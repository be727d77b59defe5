/** Problems of SGF without a browser: which records are problems, and which branches are right. */
import { describe, expect, it } from 'vitest'
import { sgfProblems } from '../../web/src/state/study/sgf-problem.ts'
import { readOne } from '../support/sgf.ts'

const SET_UP = 'GM[1]FF[4]SZ[9]AB[ac][bc][cc]AW[bb][cb][ca]'
const problemsOf = async (text: string) => sgfProblems(await readOne(text))
/** The right moves as they are in the text. */
async function right(moves: string): Promise<number[]> {
  const [problem] = await problemsOf(`(;${SET_UP}${moves})`)
  return [...problem!.right].sort((left, right) => left - right)
}

describe('a problem', () => {
  it('is a position with stones of both sides and moves below', async () => {
    expect(await problemsOf(`(;${SET_UP};W[ab])`)).toMatchObject([{ at: 0, colour: 2 }])
    expect(await problemsOf('(;GM[1]SZ[9];B[aa];W[bb])')).toEqual([])
    expect(await problemsOf('(;GM[1]SZ[9]HA[2]AB[cc][gg];W[bb])')).toEqual([])
    expect(await problemsOf(`(;${SET_UP})`)).toEqual([])
    expect(await problemsOf(`(;${SET_UP}${';B[];W[]'.repeat(100)})`)).toEqual([])
  })

  it('is found several times in a record', async () => {
    const found = await problemsOf('(;GM[1]SZ[9](;AB[aa][ab]AW[bb];B[ba])(;AB[cc][cd]AW[dd];W[ee]))')
    expect(found).toMatchObject([
      { at: 1, colour: 1 },
      { at: 3, colour: 2 },
    ])
  })
})

describe('the right branch', () => {
  it('is the first where nothing is marked, against any reply', async () => {
    expect(await right('(;B[aa](;W[ab];B[ba])(;W[ba]))(;B[ab])')).toEqual([1, 2, 3, 4])
  })

  it.each(['RIGHT', 'Correct! Well done.', 'This is RIGHT', '正解', 'Now\nCorrect.'])('leads to "%s"', async (said) => {
    expect(await right(`(;B[aa];W[ab])(;B[ab];W[aa];B[ba]C[${said}])(;B[ba])`)).toEqual([3, 4, 5])
  })

  it.each(['WRONG', 'Wrong: White lives.', 'INCORRECT', '失敗'])('is any but those with "%s"', async (said) => {
    expect(await right(`(;B[aa];W[ab]C[${said}])(;B[ab];W[aa])(;B[ba]C[${said}])`)).toEqual([3, 4])
  })

  it('has a tesuji, or no bad move', async () => {
    expect(await right('(;B[aa])(;B[ab]TE[1])')).toEqual([2])
    expect(await right('(;B[aa]BM[1])(;B[ab])(;B[ba]DO[])')).toEqual([2])
  })

  it('is not told by words in a sentence', async () => {
    expect(await right('(;B[aa]C[White is on the right side.])(;B[ab]C[This is not correct.])')).toEqual([1])
  })
})

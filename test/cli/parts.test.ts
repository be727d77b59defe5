/** Parts of the command line that can be looked at without running it. */
import { describe, expect, it } from 'vitest'
import { drawBoard } from '../../src/cli/show/board.ts'
import { describeProgram } from '../../src/cli/start/command-shape.ts'
import { writesFiles } from '../../src/cli/start/command-table.ts'
import { formatPlayers, sumUp } from '../../src/cli/show/play-summaries.ts'
import { makeWholeProgram } from '../../src/cli/start/program.ts'
import { scoreText } from '../../src/cli/show/study-text.ts'
import { suggest } from '../../src/cli/show/suggest.ts'
import { rulesOf } from '../../src/rules/index.ts'

it('a word with few letters changed is recognised, another is not', () => {
  const words = ['convert', 'collection', 'compact']
  for (const word of ['convrt', 'convertt', 'cinvert', 'ocnvert', 'CONVERT'])
    expect(suggest(word, words)).toBe('convert')
  expect(suggest('colection', words)).toBe('collection')
  for (const word of ['xyz', 'trevnoc', '']) expect(suggest(word, words)).toBeUndefined()
})

it('a score without results is a number of games', () => {
  expect(scoreText({ games: 12, won: 5, drawn: 4, lost: 3 })).toBe('12 games, +5 =4 -3, 58%')
  expect(scoreText({ games: 1, won: 0, drawn: 0, lost: 0 })).toBe('1 game')
})

it('players of analysed games stand in a table with what is known of them', () => {
  const phase = { moves: 10, averageLoss: 0.021 }
  const play = {
    moves: 20,
    accuracy: 93.4,
    averageLoss: 0.021,
    counts: { inaccuracy: 1, mistake: 2, blunder: 3 },
    phases: { opening: phase, middlegame: phase, endgame: { moves: 0, averageLoss: 0 } },
  }
  const text = formatPlayers([{ name: 'Ann', games: 2, ...(play as unknown as ReturnType<typeof sumUp>) }])
  expect(text.split('\n')[1]!.split(/ {2,}/)).toEqual(['Ann', '2', '20', '93%', '2.1%', '1', '2', '3', '2.1%', '2.1%'])
})

it('marks on a board of Go have their shapes', () => {
  const shapes = ['circle', 'square', 'triangle', 'cross', 'dot'] as const
  const marks = shapes.map((shape, at) => ({ shape, at }))
  const go = rulesOf('go')
  const text = drawBoard('go', go.start({ size: { columns: 9, rows: 9 } }), { marks })
  // Without the marks of colours.
  expect(text.replaceAll(/[\u{fdd0}-\u{fdef}]/gu, '')).toContain(' ◯  □  △  ×  * ')
})

describe('a command', () => {
  it('that writes no files, or is only asked for its help, needs no second thread', () => {
    for (const words of [
      ['info', 'a.pgn'],
      ['search', 'games.db'],
      ['--help'],
      ['convert', '--help'],
      ['help', 'convert'],
      [],
    ])
      expect(writesFiles(words), words.join(' ')).toBe(false)
    for (const words of [
      ['convert', 'a.pgn'],
      ['import', 'games.db', 'a.pgn'],
      ['serve', 'games.db'],
      ['tag', 'games.db'],
    ])
      expect(writesFiles(words), words.join(' ')).toBe(true)
  })

  it('says what its options are without a value', async () => {
    const { commands } = describeProgram(await makeWholeProgram())
    const descriptionOf = (command: string, long: string) =>
      commands.find(({ name }) => name === command)!.options.find((option) => option.long === long)!.description
    expect(descriptionOf('report', '--recent')).toBe('the number of years that count as recent (default: 3)')
    expect(descriptionOf('report', '--depth')).toBe('depth of the tree in plies (default: 20)')
  })

  it('shows examples, or its own commands do', async () => {
    const { commands } = describeProgram(await makeWholeProgram())
    const bare = commands.filter(
      ({ examples, commands: own }) => examples.length === 0 && own.every((one) => one.examples.length === 0),
    )
    expect(bare.map(({ name }) => name)).toEqual([])
  })
})

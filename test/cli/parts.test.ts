/** Parts of the command line that can be looked at without running it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { drawBoard } from '../../src/cli/board.ts'
import { describeProgram } from '../../src/cli/command-shape.ts'
import { formatPlayers, sumUp } from '../../src/cli/play-summaries.ts'
import { makeWholeProgram } from '../../src/cli/program.ts'
import { isLookUp, isOverInAMoment, isSmallConversion } from '../../src/cli/quick.ts'
import { scoreText } from '../../src/cli/study-text.ts'
import { suggest } from '../../src/cli/suggest.ts'
import { rulesOf } from '../../src/rules/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-parts-'))
afterAll(() => rmSync(folder, { recursive: true }))

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
  it('is over in a moment if it only reads little', () => {
    const [small, large] = ['small.pgn', 'large.pgn'].map((name) => join(folder, name)) as [string, string]
    const [archive, dense] = ['large.cbv', 'large.wtb'].map((name) => join(folder, name)) as [string, string]
    writeFileSync(small, '1. e4 *')
    writeFileSync(large, ' '.repeat(9 << 20))
    writeFileSync(archive, ' '.repeat(2 << 20))
    writeFileSync(dense, ' '.repeat(3 << 20))
    const readers = ['info', 'show', 'tables', 'validate'].map((command) => [command, small])
    for (const words of [...readers, ['formats'], ['--help'], ['convert', '--help']]) {
      expect(isOverInAMoment(words), words.join(' ')).toBe(true)
    }
    const slow = [
      ['info', large],
      ['info', archive],
      ['info', dense],
      ['info', small, '--files-from', 'list'],
      ['info', '--files-from=list', small],
      ['show', small, '--play'],
      ['info', '-'],
      ['info', '*.pgn'],
      ['info', folder],
      ['info', small, '--select', 'x'.repeat(300)],
      ['info', 'x'.repeat(300)],
      ['convert', small],
      ['info'],
    ]
    for (const words of slow) expect(isOverInAMoment(words), words.join(' ')).toBe(false)
  })

  it('is not over in a moment if the files beside the one that is named are large', () => {
    const base = join(folder, 'base.cbh')
    writeFileSync(base, 'header')
    writeFileSync(join(folder, 'base.cbg'), 'moves')
    expect(isOverInAMoment(['validate', base])).toBe(true)
    writeFileSync(join(folder, 'base.cbg'), ' '.repeat(9 << 20))
    expect(isOverInAMoment(['validate', base])).toBe(false)
  })

  it('is a small conversion if a file is made of little', () => {
    const small = join(folder, 'small-input.pgn')
    const large = join(folder, 'large-output.pgn')
    writeFileSync(small, '[Event "?"]\n\n1. e4 *\n')
    writeFileSync(large, ' '.repeat(17 << 20))
    for (const output of [large, join(folder, 'new.pgn')]) {
      expect(isSmallConversion(['convert', small, '-o', output, '--force'])).toBe(true)
      expect(isSmallConversion(['convert', '--output', output, small])).toBe(true)
    }
    const others = [
      ['convert', small],
      ['convert', small, '-o'],
      ['convert', small, '-o', '-'],
      ['convert', small, '-o', folder],
      ['convert', small, '-o', `${'long'.repeat(100)}.pgn`],
      ['convert', `${'long'.repeat(100)}.pgn`, '-o', large],
      ['convert', '-', '-o', large],
      ['convert', large, '-o', small],
      ['convert', folder, '-o', large],
      ['convert', small, '--append', '-o', large],
      ['convert', small, '--files-from', 'list', '-o', large],
      ['import', small, '-o', large],
    ]
    for (const words of others) expect(isSmallConversion(words), words.join(' ')).toBe(false)
    // The texts of moves go from reader to writer, so more is little.
    const between = join(folder, 'between.pgn')
    const dense = join(folder, 'between.wtb')
    for (const path of [between, dense]) writeFileSync(path, ' '.repeat(5 << 20))
    expect(isSmallConversion(['convert', between, '-o', large])).toBe(true)
    expect(isSmallConversion(['convert', between, '-o', join(folder, 'new.cbh')])).toBe(false)
    expect(isSmallConversion(['convert', dense, '-o', large])).toBe(false)
    // Who waits for another program to finish is ended at once by a signal, which takes a second thread.
    mkdirSync(join(folder, 'busy'))
    writeFileSync(join(folder, 'busy', '.other.pgn.ludograph-lock'), '')
    expect(isSmallConversion(['convert', small, '-o', join(folder, 'busy', 'new.pgn')])).toBe(false)
  })

  it('looks something up if it only reads a database', () => {
    for (const command of ['search', 'explore', 'player', 'stats']) expect(isLookUp([command, 'games.db'])).toBe(true)
    for (const command of ['import', 'verify', 'dedupe', 'publish', 'info']) {
      expect(isLookUp([command, 'games.db'])).toBe(false)
    }
    expect(isLookUp([])).toBe(false)
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

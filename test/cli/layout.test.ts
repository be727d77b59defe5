/** Tables, paragraphs and paths within the width of a terminal, and the progress line. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, test } from 'vitest'
import {
  cutTo,
  displayWidth,
  fitColumns,
  joinRow,
  layRow,
  shortPath,
  wrap,
  wrapLines,
} from '../../src/cli/show/layout.ts'
import { paint, withoutStyles } from '../../src/cli/show/styles.ts'
import { needs } from '../support/needs.ts'
import { PROGRAM } from '../support/program.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-layout-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('a table', () => {
  const rows = [
    ['1', 'Anderssen, Adolf', '1/2-1/2', 'Casual game, London 1851'],
    ['2', '胡荣华', '1-0', '全国象棋赛'],
  ]

  it('keeps its columns where they fit', () => {
    expect(fitColumns(rows, 80)).toEqual([1, 16, 7, 24])
    expect(layRow(rows[1]!, [1, 16, 7, 24])).toEqual(['2  胡荣华            1-0      全国象棋赛'])
  })

  it('goes on below where they do not, words whole', () => {
    const widths = fitColumns(rows, 40)
    expect(widths.reduce((sum, width) => sum + width, 6)).toBeLessThanOrEqual(40)
    const lines = layRow(rows[0]!, widths)
    for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(40)
    expect(lines.length).toBeGreaterThan(1)
    expect(lines[0]).toContain('1/2-1/2')
  })

  it('is as narrow as its words where the terminal is narrower', () => {
    expect(fitColumns(rows, 5)).toEqual([1, 10, 7, 10])
  })
})

test('a cell may have any number of words', () => {
  expect(fitColumns([['a '.repeat(300_000), 'b']], 80)).toEqual([77, 1])
})

describe('a text', () => {
  it('is broken at spaces, in columns and not in characters', () => {
    expect(wrap('one two three', 7)).toEqual(['one two', 'three'])
    expect(wrap('中炮对屏风马', 5)).toEqual(['中炮', '对屏', '风马'])
    expect(wrap('', 5)).toEqual([''])
    expect(wrapLines('short\none two three', 7)).toBe('short\none two\nthree')
  })

  it('keeps its style on every line', () => {
    const lines = wrap(`${paint('red', 'one two')} three`, 4)
    expect(lines.map(withoutStyles).map((line) => line.trim())).toEqual(['one', 'two', 'thre', 'e'])
    expect(lines[0]).toBe(paint('red', 'one'))
    expect(lines[1]!.trim().startsWith(paint('red', 'two')[0]!)).toBe(true)
    expect(lines[2]).toBe('thre')
  })
})

describe('a path', () => {
  it('is shown from the working folder, and without its middle when it is long', () => {
    expect(shortPath(join(process.cwd(), 'games', 'a.pgn'))).toBe(join('games', 'a.pgn'))
    expect(shortPath('games.pgn')).toBe('games.pgn')
    const long = `/${'folder/'.repeat(20)}games.pgn`
    expect(displayWidth(shortPath(long))).toBeLessThanOrEqual(48)
    expect(shortPath(long)).toMatch(/^\/folder.*….*games\.pgn$/)
  })
})

/** Runs a command on a terminal of some columns, and prints all that comes. */
const ON_A_TERMINAL = `
import fcntl, os, pty, struct, sys, termios
pid, fd = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', 40, int(sys.argv[1]), 0, 0))
    os.execvp(sys.argv[2], sys.argv[2:])
while True:
    try:
        sys.stdout.buffer.write(os.read(fd, 65536))
    except OSError:
        break
`

const hasTerminal = spawnSync('python3', ['-c', 'import pty; pty.openpty()']).status === 0

function onTerminal(columns: number, words: readonly string[], environment: NodeJS.ProcessEnv = {}): string {
  // Node takes a machine of continuous integration for one without colours.
  const environmentOf = { ...process.env, CI: undefined, TERM: 'xterm', ...environment }
  const command = [String(columns), process.execPath, ...PROGRAM, ...words]
  const done = spawnSync('python3', ['-c', ON_A_TERMINAL, ...command], { encoding: 'utf8', env: environmentOf })
  return done.stdout.replaceAll('\r\n', '\n')
}

describe('on a terminal', needs('platform', hasTerminal, 'python3 with its module pty is not here'), () => {
  const plain = { NO_COLOR: '1', FORCE_COLOR: undefined }

  test('tables and help keep within its width', () => {
    for (const words of [['formats'], ['--help'], ['convert', '--help']]) {
      const lines = onTerminal(60, words, plain).split('\n')
      expect(lines.length).toBeGreaterThan(10)
      const wrapped = lines.filter((line) => !line.startsWith('  $ '))
      for (const line of wrapped) expect(displayWidth(line)).toBeLessThanOrEqual(60)
    }
  })

  test('one that does not know its width has the usual one', () => {
    expect(onTerminal(0, ['formats'], plain)).toBe(onTerminal(80, ['formats'], plain))
  })

  test('there are colours unless NO_COLOR or --color says otherwise', () => {
    const ESCAPE = '\u001B['
    const coloured = { NO_COLOR: undefined, FORCE_COLOR: undefined }
    expect(onTerminal(80, ['formats', 'xqf'], coloured)).toContain(ESCAPE)
    expect(onTerminal(80, ['formats', 'xqf'], plain)).not.toContain(ESCAPE)
    expect(onTerminal(80, ['formats', 'xqf', '--color', 'never'], coloured)).not.toContain(ESCAPE)
    expect(onTerminal(80, ['formats', 'xqf', '--color', 'always'], plain)).toContain(ESCAPE)
  })

  test('a long command shows how much is done, how fast, and the time left', () => {
    const game = '[White "Ash"]\n[Black "Birch"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 1-0\n\n'
    // Enough for several seconds: the time left is told after the first.
    writeFileSync(join(folder, 'games.pgn'), game.repeat(400_000))
    const shown = onTerminal(70, ['validate', '--quiet', join(folder, 'games.pgn')], plain)
    expect(shown).toMatch(/\d records, \d+%, [\d,]+\/s, \d+ s left/)
    for (const line of shown.split(/[\r\n]/)) expect(displayWidth(line.replaceAll('\u001B[K', ''))).toBeLessThan(70 + 1)
  })
})

it('a row in a pipe is one line, however wide its cells are', () => {
  expect(joinRow(['1', 'a b', 'last one'], [3, 2, 4])).toBe('1    a b  last one')
  expect(joinRow(['胡荣华', '', ''], [2, 4, 0])).toBe('胡荣华')
})

it('a text that is cut ends at a whole character', () => {
  expect(cutTo('short', 5)).toBe('short')
  expect(cutTo('abcdefgh', 5)).toBe('abcd…')
  expect(cutTo('全国象棋赛', 6)).toBe('全国…')
  expect(cutTo('a👩‍👩‍👧bcdef', 4)).toBe('a…')
  expect(cutTo('日本\u{20BB7}野家の会', 7)).toBe('日本\u{20BB7}…')
})

/** Questions on a real terminal: a pseudo-terminal of Python's, which types the answers when it is asked. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openPath } from '../../src/node/open.ts'
import { needs } from '../support/needs.ts'
import { PROGRAM } from '../support/program.ts'

/** Takes pairs of a question and what is typed then, `--`, and a command; prints what the terminal showed. */
const TALK = `
import os, pty, sys
cut = sys.argv.index('--')
talk = list(zip(sys.argv[1:cut:2], sys.argv[2:cut:2]))
child, terminal = pty.fork()
if child == 0: os.execvp(sys.argv[cut + 1], sys.argv[cut + 1:])
shown = b''
while True:
    try: data = os.read(terminal, 4096)
    except OSError: break
    if not data: break
    shown += data
    if talk and talk[0][0].encode() in shown: os.write(terminal, talk.pop(0)[1].encode())
status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
sys.stdout.buffer.write(shown)
sys.exit(status % 256)
`

const folder = mkdtempSync(join(tmpdir(), 'ludograph-questions-'))
const path = (name: string): string => join(folder, name)
afterAll(() => rmSync(folder, { recursive: true }))

function talk(answers: readonly [question: string, answer: string][], words: readonly string[]) {
  const command = [process.execPath, ...PROGRAM, ...words]
  const { status, stdout } = spawnSync('python3', ['-c', TALK, ...answers.flat(), '--', ...command], {
    encoding: 'utf8',
  })
  return { code: status, shown: stdout }
}

const hasTerminal = spawnSync('python3', ['-c', 'import pty; pty.openpty()']).status === 0

describe('on a terminal', needs('platform', hasTerminal, 'python3 with its module pty is not here'), () => {
  beforeEach(() => {
    for (const name of readdirSync(folder)) rmSync(path(name))
    writeFileSync(path('new.pgn'), '[Event "New"]\n\n1. e4 1-0\n')
    writeFileSync(path('old.pgn'), 'old')
  })

  it.each([
    ['y\n', 0, true],
    ['YES\n', 0, true],
    ['n\n', 2, false],
    ['\n', 2, false],
    ['\u0004', 2, false],
    ['\u0003', 130, false],
  ])('a file is replaced after %j: exit code %d', (answer, expected, isReplaced) => {
    const { code, shown } = talk([['[y/N]', answer]], ['convert', path('new.pgn'), '-o', path('old.pgn')])
    expect(shown).toContain(`Replace ${path('old.pgn')}? [y/N]`)
    expect(code).toBe(expected)
    expect(readFileSync(path('old.pgn'), 'utf8') !== 'old').toBe(isReplaced)
    expect(readdirSync(folder)).toEqual(['new.pgn', 'old.pgn'])
  })

  it('a new password is asked for twice and not shown', async () => {
    const twice: [string, string][] = [
      ['Password of', 'secrex\u007Ft\n'],
      ['The same again', 'secret\n'],
    ]
    const { code, shown } = talk(twice, ['convert', path('new.pgn'), '-o', path('base.cbz')])
    expect(code).toBe(0)
    expect(shown).not.toContain('secre')
    const opened = await openPath(path('base.cbz'), { settings: { password: 'secret' } })
    expect(opened.collection.count).toBe(1)
    opened.close()
  })

  it.each([
    ['another one', [['The same again', 'other\n']], 2],
    ['Ctrl-C', [['The same again', 'sec\u0003']], 130],
  ] as [string, [string, string][], number][])('nothing is written after %s', (_what, answers, expected) => {
    const { code } = talk(
      [['Password of', 'secret\n'], ...answers],
      ['convert', path('new.pgn'), '-o', path('base.cbz')],
    )
    expect(code).toBe(expected)
    expect(readdirSync(folder)).toEqual(['new.pgn', 'old.pgn'])
  })
})

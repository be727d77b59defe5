/** The sample dossiers of docs/dossiers.md are what the commands print, with the files of the corpus under other names. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { corpusFiles, corpusPath } from '../support/corpus.ts'
import { needsCorpus } from '../support/needs.ts'
import { PROGRAM } from '../support/program.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/dossiers.md'), 'utf8')

const LINARES = 'chessbase/morphy/old'
const WTHOR = 'wthor/2022-edition'
const XIANGQI = 'xiangqi-pgn/maksimKorzh-wukong-xiangqi/Hu_Ronghua_1391_UCI_games.pgn'
const GO = 'go/yenw+computer-go-dataset/AI'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-dossiers-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The words of a command line, with quotes and without a shell. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, one, other, bare]) => one ?? other ?? bare!)
}

function ludograph(line: string): string {
  const [, ...words] = wordsOf(line)
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' }
  const done = spawnSync(process.execPath, [...PROGRAM, ...words], { cwd: folder, encoding: 'utf8', env })
  expect(done.status, `${line}\n${done.stderr}`).toBe(0)
  return done.stdout
}

/** What stands between the lines of dots, without empty lines. */
function excerptsOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trimEnd())
  const parts = lines
    .filter((line) => line !== '')
    .join('\n')
    .split(/^\.\.\.$/m)
  return parts.map((part) => part.replaceAll(/^\n|\n$/g, '')).filter((part) => part !== '')
}

describe('the sample dossiers', needsCorpus(LINARES, WTHOR, XIANGQI, GO), () => {
  beforeAll(() => {
    const files = [...corpusFiles(LINARES, /linares\.\w+$/), ...corpusFiles(WTHOR, /WTH_198[0-5]\.wtb$|WTHOR\.\w+$/)]
    for (const path of files) symlinkSync(corpusPath(path), join(folder, basename(path)))
    symlinkSync(corpusPath(XIANGQI), join(folder, 'hu-ronghua.pgn'))
    symlinkSync(corpusPath(GO), join(folder, 'alphago'))
  })

  const imports = [...page.matchAll(/^ludograph import .*$/gm)].map(([line]) => line)
  const shown = [...page.matchAll(/^```console\n\$ (.*)\n([^]*?)^```/gm)]

  it('are four', () => {
    expect([imports.length, shown.length]).toEqual([4, 4])
  })

  it.each(shown.map(([, command, text], at) => [command!, imports[at]!, text!]))('%s', (command, importing, text) => {
    ludograph(importing)
    const [printed] = excerptsOf(ludograph(command))
    let from = 0
    for (const excerpt of excerptsOf(text)) {
      const at = printed!.indexOf(excerpt, from)
      expect(at, excerpt).toBeGreaterThanOrEqual(0)
      from = at + excerpt.length
    }
  })
})

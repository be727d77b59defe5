/** Every command of docs/tours prints what the page shows, one after another, in a folder that has the examples. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { needs } from '../support/needs.ts'
import { installCommand } from '../support/stage.ts'

const root = join(import.meta.dirname, '../..')
const tours = join(root, 'docs/tours')
const folder = mkdtempSync(join(tmpdir(), 'ludograph-tours-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The commands of a page with what they print. */
function commandsOf(page: string): { command: string; output: string }[] {
  const blocks = readFileSync(join(tours, page), 'utf8').matchAll(/^```console\n\$ (.*)\n([^]*?)^```/gm)
  return [...blocks].map(([, command, output]) => ({ command: command!, output: output! }))
}

/** Without the space at the ends of lines, and what differs from run to run: seconds, rates, sizes of database files. */
function comparable(text: string): string {
  return text
    .replaceAll(/in [\d.]+ s \((?:[\d,]+ games\/s, )?/g, 'in a moment (')
    .replaceAll(/[\d.,]+ (B|kB|MB)\b/g, 'some bytes')
    .replaceAll(/ +$/gm, '')
    .trimEnd()
}

const hasShell = spawnSync('sh', ['-c', 'true']).status === 0

describe('the tours', needs('platform', hasShell, 'sh is not here'), () => {
  const pages = readdirSync(tours)

  it('are six, with ten commands each', () => {
    expect(pages.map((page) => commandsOf(page).length)).toEqual(Array.from({ length: 6 }, () => 10))
  })

  it.each(pages)('%s shows what its commands print', (page) => {
    const PATH = installCommand(join(folder, 'bin')) + delimiter + process.env['PATH']
    const cwd = join(folder, page)
    cpSync(join(root, 'examples'), join(cwd, 'examples'), { recursive: true })
    for (const { command, output } of commandsOf(page)) {
      const done = spawnSync('sh', ['-c', `{ ${command}\n} 2>&1`], {
        cwd,
        encoding: 'utf8',
        env: { ...process.env, PATH, NO_COLOR: '1', FORCE_COLOR: '0' },
      })
      expect(comparable(done.stdout), command).toBe(comparable(output))
    }
  })
})

/** Completion scripts in the shells they are for, manual pages, and what a command loads. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it, test } from 'vitest'
import { describeProgram } from '../../src/cli/start/command-shape.ts'
import { COMMAND_GROUPS, COMMAND_NAMES } from '../../src/cli/start/command-table.ts'
import { manPages } from '../../src/cli/start/man-page.ts'
import { makeWholeProgram } from '../../src/cli/start/program.ts'
import { needs } from '../support/needs.ts'
import { SOURCES } from '../support/program.ts'
import { ludograph } from './run.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'ludograph-completion-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The last word of each line is to be completed; what is offered for it, in any order. */
const LINES: [string[], string[]][] = [
  [['co'], ['collection', 'compact', 'completion', 'convert']],
  [
    ['convert', '--wr'],
    ['--write-encoding', '--write-option'],
  ],
  [
    ['convert', '-t', 's'],
    ['scid', 'sgf'],
  ],
  [
    ['archive', ''],
    ['extract', 'list', 'pack'],
  ],
  [['archive', 'list', '--p'], ['--password']],
  [
    ['formats', 'xq'],
    ['xqf', 'xqr'],
  ],
  [
    ['search', 'games.db', '--game', ''],
    ['chess', 'go', 'othello', 'xiangqi'],
  ],
  [['search', 'games.db', '--result', '*'], ['*']],
  [
    ['completion', ''],
    ['bash', 'fish', 'powershell', 'zsh'],
  ],
]

function scriptOf(shell: string): string {
  const path = join(folder, shell === 'zsh' ? '_ludograph' : shell)
  const { out, code } = ludograph(['completion', shell])
  expect(code).toBe(0)
  writeFileSync(path, out)
  return path
}

const has = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0

describe('completion', () => {
  test('in bash', needs('platform', has('bash'), 'bash is not here'), () => {
    const script = scriptOf('bash')
    for (const [words, offered] of LINES) {
      const { stdout, stderr } = spawnSync(
        'bash',
        [
          '-c',
          `source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _ludograph; printf '%s\\n' "\${COMPREPLY[@]}"`,
          script,
          'ludograph',
          ...words,
        ],
        { encoding: 'utf8', cwd: folder },
      )
      expect(stderr).toBe('')
      expect(stdout.trim().split('\n').sort()).toEqual(offered)
    }
  })

  test(
    'in bash leaves files to the shell, and texts to nobody',
    needs('platform', has('bash'), 'bash is not here'),
    () => {
      const script = scriptOf('bash')
      const kept = spawnSync('bash', ['-c', `source "$0"; complete -p ludograph`, script], { encoding: 'utf8' })
      expect(kept.stdout.trim()).toBe('complete -o default -F _ludograph ludograph')
    },
  )

  test('in fish', needs('platform', has('fish'), 'fish is not here'), () => {
    const script = scriptOf('fish')
    for (const [words, offered] of LINES) {
      const line = ['ludograph', ...words].join(' ')
      const { stdout } = spawnSync(
        'fish',
        ['--no-config', '-c', `source $argv[1]; complete -C $argv[2]`, script, line],
        {
          encoding: 'utf8',
        },
      )
      const found = stdout.trim().split('\n')
      expect(found.map((one) => one.split('\t', 1).join('')).sort()).toEqual(offered)
    }
  })

  test('in zsh', needs('platform', has('zsh'), 'zsh is not here'), async () => {
    const script = scriptOf('zsh')
    // What compadd is asked to add is printed instead.
    const capture = `
      fpath=(${folder} $fpath); autoload -Uz compinit; compinit -u -D
      zmodload zsh/zpty
      zpty shell zsh -f -i
      zpty -w shell "PS1=; fpath=(${folder} \\$fpath); autoload -Uz compinit; compinit -u -D; zstyle ':completion:*' list-grouped false; print READY"
      zpty -r shell out '*READY*READY*'
      zpty -w -n shell "ludograph $1"$'\\t\\t'
      sleep 2; while zpty -rt shell out; do print -rn -- $out; done`
    const tried = LINES.filter(([words]) => words.at(-1) !== '*').map(async ([words, offered]) => {
      const { stdout } = await run('zsh', ['-f', '-c', capture, script, words.join(' ')])
      for (const one of offered) expect(stdout).toContain(one)
    })
    await Promise.all(tried)
  })

  it('knows no other shell', () => {
    expect(ludograph(['completion', 'csh'])).toMatchObject({ code: 2 })
  })

  it.each([
    ['powershell', (name: string) => `'${name}'`, (long: string) => `'${long}'`],
    ['fish', (name: string) => ` -a ${name} -d `, (long: string) => ` -l ${long.slice(2)} `],
    ['zsh', (name: string) => `'${name}:`, (long: string) => long],
    ['bash', (name: string) => name, (long: string) => long],
  ])('for %s names every command and option', async (shell, named, option) => {
    const text = readFileSync(scriptOf(shell), 'utf8')
    for (const { name, options } of describeProgram(await makeWholeProgram()).commands) {
      expect(text).toContain(named(name))
      for (const { long } of options) if (long !== undefined) expect(text).toContain(option(long))
    }
  })

  it('for fish offers the commands of a command until one of them stands there', () => {
    const text = readFileSync(scriptOf('fish'), 'utf8')
    expect(text).toContain("-n '__fish_seen_subcommand_from archive; and not __fish_seen_subcommand_from list ")
    expect(text).toContain("-a list -d 'List ")
  })
})

describe('the table of commands', () => {
  it('names what its modules add, in summaries that fit on a line', async () => {
    const program = describeProgram(await makeWholeProgram())
    expect(program.commands.map(({ name }) => name)).toEqual(COMMAND_NAMES)
    for (const { modules } of COMMAND_GROUPS) {
      for (const { commands } of modules) {
        for (const summary of Object.values(commands)) expect(summary.length).toBeLessThanOrEqual(62)
      }
    }
  })

  it('has a manual page for each command, which package.json lists', async () => {
    const pages = manPages(describeProgram(await makeWholeProgram()), '1.2.3')
    const { man } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
      man: string[]
    }
    expect(pages.map(({ name }) => `./dist/man/${name}`).sort()).toEqual(man)
    const convert = pages.find(({ name }) => name === 'ludograph-convert.1')!
    expect(convert.text).toContain('.TH LUDOGRAPH-CONVERT 1 "" "Ludograph 1.2.3"')
    expect(convert.text).toContain('.B \\-t, \\-\\-to <format>')
    // A line that begins with a dot or a quote would be a request of roff.
    for (const { text } of pages) {
      for (const line of text.split('\n')) expect(line).toMatch(/^(\.(TH|SH|SS|TP|PP|B|BR|nf|fi|nh|ad)\b|[^.']|$)/)
    }
  })

  test('formats without a warning', needs('platform', has('groff'), 'groff is not here'), async () => {
    for (const { text } of manPages(describeProgram(await makeWholeProgram()), '1.2.3')) {
      const { stdout, stderr } = spawnSync('groff', ['-man', '-Tutf8', '-ww'], { input: text, encoding: 'utf8' })
      expect(stderr).toBe('')
      // Bold letters are struck twice.
      // oxlint-disable-next-line no-control-regex
      expect(stdout.replaceAll(/.\u0008/g, '')).toContain('SYNOPSIS')
    }
  })
})

/** The modules of the project that a command loads in its main thread. */
function loadedBy(words: readonly string[]): string[] {
  const hook = `import { registerHooks } from 'node:module'
    registerHooks({ load(url, context, next) { process.stderr.write(url + '\\n'); return next(url, context) } })`
  const options = ['--import', `data:text/javascript,${encodeURIComponent(hook)}`]
  const { stderr } = spawnSync(process.execPath, [...options, ...SOURCES, ...words], { encoding: 'utf8' })
  return stderr.split('\n').filter((line) => /\/(src|@?duckdb|@?hono)\//.test(line))
}

describe('a command loads', () => {
  const rooms = (words: string[]) => new Set(loadedBy(words).map((url) => /\/src\/([a-z]+)\//.exec(url)?.[1] ?? url))

  it('only the command line for its help', () => {
    expect(rooms(['--help'])).toEqual(new Set(['cli']))
    expect(rooms(['--version'])).toEqual(new Set(['cli']))
  })

  it('nothing of databases for facts about a file', () => {
    const found = rooms(['info', join(import.meta.dirname, '../../examples/chess/opera-game.pgn')])
    expect(found).toContain('formats')
    for (const room of ['database', 'server', 'mcp', 'openings', 'positions']) expect(found).not.toContain(room)
  })
})

describe('the program', () => {
  it('prints its version with -v, -V and --version', () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
      version: string
    }
    for (const option of ['-v', '-V', '--version']) {
      expect(ludograph([option])).toEqual({ code: 0, out: `${version}\n`, err: '' })
    }
  })

  it('colours its output when asked to', () => {
    const ESCAPE = '\u001B['
    expect(ludograph(['formats', '--color', 'always']).out).toContain(ESCAPE)
    expect(ludograph(['--color=always', 'formats']).out).toContain(ESCAPE)
    expect(ludograph(['formats']).out).not.toContain(ESCAPE)
    expect(ludograph(['formats', '--color', 'sometimes'])).toMatchObject({ code: 2 })
  })
})

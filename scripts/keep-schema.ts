/**
 * Keeps a small database of the current schema for the tests, which open those of all versions from now on
 * (test/database/migrations.test.ts). To be run once whenever SCHEMA_VERSION rises, and the file committed.
 *
 *     npm run keep-schema
 *     npm run keep-schema -- FOLDER     with the command line of an older state of the project in FOLDER
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { zipSync } from 'fflate'

const ROOT = join(import.meta.dirname, '..')
const program = process.argv[2] ?? ROOT

const GAMES = `[Event "Club evening"]
[Site "Home"]
[Date "2024.03.01"]
[Round "1"]
[White "Ash, Ann"]
[Black "Birch, Bob"]
[Result "1-0"]
[WhiteElo "2001"]

1. e4 {[%clk 0:10:00] [%eval 0.3]} e5 {[%clk 0:09:58]} 2. Nf3 {[%clk 0:09:50]} Nc6 {[%clk 0:09:40]} 3. Bb5 a6 1-0

[Event "Club evening"]
[Site "Home"]
[Date "2024.03.08"]
[Round "2"]
[White "Bob Birch"]
[Black "Ash, Ann"]
[Result "1/2-1/2"]

1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 1/2-1/2
`

const folder = mkdtempSync(join(tmpdir(), 'ludograph-schema-'))
try {
  const version = /SCHEMA_VERSION = (\d+)/.exec(
    readFileSync(join(program, 'src/database/schema/tables.ts'), 'utf8'),
  )![1]!
  make()
  const files = readdirSync(join(folder, 'games.db'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const names = files.map((path) => relative(folder, path).replaceAll('\\', '/'))
  // The day does not matter, but the same files are to make the same archive.
  const options = { level: 9, mtime: '2026-01-01' } as const
  const archive = zipSync(Object.fromEntries(files.map((path, index) => [names[index]!, readFileSync(path)])), options)
  const name = `test/fixtures/databases/schema-${version}.zip`
  writeFileSync(join(ROOT, name), archive)
  console.log(`${name} holds a database of version ${version} (${archive.length} bytes)`)
} finally {
  rmSync(folder, { recursive: true })
}

/** A database with what people write: an edited game, an alias, and labels in versions that have them. */
function make(): void {
  const examples = ['chess/opera-game.pgn', 'xiangqi/annotated.pgn', 'go/ladder.sgf', 'othello/WTH_2001.wtb']
  writeFileSync(join(folder, 'club.pgn'), GAMES)
  run('import', 'games.db', 'club.pgn', ...examples.map((name) => join(ROOT, 'examples', name)))
  run('aliases', 'games.db', 'Bob Birch', 'Birch, Bob')
  if (run('--help').includes(' tag ')) {
    run('tag', 'games.db', 'to review', '--ids', '1,3')
    run('collection', 'games.db', 'Openings/Spanish', '--ids', '1')
    run('note', 'games.db', '2', 'Check 4...Be7')
    run('saved', 'games.db', 'Ann', '--player', 'Ash, Ann')
  }
  const edited = GAMES.slice(GAMES.lastIndexOf('[Event')).replace('Be7 1/2-1/2', 'Be7 5. e3 O-O 1/2-1/2')
  writeFileSync(join(folder, 'edited.pgn'), edited)
  run('edit', 'games.db', '2', 'edited.pgn')
}

/** Runs a command, and returns what it prints. */
function run(...words: string[]): string {
  const entry = ['src/cli/start/ludograph.ts', 'src/cli/ludograph.ts'].map((name) => join(program, name))
  const started = entry.find((path) => existsSync(path))!
  const result = spawnSync(process.execPath, [started, ...words], { cwd: folder, encoding: 'utf8' })
  if (result.status !== 0) throw new Error(result.stderr)
  return result.stdout
}

/**
 * Every command that writes files, ended at every one of its file operations: what is left is the state before or the
 * one after, no other file changed, and the same command works the next time. See docs/safety.md.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readAll } from '../../src/bytes/source.ts'
import { DiskFileSet } from '../../src/node/file-source.ts'
import { FormatError } from '../../src/issues/errors.ts'
import { readGames } from '../../src/node/open.ts'
import { listenToUnfinished, noteUnfinished, removeUnfinished, type Unfinished } from '../../src/node/unfinished.ts'
import { FAULT_MODES, snapshotTree, tryEveryPoint } from '../support/failing-disk.ts'
import { runInProcess } from '../support/in-process.ts'

/** Games that are enough for several threads here: those of as many as it takes would be written hundreds of times. */
const MANY_GAMES = 2500
vi.mock('../../src/cli/read/shared-input.ts', async (original) => ({
  ...(await original<object>()),
  worthSharing: () => 2500,
}))

const examples = join(import.meta.dirname, '../../examples')

const game = (event: string, white: string, moves: string) =>
  `[Event "${event}"]\n[White "${white}"]\n[Black "Nobody"]\n[Result "1-0"]\n\n${moves} 1-0\n\n`
const OLD_GAMES = ['1. e4 e5 2. Nf3', '1. d4 d5', '1. c4'].map((moves, at) => game('Old', `Old ${at}`, moves)).join('')
const NEW_GAMES = ['1. Nf3 d5', '1. g3 {a comment}'].map((moves, at) => game('New', `New ${at}`, moves)).join('')

const xiangqiGame = (event: string, moves: string) =>
  `[Game "Chinese Chess"]\n[Event "${event}"]\n[Red "甲"]\n[Black "乙"]\n[Result "1-0"]\n\n${moves} 1-0\n\n`
const OLD_XIANGQI = ['1. 炮二平五 马8进7', '1. 兵七进一'].map((moves) => xiangqiGame('Old', moves)).join('')
const NEW_XIANGQI = ['1. 相三进五', '1. 马八进七 {a comment} 卒7进1'].map((moves) => xiangqiGame('New', moves)).join('')

/** Files that no command has any business with. */
const FOREIGN = {
  'thesis.doc': 'years of work',
  'base.txt': 'notes',
  'base.cbz': 'an archive of the same name',
  'sub/base.cbh.bak': 'an old copy',
}

interface Case {
  title: string
  /** Makes what is there before, beside `old.pgn` and `new.pgn`. */
  prepare?: (folder: string) => void | Promise<void>
  /** The command, its files relative to the folder. */
  words: string
  /** What is looked at: games below these paths, and everything of those that are no games. */
  targets: string[]
  /** The state after a second run is another one. */
  adds?: boolean
  /** A second run is refused where the first one came to its end. */
  happensOnce?: boolean
  /** What the format needs to read the targets. */
  settings?: Record<string, string>
  /** Points of failure in a quick run, where each takes long. */
  sampleSize?: number
}

const run = (folder: string, words: string) =>
  runInProcess(words.split(' ').map((word) => (/^[@]/.test(word) ? join(folder, word.slice(1)) : word)))

const cases = (): Case[] => [
  { title: 'convert to a new file', words: 'convert @new.pgn -o @base.pgn --force', targets: ['base.pgn'] },
  {
    title: 'convert onto a file',
    prepare: (folder) => cpSync(join(folder, 'old.pgn'), join(folder, 'base.pgn')),
    words: 'convert @new.pgn -o @base.pgn --force',
    targets: ['base.pgn'],
  },
  {
    title: 'convert to a new ChessBase database',
    words: 'convert @new.pgn -o @base.cbh --force',
    targets: ['base.cbh'],
  },
  {
    title: 'convert onto ChessBase by many threads',
    prepare: async (folder) => {
      await run(folder, 'convert @old.pgn -o @base.cbh')
      writeFileSync(join(folder, 'large.pgn'), NEW_GAMES.repeat(MANY_GAMES / 2))
    },
    words: 'convert @large.pgn -o @base.cbh --force',
    targets: ['base.cbh'],
    sampleSize: 3,
  },
  {
    title: 'convert onto Chess Assistant by many threads',
    prepare: async (folder) => {
      await run(folder, 'convert @old.pgn -o @base.cdp')
      writeFileSync(join(folder, 'large.pgn'), NEW_GAMES.repeat(MANY_GAMES / 2))
    },
    words: 'convert @large.pgn -o @base.cdp --force',
    targets: ['base.cdp'],
    sampleSize: 3,
  },
  {
    title: 'convert onto a ChessBase database with search files',
    prepare: async (folder) => {
      await run(folder, 'convert @old.pgn -o @base.cbh')
      for (const extension of ['cib', 'CIT', 'cbb']) writeFileSync(join(folder, `base.${extension}`), 'stale')
    },
    words: 'convert @new.pgn -o @base.cbh --force',
    targets: ['base.cbh'],
  },
  {
    title: 'convert onto a Chess Assistant database',
    prepare: async (folder) => {
      await run(folder, 'convert @old.pgn -o @base.cdp')
      writeFileSync(join(folder, 'base.a01'), 'stale')
    },
    words: 'convert @new.pgn -o @base.cdp --force',
    targets: ['base.cdp'],
  },
  {
    title: 'convert onto a ChessBase 17 database',
    prepare: async (folder) => void (await run(folder, 'convert @old.pgn -o @base.2cbh')),
    words: 'convert @new.pgn -o @base.2cbh --force',
    targets: ['base.2cbh'],
  },
  {
    title: 'convert onto an archive of ChessBase 17',
    prepare: async (folder) => void (await run(folder, 'convert @old.pgn -o @base.2cbv')),
    words: 'convert @new.pgn -o @base.2cbv --force',
    targets: ['base.2cbv'],
  },
  {
    title: 'convert onto a Scid 5 database',
    prepare: async (folder) => void (await run(folder, 'convert @old.pgn -o @base.si5')),
    words: 'convert @new.pgn -o @base.si5 --force',
    targets: ['base.si5'],
  },
  { title: 'convert to a new Scid 4 database', words: 'convert @new.pgn -o @base.si4 --force', targets: ['base.si4'] },
  {
    title: 'append to a Scid database',
    prepare: async (folder) => void (await run(folder, 'convert @old.pgn -o @base.si5')),
    words: 'convert @new.pgn --append -o @base.si5',
    targets: ['base.si5'],
    adds: true,
  },
  {
    title: 'convert onto a library of CCBridge',
    prepare: async (folder) => void (await run(folder, 'convert @old-xiangqi.pgn -o @base.cbl')),
    words: 'convert @new-xiangqi.pgn -o @base.cbl --force',
    targets: ['base.cbl'],
  },
  {
    title: 'convert to numbered records of CCBridge',
    prepare: async (folder) => void (await run(folder, 'convert @old-xiangqi.pgn -o @base.cbr --split 1')),
    words: 'convert @new-xiangqi.pgn -o @base.cbr --split 1 --force',
    targets: ['base-1.cbr', 'base-2.cbr'],
  },
  ...['cbh', '2cbh', 'si5', 'cdp'].map((extension) => ({
    title: `convert an empty file onto a .${extension} database`,
    prepare: async (folder: string) => {
      writeFileSync(join(folder, 'none.jsonl'), '')
      await run(folder, `convert @old.pgn -o @base.${extension}`)
    },
    words: `convert --from jsonl @none.jsonl -o @base.${extension} --force`,
    targets: [`base.${extension}`],
  })),
  {
    title: 'convert onto a WTHOR database that shares its names',
    prepare: (folder) => cpSync(join(examples, 'othello'), folder, { recursive: true }),
    words: `convert ${join(examples, 'othello/WTH_2001.wtb')} -o @WTH_2001.wtb --force --write-option created=2020-01-01`,
    targets: ['WTH_2001.wtb'],
  },
  {
    title: 'convert a folder into a new one',
    words: 'convert @in -t chessbase -o @made/out --force',
    targets: ['made/out/one.cbh', 'made/out/sub/two.cbh'],
    prepare: makeInputFolder,
  },
  {
    title: 'convert a folder into one that is there',
    words: 'convert @in -t pgn -o @out --force',
    targets: ['out/one.pgn', 'out/sub/two.pgn'],
    prepare: (folder) => {
      makeInputFolder(folder)
      mkdirSync(join(folder, 'out'))
      cpSync(join(folder, 'old.pgn'), join(folder, 'out/one.pgn'))
    },
  },
  {
    title: 'convert to numbered files',
    prepare: (folder) => cpSync(join(folder, 'old.pgn'), join(folder, 'part-1.pgn')),
    words: 'convert @new.pgn -o @part.pgn --split 1 --force',
    targets: ['part-1.pgn', 'part-2.pgn'],
  },
  {
    title: 'append',
    prepare: async (folder) => {
      await run(folder, 'convert @old.pgn -o @base.cbh')
      writeFileSync(join(folder, 'base.cbb'), 'search')
    },
    words: 'convert @new.pgn --append -o @base.cbh',
    targets: ['base.cbh'],
    adds: true,
  },
  ...['2cbh', 'si4', 'si5'].flatMap((extension): Case[] => [
    {
      title: `append to .${extension}`,
      prepare: async (folder) => void (await run(folder, `convert @old.pgn -o @base.${extension}`)),
      words: `convert @new.pgn --append -o @base.${extension}`,
      targets: [`base.${extension}`],
      adds: true,
    },
    {
      title: `delete in .${extension}`,
      prepare: async (folder) => void (await run(folder, `convert @old.pgn -o @base.${extension}`)),
      words: `delete @base.${extension} 2 3`,
      targets: [`base.${extension}`],
    },
  ]),
  {
    title: 'delete',
    prepare: async (folder) => void (await run(folder, 'convert @old.pgn -o @base.cbh')),
    words: 'delete @base.cbh 2 3',
    targets: ['base.cbh'],
  },
  {
    title: 'delete --undo',
    prepare: async (folder) => {
      await run(folder, 'convert @old.pgn -o @base.cbh')
      await run(folder, 'delete @base.cbh 2 3')
    },
    words: 'delete @base.cbh 2 --undo',
    targets: ['base.cbh'],
  },
  {
    title: 'update',
    prepare: async (folder) => {
      cpSync(join(examples, 'othello'), join(folder, 'othello'), { recursive: true })
      const othello = join(examples, 'othello/WTH_2001.wtb')
      await run(folder, `convert ${othello} -o @newer/WTH_2001.wtb --write-option created=2030-01-01`)
      cpSync(join(folder, 'newer/WTH_2001.wtb'), join(folder, 'newer/WTH_2002.wtb'))
    },
    words: 'update @othello @newer',
    targets: ['othello/WTH_2001.wtb', 'othello/WTH_2002.wtb', 'othello/WTHOR.JOU', 'othello/WTHOR.TRN'],
  },
  {
    title: 'archive extract',
    prepare: async (folder) => {
      await run(folder, 'convert @old.pgn -o @base.cbh')
      await run(folder, 'convert @new.pgn -o @packed/base.cbh')
      await run(folder, 'archive pack @packed/base.cbh -o @base.cbv')
    },
    words: 'archive extract @base.cbv -o @. --force',
    targets: ['base.cbh'],
  },
  {
    title: 'archive pack',
    prepare: async (folder) => {
      await run(folder, 'convert @new.pgn -o @base.cbh')
      writeFileSync(join(folder, 'base.cbv'), 'an older archive')
    },
    words: 'archive pack @base.cbh -o @base.cbv --force',
    targets: ['base.cbv'],
  },
  {
    title: 'convert onto an archive',
    prepare: async (folder) => void (await run(folder, 'convert @old.pgn -o @base.cbv')),
    words: 'convert @new.pgn -o @base.cbv --force',
    targets: ['base.cbv'],
  },
  {
    title: 'convert to a new archive with a password',
    words: 'convert @new.pgn -o @locked.cbz --password secret --force',
    targets: ['locked.cbz'],
    settings: { password: 'secret' },
  },
  {
    title: 'convert with a file of losses',
    prepare: async (folder) => {
      mkdirSync(join(folder, 'stones'))
      writeFileSync(join(folder, 'old.sgf'), '(;GM[1]SZ[19]GN[old](;B[aa]C[kept])(;B[bb]C[lost]))')
      writeFileSync(join(folder, 'new.sgf'), '(;GM[1]SZ[19]GN[new]GC[words](;B[cc])(;B[dd]LB[aa:1]))')
      await run(folder, 'convert @old.sgf -o @stones/base.wei7 --keep-losses')
    },
    words: 'convert @new.sgf -o @stones/base.wei7 --keep-losses --force',
    targets: ['stones/base.wei7'],
  },
  {
    title: 'export to a ChessBase database',
    prepare: async (folder) => void (await run(folder, 'convert @old.pgn -o @base.cbh')),
    words: `export ${games} -o @base.cbh --force`,
    targets: ['base.cbh'],
  },
  {
    title: 'export to a file',
    prepare: (folder) => cpSync(join(folder, 'old.pgn'), join(folder, 'base.pgn')),
    words: `export ${games} -o @base.pgn --force`,
    targets: ['base.pgn'],
  },
  {
    title: 'back up labels onto a file',
    prepare: (folder) => writeFileSync(join(folder, 'labels.json'), 'old'),
    words: `labels backup ${games} -o @labels.json --force`,
    targets: ['labels.json'],
  },
  {
    title: 'export to Parquet',
    words: `export ${games} --parquet @tables/new`,
    targets: ['tables', 'tables/new/sources', 'tables/new/games/game=chess'],
    happensOnce: true,
  },
]

/** A database to export from, which no export changes. */
const source = mkdtempSync(join(tmpdir(), 'ludograph-source-'))
const games = join(source, 'games.db')
afterAll(() => rmSync(source, { recursive: true }))
beforeAll(async () => {
  writeFileSync(join(source, 'new.pgn'), NEW_GAMES)
  await run(source, 'import @games.db @new.pgn')
})

function makeInputFolder(folder: string): void {
  mkdirSync(join(folder, 'in/sub'), { recursive: true })
  cpSync(join(folder, 'old.pgn'), join(folder, 'in/one.pgn'))
  cpSync(join(folder, 'new.pgn'), join(folder, 'in/sub/two.pgn'))
}

async function prepare({ prepare: make }: Case, folder: string): Promise<void> {
  mkdirSync(join(folder, 'sub'))
  for (const [name, text] of Object.entries(FOREIGN)) writeFileSync(join(folder, name), text)
  writeFileSync(join(folder, 'old.pgn'), OLD_GAMES)
  writeFileSync(join(folder, 'new.pgn'), NEW_GAMES)
  writeFileSync(join(folder, 'old-xiangqi.pgn'), OLD_XIANGQI)
  writeFileSync(join(folder, 'new-xiangqi.pgn'), NEW_XIANGQI)
  await make?.(folder)
}

/** The games of a target as the readers of the library see them, `nothing` where there are none. */
async function stateOf(path: string, settings: Record<string, string> = {}): Promise<unknown> {
  if (!existsSync(path)) return 'nothing'
  if (path.endsWith('.json')) return textOf(path)
  if (statSync(path).isDirectory()) return Object.keys(snapshotTree(path)).sort()
  const games: unknown[] = []
  try {
    for await (const { record, issues } of readGames(path, { settings })) {
      games.push(record === undefined ? issues : { ...record, origin: undefined })
    }
  } catch (error) {
    return error instanceof FormatError && error.code === 'file/unfinished' ? 'nothing' : `unreadable: ${String(error)}`
  }
  return games
}

/** A file that holds no games, as whoever opens it sees it. */
function textOf(path: string): string {
  try {
    const files = new DiskFileSet(path)
    const text = Buffer.from(readAll(files.main)).toString('base64')
    files.close()
    return text
  } catch {
    return 'nothing'
  }
}

async function statesOf({ targets, settings }: Case, folder: string): Promise<unknown[]> {
  const states: unknown[] = []
  for (const target of targets) states.push(await stateOf(join(folder, target), settings))
  return states
}

const foreignIn = (folder: string) =>
  Object.fromEntries(
    Object.entries(snapshotTree(folder)).filter(([path]) => path in FOREIGN || /^(in|newer|packed)\b/.test(path)),
  )

/** All names below a folder, but for the empty lock of a new folder: nobody comes by it again who could remove it. */
function namesIn(folder: string): string[] {
  return Object.keys(snapshotTree(folder))
    .filter((name) => !name.endsWith('.folder.ludograph-lock'))
    .sort()
}

/** What the main thread is told of while a command runs in the other one, and clears away when it is ended. */
let begun: Unfinished[] = []
listenToUnfinished((change) => {
  if (!('path' in change)) return
  const { path, key, isUnfinished } = change
  if (isUnfinished) begun.push(key === undefined ? { path } : { path, key })
})

/** Does what the main thread does once the thread of the command has been stopped in the middle. */
async function clearUp(): Promise<void> {
  for (const one of begun.splice(0)) noteUnfinished({ ...one, isUnfinished: true })
  begun = []
  await removeUnfinished()
}

let points = 0
afterAll(() => console.log(`${points} points of failure tried`))

describe.each(cases())('$title', (tested) => {
  it('leaves the state before or the one after, whichever operation fails', async () => {
    let before: unknown[] = []
    let after: unknown[] = []
    let namesBefore: string[] = []
    let names: string[] = []
    let foreign: Record<string, string> = {}
    const work = (folder: string) => run(folder, tested.words)
    const tried = await tryEveryPoint({
      prepare: async (folder) => {
        await prepare(tested, folder)
        before = await statesOf(tested, folder)
        foreign = foreignIn(folder)
        namesBefore = namesIn(folder)
        begun = []
      },
      run: async (folder) => {
        const { code, text } = await work(folder)
        if (names.length > 0) return code
        expect(code, text).toBe(0)
        after = await statesOf(tested, folder)
        names = namesIn(folder)
        expect(names.filter((name) => /\.(part|old|ludograph-lock|undo)$/.test(name))).toEqual([])
        return code
      },
      check: async (folder, { mode }) => {
        if (mode === 'interrupt') {
          await clearUp()
          expect([namesBefore, names]).toContainEqual(namesIn(folder))
        }
        const state = await statesOf(tested, folder)
        expect([before, after]).toContainEqual(state)
        expect(foreignIn(folder)).toEqual(foreign)
        const isDone = isDeepStrictEqual(state, after)
        const again = tested.happensOnce && isDone ? { code: 0, text: '' } : await work(folder)
        expect(again.code, again.text).toBe(0)
        if (!tested.adds) expect(await statesOf(tested, folder)).toEqual(after)
        expect(namesIn(folder)).toEqual(names)
      },
      modes: [...FAULT_MODES, 'interrupt'],
      sampleSize: tested.sampleSize ?? 24,
      seed: tested.words.length,
    })
    expect(tried).toBeGreaterThan(tested.sampleSize === undefined ? 5 : 2)
    points += tried
  })
})

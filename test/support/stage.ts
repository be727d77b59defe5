/** The files that the shell blocks of the documents name, made of the examples. */
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chess } from '../../src/rules/index.ts'
import { ctgBook, ELEPHANTEYE_START, elephantEyeBook } from './books.ts'
import { PROGRAM } from './program.ts'
import { queenTables } from './syzygy-tables.ts'
import { makeZip } from './zip.ts'

/** Makes the command `ludograph` in a folder, for the PATH of a shell. */
export function installCommand(bin: string): string {
  mkdirSync(bin, { recursive: true })
  const command = [process.execPath, ...PROGRAM].map((word) => `"${word}"`).join(' ')
  writeFileSync(join(bin, 'ludograph'), `#!/bin/sh\nexec ${command} "$@"\n`)
  chmodSync(join(bin, 'ludograph'), 0o755)
  return bin
}

/** Names that the documents search for, with a game of each. */
const PLAYERS = ['Morphy, Paul', 'Carlsen, Magnus', 'Ash, Ann', 'Kasparov, Gary']

const MOVES = '1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be3 e5 7. Nb3 Be6 8. f3 Be7 1-0'

/** A collection of 24 games of chess, so that the numbers 12, 17 and 23 exist. */
function chessGames(): string {
  const games = Array.from({ length: 24 }, (_, index) => {
    const white = PLAYERS[index % PLAYERS.length]!
    const tags = [
      ['Event', index % 2 ? 'Hastings 1895' : 'Zurich'],
      ['Date', `${2000 + index}.01.0${(index % 9) + 1}`],
    ]
    const names = [
      ['White', white],
      ['Black', `Opponent ${index}`],
      ['Result', '1-0'],
      ['WhiteElo', '2700'],
      ['BlackElo', '2650'],
    ]
    return [...tags, ...names].map(([name, value]) => `[${name} "${value}"]`).join('\n') + `\n\n${MOVES}\n`
  })
  return games.join('\n')
}

/** Makes the folder in which every line of the documents has its files. */
export function setStage(folder: string, root: string, env: NodeJS.ProcessEnv): void {
  const put = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, name), content)
  const examples = join(root, 'examples')
  mkdirSync(folder)
  cpSync(examples, join(folder, 'examples'), { recursive: true })
  const opera = readFileSync(join(examples, 'chess/opera-game.pgn'))
  const ladder = readFileSync(join(examples, 'go/ladder.sgf'))
  const games = chessGames()
  for (const name of ['game.pgn', 'new.pgn', 'my-white.pgn']) put(name, opera)
  for (const name of ['game.sgf', 'joseki.sgf']) put(name, ladder)
  put('games.pgn', games)
  const xiangqi = readdirSync(join(examples, 'xiangqi')).find((name) => name.endsWith('.xqf'))!
  for (const name of ['game.xqf', 'mygame.xqf']) cpSync(join(examples, 'xiangqi', xiangqi), join(folder, name))
  for (const name of readdirSync(join(examples, 'chess')).filter((file) => file.startsWith('short-games'))) {
    cpSync(join(examples, 'chess', name), join(folder, name.replace('short-games', 'base')))
  }
  mkdirSync(join(folder, 'collection'))
  put('collection/games.pgn', games)
  cpSync(join(examples, 'xiangqi', xiangqi), join(folder, 'collection', xiangqi))
  mkdirSync(join(folder, 'syzygy'))
  for (const [name, table] of Object.entries(queenTables())) put(`syzygy/${name}`, table)
  put(
    'tiger.pgn',
    '[Game "Othello"]\n[Black "Tastet Marc"]\n[White "Bo"]\n[Result "1-0"]\n\n1. f5 d6 2. c3 d3 3. c4 1-0\n',
  )
  for (const name of ['othello', 'WTHOR-2026'])
    cpSync(join(examples, 'othello'), join(folder, name), { recursive: true })
  put('twic1500g.zip', makeZip([{ name: 'twic1500.pgn', content: games }]))
  put('collection.tgz', gzipSync(tar('games.pgn', games)))
  put('book.ctg', ctgBook([{ position: chess.start() }]))
  put('BOOK.DAT', elephantEyeBook([[ELEPHANTEYE_START, 0xaa, 0xa7, 1]]))
  const run = (...words: string[]) => {
    const [command, ...rest] = words
    const done = spawnSync(join(folder, '../bin', command!), rest, { cwd: folder, env, encoding: 'utf8' })
    if (done.status !== 0) throw new Error(`${words.join(' ')}: ${done.stdout}${done.stderr}`)
  }
  run('ludograph', 'archive', 'pack', 'base.cbh', '-o', 'base.cbv')
  run('ludograph', 'convert', 'games.pgn', '-o', 'lichess_db_standard_rated_2013-01.pgn.zst')
  run('ludograph', 'book', 'games.pgn', '-o', 'book.bin')
  run('ludograph', 'import', 'games.db', 'games.pgn', 'my-white.pgn', 'examples')
  for (const name of ['other.db', 'othello.db'])
    run('ludograph', 'import', name, 'games.pgn', 'tiger.pgn', 'examples/othello')
}

/** An archive of one file. */
function tar(name: string, content: string): Uint8Array {
  const body = Buffer.from(content)
  const head = Buffer.alloc(512)
  head.write(name, 0)
  head.write('0000644\0', 100)
  head.write(`${body.length.toString(8).padStart(11, '0')}\0`, 124)
  head.write('        ', 148)
  head.write('0ustar\0', 156)
  head.write(
    `${head
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  )
  return Buffer.concat([head, body, Buffer.alloc(1024 + ((512 - (body.length % 512)) % 512))])
}

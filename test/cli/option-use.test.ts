/** Options that have no effect beside or without others are refused before anything is read. */
import { expect, test } from 'vitest'
import { runInProcess } from '../support/in-process.ts'

test.each([
  ['repertoire train my.pgn --database games.db', '--database only works with --play'],
  ['repertoire train my.pgn --json', '--json only works with --list'],
  ['repertoire train my.pgn --play 2 --list', '--list cannot be combined with --play'],
  ['repertoire train my.pgn --play 2 --new 5', '--new cannot be combined with --play'],
  ['repertoire check my.pgn --games 3', '--games only works with --database'],
  ['repertoire check my.pgn --share 3', '--share only works with --database'],
  ['prepare games.db morphy --side first', '--side only works with --against'],
  ['search games.db --count --limit 5', '--limit cannot be combined with --count'],
  ['search games.db --sort date --count', '--sort cannot be combined with --count'],
  ['export games.db --parquet tables --limit 5', '--limit cannot be combined with --parquet'],
  ['export games.db --parquet tables --player Morphy', '--player cannot be combined with --parquet'],
  ['export games.db --parquet tables --no-comments', '--no-comments cannot be combined with --parquet'],
  ['explore games.db startpos --position startpos', '--position cannot be combined with a position'],
  ['patterns games.db --material KvK -o tree.sgf --limit 2', '--limit cannot be combined with --output'],
  ['sql games.db SELECT --csv --json', '--json cannot be combined with --csv'],
  ['sql games.db SELECT --csv --tsv', '--tsv cannot be combined with --csv'],
  ['aliases games.db one --remove --suggest', '--suggest cannot be combined with --remove'],
  ['aliases games.db one other --json', '--json does not work when an alias is added'],
  ['tag games.db --forget', '--forget only works with --absent'],
  ['tag games.db --absent --all', '--all cannot be combined with --absent'],
  ['tag games.db one --ids 1 --limit 2', '--limit only works with lists'],
  ['note games.db 1 --limit 2', '--limit only works with lists'],
  ['saved games.db one --limit 2', '--limit only works with lists'],
  ['convert games.pgn -t pgn --force', '--force only works with --output'],
  ['export games.db -t pgn --force', '--force only works with --output'],
  ['analyse games.db --save --force', '--force only works with --output'],
  ['convert games.pgn -o games/ -t xqf --split 2', '--split has no effect'],
  ['export games.db -o one.xqf --split 2', '--split has no effect'],
  ['dedupe games.db --any-date', '--any-date only works with --merge'],
  ['validate games.pgn --quiet --json', '--json cannot be combined with --quiet'],
  ['show games.pgn --json --ascii', '--ascii cannot be combined with --json'],
  ['show games.pgn --play --at 3', '--at cannot be combined with --play'],
  ['show games.pgn --timeline --at 3', '--at cannot be combined with --timeline'],
  ['cluster verify clickhouse://host/chess --sample 3', '--sample only works with --against'],
  ['analyse game.sgf -o out.sgf --ownership', '--ownership only works with --full'],
])('%s', async (line, message) => {
  await expect(runInProcess(line.split(' '))).rejects.toMatchObject({
    message: expect.stringContaining(message),
    exitCode: 2,
  })
})

test.each([
  'aliases games.db',
  'analyse games.pgn -t pgn',
  'archive list base.cbv',
  'collection games.db',
  'convert games.pgn -t pgn',
  'dedupe games.db',
  'event games.db name',
  'events games.db',
  'explore games.db',
  'export games.db -t pgn',
  'note games.db',
  'patterns games.db',
  'player games.db name',
  'players games.db',
  'saved games.db',
  'search games.db',
  'sql games.db SELECT',
  'tables base.cbh',
  'tag games.db',
  'validate games.pgn',
])('%s takes a limit from 1', async (line) => {
  for (const limit of ['0', '-1', '1.5', 'many', '']) {
    await expect(runInProcess([...line.split(' '), '--limit', limit])).rejects.toMatchObject({
      code: 'commander.invalidArgument',
      message: expect.stringContaining('must be a positive integer'),
    })
  }
})

test.each(['info games.pgn', 'import games.db games.pgn', 'show games.pgn'])('%s takes no limit', async (line) => {
  await expect(runInProcess([...line.split(' '), '--limit', '2'])).rejects.toMatchObject({
    code: 'commander.unknownOption',
  })
})

/** Tags, collections, notes and saved searches on the command line. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ludograph } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-cli-labels-'))
const database = join(folder, 'games.db')
const run = (command: string, ...words: string[]) => ludograph([command, database, ...words])
afterAll(() => rmSync(folder, { recursive: true }))

beforeAll(() => {
  const game = (white: string, moves: string) => `[White "${white}"]\n[Black "Birch"]\n[Result "*"]\n\n${moves} *\n\n`
  const path = join(folder, 'games.pgn')
  writeFileSync(path, game('Ash', '1. e4 c5') + game('Cedar', '1. d4 d5') + game('Ash', '1. c4 e5'))
  expect(ludograph(['import', database, path])).toMatchObject({ code: 0 })
})

it('games are tagged, listed and found', () => {
  expect(run('tag', 'To review', '--player', 'Ash')).toMatchObject({
    code: 0,
    err: '2 games tagged “To review”\n',
  })
  expect(run('tag', 'to-review', '--ids', '1,2')).toMatchObject({
    err: '1 game tagged “to-review” (1 already had it)\n',
  })
  expect(run('tag')).toMatchObject({ out: 'To review  3 games\n', err: '1 tag\n' })
  expect(run('tag', 'to review', '--ids', '3', '--remove')).toMatchObject({ code: 0 })
  const { out } = run('search', '--tag', 'to review')
  expect(out.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^1 .*\[To review\]$/),
    expect.stringMatching(/^2 /),
  ])
  expect(run('search', '--where', 'not tag:to-review', '--count')).toMatchObject({ out: '1\n' })
})

it('collections hold games and collections', () => {
  expect(run('collection', 'Openings/English', '--ids', '3')).toMatchObject({ code: 0 })
  expect(run('collection', '--json')).toMatchObject({ out: '{"name":"Openings/English","games":1}\n' })
  expect(run('export', '--collection', 'openings', '--to', 'pgn')).toMatchObject({
    out: expect.stringContaining('1. c4 e5'),
  })
  expect(run('collection', 'Endings', '--ids', '3')).toMatchObject({ code: 0 })
  expect(run('collection', '--limit', '1')).toMatchObject({ out: 'Endings  1 game\n', err: '1 of 2 collections\n' })
  expect(run('collection', '--limit', '1', '--json').out).toBe('{"name":"Endings","games":1}\n')
  expect(run('collection', 'Endings', '--remove', '--all')).toMatchObject({ code: 0 })
  expect(run('collection', 'openings', '--remove', '--all')).toMatchObject({
    err: 'collection “openings” removed from 1 game\n',
  })
  expect(run('collection').err).toBe('0 collections\n')
})

it('notes are written, read and removed', () => {
  expect(run('note', '2', 'Look at\nmove 2')).toMatchObject({ code: 0, err: 'note on game 2 saved\n' })
  expect(run('note', '2')).toMatchObject({ out: 'Look at\nmove 2\n' })
  expect(run('note').out).toMatch(/^2 +chess +Cedar[^]*\n {2}Look at\n {2}move 2\n$/)
  expect(run('search', '--note', 'look', '--count')).toMatchObject({ out: '1\n' })
  expect(run('note', '1', 'Later')).toMatchObject({ code: 0 })
  expect(run('note', '--limit', '1')).toMatchObject({ out: expect.not.stringContaining('Look'), err: '1 of 2 notes\n' })
  expect(run('note', '1', '--remove')).toMatchObject({ code: 0 })
  expect(run('note', '2', '--remove')).toMatchObject({ err: 'note on game 2 removed\n' })
  expect(run('note')).toMatchObject({ out: '', err: '0 notes\n' })
})

it('searches are saved, and wait for games that left', () => {
  expect(run('saved', 'mine', '--tag', 'to review', '--player', 'Ash')).toMatchObject({ code: 0 })
  expect(run('saved')).toMatchObject({ out: "mine  --player Ash --tag 'to review'\n" })
  expect(run('saved', 'other', '--ids', '1')).toMatchObject({ code: 0 })
  expect(run('saved', '--limit', '1', '--json').out.trimEnd().split('\n')).toHaveLength(1)
  expect(run('saved', '--limit', '1').err).toBe('1 of 2 saved searches\n')
  expect(run('saved', 'other', '--remove')).toMatchObject({ code: 0 })
  expect(run('search', '--saved', 'mine', '--count')).toMatchObject({ out: '1\n' })
  expect(run('saved', 'mine', '--remove')).toMatchObject({ code: 0 })
  expect(run('search', '--saved', 'mine')).toMatchObject({
    code: 2,
    err: expect.stringContaining('there is no saved search “mine”'),
  })
  expect(run('remove', 'games.pgn')).toMatchObject({ code: 0 })
  expect(run('tag').err).toContain('labels of 2 games wait for games that left (--absent)')
  expect(run('tag', '--absent').out).toMatch(/^Ash – Birch +tag: To review +.*games\.pgn\n/)
  expect(run('tag', '--absent', '--limit', '1').err).toBe('1 of 2 games with labels left the database\n')
  expect(run('tag', '--absent', '--forget')).toMatchObject({ err: 'labels of 2 games forgotten\n' })
})

it.each([
  [['tag', 'x'], 'which games?'],
  [['tag', 'x', '--all', '--ids', '1'], '--all takes no filters'],
  [['tag', '?', '--all'], 'a name needs letters or digits'],
  [['tag', '--ids', '1'], 'A name is missing'],
  [['note', '99', 'x'], 'there is no game 99'],
  [['note', '--remove'], '--remove takes the number of the game alone'],
  [['saved', 'x', '--remove'], 'there is no saved search “x”'],
  [['saved', 'x', '--where', 'nobody:1'], 'there is no condition nobody'],
])('%j is refused', ([command, ...words], message) => {
  expect(run(command!, ...words)).toMatchObject({ code: 2, err: expect.stringContaining(message) })
})

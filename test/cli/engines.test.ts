/** `ludograph engines` and `ludograph analyse`, with the npm engine and with programs of our own. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GameRecord } from '../../src/model/record.ts'
import { STOCKFISH } from '../support/engines.ts'
import { needs } from '../support/needs.ts'
import { ludograph, startLudograph } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-engines-'))
const at = (name: string) => join(folder, name)
const settings = at('ludograph/engines.json')
const before = process.env['XDG_CONFIG_HOME']

const GAME = `[Event "Evening"]
[White "Ash"]
[Black "Birch"]
[Result "0-1"]

1. f3 e5 2. g4 $1 {no!} Qh4# 0-1
`

/** Speaks GTP: Black leads by a point more after every move; with `dies` only until it has said it of two positions. */
const GTP = `let stones = 0, asked = 0
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    if (line === '') return console.log('')
    const [id, word, ...rest] = line.split(' ')
    if (word === 'quit') process.exit()
    if (word === 'clear_board') stones = 0
    if (word === 'play') stones++
    if (word !== 'kata-analyze') return console.log('=' + id + ' ' + ({ name: 'Go script', list_commands: 'kata-analyze\\nkata-set-rules' }[word] ?? '') + '\\n')
    if (process.argv[1] === 'dies' && ++asked > 2) process.exit(9)
    const lead = rest[0] === 'B' ? stones : -stones
    const rate = 0.5 + lead / 20
    console.log('=' + id + '\\ninfo move C3 visits 9 winrate ' + rate + ' scoreLead ' + lead + ' order 0 pv C3 rootInfo winrate ' + rate + ' scoreLead ' + lead + ' visits 10')
  })`

/** Prints the values of a game with python-chess, variations after the moves they replace, as in our records. */
const READ_VALUES = `
import chess.pgn, json, sys
def values(node):
    found = []
    for child in node.variations:
        value = child.eval()
        white = value and value.white()
        score = value and (None if white.is_mate() else white.score())
        found.append(value and [score, white.mate(), child.eval_depth()])
        found += values(child)
    return found
print(json.dumps(values(chess.pgn.read_game(open(sys.argv[1])))))
`
const hasPythonChess = spawnSync('python3', ['-c', 'import chess.pgn']).status === 0

beforeAll(() => {
  process.env['XDG_CONFIG_HOME'] = folder
  writeFileSync(at('game.pgn'), GAME)
  const added = ludograph([
    'engines',
    'add',
    'sf',
    STOCKFISH.command,
    '--set',
    'Hash=16',
    '--',
    ...STOCKFISH.arguments!,
  ])
  expect(added.err).toContain('kept as sf')
})
afterAll(() => {
  if (before === undefined) delete process.env['XDG_CONFIG_HOME']
  else process.env['XDG_CONFIG_HOME'] = before
  rmSync(folder, { recursive: true })
})

function recordsOf(path: string): GameRecord[] {
  const { out } = ludograph(['convert', path, '-t', 'jsonl'])
  return out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as GameRecord)
}

describe('engines', () => {
  it('are kept by name, listed, tested and forgotten', () => {
    expect(JSON.parse(readFileSync(settings, 'utf8'))).toEqual({
      engines: [
        {
          name: 'sf',
          protocol: 'uci',
          command: STOCKFISH.command,
          arguments: STOCKFISH.arguments,
          options: { Hash: '16' },
          games: ['chess'],
        },
      ],
    })
    expect(ludograph(['engines', 'list']).out).toContain('sf  uci  chess')
    const tested = JSON.parse(ludograph(['engines', 'test', 'sf', '--json']).out) as {
      name: string
      results: { game: string; move: string }[]
    }
    expect(tested.name).toContain('Stockfish.js 10')
    expect(tested.results).toEqual([
      expect.objectContaining({ game: 'chess', move: expect.stringMatching(/^[a-h][1-8]/) as string }),
    ])
    expect(ludograph(['engines', 'add', 'sf', 'other']).err).toContain('--force replaces it')
    expect(ludograph(['engines', 'add', 'go', process.execPath, '--protocol', 'gtp', '--', '-e', GTP]).err).toContain(
      'Go script: go (gtp)',
    )
    expect(ludograph(['engines', 'remove', 'go']).code).toBe(0)
    expect(ludograph(['engines', 'remove', 'go'])).toMatchObject({ code: 2 })
  })

  it('are used by their path too, with what they speak found out, and list their options', () => {
    const words = [STOCKFISH.command, ...STOCKFISH.arguments!].map((word) => `"${word}"`).join(' ')
    const listed = ludograph(['engines', 'options', words])
    expect(listed.out).toMatch(/^Hash +\d+ to \d+ +16$/m)
    const options = JSON.parse(ludograph(['engines', 'options', words, '--json']).out) as {
      options: { name: string }[]
    }
    expect(options.options.map(({ name }) => name)).toContain('Skill Level')
    const out = at('by-path.pgn')
    const run = ludograph(['analyse', at('game.pgn'), '-o', out, '--engine', words, '--depth', '3'])
    expect(run.code).toBe(0)
    expect(readFileSync(out, 'utf8')).toContain('[%eval ')
    expect(ludograph(['engines', 'options', '/nowhere/engine'])).toMatchObject({ code: 2 })
  })

  it('that evaluated nothing are not named as annotators', () => {
    writeFileSync(at('small.sgf'), '(;GM[1]SZ[9];B[ee])')
    const refusing = GTP.replace(
      "if (word !== 'kata-analyze')",
      "if (word === 'boardsize') return console.log('?' + id + ' unacceptable size\\n')\n    if (word !== 'kata-analyze')",
    )
    const adding = ['engines', 'add', 'small', process.execPath, '--protocol', 'gtp', '--', '-e', refusing]
    expect(ludograph(adding).code).toBe(0)
    const out = at('small-out.sgf')
    const run = ludograph(['analyse', at('small.sgf'), '-o', out, '--engine', 'small', '--visits', '3'])
    expect(run.err).toContain('unacceptable size')
    expect(readFileSync(out, 'utf8')).not.toContain('AN[')
    expect(ludograph(['engines', 'remove', 'small']).code).toBe(0)
  })

  it('that do not start are not kept', () => {
    const run = ludograph([
      'engines',
      'add',
      'bad',
      process.execPath,
      '--protocol',
      'uci',
      '--',
      '-e',
      'process.exit(4)',
    ])
    expect(run).toMatchObject({ code: 3 })
    expect(run.err).toContain('exit code 4')
    expect(readFileSync(settings, 'utf8')).not.toContain('bad')
  })

  it('in a file of something else are not read', () => {
    const text = readFileSync(settings)
    for (const broken of ['{', '[]', '{"engines":[{"name":"x","command":7,"protocol":"uci"}]}']) {
      writeFileSync(settings, broken)
      expect(ludograph(['engines', 'list']).err).toContain('cannot be read')
    }
    writeFileSync(settings, text)
  })
})

describe('analyse', () => {
  it('writes evaluations, glyphs, better lines, and who played how', () => {
    const run = ludograph(['analyse', at('game.pgn'), '-o', at('out.pgn'), '--nodes', '3000', '--lines', '2', '--json'])
    expect(run.code).toBe(0)
    const [summary, conversion] = run.err
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown) as [
      { players: { name: string; moves: number; counts: { blunder: number } }[]; positions: number },
      { losses: unknown[] },
    ]
    expect(summary.players.map(({ name, moves, counts }) => [name, moves, counts.blunder])).toEqual([
      ['Ash', 2, 1],
      ['Birch', 2, 0],
    ])
    expect(summary.positions).toBe(4)
    expect(conversion.losses).toEqual([])
    const text = readFileSync(at('out.pgn'), 'utf8')
    expect(text).toMatch(/\[Annotator "Stockfish\.js/)
    // The author's glyph stays.
    expect(text).toMatch(/2\. g4 \$1 \{\[%eval #-1,\d+\] no!\} \(2\. /)
    const [record] = recordsOf(at('out.pgn'))
    expect(record!.nodes.filter(({ parent }) => parent === 2)).toHaveLength(3)
    expect(existsSync(at('out.pgn.analysis'))).toBe(false)
  })

  it('gives the same values in every format that holds them', () => {
    for (const name of ['same.pgn', 'same.jsonl', 'same.cbh']) {
      expect(ludograph(['analyse', at('game.pgn'), '-o', at(name), '--nodes', '2000']).code).toBe(0)
    }
    const nodesOf = (name: string) =>
      recordsOf(at(name))[0]!.nodes.map(({ evaluation, parent }) => [parent, evaluation])
    expect(nodesOf('same.jsonl')).toEqual(nodesOf('same.pgn'))
    expect(nodesOf('same.cbh')).toEqual(nodesOf('same.pgn'))
  })

  it('goes on where it was killed, with the same result', async () => {
    const moves =
      '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 10. Bc2 c5'
    writeFileSync(at('long.pgn'), `[White "Ash"]\n[Black "Birch"]\n\n${moves} *\n`.repeat(2))
    const words = (name: string) => ['analyse', at('long.pgn'), '-o', at(name), '--nodes', '20000']
    const cache = at('killed.pgn.analysis')
    const running = startLudograph(words('killed.pgn'))
    const linesIn = () => (existsSync(cache) ? readFileSync(cache, 'utf8').split('\n').length - 1 : 0)
    while (linesIn() < 5) await new Promise((resolve) => void setTimeout(resolve, 20))
    running.kill('SIGKILL')
    await running.ended
    const kept = linesIn()
    expect(kept).toBeLessThan(40)
    // As if it had been killed within a line.
    writeFileSync(cache, readFileSync(cache).subarray(0, -10))
    const again = ludograph(words('killed.pgn'))
    expect(again.err).toContain(`${kept - 1} evaluations kept from before`)
    expect(ludograph(words('whole.pgn')).code).toBe(0)
    expect(readFileSync(at('killed.pgn'), 'utf8')).toBe(readFileSync(at('whole.pgn'), 'utf8'))
    expect(existsSync(cache)).toBe(false)
  })

  it(
    'writes values that python-chess reads as we do',
    needs('tool', hasPythonChess, 'python3 has no module chess'),
    () => {
      const moves = '1. e4 e5 2. Qh5 Ke7 (2... g6) 3. Qxe5#'
      writeFileSync(at('peer.pgn'), `[White "Ash"]\n[Black "Birch"]\n\n${moves} 1-0\n`)
      expect(ludograph(['analyse', at('peer.pgn'), '-o', at('peers.pgn'), '--nodes', '3000']).code).toBe(0)
      const read = spawnSync('python3', ['-c', READ_VALUES, at('peers.pgn')], { encoding: 'utf8' })
      const expected = recordsOf(at('peers.pgn'))[0]!
        .nodes.slice(1)
        .map(({ evaluation }) =>
          evaluation ? [evaluation.centipawns ?? null, evaluation.mate ?? null, evaluation.depth ?? null] : null,
        )
      expect(expected.filter((value) => value !== null).length).toBeGreaterThan(3)
      expect(JSON.parse(read.stdout)).toEqual(expected)
    },
  )

  it('keeps a cache that was asked for', () => {
    const words = ['analyse', at('game.pgn'), '-t', 'pgn', '--nodes', '1000', '--cache', at('cache')]
    const first = ludograph(words)
    const second = ludograph(words)
    expect(first.err).toContain('4 positions evaluated')
    expect(second.err).toContain('0 positions evaluated by Stockfish.js')
    expect(second.err).toContain('4 from before')
    expect(second.out).toBe(first.out)
    expect(ludograph([...words, '--lines', '2']).err).toContain('4 positions evaluated')
  })

  it('gives Go chances and leads, from an engine that dies now and then', () => {
    ludograph(['engines', 'add', 'go', process.execPath, '--protocol', 'gtp', '--', '-e', GTP, 'dies'])
    writeFileSync(at('game.sgf'), '(;GM[1]FF[4]SZ[9]KM[5.5];B[ee];W[cc];B[gg];W[cg];B[gc])')
    const run = ludograph(['analyse', at('game.sgf'), '-o', at('out.sgf'), '--visits', '5', '--engine', 'go'])
    expect(run.code).toBe(0)
    expect(run.err).toContain('6 positions evaluated by Go script')
    const text = readFileSync(at('out.sgf'), 'utf8').replaceAll(/\s/g, '')
    expect(text).toContain(';B[ee]SBKV[55]SBKS[1]')
    expect(text).toContain('SBKV[75]SBKS[5]')
    expect(recordsOf(at('out.sgf'))[0]!.nodes[0]!.evaluation).toEqual({ winrate: 0.5, scoreLead: 0 })
  })

  it('takes its engines along when it is interrupted', async () => {
    // It never answers, would stay when nobody listens any more, and shows that it lives.
    const beat = at('beat')
    const deaf = `setInterval(() => require('node:fs').appendFileSync(${JSON.stringify(beat)}, '.'), 20)
      require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
        if (line === 'uci') console.log('id name Deaf\\nuciok')
        if (line === 'isready') console.log('readyok')
      })`
    ludograph(['engines', 'add', 'deaf', process.execPath, '--protocol', 'uci', '--', '-e', deaf])
    rmSync(beat)
    const running = startLudograph([
      'analyse',
      at('game.pgn'),
      '-o',
      at('never.pgn'),
      '--engine',
      'deaf',
      '--depth',
      '9',
    ])
    const wait = async (milliseconds: number) => await new Promise((resolve) => void setTimeout(resolve, milliseconds))
    while (!existsSync(beat)) await wait(20)
    running.kill('SIGINT')
    expect((await running.ended).code).toBe(130)
    const beats = () => readFileSync(beat).length
    const isStill = async () => {
      const before = beats()
      await wait(500)
      return beats() === before
    }
    await expect.poll(isStill, { timeout: 600_000 }).toBe(true)
    expect(existsSync(at('never.pgn'))).toBe(false)
  })

  it('takes the games of a database, and says what it cannot do', () => {
    expect(ludograph(['import', at('games.db'), at('game.pgn'), at('long.pgn')]).code).toBe(0)
    const run = ludograph(['analyse', at('games.db'), '--event', 'Evening', '-o', at('found.pgn'), '--depth', '3'])
    expect(run.err).toContain('1 game, 4 positions evaluated')
    const saved = ludograph(['analyse', at('games.db'), '--event', 'Evening', '--save', '--depth', '3'])
    expect([saved.code, saved.err]).toMatchObject([0, expect.stringMatching(/\d games? saved in .*games\.db/)])
    expect(ludograph(['export', at('games.db'), '--event', 'Evening', '-o', at('saved.jsonl')]).code).toBe(0)
    expect(readFileSync(at('saved.jsonl'), 'utf8')).toContain('"evaluation"')
    expect(ludograph(['verify', at('games.db')]).code).toBe(0)
    expect(existsSync(`${at('games.db')}.analysis`)).toBe(false)
    for (const source of ['games.db', 'long.pgn']) {
      const two = ludograph(['analyse', at(source), '--limit', '1', '-o', at('first.jsonl'), '--force', '--depth', '1'])
      expect([two.code, recordsOf(at('first.jsonl')).length]).toEqual([0, 1])
    }
    for (const words of [
      [at('game.pgn'), '--save'],
      [at('games.db'), '--save', '-o', at('no.pgn')],
    ]) {
      expect(ludograph(['analyse', ...words])).toMatchObject({ code: 2 })
    }
    expect(ludograph(['analyse', at('game.pgn'), '-o', at('no.pgn'), '--engine', 'nobody'])).toMatchObject({ code: 2 })
    expect(ludograph(['analyse', at('game.sgf'), '-o', at('no.sgf'), '--engine', 'sf', '--depth', '1']).err).toContain(
      'does not play',
    )
    expect(existsSync(at('no.pgn')) || existsSync(at('no.sgf'))).toBe(false)
  })
})

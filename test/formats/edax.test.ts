/** Edax, the strongest program of Othello, as a peer: it reads all that we write, and we read all that it writes. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { MemorySinkSet } from '../../src/bytes/sink.ts'
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import { ggf } from '../../src/formats/ggf/format.ts'
import type { WritableFormat } from '../../src/formats/format.ts'
import { othelloText } from '../../src/formats/othello-text/format.ts'
import { pgn } from '../../src/formats/pgn/format.ts'
import { sgf } from '../../src/formats/sgf/format.ts'
import { wthor } from '../../src/formats/wthor/format.ts'
import { makePass, moveColour, moveTo, isPass } from '../../src/model/move.ts'
import { emptyRecord, type GameRecord } from '../../src/model/record.ts'
import { mainLineMoves } from '../../src/model/tree.ts'
import { formatOthelloSquare, OthelloPosition } from '../../src/rules/othello/index.ts'
import { makeExampleFiles } from '../support/othello-example.ts'
import { randomOthelloGame } from '../support/othello-games.ts'
import { seededRandom } from '../support/random.ts'
import { systemProgram } from '../support/system-program.ts'

const edax = systemProgram('edax')

const folder = mkdtempSync(join(tmpdir(), 'ludograph-edax-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Formats that Edax knows by these extensions (base.c, `base_load`). */
const FORMATS: readonly (readonly [string, WritableFormat])[] = [
  ['wtb', wthor],
  ['ggf', ggf],
  ['sgf', sgf],
  ['pgn', pgn],
  ['txt', othelloText],
]

/** Edax's `base convert`. It takes a command when it shows its prompt, and needs the weights of its evaluation to start. */
async function convert(from: string, to: string): Promise<void> {
  const data = [dirname(dirname(edax.command)), dirname(edax.command)].find((each) =>
    existsSync(join(each, 'data/eval.dat')),
  )
  const child = spawn(edax.command, ['-n', '1', '-l', '4'], { cwd: data, stdio: ['pipe', 'pipe', 'ignore'] })
  const prompts = ['quit\n', `base convert ${from} ${to}\n`]
  let line = ''
  child.stdout.setEncoding('latin1').on('data', (text: string) => {
    line = (line + text).slice((line + text).lastIndexOf('\n') + 1)
    if (!line.startsWith('>')) return
    line = ''
    const command = prompts.pop()
    if (command !== undefined) child.stdin.write(command)
  })
  await new Promise((resolve, reject) => child.on('exit', resolve).on('error', reject))
}

let count = 0
const path = (extension: string) => join(folder, `games-${count++}.${extension}`)

async function fileOf(extension: string, format: WritableFormat, records: readonly GameRecord[]): Promise<string> {
  const out = new MemorySinkSet(`games.${extension}`)
  const settings: Record<string, string> = format === wthor ? { created: '2001-12-31', 'first-move': 'keep' } : {}
  const writer = await format.write(out, { settings })
  for (const record of records) expect(writer.add(record).written).toBe(true)
  writer.finish()
  const file = path(extension)
  writeFileSync(file, out.files.get(`games.${extension}`)!)
  return file
}

/** The discs of each game in turn, as Edax writes them as text. */
function lineOf(record: GameRecord, withPasses = false): string {
  const board = new OthelloPosition(8, 8)
  const moves = mainLineMoves(record.nodes).filter((move) => withPasses || !isPass(move))
  return moves.map((move) => (isPass(move) ? 'PA' : formatOthelloSquare(board, moveTo(move)).toUpperCase())).join('')
}

async function read(file: string, format: WritableFormat): Promise<GameRecord[]> {
  const collection = await format.open(new MemoryFileSet(new MemorySource(file, new Uint8Array(readFileSync(file)))))
  return [...collection.entries()].flatMap(({ record }) => record ?? [])
}

const example = await read(await exampleFile(), wthor)

async function exampleFile(): Promise<string> {
  const file = join(folder, 'WTH_2001.wtb')
  const found = [...(await makeExampleFiles())].find(([name]) => name.endsWith('.wtb'))!
  writeFileSync(file, found[1])
  return file
}

/** Games of all lengths, with passes that are written or left to the rules, and with what only we read of an SGF. */
function madeGames(): GameRecord[] {
  const random = seededRandom(46)
  return Array.from({ length: 40 }, (_, index) => {
    const record = emptyRecord('othello')
    record.header.players = [{ name: 'Adler [Ida]: \\ "é"' }, { name: '名人' }]
    record.native = { other: { path: 'C:\\games (1);', list: [1, [2, ']']], text: 'é'.repeat(index * 20) } }
    const board = new OthelloPosition(8, 8)
    for (const move of randomOthelloGame(random).moves) {
      if (isPass(move) && index % 2 === 0) continue
      if (board.passing !== undefined && !isPass(move) && index % 2 === 1) {
        record.nodes.push({ parent: record.nodes.length - 1, move: makePass(moveColour(move)) })
      }
      board.play(move)
      const node = { parent: record.nodes.length - 1, move }
      const evaluation = { winrate: 0.123456, centipawns: 250, source: 'Edax' }
      record.nodes.push(
        index % 3 === 0
          ? { ...node, evaluation, comments: [{ text: 'a [b] ; c:d\\', placement: 'after' as const }] }
          : node,
      )
    }
    return record
  })
}

/**
 * What Edax reads of games in a format, whoever wrote them. In PGN it drops the last game of a file, as it reads on to the next
 * tag; in SGF a pass is one of the sixty moves of a game (game.c, `game_import_pgn` and `game_import_sgf`).
 */
function readable(extension: string, games: readonly GameRecord[]): string[] {
  if (extension === 'pgn') return games.slice(0, -1).map((game) => lineOf(game))
  return games.map((game) => (extension === 'sgf' ? lineOf(game, true).slice(0, 2 * 60) : lineOf(game)))
}

describe('Edax', edax.options, () => {
  describe.each([
    ['the example', () => example],
    ['made games', madeGames],
  ])('%s', (_, games) => {
    it.each(FORMATS)('reads our %s', async (extension, format) => {
      const out = path('txt')
      await convert(await fileOf(extension, format, games()), out)
      expect(readFileSync(out, 'latin1').trimEnd().split('\n')).toEqual(readable(extension, games()))
    })

    it.each(FORMATS)('writes %s that we read', async (extension, format) => {
      const out = path(extension)
      await convert(await fileOf('txt', othelloText, games()), out)
      expect((await read(out, format)).map((game) => lineOf(game))).toEqual(games().map((game) => lineOf(game)))
    })
  })
})

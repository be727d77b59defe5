/** The index of the positions in open files, as the worker of the page builds it. */
import { describe, expect, it } from 'vitest'
import { MACHINE_STYLES, rulesOf } from '../../src/rules/index.ts'
import type { Game, GameRecord } from '../../src/model/record.ts'
import { mainLine } from '../../src/model/tree.ts'
import { exploreFiles, type OpenGames } from '../../web/src/worker/exploring.ts'
import { randomGames } from '../support/random-games.ts'

/** Asks again until all games have been read; every reply on the way counts no game that has not been. */
async function explored(games: OpenGames, game: Game, text: string) {
  for (;;) {
    const reply = exploreFiles(games, game, text)
    expect(reply.facts.games).toBeLessThanOrEqual(reply.read)
    if (reply.isDone) return reply
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

const open = (records: readonly (GameRecord | undefined)[]): OpenGames => ({
  count: records.length,
  entry: (index) => {
    const record = records[index]
    if (!record) throw new TypeError('a game that cannot be read')
    return { index, record, issues: [] }
  },
})

/** How often each first move was played, as programs write it. */
function firstMoves(game: Game, records: readonly GameRecord[]): Map<string, number> {
  const counts = new Map<string, number>()
  const rules = rulesOf(game)
  for (const { nodes } of records) {
    const [first] = mainLine(nodes)
    const move = first === undefined ? undefined : nodes[first]!.move
    if (move === undefined) continue
    const word = rules.writeMove(rules.start(), move, MACHINE_STYLES[game])
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

describe('the positions of open files', () => {
  it('are counted as they are played, over many sorted parts', async () => {
    const records = randomGames('chess', 9000, 5, 60)
    const rules = rulesOf('chess')
    const start = rules.start()
    const { facts, read, samples } = await explored(open(records), 'chess', rules.format(start))
    expect([facts.games, read, samples.length]).toEqual([9000, 9000, 6])
    const moves = facts.moves.map(({ move, games }) => [rules.writeMove(start, move, 'uci'), games] as const)
    expect(new Map(moves)).toEqual(firstMoves('chess', records))
    expect(new Set(moves.map(([move]) => move)).size).toBe(moves.length)
  })

  it('of games that cannot be read are left out, and other kinds of games do not count', async () => {
    const [first, second] = randomGames('chess', 2, 1, 20)
    const go = randomGames('go', 3, 1, 20)
    const games = open([first, undefined, ...go, second])
    const start = (game: Game) => rulesOf(game).format(rulesOf(game).start(game === 'go' ? go[0]! : {}))
    expect((await explored(games, 'chess', start('chess'))).facts.games).toBe(2)
    expect((await explored(games, 'go', start('go'))).facts.games).toBe(3)
    expect((await explored(games, 'othello', start('othello'))).facts.games).toBe(0)
  })
})

/**
 * GTP and KataGo's JSON with scripts. KataGo itself was not at hand: its lines here were written after the examples in
 * its docs/GTP_Extensions.md and docs/Analysis_Engine.md.
 */
import { describe, expect, it } from 'vitest'
import { openEngine, taskAt, type Task } from '../../src/engines/index.ts'
import { makePlacement } from '../../src/model/move.ts'
import { emptyRecord } from '../../src/model/record.ts'
import { scripted, type Script } from '../support/scripted-engine.ts'

const QUICK = { start: 0.3, answer: 0.3, search: 0.3 }

/** A square of a 9x9 board by its column and its row from the bottom, from 1. */
const at = (column: number, row: number) => (9 - row) * 9 + column - 1

/** Black E5, then perhaps White C3: on 9x9 with komi 5.5. */
function game(moves = 1): Task {
  const record = emptyRecord('go')
  record.size = { columns: 9, rows: 9 }
  record.header.rules = { komi: 5.5, name: 'Japanese' }
  const stones = [makePlacement(at(5, 5), 1), makePlacement(at(3, 3), 2)]
  for (const move of stones.slice(0, moves)) record.nodes.push({ parent: record.nodes.length - 1, move })
  return taskAt(record, moves)
}

/** Black stones that are set up, then White E5. */
function handicap(...squares: number[]): Task {
  const record = emptyRecord('go')
  record.size = { columns: 9, rows: 9 }
  record.nodes[0]!.edits = [{ squares, piece: '1' }]
  record.nodes[0]!.turn = 2
  record.nodes.push({ parent: 0, move: makePlacement(at(5, 5), 2) })
  return taskAt(record, 1)
}

async function rejection(promise: Promise<unknown>): Promise<string> {
  return await promise.then(
    () => 'none',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  )
}

/** A script of GTP: answers by command; a function also gets to say more. */
function gtp(
  commands: Readonly<Record<string, string | ((say: (...lines: string[]) => void) => string | undefined)>>,
): Script {
  return (line, say, end) => {
    if (line === 'quit') return end('exit code 0')
    if (line === '') return say('')
    const [id, name = '', ...rest] = line.split(' ')
    if (name === 'list_commands') return say(`=${id} ${Object.keys(commands).join('\n')}`, '')
    const answer = commands[`${name} ${rest[0]}`] ?? commands[name]
    if (answer === undefined) return say(`?${id} unknown command`, '')
    const text = typeof answer === 'string' ? answer : answer((...lines) => say(`=${id}`, ...lines))
    if (text !== undefined) say(`=${id} ${text}`, '')
  }
}

const BASE = { name: 'Script', boardsize: '', clear_board: '', komi: '', play: '' }

describe('GTP', () => {
  it('reads kata-analyze from the view of Black, until there are enough playouts', async () => {
    const board = Array.from({ length: 81 }, (_, square) => (square === 0 ? 0.5 : -0.25)).join(' ')
    const line = (visits: number) =>
      `info move C3 visits ${visits - 2} edgeVisits 5 utility 0.1 winrate 0.75 scoreMean 2.5 scoreStdev 9 scoreLead 2.5 prior 0.2 order 0 pv C3 G7 pass info move K9 visits 2 winrate 0.4 scoreLead -1 order 1 pv K9 rootInfo visits ${visits} winrate 0.7 scoreLead 2.25 ownership ${board}`
    const { connect, heard } = scripted(
      gtp({
        ...BASE,
        'kata-set-rules': '',
        'kata-analyze': (say) => {
          say(line(10), line(50))
          return undefined
        },
      }),
    )
    const engine = await openEngine('gtp', connect, QUICK)
    const evaluation = await engine.analyse(game(), { limit: { visits: 40 }, lines: 3, ownership: true })
    expect(evaluation).toMatchObject({ winrate: 0.3, scoreLead: -2.25, visits: 50, source: 'Script' })
    expect(evaluation.ownership!.slice(0, 2)).toEqual([-0.5, 0.25])
    // K9 is not on this board.
    expect(evaluation.lines).toEqual([
      {
        moves: [makePlacement(at(3, 3), 2), makePlacement(at(7, 7), 1), expect.any(Number)],
        winrate: 0.25,
        scoreLead: -2.5,
        visits: 48,
      },
    ])
    expect(heard.map((said) => said.replace(/^[0-9]+ /, ''))).toEqual([
      'name',
      'list_commands',
      'boardsize 9',
      'clear_board',
      'komi 5.5',
      'kata-set-rules japanese',
      'play B E5',
      'kata-analyze W 10 rootInfo true ownership true',
      '',
    ])
  })

  it('reads past lists of numbers that it has no use for, however long', async () => {
    const lists = ['ownershipStdev', 'movesOwnership', 'movesOwnershipStdev', 'pvVisits', 'pvEdgeVisits']
    for (const list of lists) {
      for (const numbers of ['0.5', '0.5 0.25', '0.5 0.25 1e-3']) {
        const line = `info move C3 visits 30 ${list} ${numbers} winrate 0.75 order 0 pv C3 ${list} ${numbers} info move G7 visits 20 winrate 0.5 pv G7`
        const { connect } = scripted(gtp({ ...BASE, 'kata-analyze': (say) => (say(line), undefined) }))
        const engine = await openEngine('gtp', connect, QUICK)
        const { lines } = await engine.analyse(game(), { limit: { visits: 40 }, lines: 2 })
        expect([list, numbers, ...lines!.map(({ visits, winrate }) => [visits, winrate])]).toEqual([
          list,
          numbers,
          [30, 0.25],
          [20, 0.5],
        ])
      }
    }
  })

  it('sets up the stones of the start, before the moves and again when they change', async () => {
    const { connect, heard } = scripted(gtp({ ...BASE, reg_genmove: 'pass' }))
    const engine = await openEngine('gtp', connect, QUICK)
    const setups = async (task: Task) => {
      const before = heard.length
      await engine.analyse(task, { limit: {} })
      return heard
        .slice(before)
        .map((said) => said.replace(/^[0-9]+ /, ''))
        .filter((said) => said.startsWith('play'))
    }
    expect(await setups(handicap(at(3, 3), at(7, 7)))).toEqual(['play B G7', 'play B C3', 'play W E5'])
    expect(await setups(handicap(at(3, 3), at(7, 7)))).toEqual([])
    expect(await setups(handicap(at(3, 3), at(7, 3)))).toEqual(['play B C3', 'play B G3', 'play W E5'])
  })

  it('plays on from the position it knows', async () => {
    const { connect, heard } = scripted(
      gtp({
        ...BASE,
        'lz-analyze': (say) => {
          say('info move D4 visits 9 winrate 2500 order 0 pv D4')
          return undefined
        },
      }),
    )
    const engine = await openEngine('gtp', connect, QUICK)
    await engine.analyse(game(1), { limit: { visits: 5 } })
    const before = heard.length
    const evaluation = await engine.analyse(game(2), { limit: { visits: 5 } })
    expect(heard.slice(before).map((said) => said.replace(/^[0-9]+ /, ''))).toEqual([
      'play W C3',
      'lz-analyze B 10',
      '',
    ])
    expect(evaluation).toMatchObject({ winrate: 0.25, visits: 9 })
  })

  it('makes do with a program that only plays', async () => {
    const { connect } = scripted(
      gtp({ ...BASE, reg_genmove: 'D4', estimate_score: 'W+3.5 (upper bound: 3.5, lower: 1.0)' }),
    )
    const engine = await openEngine('gtp', connect, QUICK)
    expect(await engine.analyse(game(), { limit: { visits: 5 } })).toEqual({
      source: 'Script',
      scoreLead: -3.5,
      lines: [{ moves: [makePlacement(at(4, 4), 2)] }],
    })
    expect(await engine.choose(game(), {})).toBe(makePlacement(at(4, 4), 2))
  })

  it('takes no move on a stone, and knows resignation', async () => {
    const choose = async (answer: string) =>
      await (await openEngine('gtp', scripted(gtp({ ...BASE, genmove: answer })).connect, QUICK)).choose(game(), {})
    expect(await rejection(choose('E5'))).toBe('engine/illegal-move')
    expect(await rejection(choose('Z99'))).toBe('engine/illegal-move')
    expect(await choose('resign')).toBeUndefined()
    expect(await choose('PASS')).toBeTypeOf('number')
  })

  it('says what was refused', async () => {
    const { connect } = scripted(gtp({ ...BASE, name: 'Script', boardsize: undefined as never }))
    const engine = await openEngine('gtp', connect, QUICK)
    await expect(engine.analyse(game(), { limit: {} })).rejects.toThrow(
      'the engine refused “boardsize 9”: unknown command',
    )
  })

  it('gives up on an engine that never answers', async () => {
    expect(await rejection(openEngine('gtp', scripted(() => undefined).connect, QUICK))).toBe('engine/silent')
  })
})

describe('KataGo', () => {
  const info = { move: 'C3', visits: 90, winrate: 0.62, scoreLead: 1.5, order: 0, pv: ['C3', 'G7'] }
  const answer = (id: unknown, more = {}) =>
    JSON.stringify({
      id,
      turnNumber: 1,
      isDuringSearch: false,
      moveInfos: [{ ...info, move: 'D4', order: 1, pv: ['D4'] }, info],
      rootInfo: { winrate: 0.61, scoreLead: 1.25, visits: 100, currentPlayer: 'W' },
      ...more,
    })

  const katago =
    (onQuery: (query: { id: string; moves: unknown[] }, say: (...lines: string[]) => void) => void): Script =>
    (line, say) => {
      const query = JSON.parse(line) as { id: string; action?: string; moves: unknown[] }
      if (query.action === 'query_version') say(JSON.stringify({ ...query, version: '1.16.4' }))
      else if (query.action !== undefined) say(JSON.stringify(query))
      else onQuery(query, say)
    }

  it('evaluates many positions at a time and returns each result for its own', async () => {
    const waiting: string[] = []
    const { connect, heard } = scripted(
      katago(({ id, moves }, say) => {
        waiting.push(answer(id, { rootInfo: { winrate: moves.length / 10, scoreLead: 1, visits: 5 } }))
        if (waiting.length === 2) say('a line of the log', waiting[1]!, waiting[0]!)
      }),
    )
    const engine = await openEngine('katago', connect, QUICK)
    expect(engine).toMatchObject({ name: 'KataGo 1.16.4', parallel: 16 })
    const [one, two] = await Promise.all([1, 2].map((moves) => engine.analyse(game(moves), { limit: { visits: 5 } })))
    expect(one!.winrate).toBe(0.1)
    expect(two!.winrate).toBe(0.2)
    expect(JSON.parse(heard[1]!)).toEqual({
      id: 'q2',
      moves: [['B', 'E5']],
      initialStones: [],
      initialPlayer: 'B',
      rules: 'japanese',
      komi: 5.5,
      boardXSize: 9,
      boardYSize: 9,
      overrideSettings: { reportAnalysisWinratesAs: 'BLACK' },
      maxVisits: 5,
    })
  })

  it('is told the stones of the start and who begins', async () => {
    const { connect, heard } = scripted(katago(({ id }, say) => say(answer(id))))
    const engine = await openEngine('katago', connect, QUICK)
    await engine.analyse(handicap(at(3, 3), at(7, 7)), { limit: { visits: 5 } })
    expect(JSON.parse(heard[1]!)).toMatchObject({
      initialStones: [
        ['B', 'G7'],
        ['B', 'C3'],
      ],
      initialPlayer: 'W',
      moves: [['W', 'E5']],
    })
  })

  it('gives lines in their order, and ownership', async () => {
    const { connect } = scripted(
      katago(({ id }, say) => say(answer(id, { ownership: Array.from({ length: 81 }, () => 0.5) }))),
    )
    const engine = await openEngine('katago', connect, QUICK)
    const evaluation = await engine.analyse(game(), { limit: { visits: 5 }, lines: 5, ownership: true })
    expect(evaluation).toMatchObject({ winrate: 0.61, scoreLead: 1.25, visits: 100, source: 'KataGo 1.16.4' })
    expect(evaluation.lines!.map(({ moves }) => moves)).toEqual([
      [makePlacement(at(3, 3), 2), makePlacement(at(7, 7), 1)],
      [makePlacement(at(4, 4), 2)],
    ])
    expect(evaluation.ownership).toHaveLength(81)
  })

  it('reports during a search, and is stopped', async () => {
    let current = ''
    const script: Script = (line, say) => {
      const query = JSON.parse(line) as { id: string; action?: string }
      if (query.action === 'query_version') say(JSON.stringify({ ...query, version: '1' }))
      else if (query.action === 'terminate') say(answer(current, { rootInfo: { winrate: 0.9, visits: 77 } }))
      else say(answer((current = query.id), { isDuringSearch: true }))
    }
    const engine = await openEngine('katago', scripted(script).connect, QUICK)
    const stop = new AbortController()
    const search = engine.analyse(game(), { limit: {}, signal: stop.signal, onUpdate: () => stop.abort() })
    expect(await search).toMatchObject({ winrate: 0.9, visits: 77 })
  })

  it('is asked for one playout of a position whose search was stopped before it had any', async () => {
    const asked: { maxVisits: number; reportDuringSearchEvery?: number }[] = []
    const script: Script = (line, say) => {
      const query = JSON.parse(line) as { id: string; action?: string; maxVisits: number; terminateId: string }
      if (query.action === 'query_version') return say(JSON.stringify({ ...query, version: '1.18.1' }))
      // What KataGo 1.18.1 says of a search that was stopped at once.
      if (query.action === 'terminate') {
        return say(JSON.stringify({ id: query.terminateId, isDuringSearch: false, noResults: true, turnNumber: 1 }))
      }
      asked.push(query)
      if (query.maxVisits === 1) say(answer(query.id, { rootInfo: { winrate: 0.55, visits: 1 } }))
    }
    const engine = await openEngine('katago', scripted(script).connect, QUICK)
    const found = await engine.analyse(game(), { limit: {}, signal: AbortSignal.abort() })
    expect(found).toMatchObject({ winrate: 0.55, visits: 1 })
    expect(asked.map(({ maxVisits }) => maxVisits)).toEqual([1_000_000_000, 1])
  })

  it('searches for its time from when it first tells of the position', async () => {
    let current = ''
    let isTold = false
    let isStoppedEarly = false
    const script: Script = (line, say) => {
      const query = JSON.parse(line) as { id: string; action?: string }
      if (query.action === 'query_version') return say(JSON.stringify({ ...query, version: '1' }))
      if (query.action === 'terminate') {
        isStoppedEarly = !isTold
        return say(answer(current))
      }
      current = query.id
      // It tunes itself for longer than the search is to take.
      setTimeout(() => {
        isTold = true
        say(answer(current, { isDuringSearch: true }))
      }, 100)
    }
    const patient = { start: 60, answer: 60, search: 60 }
    const engine = await openEngine('katago', scripted(script).connect, patient)
    expect(await engine.analyse(game(), { limit: { seconds: 0.01 } })).toMatchObject({ visits: 100 })
    expect(isStoppedEarly).toBe(false)
  })

  it('has values of as many digits as mean something', async () => {
    const rootInfo = { winrate: 0.966360419, scoreLead: -0.0012345, visits: 5 }
    const { connect } = scripted(katago(({ id }, say) => say(answer(id, { rootInfo }))))
    const engine = await openEngine('katago', connect, QUICK)
    const { winrate, scoreLead } = await engine.analyse(game(), { limit: { visits: 5 } })
    expect({ winrate, scoreLead }).toEqual({ winrate: 0.9664, scoreLead: 0 })
  })

  it('says what it refuses, and hears no rubbish', async () => {
    const refusing = scripted(
      katago(({ id }, say) => say(JSON.stringify({ error: 'Must be at most 19', field: 'boardXSize', id }))),
    )
    const engine = await openEngine('katago', refusing.connect, QUICK)
    await expect(engine.analyse(game(), { limit: {} })).rejects.toThrow('refused “boardXSize”: Must be at most 19')
    const rubbish = scripted(
      katago(({ id }, say) =>
        say(
          '{',
          '[]',
          '{"id":7}',
          `{"id":"${id}","moveInfos":[{"move":7,"pv":[3]},null],"rootInfo":{"winrate":"x","scoreLead":1e999},"ownership":[1]}`,
        ),
      ),
    )
    const other = await openEngine('katago', rubbish.connect, QUICK)
    expect(await other.analyse(game(), { limit: { visits: 1 } })).toEqual({ source: 'KataGo 1.16.4' })
  })
})

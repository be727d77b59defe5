/** Engines as processes: real ones, and programs that behave badly. */
import { afterEach, describe, expect, it } from 'vitest'
import { Crew, EngineError, openEngine, taskAt, type Engine, type Protocol } from '../../src/engines/index.ts'
import type { Evaluation } from '../../src/model/annotation.ts'
import { makePlacement } from '../../src/model/move.ts'
import { emptyRecord, type Game } from '../../src/model/record.ts'
import { connectProcess, LastLines, type EngineCommand } from '../../src/node/engine-process.ts'
import { rulesOf } from '../../src/rules/index.ts'
import { STOCKFISH, systemEngine } from '../support/engines.ts'

const running: Engine[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((engine) => engine.quit()))
})

async function open(protocol: Protocol, command: EngineCommand): Promise<Engine> {
  const engine = await openEngine(protocol, connectProcess(command))
  running.push(engine)
  return engine
}

function task(game: Game, setup?: string, variant?: string) {
  return taskAt(
    { ...emptyRecord(game), ...(setup !== undefined && { setup }), ...(variant !== undefined && { variant }) },
    0,
  )
}

/** A program given as text. */
function program(text: string): EngineCommand {
  return { command: process.execPath, arguments: ['-e', text] }
}

const MATED_NEXT = '6k1/8/8/8/8/1r6/r7/7K w - - 0 1'

describe.each([
  { name: 'Stockfish.js', command: STOCKFISH, options: {} },
  { name: 'Stockfish', ...systemEngine('stockfish') },
  { name: 'Fairy-Stockfish', ...systemEngine('fairy-stockfish') },
])('$name', ({ name, command, options }) => {
  it('analyses chess', options, async () => {
    const engine = await open('uci', command)
    expect(engine.name).toContain(name)
    const evaluation = await engine.analyse(task('chess'), { limit: { nodes: 3000 }, lines: 3 })
    expect(evaluation.lines).toHaveLength(3)
    expect(evaluation.nodes).toBeGreaterThan(1000)
    expect(Math.abs(evaluation.centipawns!)).toBeLessThan(200)
  })

  it('sees White mated, and knows positions without moves', options, async () => {
    const engine = await open('uci', command)
    expect((await engine.analyse(task('chess', MATED_NEXT), { limit: { depth: 5 } })).mate).toBe(-1)
    const stalemate = await engine.analyse(task('chess', 'k7/2Q5/1K6/8/8/8/8/8 b - - 0 1'), { limit: { depth: 3 } })
    expect(stalemate).toMatchObject({ centipawns: 0 })
    expect(stalemate.lines).toBeUndefined()
  })

  it('castles in Chess960 as records do', options, async () => {
    const engine = await open('uci', command)
    const castling = 'r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1'
    const { lines } = await engine.analyse(task('chess', castling, 'chess960'), { limit: { depth: 4 }, lines: 40 })
    const rules = rulesOf('chess')
    const position = rules.start({ setup: castling, variant: 'chess960' })
    const written = lines!.map(({ moves }) => rules.writeMove(position, moves[0]!))
    expect(written).toEqual(expect.arrayContaining(['O-O', 'O-O-O']))
  })

  it('stops when asked to, and resumes', options, async () => {
    const engine = await open('uci', command)
    const stop = new AbortController()
    const evaluation = await engine.analyse(task('chess'), {
      limit: {},
      signal: stop.signal,
      onUpdate: () => stop.abort(),
    })
    expect(evaluation.depth).toBeGreaterThan(0)
    expect(await engine.choose(task('chess'), { depth: 2 })).toBeTypeOf('number')
  })

  it('gives the same at the same number of positions, once it has forgotten all', options, async () => {
    const engine = await open('uci', command)
    const results: Evaluation[] = []
    for (let run = 0; run < 2; run++) {
      await engine.newGame()
      results.push(await engine.analyse(task('chess'), { limit: { nodes: 5000 } }))
    }
    for (const result of results) delete result.seconds
    expect(results[0]).toEqual(results[1])
  })
})

const fairy = systemEngine('fairy-stockfish')
it('Fairy-Stockfish analyses xiangqi, in UCI and in UCCI', fairy.options, async () => {
  for (const protocol of ['uci', 'ucci'] as const) {
    const engine = await open(protocol, fairy.command)
    const record = emptyRecord('xiangqi')
    record.nodes.push({ parent: 0, move: rulesOf('xiangqi').readMove(rulesOf('xiangqi').start(), '炮二平五')! })
    const evaluation = await engine.analyse(taskAt(record, 1), { limit: { depth: 5 }, lines: 2 })
    expect(evaluation.lines).toHaveLength(2)
    expect(Math.abs(evaluation.centipawns!)).toBeLessThan(300)
  }
})

const gnugo = systemEngine('gnugo', '--mode', 'gtp', '--level', '1')
it('GNU Go says a move and its estimate of the score', gnugo.options, async () => {
  const engine = await open('gtp', gnugo.command)
  expect(engine.name).toBe('GNU Go')
  const record = emptyRecord('go')
  record.size = { columns: 9, rows: 9 }
  record.header.rules = { komi: 5.5 }
  record.nodes.push({ parent: 0, move: makePlacement(40, 1) })
  const evaluation = await engine.analyse(taskAt(record, 1), { limit: {} })
  expect(evaluation.scoreLead).toBeTypeOf('number')
  expect(evaluation.lines).toHaveLength(1)
})

describe('programs', () => {
  const attempt = async (command: EngineCommand, seconds = 600) =>
    await openEngine('uci', connectProcess(command), { start: seconds, answer: seconds, search: seconds }).then(
      () => 'opened',
      (error: Error) => error.message,
    )

  it('that are missing, fail or are silent are distinguished', async () => {
    expect(await attempt({ command: '/nowhere/engine' })).toContain('ENOENT')
    expect(await attempt(program('console.error("no net"); process.exit(3)'))).toBe(
      'the engine ended: exit code 3: no net',
    )
    expect(await attempt(program('setInterval(() => 0, 1000)'), 2)).toBe('the engine did not answer for 2 seconds')
  })

  it('are given time while they write to standard error or work: some tune themselves for minutes', async () => {
    const answer = "console.log('id name Slow\\nuciok'); process.stdin.on('data', () => console.log('readyok'))"
    const writes = `setInterval(() => console.error('Tuning'), 50); setTimeout(() => { ${answer} }, 7000)`
    const works = `const end = Date.now() + 7000; while (Date.now() < end); ${answer}`
    const patience = { start: 3, answer: 600, search: 600 }
    const printed = new LastLines()
    const start = (text: string, limit?: number) =>
      openEngine('uci', connectProcess(program(text), { printed }), {
        ...patience,
        ...(limit !== undefined && { wholeStart: limit }),
      }).then(
        (engine) => {
          running.push(engine)
          return engine.name
        },
        (error: Error) => error.message,
      )
    expect(await Promise.all([start(writes), start(works)])).toEqual([
      'Slow',
      process.platform === 'linux' ? 'Slow' : expect.anything(),
    ])
    expect(printed.all).toContain('Tuning')
    expect(await start(writes, 1)).toBe('the engine did not answer for 1 second')
  })

  it('that print endlessly or without a line break are ended', async () => {
    const endless = 'const text = "x".repeat(1 << 20); const go = () => process.stdout.write(text, go); go()'
    expect(await attempt(program(endless))).toContain('a line of more than')
  })

  it('get no second command in their text', async () => {
    const engine = await open('uci', STOCKFISH)
    await expect(engine.setOption('Syzygy Path', 'x\nquit')).rejects.toThrow(EngineError)
    expect(engine.isOpen).toBe(true)
  })
})

describe('a crew', () => {
  /** Says hello, and dies in every second search. */
  const mortal = `let count = 0
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      if (line === 'uci') console.log('id name Mortal\\nuciok')
      if (line === 'isready') console.log('readyok')
      if (line === 'quit') process.exit()
      if (line.startsWith('go')) {
        if (++count === 2) process.exit(1)
        console.log('info depth 1 score cp 1 pv e2e4\\nbestmove e2e4')
      }
    })`

  it('starts dead engines again', async () => {
    const crew = new Crew(() => openEngine('uci', connectProcess(program(mortal))), 2)
    const tasks = Array.from({ length: 6 }, () => task('chess'))
    const results = await Promise.all(tasks.map((each) => crew.analyse(each, { limit: { depth: 1 } })))
    await crew.quit()
    expect(results.map((result) => (result instanceof EngineError ? result.code : result.centipawns))).toEqual([
      1, 1, 1, 1, 1, 1,
    ])
  })

  it('gives up a position that kills twice, and an engine that always dies', async () => {
    const fatal = mortal.replace('++count === 2', 'true')
    const crew = new Crew(() => openEngine('uci', connectProcess(program(fatal))))
    const first = await crew.analyse(task('chess'), { limit: { depth: 1 } })
    expect((first as EngineError).code).toBe('engine/ended')
    const rest = async () => {
      for (let count = 0; count < 4; count++) await crew.analyse(task('chess'), { limit: { depth: 1 } })
    }
    await expect(rest()).rejects.toThrow('the engine ended')
    await crew.quit()
  })
})

/** UCI and UCCI with scripts: what is sent, what is read, and what goes wrong. */
import { describe, expect, it } from 'vitest'
import { openEngine, taskAt, type Engine, type Task } from '../../src/engines/index.ts'
import type { GameRecord } from '../../src/model/record.ts'
import { emptyRecord } from '../../src/model/record.ts'
import { rulesOf } from '../../src/rules/index.ts'
import { answering, scripted, type Script } from '../support/scripted-engine.ts'

const QUICK = { start: 0.3, answer: 0.3, search: 0.3 }

/** A record with moves as texts, and the task of its last position. */
function game(kind: 'chess' | 'xiangqi', moves: string, setup?: Pick<GameRecord, 'setup' | 'variant'>): Task {
  const record: GameRecord = { ...emptyRecord(kind), ...setup }
  const rules = rulesOf(kind)
  const position = rules.start(record)
  for (const text of moves.split(' ').filter(Boolean)) {
    const move = rules.readMove(position, text)!
    rules.play(position, move)
    record.nodes.push({ parent: record.nodes.length - 1, move })
  }
  return taskAt(record, record.nodes.length - 1)
}

const HELLO = [
  'id name Script 1',
  'option name MultiPV type spin default 1 min 1 max 3',
  'option name Clear Hash type button',
  'option name UCI_Chess960 type check default false',
  'option name Debug Log File type string default <empty>',
  'uciok',
]

function uci(go: readonly string[] | ((line: string) => readonly string[]), hello: readonly string[] = HELLO) {
  return scripted(answering({ uci: hello, isready: ['readyok'], go }))
}

async function rejection(promise: Promise<unknown>): Promise<string> {
  return await promise.then(
    () => 'none',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  )
}

describe('UCI', () => {
  it('ends an engine that prints endlessly without progress', async () => {
    for (const text of ['info string still here', 'info depth 1 score cp 20 nodes 5 pv e2e4']) {
      const { connect } = scripted((line, say, end) => {
        if (line === 'quit') end('exit code 0')
        if (line !== 'go depth 9') return answering({ uci: HELLO, isready: ['readyok'] })(line, say, end)
        const timer = setInterval(() => say(text), 20)
        setTimeout(() => clearInterval(timer), 3000)
      })
      const engine = await openEngine('uci', connect, QUICK)
      expect(await rejection(engine.analyse(game('chess', ''), { limit: { depth: 9 } }))).toBe('engine/silent')
    }
  })

  it('waits as long as an engine gets on', async () => {
    const { connect } = scripted((line, say, end) => {
      if (!line.startsWith('go')) return answering({ uci: HELLO, isready: ['readyok'] })(line, say, end)
      let nodes = 0
      const timer = setInterval(() => {
        say(`info nodes ${++nodes}`)
        if (nodes < 12) return
        clearInterval(timer)
        say('bestmove e2e4')
      }, 60)
    })
    const engine = await openEngine('uci', connect, QUICK)
    expect(await engine.analyse(game('chess', ''), { limit: { depth: 9 } })).toMatchObject({ nodes: 12 })
  })

  it('ends an engine that floods', async () => {
    const flood = 'info string x'.padEnd(1 << 20)
    const { connect } = scripted((line, say, end) => {
      if (!line.startsWith('go')) return answering({ uci: HELLO, isready: ['readyok'] })(line, say, end)
      for (let sent = 0; sent < 100; sent++) say(flood)
    })
    const engine = await openEngine('uci', connect)
    expect(await rejection(engine.analyse(game('chess', ''), { limit: {} }))).toBe('engine/flood')
    expect(engine.isOpen).toBe(false)
  })

  it('says hello, and knows the options', async () => {
    const engine = await openEngine('uci', uci([]).connect, QUICK)
    expect(engine.name).toBe('Script 1')
    expect(engine.games).toEqual(['chess'])
    expect(engine.options).toContainEqual({ name: 'Clear Hash', type: 'button' })
    expect(engine.options).toContainEqual({ name: 'MultiPV', type: 'spin', value: '1', least: 1, most: 3 })
    expect(engine.options).toContainEqual({ name: 'Debug Log File', type: 'string', value: '' })
  })

  it('turns values to White, and keeps the best of bounds and scores', async () => {
    const { connect, heard } = uci([
      'info string hello',
      'info depth 3 multipv 1 score cp 20 nodes 90 time 20 pv g8f6 e4e5',
      'info depth 3 seldepth 4 multipv 2 score mate -3 wdl 100 300 600 nodes 100 nps 5 time 25 pv b8c6 d2d4 h9h9',
      'info depth 4 multipv 1 score cp -900 upperbound nodes 120 time 30 pv g8f6',
      'bestmove g8f6 ponder e4e5',
    ])
    const engine = await openEngine('uci', connect, QUICK)
    const updates: number[] = []
    const task = game('chess', 'e4')
    const evaluation = await engine.analyse(task, {
      limit: { depth: 3, nodes: 500, seconds: 1.5 },
      lines: 2,
      onUpdate: ({ lines }) => updates.push(lines!.length),
    })
    const read = (text: string) => rulesOf('chess').readMove(task.position, text, 'uci')
    expect(evaluation).toMatchObject({ centipawns: -20, depth: 3, nodes: 120, seconds: 0.03, source: 'Script 1' })
    expect(evaluation.lines).toHaveLength(2)
    expect(evaluation.lines![0]!.moves[0]).toBe(read('g8f6'))
    expect(evaluation.lines![1]).toMatchObject({ mate: 3, winrate: 0.75, depth: 3 })
    expect(evaluation.lines![1]!.moves).toHaveLength(2)
    expect(updates).toEqual([1, 2])
    expect(heard).toContain('setoption name MultiPV value 2')
    expect(heard).toContain('position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4')
    expect(heard).toContain('go depth 3 nodes 500 movetime 1500')
  })

  it('takes no line without a value', async () => {
    const { connect } = uci(['info depth 5 nodes 70 pv e2e4', 'bestmove e2e4'])
    const updates: unknown[] = []
    const engine = await openEngine('uci', connect, QUICK)
    const onUpdate = (evaluation: unknown) => updates.push(evaluation)
    const evaluation = await engine.analyse(game('chess', ''), { limit: { depth: 5 }, onUpdate })
    expect(evaluation).toEqual({ nodes: 70, source: 'Script 1' })
    expect(updates).toEqual([])
  })

  it('writes castling as the variant asks for', async () => {
    const setup = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'
    const { connect, heard } = uci(['info depth 1 score cp 0 pv e8e7', 'bestmove e8e7'])
    const engine = await openEngine('uci', connect, QUICK)
    await engine.analyse(game('chess', 'O-O', { setup }), { limit: { depth: 1 } })
    expect(heard).toContain(`position fen ${setup} moves e1g1`)
    await engine.analyse(game('chess', 'O-O', { setup, variant: 'chess960' }), { limit: { depth: 1 } })
    expect(heard).toContain('setoption name UCI_Chess960 value true')
    expect(heard.some((line) => line.endsWith('moves e1h1'))).toBe(true)
  })

  it('stops when asked to, with what was found so far', async () => {
    const script: Script = (line, say, end) => {
      if (line === 'go infinite') say('info depth 9 score cp 7 pv e2e4')
      else if (line === 'stop') say('bestmove e2e4')
      else answering({ uci: HELLO, isready: ['readyok'] })(line, say, end)
    }
    const engine = await openEngine('uci', scripted(script).connect, QUICK)
    const stop = new AbortController()
    const search = engine.analyse(game('chess', ''), { limit: {}, signal: stop.signal, onUpdate: () => stop.abort() })
    expect(await search).toMatchObject({ centipawns: 7, depth: 9 })
  })

  it('sends no option that an engine lacks or could die of', async () => {
    const engine = await openEngine('uci', uci([]).connect, QUICK)
    expect(await rejection(engine.setOption('Hash', '16'))).toBe('engine/option')
    expect(await rejection(engine.setOption('MultiPV', 'abc'))).toBe('engine/option-value')
    expect(await rejection(engine.setOption('MultiPV', '4'))).toBe('engine/option-value')
    expect(await rejection(engine.setOption('Debug Log File', 'x\nquit'))).toBe('engine/control')
    await engine.setOption('multipv', '3')
  })

  it('refuses positions and games that engines do not survive', async () => {
    const engine = await openEngine('uci', uci([]).connect, QUICK)
    expect(() => game('chess', '', { setup: '8/8/8/8/8/8/8/8 w - - 0 1' })).toThrow('engines cannot take')
    expect(await rejection(engine.analyse(game('xiangqi', ''), { limit: { depth: 1 } }))).toBe('engine/game')
  })

  it('plays its move, if it is one', async () => {
    const choose = async (best: string) => {
      const engine = await openEngine('uci', uci([`bestmove ${best}`]).connect, QUICK)
      return await engine.choose(game('chess', ''), { depth: 1 })
    }
    expect(await choose('e2e4')).toBe(rulesOf('chess').readMove(rulesOf('chess').start(), 'e4'))
    expect(await choose('(none)')).toBeUndefined()
    expect(await rejection(choose('e2e5'))).toBe('engine/illegal-move')
    expect(await rejection(choose('rubbish'))).toBe('engine/illegal-move')
  })
})

describe('hostile engines', () => {
  const open = (script: Script) => openEngine('uci', scripted(script).connect, QUICK)
  const onGo =
    (act: Script): Script =>
    (line, say, end) =>
      line.startsWith('go') ? act(line, say, end) : answering({ uci: HELLO, isready: ['readyok'] })(line, say, end)
  const search = (engine: Engine) => rejection(engine.analyse(game('chess', ''), { limit: { nodes: 10 } }))

  it('that never say hello are given up', async () => {
    expect(await rejection(open(() => undefined))).toBe('engine/silent')
    expect(await rejection(open((_line, _say, end) => end('exit code 1')))).toBe('engine/ended')
  })

  it('that die in a search end it, and all that is asked after', async () => {
    const engine = await open(onGo((_line, _say, end) => end('signal SIGSEGV')))
    expect(await search(engine)).toBe('engine/ended')
    expect(engine.isOpen).toBe(false)
    expect(await search(engine)).toBe('engine/ended')
  })

  it('that hang are ended', async () => {
    const engine = await open(onGo(() => undefined))
    expect(await search(engine)).toBe('engine/silent')
    expect(engine.isOpen).toBe(false)
    // The first reason stays, whatever comes of the end.
    expect(await search(engine)).toBe('engine/silent')
  })

  it('that print megabytes are read line by line, and ended when a line has no end', async () => {
    const talkative = await open(
      onGo((_line, say) => {
        for (let count = 0; count < 200; count++) say(`info string ${'x'.repeat(50_000)}`)
        say('info depth 1 score cp 1 pv e2e4', 'bestmove e2e4')
      }),
    )
    expect(await search(talkative)).toBe('none')
    const listener: { text?: (piece: string) => void } = {}
    const endless = await openEngine(
      'uci',
      (given) => {
        listener.text = (piece) => given.text(piece)
        const inner = scripted(answering({ uci: HELLO, isready: ['readyok'] })).connect(given)
        return { ...inner, send: (text) => (text.startsWith('go') ? flood() : inner.send(text)) }
      },
      QUICK,
    )
    const flood = () => {
      for (let count = 0; count < 20; count++) listener.text!('x'.repeat(1 << 20))
    }
    expect(await search(endless)).toBe('engine/long-line')
  })

  it('whose lines have impossible moves or numbers: only what is valid counts', async () => {
    const engine = await open(
      onGo((_line, say) =>
        say(
          'info depth 5 score cp 99999999999 pv e2e4',
          'info depth 5 score cp NaN pv e2e4',
          'info depth 5 multipv 900000 score cp 3 pv e2e4',
          'info depth 5 score cp 3 pv e2e5 e7e5',
          'info depth -5 nodes x score cp 4 pv e2e4 e7e5 a1a8 b8c6',
          'bestmove e2e4',
        ),
      ),
    )
    const evaluation = await engine.analyse(game('chess', ''), { limit: { nodes: 10 } })
    expect(evaluation.lines).toHaveLength(1)
    expect(evaluation.lines![0]!.moves).toHaveLength(2)
    expect(evaluation).toMatchObject({ centipawns: 4 })
    expect(evaluation.depth).toBeUndefined()
  })
})

describe('xiangqi', () => {
  const PIKAFISH = ['id name Pikafish 2024', 'uciok']
  const FAIRY = [
    'id name Fairy-Stockfish 11.1 LB 64',
    'option name UCI_Variant type combo default chess var chess var xiangqi',
    'uciok',
  ]

  it('counts ranks as the engine does: from 0 with Pikafish', async () => {
    const { connect, heard } = uci(
      (line) => (line === 'go depth 1' ? ['bestmove h2e2'] : ['info depth 6 score cp 30 pv h9g7', 'bestmove h9g7']),
      PIKAFISH,
    )
    const engine = await openEngine('uci', connect, QUICK)
    expect(engine.games).toEqual(['xiangqi'])
    const evaluation = await engine.analyse(game('xiangqi', '炮二平五'), { limit: { depth: 6 } })
    expect(heard.at(-2)).toMatch(/ moves h2e2$/)
    expect(evaluation.lines).toHaveLength(1)
    expect(evaluation.centipawns).toBe(-30)
  })

  it('and from 1 with Fairy-Stockfish', async () => {
    const { connect, heard } = uci(
      (line) => (line === 'go depth 1' ? ['bestmove h3e3'] : ['info depth 6 score cp 30 pv h10g8', 'bestmove h10g8']),
      FAIRY,
    )
    const engine = await openEngine('uci', connect, QUICK)
    expect(engine.games).toEqual(['chess', 'xiangqi'])
    const evaluation = await engine.analyse(game('xiangqi', '炮二平五'), { limit: { depth: 6 } })
    expect(heard).toContain('setoption name UCI_Variant value xiangqi')
    expect(heard.at(-2)).toMatch(/ moves h3e3$/)
    expect(evaluation.lines![0]!.moves).toHaveLength(1)
  })

  it('of UCCI bans moves to find the next best', async () => {
    const { connect, heard } = scripted(
      answering({
        ucci: [
          'id name ElephantEye',
          'option usemillisec type check default false',
          'option newgame type button',
          'ucciok',
        ],
        isready: ['readyok'],
        go: () =>
          heard.at(-2)!.startsWith('banmoves')
            ? ['info depth 3 score -10 nodes 5 pv c3c4', 'bestmove c3c4']
            : ['info depth 3 score 25 nodes 7 pv h2e2 h9g7', 'bestmove h2e2'],
      }),
    )
    const engine = await openEngine('ucci', connect, QUICK)
    expect(heard).toContain('setoption usemillisec true')
    const evaluation = await engine.analyse(game('xiangqi', ''), { limit: { depth: 3 }, lines: 2 })
    expect(heard).toContain('banmoves h2e2')
    expect(evaluation.lines!.map(({ centipawns }) => centipawns)).toEqual([25, -10])
    expect(evaluation).toMatchObject({ centipawns: 25, nodes: 12, source: 'ElephantEye' })
    await engine.newGame()
    expect(heard).toContain('setoption newgame')
    await engine.analyse(game('xiangqi', ''), { limit: { seconds: 0.2 } })
    expect(heard.at(-1)).toBe('go time 200 movestogo 1')
    await engine.quit()
    expect(engine.isOpen).toBe(false)
  })
})

/** NBoard and Edax with scripts, whose lines are those of the sources named in src/engines. */
import { describe, expect, it } from 'vitest'
import { EngineError, openEngine, taskAt, type Task } from '../../src/engines/index.ts'
import { emptyRecord } from '../../src/model/record.ts'
import { othello } from '../../src/rules/index.ts'
import { scripted, type Script } from '../support/scripted-engine.ts'

const QUICK = { start: 0.3, answer: 0.3, search: 0.3 }

/** After F5: White to move. */
function game(): Task {
  const record = emptyRecord('othello')
  record.nodes.push({ parent: 0, move: othello.readMove(othello.start(), 'f5')! })
  return taskAt(record, 1)
}

const move = (text: string) => othello.readMove(game().position as never, text)
const BOARD = '---------------------------OX------XXX--------------------------'

describe('NBoard', () => {
  const nboard =
    (answers: Readonly<Record<string, readonly string[]>>): Script =>
    (line, say, end) => {
      const [word = '', rest] = line.split(' ')
      if (word === 'quit') return end('exit code 0')
      if (word === 'ping') return say(`pong ${rest}`)
      say(...(answers[word] ?? []))
    }

  it('turns discs to Black, the best line of White first', async () => {
    const { connect, heard } = scripted(
      nboard({
        set: ['set myname NTest12'],
        hint: [
          'status thinking',
          'search d6C3 -1.5 0 10 x',
          'search f4 2.25,2.5 0 11 x',
          'search a1 9 0 10 x',
          'nodestats 1234 0.5',
          'status',
        ],
      }),
    )
    const engine = await openEngine('nboard', connect, QUICK)
    const evaluation = await engine.analyse(game(), { limit: { depth: 11 }, lines: 2 })
    expect(evaluation).toMatchObject({ centipawns: -225, depth: 11, nodes: 1234, source: 'NTest12' })
    expect(evaluation.lines!.map(({ moves, centipawns }) => [moves[0], centipawns])).toEqual([
      [move('f4'), -225],
      [move('d6'), 150],
    ])
    expect(heard.slice(-4)).toEqual([
      'set depth 11',
      `set game (;GM[Othello]PC[Ludograph]PB[?]PW[?]RE[?]TI[0]TY[8]BO[8 ${BOARD.replaceAll('X', '*')} O];)`,
      'ping 2',
      'hint 2',
    ])
  })

  it('as NTest talks: an empty status for a new depth, per cent in place of the depth, lines given up on the way', async () => {
    const { connect } = scripted((line, say, end) => {
      const [word, ...rest] = line.split(' ')
      if (word === 'quit') return end('exit code 0')
      if (word === 'ping') return say(`pong ${rest[0]}`)
      if (line === 'set depth 8') return say('status Loading book', 'status')
      if (word !== 'hint') return
      say('status Thinking', 'search d6 -11.13 0 1', 'search f4 -5.59 0 1', 'search f6 -8.14 0 1', 'search f4 -9 0 8')
      say('search f4 -24 0 50%W', 'search f4 -23 0 91%', 'search f4 -24.00 0 100%', 'nodestats 5000 0.1', 'status')
    })
    const engine = await openEngine('nboard', connect, QUICK)
    const evaluation = await engine.analyse(game(), { limit: { depth: 8 }, lines: 3 })
    expect(evaluation).toMatchObject({ centipawns: 2400, depth: 59, nodes: 5000 })
    expect(evaluation.lines!.map(({ moves }) => moves[0])).toEqual([move('f4')])
  })

  it('ends with Edax’s status, or when it is stopped', async () => {
    const edax = scripted(nboard({ hint: ['search f4 2 0 10', 'status Edax is waiting'] }))
    const engine = await openEngine('nboard', edax.connect, QUICK)
    expect(await engine.analyse(game(), { limit: { depth: 1 } })).toMatchObject({ centipawns: -200 })
    const endless = scripted(nboard({ hint: ['search f4 3 0 10'] }))
    const other = await openEngine('nboard', endless.connect, QUICK)
    expect(await other.analyse(game(), { limit: { seconds: 0.05 } })).toMatchObject({ centipawns: -300 })
  })

  it('plays its move, if it is one', async () => {
    const choose = async (text: string) =>
      await (
        await openEngine('nboard', scripted(nboard({ go: [`=== ${text}`] })).connect, QUICK)
      ).choose(game(), { depth: 1 })
    expect(await choose('F4/1.50/0.1')).toBe(move('f4'))
    expect(await choose('f4 -1.00 0.0')).toBe(move('f4'))
    expect(await choose('PA')).toBeUndefined()
    await expect(choose('A1/0/0')).rejects.toThrow('impossible move')
  })
})

describe('Edax', () => {
  const edax =
    (answer: (position: string) => readonly string[]): Script =>
    (line, say, end) => {
      const [, word, position = ''] = line.split(' ')
      if (word === 'quit') return end('exit code 0')
      if (word !== 'midgame-search') return say('ready.')
      say(...answer(position), 'ready.')
    }
  const result = (position: string, best: string, value: string) =>
    `${position}, move ${best}, depth 8, @98%, W${value} <= v <= W${value}, ${best}, node 321, time 0.250`

  it('reads results, of the side to move', async () => {
    const { connect, heard } = scripted(
      edax((position) => [result(position, 'd6', '-4.00'), result(position, 'f4', '+2.00')]),
    )
    const engine = await openEngine('edax', connect, QUICK)
    const evaluation = await engine.analyse(game(), { limit: { depth: 8 } })
    expect(heard.at(-1)).toBe(`ENGINE-PROTOCOL midgame-search ${BOARD}O -64 64 8 100`)
    expect(evaluation).toEqual({
      centipawns: -200,
      depth: 8,
      nodes: 321,
      seconds: 0.25,
      source: 'Edax',
      lines: [{ moves: [move('f4')], centipawns: -200, depth: 8 }],
    })
    expect(await engine.choose(game(), { depth: 8 })).toBe(move('f4'))
  })

  it('searches each move for more lines, and drops what cannot be', async () => {
    let count = 0
    const { connect } = scripted(
      edax((position) => {
        const best = othello.legal(othello.parse(position))[0]!
        const text = othello.writeMove(othello.parse(position), best)
        return ['rubbish, move z9', result(position, text, `+${++count}.00`), result(position, 'a1', '+9.00')]
      }),
    )
    const engine = await openEngine('edax', connect, QUICK)
    const evaluation = await engine.analyse(game(), { limit: { depth: 8 }, lines: 2 })
    // After White's move Black is to move, whose discs these are; White wants few.
    expect(evaluation.lines!.map(({ centipawns }) => centipawns)).toEqual([100, 200])
    expect(evaluation).toMatchObject({ centipawns: 100, depth: 9, nodes: 963 })
  })

  it('refuses commands once it has ended, with nothing left that waits', async () => {
    const { connect } = scripted(edax(() => []))
    const engine = await openEngine('edax', connect, QUICK)
    await engine.quit()
    await expect(engine.newGame()).rejects.toThrow(expect.objectContaining({ code: 'engine/ended' }))
    await expect(engine.analyse(game(), { limit: { depth: 8 } })).rejects.toThrow(EngineError)
  })
})

import { describe, expect, it } from 'vitest'
import { openEngine, playAtLevel, taskAt, type Protocol } from '../../src/engines/index.ts'
import { emptyRecord, type Game } from '../../src/model/record.ts'
import { rulesOf } from '../../src/rules/index.ts'
import { answering, scripted } from '../support/scripted-engine.ts'

const ELO = [
  'option name UCI_LimitStrength type check default false',
  'option name UCI_Elo type spin default 1400 min 1000 max 2800',
]
const SKILL = ['option name Skill Level type spin default 20 min 0 max 20']

/** An engine of UCI with some options. */
function uci(...options: string[]) {
  return scripted(
    answering({
      uci: ['id name Script', ...options, 'uciok'],
      isready: ['readyok'],
      go: ['info depth 1 score cp 20 pv e2e4', 'bestmove e2e4'],
    }),
  )
}

function gtp(commands: string) {
  return scripted((line, say) => {
    const [id, word] = line.split(' ')
    const text = { name: 'Script', list_commands: commands, reg_genmove: 'D4' }[word ?? ''] ?? ''
    say(`=${id} ${text.replaceAll(' ', '\n')}`, '')
  })
}

async function play(protocol: Protocol, game: Game, { connect, heard }: ReturnType<typeof scripted>, level: number) {
  const engine = await openEngine(protocol, connect)
  const task = taskAt(emptyRecord(game), 0)
  const before = heard.length
  const { move, strength } = await playAtLevel(engine, task, level)
  return {
    engine,
    task,
    strength,
    move: move === undefined ? undefined : rulesOf(game).writeMove(task.position, move),
    heard: heard.slice(before),
  }
}

describe('levels', () => {
  it.each([
    [1, 1000],
    [10, 2800],
    [4, 1600],
  ])('level %i is a rating of UCI engines that have one', async (level, value) => {
    const { strength, move, heard } = await play('uci', 'chess', uci(...ELO, ...SKILL), level)
    expect([strength, move]).toEqual([{ measure: 'elo', value }, 'e4'])
    expect(heard).toContain('setoption name UCI_LimitStrength value true')
    expect(heard).toContain(`setoption name UCI_Elo value ${value}`)
    expect(heard.at(-1)).toBe('go movetime 1000')
  })

  it('are a skill of others, and searches of a few positions where there is nothing else', async () => {
    const skilled = await play('uci', 'chess', uci(...SKILL), 1)
    expect(skilled.strength).toEqual({ measure: 'skill', value: 0 })
    expect(skilled.heard).toContain('setoption name Skill Level value 0')
    const plain = await play('uci', 'chess', uci(), 4)
    expect([plain.strength, plain.heard.at(-1)]).toEqual([{ measure: 'nodes', value: 2154 }, 'go nodes 2154'])
  })

  it('end with the game: analysis has all the strength, or that which the user has set', async () => {
    const { connect, heard } = uci(...ELO, ...SKILL)
    const engine = await openEngine('uci', connect)
    await engine.setOption('Skill Level', '15')
    const task = taskAt(emptyRecord('chess'), 0)
    await playAtLevel(engine, task, 4)
    await engine.analyse(task, { limit: { depth: 1 } })
    const options = heard.filter((line) => line.startsWith('setoption'))
    expect(options.slice(-2)).toEqual([
      'setoption name UCI_LimitStrength value false',
      'setoption name UCI_Elo value 1400',
    ])
    expect(options.filter((line) => line.includes('Skill'))).toEqual(['setoption name Skill Level value 15'])
  })

  it('are the levels of GNU Go, or seconds', async () => {
    const levels = await play('gtp', 'go', gtp('level reg_genmove time_settings'), 3)
    expect([levels.strength, levels.move]).toEqual([{ measure: 'level', value: 3 }, 'D4'])
    expect(levels.heard.some((line) => line.endsWith(' level 3'))).toBe(true)
    await levels.engine.analyse(levels.task, { limit: {} })
    const plain = await play('gtp', 'go', gtp('reg_genmove time_settings'), 3)
    expect(plain.strength).toEqual({ measure: 'seconds', value: 3 })
    expect(plain.heard.some((line) => line.endsWith(' time_settings 0 3 1'))).toBe(true)
  })
})

/**
 * Engines that print hostile bytes. An input is a text of answers: a line `> go` heads those to every command with this
 * word in it, and `#` in an answer stands for the number of the command. An engine that says no more has ended.
 */
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import {
  EngineError,
  openEngine,
  taskAt,
  type Connect,
  type Engine,
  type Protocol,
  type Task,
} from '../../src/engines/index.ts'
import { jsonl } from '../../src/formats/jsonl/format.ts'
import type { Evaluation } from '../../src/model/annotation.ts'
import { emptyRecord, type Game, type GameRecord } from '../../src/model/record.ts'
import { rulesOf } from '../../src/rules/index.ts'
import { askedTarget } from './asked-target.ts'
import { holdBudget } from './budget.ts'
import { agree, Disagreement } from './reading.ts'
import { textInput, writtenInput } from './seeds.ts'
import type { Target } from './target.ts'

/** Answers by the word that a command has. */
function answersIn(text: string): [word: string, lines: string][] {
  return text.split(/^> /m).map((block) => {
    const end = block.indexOf('\n')
    return end < 0 ? [block, ''] : [block.slice(0, end), block.slice(end + 1)]
  })
}

/** An engine that answers by a text, each time only once the program waits for it. */
function connectionTo(text: string): Connect {
  const answers = answersIn(text)
  return (listener) => {
    let isOpen = true
    let told = 0
    const end = () => {
      if (!isOpen) return
      isOpen = false
      listener.ended('exit code 0')
    }
    return {
      send: (command) => {
        told++
        const now = told
        const answer = answers.find(([word]) => word !== '' && command.includes(word))?.[1] ?? ''
        const number = /q?[0-9]+/.exec(command)?.[0] ?? ''
        setImmediate(() => {
          if (isOpen && answer !== '') listener.text(answer.replaceAll('#', number))
          // Whoever still waits after this waits for ever.
          setImmediate(() => {
            if (now === told || command.startsWith('quit')) end()
          })
        })
      },
      end,
    }
  }
}

/** The position after the first of legal moves. */
function taskOf(game: Game): Task {
  const record = emptyRecord(game)
  if (game === 'go') record.size = { columns: 9, rows: 9 }
  const rules = rulesOf(game)
  record.nodes.push({ parent: 0, move: [...rules.legal(rules.start(record))][0]! })
  return taskAt(record, 1)
}

/** Everything that an engine is asked for. */
async function ask(protocol: Protocol, games: readonly Game[], text: string): Promise<void> {
  for (const game of games) {
    const engine = await openEngine(protocol, connectionTo(text))
    if (engine.name.length > 200 || engine.options.length > 1000) throw new Disagreement('a greeting without end')
    const task = taskOf(game)
    const limit = { visits: 5, depth: 3 }
    await orRefused(async () => {
      const onUpdate = (evaluation: Evaluation) => checkMoves(task, evaluation)
      for (const lines of [1, 3]) {
        await checkEvaluation(task, await engine.analyse(task, { limit, lines, ownership: true, onUpdate }), lines)
      }
    })
    await orRefused(async () => {
      const move = await engine.choose(task, limit)
      if (move !== undefined && !rulesOf(game).isLegal(task.position, move)) throw new Disagreement('an illegal move')
    })
    await orRefused(() => setSome(engine))
    await orRefused(() => engine.newGame())
    await engine.quit()
    if (engine.isOpen) throw new Disagreement('an engine that was quit and is open')
  }
}

async function setSome(engine: Engine): Promise<void> {
  for (const { name, value } of engine.options.slice(0, 3)) await engine.setOption(name, value ?? '')
}

async function orRefused(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
  }
}

function checkMoves(task: Task, { lines = [] }: Evaluation): void {
  const rules = rulesOf(task.game)
  for (const { moves } of lines) {
    const position = rules.clone(task.position)
    for (const move of moves) {
      if (!rules.isLegal(position, move)) throw new Disagreement('a line with an illegal move')
      rules.play(position, move)
    }
  }
}

/** An evaluation is one that a record can hold, and has no more lines than were asked for. */
async function checkEvaluation(task: Task, evaluation: Evaluation, lines: number): Promise<void> {
  checkMoves(task, evaluation)
  holdBudget('lines', evaluation.lines?.length ?? 0, lines)
  const record: GameRecord = { ...emptyRecord(task.game), nodes: [{ parent: -1, evaluation }] }
  if (task.game === 'go') record.size = { columns: 9, rows: 9 }
  const [[name, bytes]] = (await writtenInput(jsonl, 'again.jsonl', [record])) as [[string, Uint8Array]]
  const again = (await jsonl.open(new MemoryFileSet(new MemorySource(name, bytes)))).entry(0)
  if (again.issues.length > 0) throw new Disagreement(`an evaluation with ${again.issues[0]!.id}`)
  agree('an evaluation and its record', again.record!.nodes[0]!.evaluation, evaluation)
}

const isRefusal = (error: unknown) => error instanceof EngineError

function engineTarget(protocol: Protocol, games: readonly Game[], texts: readonly string[]): Target {
  return askedTarget({
    name: `engine-${protocol}`,
    // An engine that does not say hello is refused.
    isSealed: true,
    inputs: () => texts.map((text) => textInput(`${protocol}.txt`, text)),
    words: [
      '\n> go\n',
      'pv',
      'score',
      'mate',
      'order',
      'null',
      '1e999',
      '-0',
      'nan',
      'pass',
      'resign',
      '18446744073709551616',
    ],
    ask: ([file]) => ask(protocol, games, new TextDecoder().decode(file![1])),
    isRefusal,
  })
}

const UCI = `> uci
id name Script 1
option name MultiPV type spin default 1 min 1 max 3
option name Clear Hash type button
option name UCI_Chess960 type check default false
option name Style type combo default Solid var Solid var Risky
option name Debug Log File type string default <empty>
uciok
> isready
readyok
> go
info string hello
info depth 3 multipv 1 score cp 20 nodes 90 time 20 pv g8f6 e2e4
info depth 3 seldepth 4 multipv 2 score mate -3 wdl 100 300 600 nodes 100 nps 5 time 25 pv b8c6 d2d4 h9h9
info depth 4 multipv 1 score cp -900 upperbound nodes 120 time 30 pv g8f6
bestmove g8f6 ponder e2e4
`

const XIANGQI_UCI = `> uci
id name Pikafish
option name MultiPV type spin default 1 min 1 max 500
uciok
> isready
readyok
> go
info depth 1 multipv 1 score cp 8 wdl 5 900 95 nodes 20 time 1 pv h7e7 h2e2
bestmove h2e2
`

const UCCI = `> ucci
id name Script 2
option usemillisec type check default true
option multipv type spin min 1 max 9 default 1
ucciok
> isready
readyok
> go
info depth 2 score 12 pv h9g7 h2e2
info depth 3 score -9999 pv b9c7
bestmove h9g7 ponder h2e2
`

const BOARD = Array.from({ length: 81 }, (_, square) => (square === 0 ? 0.5 : -0.25)).join(' ')

const GTP = `> list_commands
=# name
boardsize
clear_board
komi
play
genmove
kata-analyze
lz-analyze

> analyze
=#
info move C3 visits 8 utility 0.1 winrate 0.75 scoreLead 2.5 prior 0.2 order 0 pv C3 G7 pass info move K9 visits 2 winrate 0.4 order 1 pv K9 rootInfo visits 10 winrate 0.7 scoreLead 2.25 ownership ${BOARD}

> genmove
=# D4

> name
=# Script

> a
=#

`

const PLAIN_GTP = `> list_commands
=# name
boardsize
clear_board
komi
play
reg_genmove
genmove
estimate_score

> genmove
=# D4

> estimate_score
=# W+3.5 (upper bound: 3.5, lower: 1.0)

> a
=#

> o
=#

`

const KATAGO = `> query_version
{"id":"#","action":"query_version","version":"1.16.0","git_hash":"x"}
> moves
{"id":"#","isDuringSearch":true,"moveInfos":[{"move":"C3","order":0,"pv":["C3"],"visits":3,"winrate":0.4,"scoreLead":-1}],"rootInfo":{"visits":4,"winrate":0.4,"scoreLead":-1},"turnNumber":0}
{"id":"#","isDuringSearch":false,"moveInfos":[{"move":"C3","order":0,"pv":["C3","G7","pass"],"visits":8,"winrate":0.75,"scoreLead":2.5},{"move":"K9","order":1,"pv":["K9"]}],"ownership":[${BOARD.replaceAll(' ', ',')}],"rootInfo":{"visits":10,"winrate":0.7,"scoreLead":2.25},"turnNumber":0}
`

const NBOARD = `> ping
set myname NTest12
pong #
> hint
status thinking
search e3c3 -1.5 0 10 x
search c5 2.25,2.5 0 11 x
nodestats 1234 0.5
status
> go
=== C5/1.50/0.1
`

const EDAX = `> init
ready.
> midgame-search
---------------------------OX------XXX--------------------------O, move e3, depth 8, @98%, W-4.00 <= v <= W-4.00, e3f4, node 321, time 0.250
---------------------------OX------XXX--------------------------O, move c5, depth 8, @98%, W+2.00 <= v <= W+2.00, c5, node 321, time 0.250
ready.
> new-position
ready.
`

export const ENGINE_TARGETS: readonly Target[] = [
  engineTarget('uci', ['chess', 'xiangqi'], [UCI, XIANGQI_UCI]),
  engineTarget('ucci', ['xiangqi'], [UCCI]),
  engineTarget('gtp', ['go'], [GTP, PLAIN_GTP]),
  engineTarget('katago', ['go'], [KATAGO]),
  engineTarget('nboard', ['othello'], [NBOARD]),
  engineTarget('edax', ['othello'], [EDAX]),
]

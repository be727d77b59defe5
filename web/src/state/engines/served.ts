/** The engines of `ludograph serve`, over HTTP. */
import type { AnalysisOptions, LevelMove, Strength } from '../../../../src/engines/index.ts'
import type { EvaluatedLine, Evaluation, PositionValue } from '../../../../src/model/annotation.ts'
import type { Game, GameRecord } from '../../../../src/model/record.ts'
import { ENGINE_STYLES, positionAt, rulesOf, type Position } from '../../../../src/rules/index.ts'
import { linesOf, refusalOf, request, requestJson, type Problem } from '../database/server.ts'
import { pathRecord, type PageEngine, type Starting } from './engines.ts'

/** A value as the server writes it. */
interface SaidValue {
  depth?: number
  visits?: number
  cp?: number
  mate?: number
  winrate?: number
  scoreLead?: number
}

/** A line of the server's response. */
interface Said extends SaidValue {
  /** Milliseconds. */
  time?: number
  nodes?: number
  pvs: (SaidValue & { moves: string[] })[]
  ownership?: number[]
}

/** The engines that the server offers. */
export async function servedEngines(): Promise<PageEngine[]> {
  const engines = await listEngines()
  return engines.map(({ name, games }) => ({
    name,
    games,
    starting: async () => (await listEngines()).find((engine) => engine.name === name)?.starting,
    analyse: (record, node, options) => analyse(name, record, node, options),
    play: (record, node, level, signal) => play(name, record, node, level, signal),
  }))
}

async function listEngines(): Promise<{ name: string; games: Game[]; starting?: Starting }[]> {
  return (await requestJson<{ engines: { name: string; games: Game[]; starting?: Starting }[] }>('engines')).engines
}

async function post(path: string, body: object, signal: AbortSignal | undefined): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' }
  return await request(path, {}, { method: 'POST', headers, body: JSON.stringify(body), ...(signal && { signal }) })
}

async function analyse(
  engine: string,
  record: GameRecord,
  node: number,
  { limit, lines, ownership, signal, onUpdate }: AnalysisOptions,
): Promise<Evaluation> {
  const asked = pathRecord(record, node)
  const response = await post(
    'analyse',
    { engine, record: asked, limit, lines, ...(ownership && { ownership }) },
    signal,
  )
  const position = positionAt(rulesOf(record.game), record, node)
  let found: Evaluation = {}
  for await (const line of linesOf(response)) {
    const said = JSON.parse(line) as Said | Problem
    if ('error' in said) throw refusalOf(said, { status: 502, statusText: '' })
    found = { ...evaluationOf(record.game, position, said), source: engine }
    onUpdate?.(found)
  }
  return found
}

async function play(
  engine: string,
  record: GameRecord,
  node: number,
  level: number,
  signal: AbortSignal,
): Promise<LevelMove> {
  const rules = rulesOf(record.game)
  const response = await post('play', { engine, record: pathRecord(record, node), level }, signal)
  const { move: text, strength } = (await response.json()) as { move?: string; strength: Strength }
  const move =
    text === undefined ? undefined : rules.readMove(positionAt(rules, record, node), text, ENGINE_STYLES[record.game])
  return { ...(move !== undefined && { move }), strength }
}

function evaluationOf(game: Game, position: Position, { time, nodes, pvs, ownership, ...value }: Said): Evaluation {
  const lines = pvs.map((line) => readLine(game, position, line)).filter(({ moves }) => moves.length > 0)
  return {
    ...valueOf(value),
    ...(time !== undefined && { seconds: time / 1000 }),
    ...(nodes !== undefined && { nodes }),
    ...(lines.length > 0 && { lines }),
    ...(ownership !== undefined && { ownership }),
  }
}

function readLine(game: Game, start: Position, { moves: texts, ...value }: Said['pvs'][number]): EvaluatedLine {
  const rules = rulesOf(game)
  const position = rules.clone(start)
  const moves = []
  for (const text of texts) {
    const move = rules.readMove(position, text, ENGINE_STYLES[game])
    if (move === undefined || !rules.isLegal(position, move)) break
    moves.push(move)
    rules.play(position, move)
  }
  return { moves, ...valueOf(value) }
}

function valueOf({ depth, visits, cp, mate, winrate, scoreLead }: SaidValue): PositionValue {
  return {
    ...(cp !== undefined && { centipawns: cp }),
    ...(mate !== undefined && { mate }),
    ...(winrate !== undefined && { winrate }),
    ...(scoreLead !== undefined && { scoreLead }),
    ...(depth !== undefined && { depth }),
    ...(visits !== undefined && { visits }),
  }
}

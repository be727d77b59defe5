/** What an engine is asked over HTTP: the bodies of `/api/analyse` and `/api/play`. */
import type { Context } from 'hono'
import { MOST_LEVEL, taskAlong, taskAt, type SearchLimit, type Task } from '../engines/index.ts'
import type { Message } from '../issues/catalogue.ts'
import { makeMessage } from '../issues/issue.ts'
import { isJsonObject, type Json } from '../model/json.ts'
import { GAMES, type Game } from '../model/record.ts'
import { mainLine } from '../model/tree.ts'
import { parseLine } from '../query/position.ts'
import { isJsonBody, parseJsonBody, readBody, recordOfJson } from './body.ts'
import { RequestError } from './request.ts'

/** A search that was asked for. */
export interface SearchRequest {
  /** The name of the engine. */
  engine: string
  task: Task
  limit: SearchLimit
  lines: number
  /** Go: whose each point will be. */
  ownership: boolean
}

/** A move that was asked for. */
export interface MoveRequest {
  /** The name of the engine. */
  engine: string
  task: Task
  /** From 1 to 10. */
  level: number
}

const POSITION_FIELDS = ['engine', 'record', 'node', 'game', 'variant', 'fen', 'play']

/** The largest values of limits: a day, and more than any engine comes to. */
const LARGEST = { depth: 1000, nodes: 1e15, visits: 1e15, seconds: 86_400 } as const

const MOST_LINES = 50

type Fields = { [key: string]: Json }

/** Reads what is asked. Rejects with EngineError if no engine can take the position. Only JSON: forms cannot send it. */
export async function readSearch(context: Context): Promise<SearchRequest> {
  const fields = await readFields(context, 'limit', 'lines', 'ownership')
  return {
    engine: engineOf(fields),
    limit: limitOf(fields),
    lines: wholeOf(fields, 'lines', 1, MOST_LINES) ?? 1,
    ownership: choiceOf(fields, 'ownership', [true, false]) ?? false,
    task: await taskOf(fields),
  }
}

/** Reads which move is asked for; rejects as `readSearch` does. */
export async function readMoveRequest(context: Context): Promise<MoveRequest> {
  const fields = await readFields(context, 'level')
  return {
    engine: engineOf(fields),
    level: wholeOf(fields, 'level', 1, MOST_LEVEL) ?? MOST_LEVEL,
    task: await taskOf(fields),
  }
}

async function readFields(context: Context, ...names: string[]): Promise<Fields> {
  if (!isJsonBody(context)) throw new RequestError('request/json-only', {}, 'body', 415)
  const fields = objectOf(parseJsonBody(await readBody(context)), 'body')
  refuseOthers(fields, [...POSITION_FIELDS, ...names])
  return fields
}

function engineOf(fields: Fields): string {
  const engine = textOf(fields, 'engine')
  if (engine === undefined) throw new RequestError('request/missing-field', { name: 'engine' }, 'engine')
  return engine
}

async function taskOf(fields: Fields): Promise<Task> {
  const { record: sent } = fields
  if (sent === undefined) {
    const game = choiceOf<Game>(fields, 'game', GAMES) ?? 'chess'
    const isChess960 = choiceOf(fields, 'variant', ['chess960']) !== undefined
    return taskAlong(game, parseLine(game, textOf(fields, 'fen'), textOf(fields, 'play')), isChess960)
  }
  const { record } = await recordOfJson(sent)
  const node = wholeOf(fields, 'node', 0, Number.MAX_SAFE_INTEGER) ?? mainLine(record.nodes).at(-1) ?? 0
  if (node >= record.nodes.length) throw new RequestError('request/no-node', { node }, 'node')
  return taskAt(record, node)
}

function limitOf(fields: Fields): SearchLimit {
  const given = fields['limit'] === undefined ? {} : objectOf(fields['limit'], 'limit')
  const names = Object.keys(LARGEST) as (keyof typeof LARGEST)[]
  refuseOthers(given, names)
  const limit: SearchLimit = {}
  for (const name of names) {
    const value = wholeOf(given, name, 1, LARGEST[name])
    if (value !== undefined) limit[name] = value
  }
  return limit
}

/** Refuses unknown fields: a misspelt limit would otherwise let an engine search for ever. */
function refuseOthers(fields: Fields, names: readonly string[]): void {
  const other = Object.keys(fields)
    .find((name) => !names.includes(name))
    ?.slice(0, 40)
  if (other === undefined) return
  throw new RequestError('request/unknown-parameter', { name: other, names: names.join(', ') }, other)
}

function objectOf(value: Json, name: string): Fields {
  if (!isJsonObject(value)) throw wrong(name, makeMessage('json/object', {}))
  return value
}

function textOf(fields: Fields, name: string): string | undefined {
  const value = fields[name]
  if (value === undefined || typeof value === 'string') return value
  throw wrong(name, makeMessage('json/string', {}))
}

function choiceOf<Choice extends string | boolean>(
  fields: Fields,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const value = fields[name]
  if (value === undefined || choices.includes(value as Choice)) return value as Choice | undefined
  throw wrong(name, makeMessage('json/choice', { choices: choices.join(', ') }))
}

function wholeOf(fields: Fields, name: string, least: number, most: number): number | undefined {
  const value = fields[name]
  if (value === undefined) return undefined
  if (Number.isInteger(value) && (value as number) >= least && (value as number) <= most) return value as number
  throw wrong(name, makeMessage('json/integer', { least, most }))
}

function wrong(name: string, what: Message): RequestError {
  return new RequestError('request/wrong-field', { name, what }, name)
}

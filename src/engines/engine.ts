/** What every engine can do, whatever it speaks. Moves and values are those of records: docs/record.md. */
import type { Evaluation } from '../model/annotation.ts'
import type { Move } from '../model/move.ts'
import type { Game } from '../model/record.ts'
import type { Connect } from './dialogue.ts'
import type { Task } from './task.ts'

/** When a search ends: at the first of these. Without any it goes on until it is stopped. */
export interface SearchLimit {
  /** In plies. */
  depth?: number
  /** Positions. */
  nodes?: number
  /** Playouts, for engines that count them; others take it for positions. */
  visits?: number
  seconds?: number
}

/** How to analyse a position. */
export interface AnalysisOptions {
  limit: SearchLimit
  /** How many of the best moves get a line; 1 by default. */
  lines?: number
  /** Go: whether to tell whose each point will be, if the engine can. */
  ownership?: boolean
  /** Stops the search; what was found by then is the result. */
  signal?: AbortSignal
  /** Told what was found so far. */
  onUpdate?: (evaluation: Evaluation) => void
}

/** A setting that an engine declares. */
export interface EngineOption {
  name: string
  type: 'check' | 'spin' | 'combo' | 'button' | 'string'
  /** The value it has, unless it is a button. */
  value?: string
  /** The range of a number. */
  least?: number
  most?: number
  /** The values of a combo. */
  choices?: string[]
}

/**
 * How strong an engine plays, in its own measure: `elo` and `skill` (0 to 20) are settings of UCI engines, `level` is one of
 * GTP engines; the others are limits of its searches.
 */
export interface Strength {
  measure: 'elo' | 'skill' | 'level' | 'nodes' | 'visits' | 'depth' | 'seconds'
  value: number
}

/** A running engine. All methods may reject with EngineError, and after the engine has ended all of them do. */
export interface Engine {
  /** As the engine calls itself. */
  readonly name: string
  readonly games: readonly Game[]
  readonly options: readonly EngineOption[]
  /** How many positions it works on at the same time. */
  readonly parallel: number
  /** Whether it can still be talked to. */
  readonly isOpen: boolean
  /** Sets an option that the engine has declared. */
  setOption(name: string, value: string): Promise<void>
  /** Forgets what was learned from the game before. */
  newGame(): Promise<void>
  /** Evaluates a position; every move of every line is legal. At most `parallel` at a time. */
  analyse(task: Task, options: AnalysisOptions): Promise<Evaluation>
  /** What a level from 1 to 10 means to it. */
  strengthAt(level: number): Strength
  /** The move it plays; undefined if it has none or resigns. As strong as it can, unless a strength is given. */
  choose(task: Task, limit: SearchLimit, signal?: AbortSignal, strength?: Strength): Promise<Move | undefined>
  /** Ends it, kindly first. */
  quit(): Promise<void>
}

/** What an engine speaks. */
export const PROTOCOLS = ['uci', 'ucci', 'gtp', 'katago', 'nboard', 'edax'] as const

/** The name of a protocol. */
export type Protocol = (typeof PROTOCOLS)[number]

/** Seconds that an engine is given. */
export interface EnginePatience {
  /** Without a sign of life until it has started: nets are loaded, and some engines tune themselves for minutes first. */
  start: number
  /** Until it has started, whatever it does. Absent: for ever. */
  wholeStart?: number
  /** Until it answers what needs no search. */
  answer: number
  /** Until it says anything in a search. */
  search: number
}

/** Used unless others are given. */
export const USUAL_PATIENCE: EnginePatience = { start: 60, answer: 10, search: 120 }

/** Opens an engine that speaks a protocol. */
export type OpenEngine = (connect: Connect, patience: EnginePatience) => Promise<Engine>

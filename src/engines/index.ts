/**
 * Engines: one contract, and the protocols behind it.
 * @module ludograph/engines
 */
import type { Connect, Connection } from './dialogue.ts'
import { USUAL_PATIENCE, type Engine, type EnginePatience, type OpenEngine, type Protocol } from './engine.ts'
import { openEdax } from './edax.ts'
import { openGtp } from './gtp.ts'
import { openKataGo } from './katago.ts'
import { openNBoard } from './nboard.ts'
import { openUcci } from './ucci.ts'
import { openUci } from './uci.ts'

export * from './analyse-game.ts'
export { MAX_LINE, type Connect, type Connection, type Listener } from './dialogue.ts'
export * from './engine.ts'
export * from './crew.ts'
export * from './engine-error.ts'
export { PHASES, type Phase } from './phase.ts'
export { MOST_LEVEL, playAtLevel, type LevelMove } from './strength.ts'
export { taskAfter, taskAlong, taskAt, type Task } from './task.ts'
export * from './winning-chance.ts'

const OPENERS: Record<Protocol, OpenEngine> = {
  uci: openUci,
  ucci: openUcci,
  gtp: openGtp,
  katago: openKataGo,
  nboard: openNBoard,
  edax: openEdax,
}

/** Starts an engine that speaks a protocol. Rejects with EngineError if it does not, or dies. */
export async function openEngine(
  protocol: Protocol,
  connect: Connect,
  patience: EnginePatience = USUAL_PATIENCE,
): Promise<Engine> {
  let connection: Connection | undefined
  try {
    return await OPENERS[protocol]((listener) => (connection = connect(listener)), patience)
  } catch (error) {
    connection?.end()
    throw error
  }
}

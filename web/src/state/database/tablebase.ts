/** The tablebase that the server asks how chess positions with few men end: requested a moment after the board came to rest. */
import { effect, signal, untracked } from '@preact/signals'
import { chess, ChessPosition } from '../../../../src/rules/chess/index.ts'
import type { DescribedTablebaseAnswer } from '../../../../src/tablebases/describe.ts'
import { hasFewMen, type TablebaseAnswer } from '../../../../src/tablebases/tablebase.ts'
import { explain } from '../../words/index.ts'
import { explore } from '../editing/edit-actions.ts'
import { whenAtRest } from '../explorer/at-rest.ts'
import { isExploring } from '../explorer/explorer.ts'
import { position } from '../replay/replay.ts'
import { requestJson, type DatabaseInfo } from './server.ts'

/** What the tablebase says of a position. */
export interface ShownTablebase {
  /** What people call it. */
  name: string
  position: ChessPosition
  /** Absent if it failed; `unknown` without moves if it does not have the position. */
  answer?: TablebaseAnswer
  failure?: string
}

/** The last response; it stays until the next arrives. Undefined where the board is no position for a tablebase. */
export const shownTablebase = signal<ShownTablebase | undefined>(undefined)

/** Plays a move of the response shown, unless the board has already moved on. */
export function playTablebaseMove(move: number): void {
  const [shown, stands] = [shownTablebase.value, position.value]
  if (shown && stands instanceof ChessPosition && chess.format(stands) === chess.format(shown.position)) explore(move)
}

let running: AbortController | undefined

/** Asks the tablebase about the positions on the board. */
export function followTablebase({ name, men }: NonNullable<DatabaseInfo['tablebase']>): void {
  effect(() => {
    const stands = position.value
    running?.abort()
    if (!isExploring.value || !(stands instanceof ChessPosition) || !hasFewMen(stands, men)) {
      untracked(() => (shownTablebase.value = undefined))
      return
    }
    // The position on the board moves on while the tablebase is asked.
    const still = chess.clone(stands)
    running = whenAtRest((aborted) => ask(name, still, aborted))
  })
}

async function ask(name: string, stands: ChessPosition, aborted: AbortSignal): Promise<void> {
  const shown = { name, position: stands }
  try {
    const fen = chess.format(stands)
    const { moves, ...facts } = await requestJson<DescribedTablebaseAnswer>('tablebase', { fen }, aborted)
    const read = moves.flatMap(({ uci, category, dtz, dtm }) => {
      const move = chess.readMove(stands, uci)
      return move === undefined ? [] : [{ move, category, ...defined({ dtz, dtm }) }]
    })
    if (!aborted.aborted) shownTablebase.value = { ...shown, answer: { ...facts, moves: read } }
  } catch (error) {
    if (aborted.aborted) return
    shownTablebase.value = { ...shown, failure: explain(error) }
  }
}

function defined(distances: { dtz: number | undefined; dtm: number | undefined }): { dtz?: number; dtm?: number } {
  const { dtz, dtm } = distances
  return { ...(dtz !== undefined && { dtz }), ...(dtm !== undefined && { dtm }) }
}

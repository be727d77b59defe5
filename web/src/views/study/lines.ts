/** Lines of studies: where they lead, and shares as people read them. */
import type { Game } from '../../../../src/model/record.ts'
import { addressOf } from '../../state/page/route.ts'
import { formatNumber } from '../../words/index.ts'

/** The position after moves, on the board of the explorer. */
export function lineAddress(game: Game, moves: readonly string[]): string {
  return addressOf(['games'], { board: game, line: moves.join(' ') })
}

export const percent = (share: number) => formatNumber(share, { style: 'percent', maximumFractionDigits: 0 })

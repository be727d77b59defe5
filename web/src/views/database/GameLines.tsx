/** Games as lines of a small table, each leading to its game. */
import type { FoundGame } from '../../../../src/query/found-game.ts'
import { inOrder } from '../../../../src/query/found-game.ts'
import { addressOf } from '../../state/page/route.ts'
import { dateText } from './Events.tsx'

export interface GameLine {
  game: FoundGame
  /** What is told of it before its players. */
  note?: string
}

export function GameLines({
  lines,
  conditions,
}: {
  lines: readonly GameLine[]
  conditions: Readonly<Record<string, string | undefined>>
}) {
  return (
    <div class="table-box">
      <table class="plain">
        <tbody>
          {lines.map(({ game, note }) => {
            const names = inOrder(game).map((player) => player?.name ?? '?')
            return (
              <tr key={game.id}>
                {note !== undefined && <td class="number">{note}</td>}
                <th scope="row">
                  <a href={addressOf(['games'], { ...conditions, id: String(game.id) })}>{names.join(' – ')}</a>
                </th>
                <td class="number short">{game.result}</td>
                <td class="quiet short">{dateText(game.date)}</td>
                <td class="quiet">{[game.event, game.opening?.eco].filter(Boolean).join(' · ')}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

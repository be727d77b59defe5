/** The players of the database. */
import type { ListedPlayer } from '../../state/database/people.ts'
import { addressOf } from '../../state/page/route.ts'
import { formatNumber, words } from '../../words/index.ts'
import { NameList } from './NameList.tsx'
import { ScoreBar } from './ScoreBar.tsx'

export function Players() {
  return (
    <NameList<ListedPlayer>
      part="players"
      title={words.players}
      head={
        <tr>
          <th scope="col">{words.player}</th>
          <th scope="col" class="wide">
            {words.game}
          </th>
          <th scope="col" class="number">
            {words.games}
          </th>
          <th scope="col" class="bar-column">
            {words.results}
          </th>
          <th scope="col" class="number wide">
            {words.years}
          </th>
          <th scope="col" class="number wide">
            {words.bestRating}
          </th>
        </tr>
      }
      line={(player) => (
        <tr key={player.name}>
          <th scope="row">
            <a href={addressOf(['players', player.name])}>{player.name}</a>
          </th>
          <td class="wide quiet">{player.kinds.map((game) => words[game]).join(', ')}</td>
          <td class="number">{formatNumber(player.games)}</td>
          <td>
            <ScoreBar {...player} />
          </td>
          <td class="number wide">{yearsOf(player.firstYear, player.lastYear)}</td>
          <td class="number wide">{player.bestRating}</td>
        </tr>
      )}
    />
  )
}

/** A span of years; one year for a span within it. */
export function yearsOf(first: number | undefined, last: number | undefined): string {
  if (first === undefined || last === undefined) return String(first ?? last ?? '')
  return first === last ? String(first) : `${first}–${last}`
}

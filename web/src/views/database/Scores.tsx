/** Scores as lines of a table: what they are of, how many games, a bar and the share of the points. */
import type { Score } from '../../state/database/people.ts'
import { formatNumber } from '../../words/index.ts'
import { ScoreBar, scorePercent } from './ScoreBar.tsx'

type ScoreLine = Score & {
  name: string
  href: string
  note?: string
  more?: { href: string; text: string; label: string }
}

export function Scores({ lines }: { lines: readonly ScoreLine[] }) {
  return (
    <table class="plain">
      <tbody>
        {lines.map((line) => (
          <tr key={`${line.name}/${line.note ?? ''}`}>
            <th scope="row">
              <a href={line.href}>{line.name}</a> {line.note !== undefined && <span class="quiet">{line.note}</span>}
              {line.more && (
                <a class="more" href={line.more.href} aria-label={line.more.label} title={line.more.label}>
                  {line.more.text}
                </a>
              )}
            </th>
            <td class="number">{formatNumber(line.games)}</td>
            <td class="bar-column">
              <ScoreBar {...line} />
            </td>
            <td class="number">{scorePercent(line)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

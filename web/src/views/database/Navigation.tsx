/** The parts of a database as links: its games, its players, its events, its care. */
import { database } from '../../state/database/server.ts'
import { addressOf, route } from '../../state/page/route.ts'
import { formatNumber, words, type Word } from '../../words/index.ts'

const PARTS = [
  ['games', 'games'],
  ['players', 'players'],
  ['events', 'events'],
  ['maintenance', 'maintenance'],
] as const satisfies readonly (readonly [string, Word])[]

export function Navigation() {
  const info = database.value
  if (!info) return null
  const total = info.games.reduce((sum, { games }) => sum + games, 0)
  return (
    <nav class="parts" aria-label={words.database}>
      {PARTS.filter(([part]) => info.parts.includes(part === 'maintenance' ? 'labels' : part)).map(([part, word]) => (
        <a key={part} href={addressOf([part])} aria-current={route.value.path[0] === part ? 'page' : undefined}>
          {words[word]}
          {part === 'games' && <span class="count">{formatNumber(total, { notation: 'compact' })}</span>}
        </a>
      ))}
    </nav>
  )
}

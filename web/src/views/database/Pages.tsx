/** The pages of a database that have no board: its players, its events, one of them. */
import { route } from '../../state/page/route.ts'
import { Event } from './Event.tsx'
import { Events } from './Events.tsx'
import { HeadToHead } from './HeadToHead.tsx'
import { Player } from './Player.tsx'
import { Players } from './Players.tsx'
import { lazily } from '../shell/lazily.tsx'

const Maintenance = lazily(async () => (await import('../study/parts.ts')).Maintenance)
const Preparation = lazily(async () => (await import('../study/parts.ts')).Preparation)

/** The first parts of their addresses. */
export const PAGES: ReadonlySet<string> = new Set(['players', 'events', 'maintenance'])

export function Pages() {
  const [part, name] = route.value.path
  const { edition, against, view } = route.value.query
  if (part === 'maintenance') return <Maintenance part={name} />
  if (part === 'players' && name !== undefined && view === 'preparation') return <Preparation key={name} name={name} />
  if (part === 'players' && name !== undefined && against !== undefined) {
    return <HeadToHead key={`${name}/${against}`} name={name} opponent={against} />
  }
  if (part === 'players') return name === undefined ? <Players /> : <Player key={name} name={name} />
  return name === undefined ? <Events /> : <Event key={name} name={name} edition={edition ?? 'last'} />
}

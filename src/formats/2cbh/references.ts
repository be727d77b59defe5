/** In which roles records name entities: docs/formats/2cbh.md, Games of an entity. */
import type { EntityType } from './entity-file.ts'
import { NO_ENTITY, type StoredRecord } from './header-records.ts'

export interface Role {
  /** Its number in `.2lgd`. */
  readonly number: number
  readonly type: EntityType
  /** Name of the column that counts it in lists. */
  readonly column: string
}

export const ROLE = {
  player: { number: 1, type: 'players', column: 'games' },
  tournament: { number: 2, type: 'tournaments', column: 'games' },
  source: { number: 3, type: 'sources', column: 'games' },
  annotator: { number: 4, type: 'players', column: 'annotated' },
  team: { number: 5, type: 'teams', column: 'games' },
  tag: { number: 6, type: 'titles', column: 'games' },
  text: { number: 7, type: 'titles', column: 'texts' },
  analysis: { number: 8, type: 'titles', column: 'analyses' },
} as const satisfies Record<string, Role>

export const ROLES: readonly Role[] = Object.values(ROLE)

/** The roles in which a record names entities, and their numbers; a player who plays both sides twice. */
export function rolesOf(stored: StoredRecord): [Role, number][] {
  const named: [Role, number][] = [
    [ROLE.source, stored.source],
    [ROLE.annotator, stored.annotator],
  ]
  if (stored.kind === 'analysis') return [...named, [ROLE.analysis, stored.title]]
  named.push([ROLE.tournament, stored.tournament])
  if (stored.kind === 'text') return [...named, [ROLE.text, stored.title]]
  named.push([ROLE.player, stored.white], [ROLE.player, stored.black], [ROLE.tag, stored.tag])
  named.push([ROLE.team, stored.whiteTeam], [ROLE.team, stored.blackTeam])
  return named.filter(([, id]) => id !== NO_ENTITY)
}

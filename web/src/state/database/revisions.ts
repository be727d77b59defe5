/** Which revision of each game of the database the page has, so that saving replaces no other. */
import { signal } from '@preact/signals'
import type { GameRecord } from '../../../../src/model/record.ts'
import { unsavedGames } from '../editing/editing.ts'

const revisions = new Map<number, string>()

/** The revision on which the changes of a game are based, if known. */
export function revisionOf(id: number): string | undefined {
  return revisions.get(id)
}

/** Keeps the revision of a game that was read. Unsaved changes stay based on the one they were made in. */
export function noteRead(id: number, { headers }: Response): void {
  if (!unsavedGames.peek().has(id)) noteWritten(id, { headers })
}

/** Keeps the revision of a game that was saved. */
export function noteWritten(id: number, { headers }: Pick<Response, 'headers'>): void {
  const revision = headers.get('etag')
  if (revision === null) revisions.delete(id)
  else revisions.set(id, revision)
}

/** Makes the changes of a game be based on an earlier revision, in which they were made. */
export function noteBase(id: number, revision: string): void {
  revisions.set(id, revision)
}

/** Changes to a game that somebody else has saved since it was read. */
export interface Conflict {
  id: number
  record: GameRecord
}

/** The conflict to be decided, if there is one. */
export const conflict = signal<Conflict | undefined>(undefined)

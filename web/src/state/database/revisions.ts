/** Which revision of each game of the database the page has, so that saving replaces no other. */
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

/** Revisions of games: two programs that edit one game do not replace each other's work unnoticed. */
import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type { Database } from '../database/database.ts'
import type { GameRecord } from '../model/record.ts'
import { RequestError } from './request.ts'

/** The entity tag of a game: it changes whenever anything of the record does. */
export function revisionOf(record: GameRecord): string {
  return `"${createHash('sha256').update(JSON.stringify(record)).digest('base64url').slice(0, 22)}"`
}

/** Refuses a change of a game that is no longer the one named in the header `If-Match`, if there is one. */
export async function refuseChanged(context: Context, database: Database, id: number): Promise<void> {
  const wanted = context.req.header('if-match')
  if (wanted === undefined || wanted.trim() === '*') return
  const record = await database.record(id)
  if (!record || wanted.split(',').some((tag) => tag.trim() === revisionOf(record))) return
  throw new RequestError('request/changed', { id }, 'if-match', 409)
}

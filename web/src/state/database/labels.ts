/** Labels of games in the database behind the page. */
import type { GameLabels } from '../../../../src/query/labels.ts'
import { request } from './server.ts'
import { refreshAfterChange } from './view.ts'

/** Replaces the labels of a game; returns them as the database spells them. */
export async function saveLabels(id: number, labels: GameLabels): Promise<GameLabels> {
  const headers = { 'Content-Type': 'application/json' }
  const response = await request(`games/${id}/labels`, {}, { method: 'PUT', headers, body: JSON.stringify(labels) })
  await refreshAfterChange()
  return (await response.json()) as GameLabels
}

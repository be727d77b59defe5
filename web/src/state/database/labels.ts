/** Labels of games in the database behind the page. */
import type { GameLabels } from '../../../../src/query/labels.ts'
import { request, requestJson } from './server.ts'
import { refreshAfterChange } from './view.ts'

const headers = { 'Content-Type': 'application/json' }

/** A tag, and how many games have it. */
export interface TagCount {
  name: string
  games: number
}

/** The tags that games of the database have. */
export async function tagsInUse(): Promise<TagCount[]> {
  return (await requestJson<{ tags: TagCount[] }>('labels')).tags
}

/** Gives games a tag, or takes it from them; returns how many games that changed. */
export async function tagGames(tag: string, games: Iterable<number>, remove: boolean): Promise<number> {
  const body = JSON.stringify({ tag, games: [...games], remove })
  const response = await request('labels', {}, { method: 'POST', headers, body })
  await refreshAfterChange()
  return ((await response.json()) as { games: number }).games
}

/** Replaces the labels of a game; returns them as the database spells them. */
export async function saveLabels(id: number, labels: GameLabels): Promise<GameLabels> {
  const response = await request(`games/${id}/labels`, {}, { method: 'PUT', headers, body: JSON.stringify(labels) })
  await refreshAfterChange()
  return (await response.json()) as GameLabels
}

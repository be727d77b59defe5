/** Tells which facts of a header do not come back from the tags it was written as. */
import { playerOf, type Header } from '../../model/record.ts'
import { readHeader, type TagPair } from './header.ts'
import type { TagFields } from './tag-fields.ts'

/** Facts that conversions report by their feature, or that are written elsewhere than in tags. */
const REPORTED = new Set([
  'about',
  'deleted',
  'isTopGame',
  'medals',
  'native',
  'openingSubcode',
  'perfectScore',
  'rules',
  'score',
  'titles',
  'verdict',
])

/** Paths of the facts that the tags do not say: `players.0.birth`. */
export function lostFacts(header: Header, tags: readonly TagPair[], fields: TagFields): string[] {
  const names = tags.map(([name]) => name)
  const list = { names, value: (index: number) => tags[index]![1] }
  const read = facts(readHeader(list, fields, () => false).header)
  const lost: string[] = []
  for (const [path, value] of facts(header)) {
    // A fact may have become text of its own, as a date in words does.
    if (read.get(path) !== value && value !== '' && !path.startsWith('tags.')) lost.push(path)
  }
  return lost
}

/** The facts of a header by their path. Of the players the two of the colours count. */
function facts(header: Header): Map<string, unknown> {
  const players = [playerOf(header, 1), playerOf(header, 2)].filter((player) => player !== undefined)
  const found = new Map<string, unknown>()
  collect({ ...header, players }, '', found)
  // What is so unless something else is said, and a place that is written as the site.
  if (found.get('kind') === 'game') found.delete('kind')
  if (found.get('event.pace') === 'normal') found.delete('event.pace')
  if (!found.has('event.site') && found.has('place')) found.set('event.site', found.get('place'))
  if (found.get('place') === found.get('event.site')) found.delete('place')
  // The same instant may be told in another zone.
  const instant = new Date(header.instant ?? Number.NaN)
  if (!Number.isNaN(instant.getTime())) found.set('instant', instant.getTime())
  return found
}

function collect(value: object, path: string, found: Map<string, unknown>): void {
  for (const [key, part] of Object.entries(value) as [string, unknown][]) {
    if (REPORTED.has(key) || part === undefined) continue
    const name = path === '' ? key : `${path}.${key}`
    if (typeof part === 'object' && part !== null) collect(part, name, found)
    else found.set(name, part)
  }
}

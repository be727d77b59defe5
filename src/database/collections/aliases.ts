/**
 * Aliases: spellings that count as one player, whatever format they came
 * from (`Carlsen, Magnus`, `Magnus Carlsen`, `M. Carlsen`). The names in games stay the same; searches, players, events
 * and duplicates treat the spellings as one.
 */
import { CodedError } from '../../issues/errors.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Database } from '../database.ts'

/** A spelling that counts as a player of another name. */
export interface Alias {
  name: string
  /** The name under which the player is listed. */
  player: string
}

/** All aliases, those of one player together. */
export async function listAliases({ catalogue }: Database): Promise<readonly Alias[]> {
  return await catalogue.remember('aliases', async () => {
    return (await catalogue.rows('SELECT name, player FROM aliases ORDER BY player, name')) as unknown as Alias[]
  })
}

/** Thrown when a name cannot count as a player. */
export class AliasError extends CodedError<'database/alias-of-itself'> {
  override name = 'AliasError'
}

/**
 * Makes a name count as a player, along with its own aliases; if the player is an alias, the player it is an alias of
 * is used. Returns the name under which the player is listed. Rejects with AliasError if both are already the same.
 */
export async function addAlias({ catalogue }: Database, name: string, player: string): Promise<string> {
  return await catalogue.transaction(async () => addAliasNow(catalogue, name, player))
}

/** The same in the open transaction. */
export async function addAliasNow(catalogue: Catalogue, name: string, player: string): Promise<string> {
  const [known] = await catalogue.rows('SELECT player FROM aliases WHERE name = $1', [player])
  const main = String(known?.['player'] ?? player)
  if (main === name) throw new AliasError('database/alias-of-itself', { player, name })
  await catalogue.rows('DELETE FROM aliases WHERE name = $1', [name])
  await catalogue.rows('UPDATE aliases SET player = $2 WHERE player = $1', [name, main])
  await catalogue.rows('INSERT INTO aliases VALUES ($1, $2)', [name, main])
  return main
}

/** Removes an alias. Returns whether it was one. */
export async function removeAlias({ catalogue }: Database, name: string): Promise<boolean> {
  return await catalogue.transaction(async () => {
    const removed = await catalogue.rows('DELETE FROM aliases WHERE name = $1 RETURNING name', [name])
    return removed.length > 0
  })
}

/** The name under which a player is listed, and all spellings that count as it, that name first. */
export async function namesOfPlayer({ catalogue }: Database, name: string): Promise<{ name: string; names: string[] }> {
  const [alias] = await catalogue.rows('SELECT player FROM aliases WHERE name = $1', [name])
  const main = String(alias?.['player'] ?? name)
  const aliases = await catalogue.rows('SELECT name FROM aliases WHERE player = $1 ORDER BY name', [main])
  return { name: main, names: [main, ...aliases.map((row) => String(row['name']))] }
}

/** All spellings of players with a matching spelling; empty if they have no aliases. */
export async function spellingsOf(database: Database, matches: (name: string) => boolean): Promise<string[]> {
  const aliases = await listAliases(database)
  const players = new Set(aliases.flatMap(({ name, player }) => (matches(name) || matches(player) ? [player] : [])))
  return [...players, ...aliases.flatMap(({ name, player }) => (players.has(player) ? [name] : []))]
}

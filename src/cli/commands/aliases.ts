/** `ludograph aliases`: spellings of names that count as one player. */
import type { Command } from 'commander'
import { addAlias, AliasError, listAliases, removeAlias, type Alias } from '../../database/collections/aliases.ts'
import { countAppearances } from '../../database/catalogue/statistics.ts'
import { suggestAliases, type SuggestedAlias } from '../../database/names/suggest-aliases.ts'
import { withDatabase } from '../read/database.ts'
import { givenOption, optionExcludes } from '../read/option-use.ts'
import { positiveNumber } from '../read/positive-number.ts'
import {
  CommandError,
  countOf,
  examples,
  EXIT,
  formatTable,
  grouped,
  note,
  paint,
  print,
  printJson,
} from '../show/terminal.ts'

interface AliasesOptions {
  remove?: boolean
  suggest?: boolean
  limit: number
  json?: boolean
}

const DEFAULT_LIMIT = 100

export function addAliases(program: Command): void {
  const command = program
    .command('aliases')
    .description('Treat several spellings of a name as one player')
    .argument('<database>', 'folder of the database')
    .argument('[name]', 'a spelling')
    .argument('[player]', 'the name that the player is listed under')
    .option('--remove', 'remove an alias')
    .option('--suggest', 'list names that are probably the same player; changes nothing')
    .option('--limit <count>', 'list at most COUNT lines', positiveNumber, DEFAULT_LIMIT)
    .option('--json', 'as JSON lines')
    .addHelpText(
      'before',
      examples(
        'aliases games.db',
        'aliases games.db "Magnus Carlsen" "Carlsen, Magnus"',
        'aliases games.db "Magnus Carlsen" --remove',
        'aliases games.db --suggest',
      ),
    )
    .action(async (folder: string, name: string | undefined, player: string | undefined, options: AliasesOptions) => {
      const unused = player === undefined ? undefined : givenOption(command, ['--remove'])
      if (unused) throw new CommandError(`${unused} does not work when an alias is added`, EXIT.usage)
      await runAliases(folder, name, player, options)
    })
  optionExcludes(command, '--remove')
}

async function runAliases(
  folder: string,
  name: string | undefined,
  player: string | undefined,
  { remove = false, suggest = false, limit, json = false }: AliasesOptions,
): Promise<void> {
  if (remove && name === undefined) throw new CommandError('--remove needs the alias to remove', EXIT.usage)
  if (name !== undefined && (remove || player !== undefined)) return await changeAlias(folder, name, player, remove)
  await withDatabase(folder, true, async (database) => {
    const all = suggest ? await suggestAliases(database, Infinity) : await listAliases(database)
    const chosen = name === undefined ? all : all.filter((alias) => alias.name === name || alias.player === name)
    const shown = chosen.slice(0, limit)
    if (json) {
      for (const alias of shown) printJson(alias)
      return
    }
    if (shown.length > 0) print(formatTable(shown.map((alias) => [...aliasCells(alias), paint('dim', whyOf(alias))])))
    const more = chosen.length > limit ? `; showing ${grouped(limit)} (--limit)` : ''
    note(
      suggest
        ? `${countOf(chosen.length, 'suggestion')}${more}; nothing was changed`
        : `${countOf(chosen.length, 'alias', 'aliases')}${more}`,
    )
  })
}

function aliasCells({ name, player }: Alias): string[] {
  return [name, paint('dim', 'is'), player]
}

/** Why two names probably belong to one player. */
function whyOf(alias: Alias | SuggestedAlias): string {
  if (!('reason' in alias)) return ''
  if (alias.reason === 'team before') return 'a team before the name'
  return alias.reason === 'same games' ? `${countOf(alias.shared ?? 0, 'game')} under both names` : alias.reason
}

async function changeAlias(folder: string, name: string, player: string | undefined, remove: boolean): Promise<void> {
  if (remove && player !== undefined) throw new CommandError('--remove takes only the alias', EXIT.usage)
  await withDatabase(folder, false, async (database) => {
    if (remove) {
      if (!(await removeAlias(database, name))) throw new CommandError(`"${name}" is not an alias`, EXIT.usage)
      return note(`alias removed: ${name} is a player of its own again`)
    }
    let main: string
    try {
      main = await addAlias(database, name, player!)
    } catch (error) {
      if (!(error instanceof AliasError)) throw error
      throw new CommandError(error.message, EXIT.usage)
    }
    const games = await countAppearances(database, name)
    const none = games === 0 ? ' (no game in the database has this spelling yet)' : ''
    note(`${name} now counts as ${main} in ${countOf(games, 'game')}${none}`)
  })
}

/** `ludograph aliases`: spellings of names that count as one player. */
import type { Command } from 'commander'
import { addAlias, listAliases, removeAlias, suggestAliases } from '../../database/aliases.ts'
import { withDatabase } from '../database.ts'
import { CommandError, countOf, examples, EXIT, formatTable, note, paint, print } from '../terminal.ts'

interface AliasesOptions {
  remove?: boolean
  suggest?: boolean
  json?: boolean
}

export function addAliases(program: Command): void {
  program
    .command('aliases')
    .description('Spellings of names that count as one player in searches, lists and descriptions')
    .argument('<database>', 'folder of the database')
    .argument('[name]', 'a spelling')
    .argument('[player]', 'the name under which the player is listed')
    .option('--remove', 'let the spelling count for itself again')
    .option('--suggest', 'show names that are likely spellings of one player; nothing is changed')
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
    .action(runAliases)
}

async function runAliases(
  folder: string,
  name: string | undefined,
  player: string | undefined,
  { remove = false, suggest = false, json = false }: AliasesOptions,
): Promise<void> {
  if (name !== undefined && (remove || player !== undefined)) return await changeAlias(folder, name, player, remove)
  await withDatabase(folder, true, async (database) => {
    const all = suggest ? await suggestAliases(database) : await listAliases(database)
    const shown = name === undefined ? all : all.filter((alias) => alias.name === name || alias.player === name)
    if (json) {
      for (const alias of shown) print(JSON.stringify(alias))
      return
    }
    if (shown.length > 0) print(formatTable(shown.map((alias) => [alias.name, paint('dim', 'is'), alias.player])))
    note(
      suggest
        ? `${countOf(shown.length, 'suggestion')}; nothing was changed`
        : countOf(shown.length, 'alias', 'aliases'),
    )
  })
}

async function changeAlias(folder: string, name: string, player: string | undefined, remove: boolean): Promise<void> {
  if (remove && player !== undefined) throw new CommandError('--remove takes one name, the spelling', EXIT.usage)
  await withDatabase(folder, false, async (database) => {
    if (remove) {
      if (!(await removeAlias(database, name))) throw new CommandError(`"${name}" is no alias`, EXIT.usage)
      return note(`${name} counts for itself again`)
    }
    try {
      await addAlias(database, name, player!)
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      throw new CommandError(error.message, EXIT.usage)
    }
    const [found] = await database.catalogue.rows('SELECT count(*) AS games FROM appearances WHERE name = $1', [name])
    note(`${name} counts as ${player!} now, in ${countOf(Number(found!['games']), 'game')}`)
  })
}

/** `ludograph verify`, `remove`, `compact`, `dedupe`: looking after a database. */
import type { Command } from 'commander'
import { findDuplicates } from '../../database/duplicates.ts'
import { removeSources } from '../../database/remove.ts'
import { verifyDatabase } from '../../database/verify.ts'
import { parseNumber, withDatabase } from '../database.ts'
import { CommandError, countOf, EXIT, formatTable, note, paint, print } from '../terminal.ts'

export function addMaintenanceCommands(program: Command): void {
  program
    .command('verify')
    .description('Check a database: checksums, counts, the index against the games')
    .argument('<database>', 'folder of the database')
    .action(async (folder: string) => {
      await withDatabase(folder, true, async (database) => {
        let count = 0
        for await (const { id, severity, message } of verifyDatabase(database)) {
          count++
          print(`${paint('red', severity)} ${id}: ${message}`)
        }
        if (count > 0) process.exitCode = EXIT.issues
        note(count === 0 ? 'The database is sound.' : countOf(count, 'error'))
      })
    })
  program
    .command('remove')
    .description('Take a source out of a database, with its games')
    .argument('<database>', 'folder of the database')
    .argument('<source>', 'part of the path it was imported from, enough to name one')
    .action(runRemove)
  program
    .command('compact')
    .description('Merge the segments of the position index into one for each game')
    .argument('<database>', 'folder of the database')
    .action(async (folder: string) => {
      await withDatabase(folder, false, async (database) => {
        note(`${countOf(await database.compact({ all: true }), 'segment')} merged`)
      })
    })
  program
    .command('dedupe')
    .description('Show games that stand in a database more than once')
    .argument('<database>', 'folder of the database')
    .option('--limit <count>', 'groups to show', parseNumber, 20)
    .option('--json', 'as JSON lines')
    .action(async (folder: string, { limit, json }: { limit: number; json?: boolean }) => {
      await withDatabase(folder, true, async (database) => {
        const groups = await findDuplicates(database, { limit })
        for (const { reason, games } of groups) {
          if (json) {
            print(JSON.stringify({ reason, games }))
            continue
          }
          print(paint('bold', reason))
          print(
            formatTable(
              games.map((game) => [
                String(game.id),
                game.player1 ?? '?',
                game.player2 ?? '?',
                game.date ?? '',
                game.event ?? '',
                game.source,
              ]),
              '  ',
            ),
          )
        }
        note(`${countOf(groups.length, 'group')} shown; nothing was changed`)
      })
    })
}

async function runRemove(folder: string, text: string): Promise<void> {
  await withDatabase(folder, false, async (database) => {
    const rows = await database.catalogue.rows(
      'SELECT id, path FROM sources WHERE contains(path, $1) ORDER BY (path = $1) DESC, path',
      [text],
    )
    const isExact = rows[0]?.['path'] === text
    if (rows.length === 0) throw new CommandError(`no source of the database has "${text}" in its path`, EXIT.usage)
    if (rows.length > 1 && !isExact) {
      const names = rows.slice(0, 5).map(({ path }) => `  ${String(path)}`)
      throw new CommandError(`${rows.length} sources have "${text}" in their path:\n${names.join('\n')}`, EXIT.usage)
    }
    const games = await removeSources(database, [Number(rows[0]!['id'])])
    note(`${String(rows[0]!['path'])} and its ${countOf(games, 'game')} removed`)
  })
}

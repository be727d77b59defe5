/** `ludograph publish`: a database as plain files for any web host. */
import type { Command } from 'commander'
import { publishDatabase } from '../../database/export/publish.ts'
import { withDatabase } from '../read/database.ts'
import { Progress } from '../show/progress.ts'
import { countOf, examples, note } from '../show/terminal.ts'

export function addPublish(program: Command): void {
  program
    .command('publish')
    .description('Write a database as plain files for any web host: positions to explore and a list of the games')
    .argument('<database>', 'folder of the database')
    .argument('<folder>', 'new or empty folder, to be copied to the host')
    .addHelpText('before', examples('publish games.db public/', 'explore https://example.org/public'))
    .action(runPublish)
}

async function runPublish(folder: string, target: string): Promise<void> {
  await withDatabase(folder, true, async (database) => {
    const progress = new Progress('game')
    const report = await publishDatabase(database, target, (written, games) => progress.set(written, games))
    progress.end()
    const megabytes = (report.bytes / 1e6).toFixed(1)
    note(`${countOf(report.games, 'game')} published in ${countOf(report.files, 'file')} of ${target}, ${megabytes} MB`)
  })
}

/**
 * A program that labels games one after another, says so of each, and then imports a file again, to be killed:
 * `node label-child.ts DATABASE FILE`
 */
import { Database, importSources, listGames, setLabels } from '../../src/database/index.ts'

const [folder, path] = process.argv.slice(2)
const database = await Database.open(folder!)
for (const id of await listGames(database, {})) {
  await setLabels(database, id, { tags: ['one', 'two'], collections: ['Some/Where'], note: 'a note' })
  process.stdout.write('labelled\n')
}
await importSources(database, [{ path: path! }])
database.close()

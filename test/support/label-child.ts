/**
 * A program that labels games one after another, and then imports a file again, to be killed:
 * `node label-child.ts DATABASE FILE`
 */
import { Database, importSources, listGames, setLabels } from '../../src/database/index.ts'

const [folder, path] = process.argv.slice(2)
const database = await Database.open(folder!)
process.stdout.write('open\n')
for (const id of await listGames(database, {})) {
  await setLabels(database, id, { tags: ['one', 'two'], collections: ['Some/Where'], note: 'a note' })
}
await importSources(database, [{ path: path! }])
database.close()

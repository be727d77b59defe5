/**
 * A program that imports files into a database, or merges its segments when
 * there are none, to be killed: `node import-child.ts DATABASE [FILE...]`
 */
import { Database, importSources } from '../../src/database/index.ts'

const [folder, ...files] = process.argv.slice(2)
const database = await Database.open(folder!)
process.stdout.write('open\n')
if (files.length > 0) {
  await importSources(
    database,
    files.map((path) => ({ path })),
    { transactionEntries: 100, segmentEntries: 2048, workers: 2 },
  )
}
await database.compact({ all: true })
database.close()

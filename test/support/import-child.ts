/** A program that imports files into a database and compacts it, to be killed: `node import-child.ts DATABASE FILE...` */
import { Database, importSources } from '../../src/database/index.ts'

const [folder, ...files] = process.argv.slice(2)
const database = await Database.open(folder!)
process.stdout.write('open\n')
await importSources(
  database,
  files.map((path) => ({ path })),
  { transactionEntries: 100 },
)
await database.compact({ all: true })
database.close()

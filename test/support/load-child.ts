/** A program that loads a database into a cluster, to be killed: `node load-child.ts ADDRESS DATABASE`. */
import { parseClusterAddress } from '../../src/database/stores/cluster/address.ts'
import { Cluster } from '../../src/database/stores/cluster/cluster.ts'
import { loadDatabase } from '../../src/database/stores/cluster/load.ts'
import { Database } from '../../src/database/index.ts'

const [address, folder] = process.argv.slice(2)
const cluster = await Cluster.open(parseClusterAddress(address!))
const database = await Database.open(folder!, { readOnly: true })
process.stdout.write('open\n')
await loadDatabase(cluster, database, { onProgress: () => process.stdout.write('.') })
database.close()
await cluster.close()

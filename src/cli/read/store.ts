/** Opening what a command explores or searches: a database, a cluster, or published positions. */
import { isClusterAddress, parseClusterAddress } from '../../database/stores/cluster/address.ts'
import { openCluster } from '../../database/stores/cluster/cluster-store.ts'
import { openPublishedStore } from '../../database/stores/published-store.ts'
import { storeOf, type GameStore, type PositionStore } from '../../database/stores/store.ts'
import { withDatabase } from './database.ts'
import { asUsage } from './query.ts'

/** Opens a database by its folder or a cluster by its address for the duration of some work. */
export async function withGameStore<Result>(
  location: string,
  work: (store: GameStore) => Promise<Result>,
): Promise<Result> {
  if (!isClusterAddress(location)) return await withDatabase(location, true, async (one) => work(storeOf(one)))
  return await closeAfter(await openCluster(parseClusterAddress(location)), work)
}

/** The same, with the web address of a published folder too. */
export async function withPositionStore<Result>(
  location: string,
  work: (store: PositionStore) => Promise<Result>,
): Promise<Result> {
  if (!/^https?:\/\//.test(location)) return await withGameStore(location, work)
  return await closeAfter(await openPublishedStore(location), work)
}

async function closeAfter<Store extends PositionStore, Result>(store: Store, work: (store: Store) => Promise<Result>) {
  try {
    return await work(store)
  } catch (error) {
    throw asUsage(error)
  } finally {
    await store.close()
  }
}

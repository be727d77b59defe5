/** Looks for engines that the page can ask. */
import { hasServer } from '../database/server.ts'
import { addEngines } from './engines.ts'
import { servedEngines } from './served.ts'

/** Asks the server for its engines, if there is one. */
export async function findEngines(): Promise<void> {
  if (hasServer) addEngines(...(await servedEngines()))
}

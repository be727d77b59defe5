/** What the address of the page names, as long as it is not there: the first page need not be drawn meanwhile. */
import { signal } from '@preact/signals'
import { readShared } from '../files/share.ts'
import { route } from './route.ts'

/** Whether the address names a shared game or a published database. */
export function isSomethingNamed(): boolean {
  const address = new URL(location.href)
  return readShared(address) !== undefined || address.searchParams.has('database')
}

/** Whether the page has just been loaded with an address that names something which is still to be opened. */
export const isComing = signal(route.peek().path.length === 0 && isSomethingNamed())

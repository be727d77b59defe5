/** The parts of the page that a database needs: a page without one behind it does not load them. */
import { signal } from '@preact/signals'
import { isServed } from '../state/database.ts'
import { attempt } from '../state/library.ts'

export const parts = signal<typeof import('./database/parts.ts') | undefined>(undefined)

/** Looks for the database behind the page, and shows it. One that does not answer leaves the page as it is without. */
export async function connect(): Promise<void> {
  if (!isServed) return
  await attempt(async () => {
    const loaded = await import('./database/parts.ts')
    await loaded.showDatabase()
    parts.value = loaded
  })
}

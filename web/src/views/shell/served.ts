/** The parts of the page that a database needs: a page without one does not load them. */
import { signal } from '@preact/signals'
import { isServed, servesFiles } from '../../state/database/server.ts'
import { attempt } from '../../state/files/library.ts'

async function loadParts() {
  const {
    BoardChoice,
    ConflictDialog,
    DatabaseTools,
    Drafts,
    ImportAction,
    ImportDialog,
    Labels,
    Navigation,
    PAGES,
    Pages,
    PositionActions,
    RemoveSelected,
    SaveInDatabase,
    TagSelected,
    keepServedDrafts,
    showDatabase,
    showGameOfDatabase,
  } = await import('../database/parts.ts')
  await showDatabase()
  await keepServedDrafts()
  return {
    BoardChoice,
    ConflictDialog,
    DatabaseTools,
    Drafts,
    ImportAction,
    ImportDialog,
    Labels,
    Navigation,
    PAGES,
    Pages,
    PositionActions,
    RemoveSelected,
    SaveInDatabase,
    TagSelected,
    showGameOfDatabase,
  }
}

export const parts = signal<Awaited<ReturnType<typeof loadParts>> | undefined>(undefined)

/** Looks for a served database and shows it. If it does not respond, the page stays as it is without one. */
export async function connect(): Promise<void> {
  if (servesFiles) await attempt(async () => (await import('../../state/files/served-files.ts')).readServedFolder())
  if (!isServed) return
  await attempt(async () => {
    parts.value = await loadParts()
  })
}

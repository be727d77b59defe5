/** Keeps changes to games of the served database; if somebody else has saved the game meanwhile, the page says so. */
import { source } from '../files/library.ts'
import { keepDrafts } from './drafts.ts'
import { DatabaseGames } from './games.ts'
import { conflict, noteBase, revisionOf } from './revisions.ts'
import { ApiError, request } from './server.ts'
import { showGameOfDatabase } from './view.ts'

/** Keeps what is changed from now on, and offers what was kept before. */
export async function keepServedDrafts(): Promise<void> {
  await keepDrafts({
    database: new URL('.', location.href).href,
    isShown: () => source.value instanceof DatabaseGames,
    revisionOf,
    fits: () => true,
    onRestore({ game, revision, record }) {
      if (revisionOf(game) !== revision) conflict.value = { id: game, record }
      noteBase(game, revision)
    },
    async show({ game, node }) {
      try {
        await (await request(`games/${game}`)).body?.cancel()
      } catch (error) {
        if (!(error instanceof ApiError) || !error.isRefusal) throw error
        return false
      }
      showGameOfDatabase(game, node)
      return true
    },
  })
}

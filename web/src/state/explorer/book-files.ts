/** Opening books that the user opens as files. */
import { dataOf } from '../../../../src/issues/index.ts'
import type { Game } from '../../../../src/model/record.ts'
import { rulesOf } from '../../../../src/rules/index.ts'
import { openBookInWorker } from '../../worker/client.ts'
import type { OpenResult, RefusedFile } from '../../worker/protocol.ts'
import { chooseTab } from '../page/tabs.ts'
import { addBooks, type BookSource } from './book-sources.ts'

/** What opening books came to. */
export interface OpenedBooks {
  /** The game of the first that could be opened. */
  game?: Game
  refused: RefusedFile[]
}

/** Shows books in the explorer. */
export async function openBooks(files: OpenResult['books']): Promise<OpenedBooks> {
  const opened: OpenedBooks = { refused: [] }
  for (const { file, format } of files) {
    const opening = openBookInWorker(file)
    try {
      const { game } = await opening.opened
      const source: BookSource = {
        games: [game],
        close: () => opening.close(),
        async lookUp(_, position) {
          const { moves, unread } = await opening.lookUp(rulesOf(game).format(position))
          return [{ name: file.name, moves, unread }]
        },
      }
      addBooks(source)
      chooseTab('explorer')
      opened.game ??= game
    } catch (error) {
      opening.close()
      opened.refused.push({ name: file.name, reason: 'unreadable', format, error: dataOf(error) })
    }
  }
  return opened
}

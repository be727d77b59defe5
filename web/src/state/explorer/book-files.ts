/** Opening books that the user opens as files. */
import { dataOf } from '../../../../src/issues/index.ts'
import type { Game } from '../../../../src/model/record.ts'
import { rulesOf } from '../../../../src/rules/index.ts'
import { openBookInWorker } from '../../worker/client.ts'
import type { OpenResult } from '../../worker/protocol.ts'
import { refused } from '../files/opening.ts'
import { chooseTab } from '../page/tabs.ts'
import { Books } from '../../views/Books.tsx'
import { addBooks, type BookSource } from './books.ts'

/** Shows books in the explorer; returns the game of the first that could be opened. */
export async function openBooks(files: OpenResult['books']): Promise<Game | undefined> {
  let first: Game | undefined
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
      addBooks(source, Books)
      chooseTab('explorer')
      first ??= game
    } catch (error) {
      opening.close()
      const refusal = { name: file.name, reason: 'unreadable', format, error: dataOf(error) } as const
      refused.value = [...refused.value, refusal]
    }
  }
  return first
}

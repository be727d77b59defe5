/** Games of the Fox server: SGF, with facts about it where the list of games gives them. docs/formats/fox.md. */
import type { FileSet } from '../../bytes/source.ts'
import { issue } from '../../issues/issue.ts'
import { ensurePlayer } from '../../model/record.ts'
import type { Collection } from '../format.ts'
import type { JsonObject } from '../json.ts'
import { keepNative, textIn, without } from '../server-json/json-game.ts'
import { readSgfText } from '../server-json/through-text.ts'
import type { ReadEntry } from '../record-collection.ts'
import { openServerGames } from '../server-json/collection.ts'
import { isGame } from './format.ts'

const FORMAT_ID = 'fox'

/** Opens a file. Throws FormatError if no game is in it. */
export function openFox(files: FileSet): Collection {
  return openServerGames({ id: FORMAT_ID, game: 'go', isGame }, files, readFox)
}

/** The names of the players in lists of games, Black first. */
const NAMES = [
  ['blackenname', 'blacknick'],
  ['whiteenname', 'whitenick'],
] as const

/** Reads a game. */
function readFox(game: JsonObject): ReadEntry {
  const found = readSgfText(textIn(game['chess']) ?? '')
  const { record } = found
  if (!record) return { issues: [...found.issues, issue('servers/no-game', 'error', {})] }
  const { header } = record
  const { chessid } = game
  if (typeof chessid === 'string' || typeof chessid === 'number') {
    Object.assign(header, { id: String(chessid), domain: FORMAT_ID })
  }
  for (const [index, [english, nick]] of NAMES.entries()) {
    const name = textIn(game[nick]) ?? textIn(game[english])
    if (name !== undefined) ensurePlayer(header, index === 0 ? 1 : 2).name ??= name
  }
  keepNative(record, FORMAT_ID, without(game, 'chess', 'chessid'))
  return found
}

/** Games of lichess in JSON: one a line, as its API streams them, or one alone. */
import { isObject, isText, serverFormat, type Value } from '../server-json/descriptor.ts'

/** Whether an object is a game as the server gives it. */
export function isGame({ id, players, variant, moves, status }: Value): boolean {
  return isText(id) && isObject(players) && isText(variant) && (isText(moves) || isText(status))
}

/** The format of games of lichess in JSON. */
export const lichess = serverFormat({
  id: 'lichess',
  name: 'games of lichess in JSON',
  game: 'chess',
  extensions: ['.ndjson', '.json'],
  isGame,
  open: async (files) => (await import('./reader.ts')).openLichess(files),
})

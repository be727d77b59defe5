/** Games of chess.com in JSON: a month of a player, as its API gives it. */
import { isObject, isText, serverFormat, type Value } from '../server-json/descriptor.ts'

/** Whether an object is a game as the server gives it. */
export function isGame({ white, black, rules, pgn, tcn }: Value): boolean {
  return isObject(white) && isObject(black) && isText(rules) && (isText(pgn) || isText(tcn))
}

/** The format of games of chess.com in JSON. */
export const chessCom = serverFormat({
  id: 'chess-com',
  name: 'games of chess.com in JSON',
  game: 'chess',
  extensions: ['.json'],
  isGame,
  open: async (files) => (await import('./reader.ts')).openChessCom(files),
})

/** Games of OGS in JSON, as its API gives them. */
import { isObject, isText, serverFormat, type Value } from '../server-json/descriptor.ts'

/** Whether an object is a game as the server gives it: the answer about a game, or its `gamedata` alone. */
export function isGame({ gamedata, ...game }: Value): boolean {
  const data = isObject(gamedata) ? (gamedata as Value) : game
  const hasBoard = typeof data['width'] === 'number' || typeof game['width'] === 'number'
  const hasMoves = Array.isArray(data['moves']) || isText(data['moves'])
  return hasBoard && hasMoves && (isObject(game['players']) || isObject(data['players']))
}

/** The format of games of OGS in JSON. */
export const ogs = serverFormat({
  id: 'ogs',
  name: 'games of OGS in JSON',
  game: 'go',
  extensions: ['.json'],
  isGame,
  open: async (files) => (await import('./reader.ts')).openOgs(files),
})

/** Games of the Fox server in JSON, which hold SGF. */
import { serverFormat, type Value } from '../server-json/descriptor.ts'

/** Whether an object is a game as the server gives it. */
export function isGame({ chess, chessid }: Value): boolean {
  return typeof chess === 'string' && (chessid !== undefined || /^\s*\(\s*;/.test(chess))
}

/** The format of games of the Fox server in JSON. */
export const fox = serverFormat({
  id: 'fox',
  name: 'games of the Fox server in JSON',
  game: 'go',
  extensions: ['.json'],
  isGame,
  open: async (files) => (await import('./reader.ts')).openFox(files),
})

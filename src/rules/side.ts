/** The names of sides in messages. */
import type { Message } from '../issues/catalogue.ts'
import type { Colour } from '../model/move.ts'
import { colourName, type Game } from '../model/record.ts'

/** What a game calls the side of a colour. */
export function sideOf(game: Game, colour: Colour): Message {
  return { id: `side/${colourName(game, colour).toLowerCase() as 'black' | 'white' | 'red'}` }
}

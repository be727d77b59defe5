/** The trees of a dossier as records. */
import { otherColour } from '../model/move.ts'
import { colourName, type GameRecord } from '../model/record.ts'
import type { Dossier } from './dossier.ts'
import { grouped } from './figures.ts'
import { treeRecord } from './tree-record.ts'

/** A record for each colour of the player, and for each side on which a repertoire meets them. */
export function dossierRecords({ name, game, byColour, against = [] }: Dossier): GameRecord[] {
  return [
    ...byColour.map(({ colour, tree, inTree }) =>
      treeRecord(game, tree, {
        title: `${name} with ${colourName(game, colour)}`,
        player: { name, colour },
        comment: `${grouped(inTree)} games of ${name} with ${colourName(game, colour)}. Scores are those of ${name}.`,
      }),
    ),
    ...against.map(({ colour, tree, games }) =>
      treeRecord(game, tree, {
        title: `Repertoire with ${colourName(game, colour)} against ${name}`,
        player: { name, colour: otherColour(colour) },
        comment: `${grouped(games)} games of ${name}, as far as they meet the repertoire. Scores are those of ${name}.`,
      }),
    ),
  ]
}

/** Medals of a whole game, which PGN has in a command before the first move. */
import type { GameRecord } from '../../../model/record.ts'

/** Takes the medals of the root, which are the game's, to the header. */
export function liftMedals({ header, nodes }: GameRecord): void {
  const root = nodes[0]!
  const medals = root.annotations?.find((annotation) => annotation.type === 'medals')
  if (!medals) return
  header.medals = medals.names
  root.annotations = root.annotations!.filter((annotation) => annotation !== medals)
  if (root.annotations.length === 0) delete root.annotations
}

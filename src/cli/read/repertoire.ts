/** Reading a repertoire: the trees of a file in any format. */
import { InvalidArgumentError } from 'commander'
import type { Colour } from '../../model/move.ts'
import { GAMES, type Game, type GameRecord } from '../../model/record.ts'
import { forEachInput } from './inputs.ts'
import { CommandError, EXIT } from '../show/terminal.ts'

/** The trees of one kind of game in a file. Throws CommandError if there are none. */
export async function readTrees(path: string, wanted?: Game): Promise<{ game: Game; records: GameRecord[] }> {
  const records: GameRecord[] = []
  await forEachInput([path], {}, (_input, { collection }) => {
    for (const { record } of collection.entries()) if (record) records.push(record)
  })
  const game = wanted ?? GAMES.find((kind) => records.some((record) => record.game === kind))
  if (game === undefined || !records.some((record) => record.game === game)) {
    throw new CommandError(`${path}: no game${wanted ? ` of ${wanted}` : ''} in it`, EXIT.unreadable)
  }
  return { game, records: records.filter((record) => record.game === game) }
}

/** The side of a repertoire: `first` or `second`. */
export function parseSide(text: string): Colour {
  if (text !== 'first' && text !== 'second') throw new InvalidArgumentError('expected first or second.')
  return text === 'first' ? 1 : 2
}

/** The sides that are trained: `first`, `second` or `both`. */
export function parseSides(text: string): readonly Colour[] {
  if (text === 'both') return [1, 2]
  if (text !== 'first' && text !== 'second') throw new InvalidArgumentError('expected first, second or both.')
  return [parseSide(text)]
}

/** Records of games given by their moves. */
import { emptyRecord, type Game, type GameRecord } from '../../src/model/index.ts'
import { rulesOf } from '../../src/rules/index.ts'

/** A record of moves in the game's own notation, separated by blanks. */
export function recordOf(game: Game, text: string): GameRecord {
  const record = emptyRecord(game)
  const rules = rulesOf(game)
  const position = rules.start()
  for (const word of text.split(' ')) {
    const move = rules.readMove(position, word)
    if (move === undefined) throw new Error(`${word} is not legal`)
    rules.play(position, move)
    record.nodes.push({ parent: record.nodes.length - 1, move })
  }
  return record
}

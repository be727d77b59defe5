/** Shows what a database knows of a position: `node explore-opening.ts games.db "e4 e5"`. */
import { Database, explore } from 'ludograph/database'
import { parsePosition } from 'ludograph/query'
import { rulesOf } from 'ludograph/rules'

const rules = rulesOf('chess')
const [folder = 'games.db', moves = 'e4 e5'] = process.argv.slice(2)
const database = await Database.open(folder, { readOnly: true })
try {
  const position = parsePosition('chess', '', moves)
  const { games: total, opening, moves: played } = await explore(database, 'chess', position)
  console.log(`${total} games after ${moves}${opening ? `, ${opening.name}` : ''}`)
  for (const { move, games, first, draws, second } of played) {
    console.log(rules.writeMove(position, move), `${games} games`, `+${first} =${draws} -${second}`)
  }
} finally {
  database.close()
}

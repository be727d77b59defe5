/** Expressions over conditions in a database: lists of games, and main lines read where only they can tell. */
import type { Expression, GameQuery } from '../../query/query.ts'
import { makeLineOfMomentsTest } from '../../query/line-test.ts'
import type { Database } from '../database.ts'
import { RECORD_COLUMNS, recordOfRow } from '../schema/game-row.ts'

/** Lists the numbers of the games that match a query, in order. */
export type ListGames = (database: Database, query: GameQuery) => Promise<Uint32Array>

/** Numbers of games in order, none twice. */
type Games = Uint32Array

/** The numbers of the games that an expression means. @param among only these; all games by default */
export async function gamesOfExpression(
  database: Database,
  expression: Expression,
  list: ListGames,
  among?: Games,
): Promise<Games> {
  const listed = async (query: GameQuery): Promise<Games> => {
    const found = await list(database, query)
    return among ? common(among, found) : found
  }
  switch (expression.type) {
    case 'query':
      return await listed(expression.query)
    case 'not': {
      const all = among ?? (await list(database, {}))
      return without(all, await gamesOfExpression(database, expression.part, list, all))
    }
    case 'any': {
      let found: Games = new Uint32Array(0)
      for (const part of expression.parts) found = joined(found, await gamesOfExpression(database, part, list, among))
      return found
    }
    case 'all': {
      // What the catalogue and the index know first: main lines are then read of few games.
      const parts = expression.parts.toSorted((one, other) => costOf(one) - costOf(other))
      let left = among
      for (const part of parts) left = await gamesOfExpression(database, part, list, left)
      return left ?? (await list(database, {}))
    }
    case 'line':
      return await gamesWithLine(database, expression, listed)
  }
}

/** The games of both. */
function common(one: Games, other: Games): Games {
  return one.filter(isIn(other))
}

/** The games of one without those of another. */
function without(one: Games, other: Games): Games {
  const isOther = isIn(other)
  return one.filter((game) => !isOther(game))
}

/** The games of one or another. */
function joined(one: Games, other: Games): Games {
  const more = without(other, one)
  const all = new Uint32Array(one.length + more.length)
  all.set(one)
  all.set(more, one.length)
  return all.sort()
}

/** Tests of games that come in order whether they are among others. */
function isIn(others: Games): (game: number) => boolean {
  let at = 0
  return (game) => {
    while (at < others.length && others[at]! < game) at++
    return at < others.length && others[at] === game
  }
}

function costOf(expression: Expression): number {
  if (expression.type === 'query') return expression.query.pattern || expression.query.material ? 1 : 0
  if (expression.type === 'line') return 3
  const parts = expression.type === 'not' ? [expression.part] : expression.parts
  return Math.max(1, ...parts.map(costOf))
}

/** The games that come to every position and material of a line, of which the main lines then tell the order. */
async function gamesWithLine(
  database: Database,
  line: Extract<Expression, { type: 'line' }>,
  listed: (query: GameQuery) => Promise<Games>,
): Promise<Games> {
  const { game, moments } = line
  let left = await listed({ game })
  for (const fact of moments.flat()) {
    if (left.length === 0) return left
    if (fact.type === 'position') {
      left = common(left, await listed({ position: { game, position: fact.position } }))
    }
    if (fact.type === 'material') {
      const { bishops: _, lasting: __, ...material } = fact.material
      left = common(left, await listed({ material }))
    }
  }
  const meets = makeLineOfMomentsTest(line)
  const found: number[] = []
  for await (const rows of database.catalogue.inBatches(RECORD_COLUMNS, left)) {
    for (const row of rows) if (meets(recordOfRow(row))) found.push(Number(row['id']))
  }
  return Uint32Array.from(found)
}

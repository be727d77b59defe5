/** Games found, as lines of a list, from their columns. */
import { GAMES } from '../../model/record.ts'
import type { FoundGame } from '../../query/found-game.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { hasTables } from '../collections/tables.ts'
import type { TextColumn, TextList } from '../columns/layout.ts'
import type { LoadedColumns } from '../columns/loaded-columns.ts'
import { foundOf, type ListedRow } from './found-row.ts'
import { isOneOf } from '../catalogue/is-one-of.ts'

/** The text of a row; undefined if it is unknown. */
type TextOf = (row: number) => string | undefined

/** Makes a function that returns the game of a row. All that it needs is in memory from then on. */
export function makeFoundGames(columns: LoadedColumns): (row: number, tags?: string[]) => FoundGame {
  const column = (list: TextList, name: TextColumn): TextOf => {
    const [texts, numbers] = [columns.textsOf(list), columns.column(list, name)]
    return (row) => texts.text(numbers[row]!)
  }
  const [player1, player2] = [column('player', 'player1'), column('player', 'player2')]
  const [title, event, site] = [column('title', 'title'), column('event', 'event'), column('site', 'site')]
  const [round, date, result] = [column('round', 'round'), column('date', 'date'), column('result', 'result')]
  const [opening, found] = [column('opening', 'opening'), column('opening', 'found_opening')]
  const [openingName, foundName] = [column('openingName', 'opening_name'), column('openingName', 'found_opening_name')]
  const [rating1, rating2] = [columns.numbersOf('rating1'), columns.numbersOf('rating2')]
  const plies = columns.numbersOf('plies')
  return (row, tags) => {
    const known: Partial<ListedRow> = { id: columns.gameOf(row), game: GAMES[columns.kinds[row]! - 1]! }
    const set = <Name extends keyof ListedRow>(name: Name, value: ListedRow[Name] | undefined | 0) => {
      if (value !== undefined && value !== 0) known[name] = value
    }
    set('player1', player1(row))
    set('player2', player2(row))
    set('rating1', rating1[row])
    set('rating2', rating2[row])
    set('title', title(row))
    set('event', event(row))
    set('site', site(row))
    set('round', round(row))
    set('date', date(row))
    set('tags', tags)
    set('opening', opening(row) ?? found(row))
    set('openingName', openingName(row) ?? foundName(row))
    return foundOf({ ...known, result: result(row)!, plies: plies[row]! } as ListedRow)
  }
}

/** The tags of games by number, in alphabetical order. */
export async function tagsOf(catalogue: Catalogue, ids: ArrayLike<number>): Promise<Map<number, string[]>> {
  const tags = new Map<number, string[]>()
  if (!(await hasTables(catalogue))) return tags
  const values: Parameters<typeof catalogue.rows>[1] & object = []
  const isListed = isOneOf(ids, (one) => `$${values.push(one)}`)
  const rows = await catalogue.rows(
    `SELECT id, text FROM labelled_games JOIN labels USING (key) WHERE kind = 'tag' AND ${isListed} ORDER BY text`,
    values,
  )
  for (const { id, text } of rows) tags.set(Number(id), [...(tags.get(Number(id)) ?? []), String(text)])
  return tags
}

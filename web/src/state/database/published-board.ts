/**
 * The view of a published database: the list of its games, and an empty board to explore or one of the games. The address
 * names the database, the board with the line played on it, or the game and the move:
 * `#/explore?database=https://example.org/games&board=go-13&line=Q16+D4`, `…&board=chess&sort=rating&game=17&at=4`; `find`
 * is what was looked for in the list.
 */
import { batch, effect, untracked } from '@preact/signals'
import { LIST_ORDERS, type ListOrder } from '../../../../src/positions/published/published-games.ts'
import type { PublishedPositions } from '../../../../src/positions/published/published.ts'
import type { Game } from '../../../../src/model/record.ts'
import { pathTo } from '../../../../src/model/tree.ts'
import { rulesOf } from '../../../../src/rules/index.ts'
import { isUnsaved, mayLoseChanges, noteSaved } from '../editing/editing.ts'
import { isPlain, lineTo, playLine } from '../explorer/board-line.ts'
import { boardNamed, boardOf, boardsOf, type ExploredBoard } from '../explorer/explored-board.ts'
import { asListed, attempt, closeFiles, entry, files, listGames, PAGE, source } from '../files/library.ts'
import { filesInWorker } from '../files/game-source.ts'
import { goToView, route, type Route } from '../page/route.ts'
import { goTo, node, position, record } from '../replay/replay.ts'
import { keepDrafts } from './drafts.ts'
import { FoundGames, PublishedSource } from './published-games.ts'
import { publishedSearch, search } from './published-search.ts'
import { publishedOffer, publishedView } from './published.ts'

interface Published {
  /** Its address. */
  readonly database: string
  readonly positions: PublishedPositions
  readonly kinds: readonly Game[]
}

let published: Published | undefined
/** The kind of game, the order and what was looked for, as they are listed; undefined if something else is open. */
let listed: { database: string; game: Game; order: ListOrder; find: string } | undefined
let isFollowed = false
/** Counts the views asked for: only the last one is shown. */
let asked = 0

/** Shows a published database as an address names it. */
export async function showPublished(shown: Published, query: Route['query']): Promise<void> {
  if (!(await show(shown, query))) return
  void keepDraftsOf(shown)
  if (isFollowed) return
  isFollowed = true
  effect(followBoard)
  effect(followAddress)
}

/** Changes to its games outlive a reload. Places in a database that was published anew are those of other games. */
async function keepDraftsOf({ database, positions }: Published): Promise<void> {
  await keepDrafts({
    database,
    isShown: () => source.value instanceof PublishedSource && source.value.database === database,
    revisionOf: (_, { game }) => positions.gamesOf(game)?.revision,
    fits: ({ record: { game }, revision }) => positions.gamesOf(game)?.revision === revision,
    async show({ game, node: at, record: { game: kind } }) {
      if (published?.database !== database) return false
      await show(published, { board: kind, game: String(game), at: String(at) })
      return true
    },
  })
}

/** The board and the line on it as an address names them, if the game on the board began as the board does. */
export function queryOfBoard(kinds: readonly Game[]): Route['query'] {
  const shown = record.value
  if (!shown || !kinds.includes(shown.game)) return {}
  const board = boardOf(shown)
  const line = lineTo(shown, node.value)
  const rules = rulesOf(shown.game)
  const played = playLine(board, line)
  const reached = rules.start(played.record)
  for (const index of pathTo(played.record.nodes, played.node)) {
    const { move } = played.record.nodes[index]!
    if (move !== undefined) rules.play(reached, move)
  }
  const isSame = position.value !== undefined && rules.format(position.value) === rules.format(reached)
  return { board: board.name, ...(isSame && line !== '' && { line }) }
}

function wantedBoard({ kinds }: Published, name: string | undefined): ExploredBoard {
  const named = boardNamed(name)
  return named && kinds.includes(named.game) ? named : boardsOf(kinds[0]!)[0]!
}

/** Shows a part of a database; returns false if what is open is to stay. */
async function show(from: Published, query: Route['query']): Promise<boolean> {
  const own = ++asked
  const board = wantedBoard(from, query['board'])
  const games = from.positions.gamesOf(board.game)
  const order = LIST_ORDERS.find((one) => one === query['sort'] && games?.orders.includes(one)) ?? 'newest'
  const find = games ? (query['find'] ?? '') : ''
  const isListed = isShown() && listed?.game === board.game && listed.database === from.database
  if (!isListed && !(await mayLoseChanges())) return false
  const place = games && query['game'] !== undefined ? Number(query['game']) : -1
  const isNamed = Number.isSafeInteger(place) && place >= 0 && place < (games?.count ?? 0)
  const Source = find === '' ? PublishedSource : FoundGames
  const wanted = games && new Source(from.database, board.game, games, order)
  const isSorted = isListed && listed?.order === order && listed.find === find
  const [page, found] = await Promise.all([
    isSorted || !wanted ? [] : wanted.listings(0, PAGE),
    wanted && isNamed ? wanted.entry(place) : undefined,
  ])
  if (own !== asked) return true
  published = from
  batch(() => {
    publishedOffer.value = undefined
    // Changes belong to the games of one list.
    if (!isListed) closeFiles()
    if (!isSorted) listGames(wanted ?? filesInWorker, find === '' ? (games?.count ?? 0) : 0, { page })
    if (find === '') publishedSearch.value = undefined
    listed = { database: from.database, game: board.game, order, find }
    if (found) {
      entry.value = asListed(found)
      const at = Number(query['at'] ?? 0)
      goTo(at > 0 && at < (record.value?.nodes.length ?? 0) ? at : 0)
    } else {
      const line = query['line'] ?? ''
      const played = playLine(board, line)
      entry.value = { kind: 'own', id: Symbol(line), record: played.record, issues: [] }
      goTo(played.node)
    }
  })
  if (isFollowed) followBoard()
  if (!isSorted && wanted instanceof FoundGames) void attempt(() => search(find, wanted))
  return true
}

/** Whether the database is what is open. */
function isShown(): boolean {
  const isOpen = files.value.length === 0 && entry.value !== undefined
  return isOpen && listed !== undefined && (source.value instanceof PublishedSource || entry.value?.kind === 'own')
}

/** Writes what is shown into the address. */
function followBoard(): void {
  const [isOpen, shown, now] = [isShown(), entry.value, record.value]
  // Each move is an address of its own.
  void node.value
  untracked(() => {
    if (!isOpen) listed = undefined
    const view = listed && published
    const games = view && view.positions.gamesOf(listed!.game)
    publishedView.value = view && {
      kinds: view.kinds,
      chooseBoard: (name) => move({ board: name, ...found(listed!) }),
      orders: games?.orders ?? [],
      order: listed!.order,
      sort: (order) => move({ ...route.value.query, sort: order }),
      find: listed!.find,
      search: (text) => move({ ...route.value.query, find: text.trim() }),
    }
    if (!view || !shown || !now) return
    // With comments or marks it is a game of the user's own, under the address of one.
    if (shown.kind === 'own' && !isPlain(now)) return
    if (shown.kind === 'own' && isUnsaved.value) noteSaved(now)
    const query = queryOf(view)
    const isNew = route.value.path[0] !== 'explore' || route.value.query['game'] !== query['game']
    goToView(['explore'], query, isNew)
  })
}

/** What is shown as the query of an address. */
function queryOf({ database }: Published): Record<string, string> {
  const [shown, now, at] = [entry.value!, record.value!, node.value]
  const { game, order, find } = listed!
  const query: Record<string, string> = { database, board: shown.kind === 'own' ? boardOf(now).name : game }
  if (order !== 'newest') query['sort'] = order
  if (find !== '') query['find'] = find
  if (shown.kind === 'listed') query['game'] = String(shown.index)
  if (shown.kind === 'listed' && at > 0) query['at'] = String(at)
  const line = shown.kind === 'own' ? lineTo(now, at) : ''
  if (line !== '') query['line'] = line
  return query
}

/** The way back to the empty board keeps what was found. */
const found = ({ find }: { find: string }) => (find === '' ? {} : { find })

/** Shows another part of the database; the order stays where there is one. */
function move(query: Route['query']): void {
  const from = published
  if (from) void attempt(async () => void (await show(from, { sort: listed?.order ?? 'newest', ...query })))
}

/** The user went back or forward. */
function followAddress(): void {
  const { path, query } = route.value
  untracked(() => {
    const from = published
    if (!from) return
    if (path.length === 0 && isShown()) closeFiles()
    if (path[0] !== 'explore') return
    const now = isShown() && record.value ? queryOf(from) : undefined
    const isSame = ['board', 'sort', 'find', 'game', 'at', 'line'].every((name) => now?.[name] === query[name])
    if (!now || !isSame) void attempt(async () => void (await show(from, query)))
  })
}

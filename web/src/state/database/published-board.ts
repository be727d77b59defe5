/**
 * The view of a published database: the list of its games, and an empty board to explore or one of the games. The address
 * names the database, the board with the line played on it, or the game and the move:
 * `#/explore?database=https://example.org/games&board=go-13&line=Q16+D4`, `…&board=chess&sort=rating&game=17&at=4`.
 */
import { batch, effect, untracked } from '@preact/signals'
import { LIST_ORDERS, type ListOrder } from '../../../../src/positions/published-games.ts'
import type { PublishedPositions } from '../../../../src/positions/published.ts'
import type { Game } from '../../../../src/model/record.ts'
import { isUnsaved, mayLoseChanges, noteSaved } from '../editing/editing.ts'
import { isPlain, lineTo, playLine } from '../explorer/board-line.ts'
import { boardNamed, boardOf, boardsOf, type ExploredBoard } from '../explorer/explored-board.ts'
import { asListed, attempt, closeFiles, entry, files, listGames, PAGE, source } from '../files/library.ts'
import { filesInWorker } from '../files/game-source.ts'
import { goToView, route, type Route } from '../page/route.ts'
import { goTo, node, record } from '../replay/replay.ts'
import { PublishedSource } from './published-games.ts'
import { publishedView } from './published.ts'

interface Published {
  /** Its address. */
  readonly database: string
  readonly positions: PublishedPositions
  readonly kinds: readonly Game[]
}

let published: Published | undefined
/** The kind of game and the order that are listed; undefined if something else is open. */
let listed: { game: Game; order: ListOrder } | undefined
let isFollowed = false
/** Counts the views asked for: only the last one is shown. */
let asked = 0

/** Shows a published database as an address names it. */
export async function showPublished(shown: Published, query: Route['query']): Promise<void> {
  published = shown
  await show(shown, query)
  if (isFollowed) return
  isFollowed = true
  effect(followBoard)
  effect(followAddress)
}

function wantedBoard({ kinds }: Published, name: string | undefined): ExploredBoard {
  const named = boardNamed(name)
  return named && kinds.includes(named.game) ? named : boardsOf(kinds[0]!)[0]!
}

async function show(from: Published, query: Route['query']): Promise<void> {
  const own = ++asked
  const board = wantedBoard(from, query['board'])
  const games = from.positions.gamesOf(board.game)
  const order = LIST_ORDERS.find((one) => one === query['sort'] && games?.orders.includes(one)) ?? 'newest'
  const isListed = isShown() && listed?.game === board.game
  if (!isListed && !(await mayLoseChanges())) return
  const place = games && query['game'] !== undefined ? Number(query['game']) : -1
  const isNamed = Number.isSafeInteger(place) && place >= 0 && place < (games?.count ?? 0)
  const wanted = games && new PublishedSource(board.game, games, order)
  const isSorted = isListed && listed?.order === order
  const [page, found] = await Promise.all([
    isSorted || !wanted ? [] : wanted.listings(0, PAGE),
    wanted && isNamed ? wanted.entry(place) : undefined,
  ])
  if (own !== asked) return
  batch(() => {
    // Changes belong to the games of one list.
    if (!isListed) closeFiles()
    if (!isSorted) listGames(wanted ?? filesInWorker, games?.count ?? 0, { page })
    listed = { game: board.game, order }
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
      chooseBoard: (name) => move({ board: name }),
      orders: games?.orders ?? [],
      order: listed!.order,
      sort: (order) => move({ ...route.value.query, sort: order }),
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
  const { game, order } = listed!
  const query: Record<string, string> = { database, board: shown.kind === 'own' ? boardOf(now).name : game }
  if (order !== 'newest') query['sort'] = order
  if (shown.kind === 'listed') query['game'] = String(shown.index)
  if (shown.kind === 'listed' && at > 0) query['at'] = String(at)
  const line = shown.kind === 'own' ? lineTo(now, at) : ''
  if (line !== '') query['line'] = line
  return query
}

/** Shows another part of the database; the order stays where there is one. */
function move(query: Route['query']): void {
  const from = published
  if (from) void attempt(() => show(from, { sort: listed?.order ?? 'newest', ...query }))
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
    const isSame = ['board', 'sort', 'game', 'at', 'line'].every((name) => now?.[name] === query[name])
    if (!now || !isSame) void attempt(() => show(from, query))
  })
}

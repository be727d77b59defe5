/**
 * Keeps the page and its address in step when it has a database: an
 * address shows its list, game and move; choosing another game or move changes the address.
 */
import { batch, effect, signal, untracked } from '@preact/signals'
import type { Listing } from '../../../../src/formats/format.ts'
import type { Game } from '../../../../src/model/record.ts'
import { database, failureOf, requestJson, type DatabaseInfo, type Failure } from './server.ts'
import { showServedBooks } from './books.ts'
import { followTablebase } from './tablebase.ts'
import { databaseExplorer } from './explorer.ts'
import { filter, order, type Filter, type Order } from './filter.ts'
import { DatabaseGames } from './games.ts'
import { isUnsaved, mayLoseChanges, noteSaved, record } from '../editing/editing.ts'
import { isPlain, lineTo, playLine } from '../explorer/board-line.ts'
import { boardNamed, boardOf, boardsOf, type ExploredBoard } from '../explorer/explored-board.ts'
import type { ExplorerSource } from '../explorer/explorer-source.ts'
import { explorerSource } from '../explorer/explorer.ts'
import {
  asListed,
  attempt,
  closeFiles,
  count,
  entry,
  files,
  listedIndex,
  listGames,
  PAGE,
  source,
} from '../files/library.ts'
import { goTo, keptNode, node } from '../replay/replay.ts'
import { goToView, route, type Route } from '../page/route.ts'
import { words } from '../../words/index.ts'

/** Why there is no list. */
export const filterFailure = signal<Failure | undefined>(undefined)
/** Whether the list is being loaded. */
export const isListing = signal(false)

/** Incremented when games were saved or imported, so that lists are loaded again. */
const changes = signal(0)

/** Connects to the database and shows what the address names. Rejects if the server does not respond. */
export async function showDatabase(): Promise<void> {
  const info = await requestJson<DatabaseInfo>('info')
  database.value = info
  if (info.books.length > 0) showServedBooks(info.books)
  if (info.tablebase) followTablebase(info.tablebase)
  if (route.value.path.length === 0) goToView(['games'], {}, false)
  effect(followAddress)
  effect(followBoard)
  effect(nameView)
}

/** Names the view in the title of the window, by which the browser's history tells views apart. */
function nameView(): void {
  const [part, name] = route.value.path
  const players = part === 'games' ? (record.value?.header.players ?? []) : []
  const parts: Readonly<Record<string, string>> = { games: words.games, players: words.players, events: words.events }
  const title = name ?? (players.map((player) => player.name ?? words.unknownPlayer).join(' – ') || parts[part ?? ''])
  document.title = title === undefined ? 'Ludograph' : `${title} · Ludograph`
}

/** Updates the page after games were saved or imported. */
export async function refreshAfterChange(): Promise<void> {
  database.value = await requestJson<DatabaseInfo>('info')
  changes.value++
}

/** Whether the address is that of the games of the database. */
const isGamesView = () => route.value.path[0] === 'games'

let asking: AbortController | undefined
/** The explorer of the database; a published database may have taken its place. */
let ownExplorer: ExplorerSource | undefined
let listed: { filter: Filter; order: Order; changes: number } | undefined

/** Shows what the address names: the list, the explorer's filter, the game and the move. */
function followAddress(): void {
  if (!isGamesView()) return
  const wanted = { filter: filter.value, order: order.value, changes: changes.value }
  const shown = route.value
  void untracked(async () => {
    if (!(source.value instanceof DatabaseGames)) {
      if (!(await mayLoseChanges())) return goToView(['files'], {})
      if (route.value !== shown) return
      closeFiles()
    }
    if (!(source.value instanceof DatabaseGames) || JSON.stringify(listed) !== JSON.stringify(wanted)) {
      const counts = explorerKey(wanted)
      if (!ownExplorer || explorerSource.value !== ownExplorer || !listed || explorerKey(listed) !== counts) {
        ownExplorer = databaseExplorer(wanted.filter)
        explorerSource.value = ownExplorer
      }
      listed = wanted
      void list(wanted.filter, wanted.order)
    }
    await attempt(() => showBoard(shown.query))
    // A missing game leaves the board empty.
    if (isGamesView() && !entry.value) showLine(wantedBoard(undefined, undefined), '')
  })
}

/** The games that count in the explorer; the position of the filter is not among their conditions. */
function explorerKey({ filter, changes }: NonNullable<typeof listed>): string {
  return JSON.stringify([{ ...filter, fen: undefined, game: undefined }, changes])
}

/** Requests again the list that got no response. */
export function listAgain(): void {
  if (listed) void list(listed.filter, listed.order)
}

async function list(wanted: Filter, sorted: Order): Promise<void> {
  asking?.abort()
  const own = new AbortController()
  asking = own
  const games = new DatabaseGames(wanted, sorted)
  if (!(source.value instanceof DatabaseGames)) listGames(games, 0)
  isListing.value = true
  let found = 0
  let page: readonly Listing[] = []
  let failure: Failure | undefined
  try {
    // The old list stays until the first lines of the new one have arrived.
    const answers = await Promise.all([games.count(own.signal), games.listings(0, PAGE)])
    found = answers[0]
    page = answers[1]
  } catch (error) {
    failure = failureOf(error)
  }
  if (own.signal.aborted) return
  batch(() => {
    filterFailure.value = failure
    isListing.value = false
    listGames(games, found, { page })
  })
  if (Object.keys(wanted).length > 0) await attempt(() => followResults(wanted, page, own.signal))
}

/** Replaces an empty board of a game that none of the games found is of by that of the first of them. */
async function followResults(wanted: Filter, found: readonly Listing[], aborted: AbortSignal): Promise<void> {
  const [first] = found
  const shown = record.value?.game
  const isReplaceable = () => isGamesView() && isOwnBoard() && route.value.query['line'] === undefined
  if (!first || shown === undefined || !isReplaceable() || found.some(({ game }) => game === shown)) return
  const others = await new DatabaseGames({ ...wanted, game: shown }, 'id').count(aborted)
  if (others === 0 && !aborted.aborted && isReplaceable()) showLine(boardsOf(first.game)[0]!, '')
}

/** Shows the game and the move of the address on the board. */
async function showBoard({ id, at = '0', line = '', game, board }: Route['query']): Promise<void> {
  if (id === undefined) showLine(wantedBoard(board, game), line)
  else await showEntry(Number(id), Number(at))
}

/** Shows a game of the database at a node, the first by default without changing the list. */
export function showGameOfDatabase(id: number, node = 0): void {
  const { at: _, line: __, board: ___, ...kept } = route.value.query
  goToView(['games'], { ...(isGamesView() && kept), id: String(id), ...(node > 0 && { at: String(node) }) })
}

async function showEntry(id: number, at: number): Promise<void> {
  const found = listedIndex.value === id ? entry.value : asListed(await source.value.entry(id))
  if (!isGamesView() || route.value.query['id'] !== String(id)) return
  batch(() => {
    entry.value = found
    goTo(at > 0 && at < (record.value?.nodes.length ?? 0) ? at : 0)
  })
}

/** The kind of game explored by default: the one with the most games. */
function mostPlayed(): Game {
  return database.value?.games.toSorted((left, right) => right.games - left.games)[0]?.game ?? 'chess'
}

/** The board to explore: the given one, or the one shown, or the standard one for the listed games. */
function wantedBoard(name: string | undefined, listed: string | undefined): ExploredBoard {
  const shown = isOwnBoard() && record.value ? boardOf(record.value) : undefined
  const fitting = shown && (listed === undefined || listed === shown.game) ? shown : undefined
  return boardNamed(name) ?? fitting ?? boardNamed(listed) ?? boardsOf(mostPlayed())[0]!
}

/** Shows another empty board to explore, by name. */
export function exploreBoard(board: string): void {
  const { id: _, at: __, line: ___, ...kept } = route.value.query
  goToView(['games'], { ...kept, board })
}

const isOwnBoard = () => entry.value?.kind === 'own'

/** Shows an empty board, with moves played on it, for the explorer to follow. */
function showLine(board: ExploredBoard, line: string): void {
  const shown = isOwnBoard() ? record.value : undefined
  if (shown && boardOf(shown).name === board.name && lineOfBoard() === line) return
  const played = playLine(board, line)
  batch(() => {
    entry.value = { kind: 'own', id: Symbol(line), record: played.record, issues: [] }
    goTo(played.node)
  })
}

/** The moves on a board without a game, up to the one shown. */
const lineOfBoard = () => (record.value ? lineTo(record.value, node.value) : '')

/** Writes the game and the move on the board into the address. */
function followBoard(): void {
  const [shown, at, listedFrom] = [entry.value, keptNode.value, source.value]
  const isOpen = files.value.length > 0 || count.value > 0
  if (record.value === undefined) return
  untracked(() => {
    if (!(listedFrom instanceof DatabaseGames)) {
      // A published database has addresses of its own.
      if (isOpen && !['files', 'explore'].includes(route.value.path[0] ?? '')) goToView(['files'], {})
      return
    }
    if (!isGamesView() || !shown) return
    const { id: _, at: __, line: ___, board: ____, ...kept } = route.value.query
    if (shown.kind === 'own') {
      // A line played on an empty board is in the address, so there is no question about discarding it.
      if (isUnsaved.value && record.value && isPlain(record.value)) noteSaved(record.value)
      const line = lineOfBoard()
      const { name } = boardOf(record.value!)
      // The same moves mean something else on another board, so only the board of the listed games is not named.
      const unnamed = kept['game'] ?? (line === '' ? mostPlayed() : undefined)
      goToView(['games'], { ...kept, board: name === unnamed ? undefined : name, line }, false)
    } else {
      const isNew = route.value.query['id'] !== String(shown.index)
      goToView(['games'], { ...kept, id: String(shown.index), at: at > 0 ? String(at) : undefined }, isNew)
    }
  })
}

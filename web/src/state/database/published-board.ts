/**
 * The empty board on which a published database is explored. The address names the database, the board and the line
 * played on it: `#/explore?database=https://example.org/games.db&board=go-13&line=Q16+D4`.
 */
import { effect, untracked } from '@preact/signals'
import type { Game } from '../../../../src/model/record.ts'
import { isUnsaved, noteSaved } from '../editing/editing.ts'
import { isPlain, lineTo, playLine } from '../explorer/board-line.ts'
import { boardNamed, boardOf, boardsOf, type ExploredBoard } from '../explorer/explored-board.ts'
import { attempt, closeFiles, files } from '../files/library.ts'
import { lastOpened, newSessionId, openFiles } from '../files/opening.ts'
import { goToView, route } from '../page/route.ts'
import { goTo, node, record } from '../replay/replay.ts'
import { publishedBoard } from './published.ts'

interface Published {
  /** Its address. */
  readonly database: string
  readonly kinds: readonly Game[]
}

let published: Published | undefined
/** The opening of the board that is shown. */
let session: string | undefined
let isFollowed = false

/** Shows an empty board of a published database, with a line played on it. */
export async function showPublishedBoard(shown: Published, name: string | undefined, line: string): Promise<void> {
  published = shown
  await openBoard(wantedBoard(shown, name), line)
  if (isFollowed) return
  isFollowed = true
  effect(followBoard)
  effect(followAddress)
}

function wantedBoard({ kinds }: Published, name: string | undefined): ExploredBoard {
  const named = boardNamed(name)
  return named && kinds.includes(named.game) ? named : boardsOf(kinds[0]!)[0]!
}

async function openBoard(board: ExploredBoard, line: string): Promise<void> {
  const played = playLine(board, line)
  const file = new File([`${JSON.stringify(played.record)}\n`], `${board.name}.jsonl`)
  const own = newSessionId()
  await openFiles([{ file, path: file.name, isNamed: true }], { session: own, isPassing: true })
  if (lastOpened.value?.session !== own) return
  session = own
  goTo(played.node)
  followBoard()
}

/** Whether the board of the database is what is open. */
const isShown = () => session !== undefined && lastOpened.value?.session === session && files.value.length > 0

/** Writes the board and the line on it into the address. */
function followBoard(): void {
  const [shown, at, isOpen] = [record.value, node.value, isShown()]
  untracked(() => {
    publishedBoard.value =
      isOpen && published ? { kinds: published.kinds, choose: (board) => void attempt(() => choose(board)) } : undefined
    // With comments or marks it is a game of the user's own, under the address of one.
    if (!isOpen || !shown || !published || !isPlain(shown)) return
    if (isUnsaved.value) noteSaved(shown)
    const isNew = route.value.path[0] !== 'explore'
    goToView(['explore'], addressQuery(published, boardOf(shown), lineTo(shown, at)), isNew)
  })
}

function addressQuery({ database }: Published, { name }: ExploredBoard, line: string) {
  return { database, board: name, line }
}

async function choose(name: string): Promise<void> {
  if (published) await openBoard(wantedBoard(published, name), '')
}

/** The user went back or forward. */
function followAddress(): void {
  const { path, query } = route.value
  untracked(() => {
    if (!published) return
    if (path.length === 0 && isShown()) closeFiles()
    if (path[0] !== 'explore') return
    const [wanted, line] = [wantedBoard(published, query['board']), query['line'] ?? '']
    const shown = isShown() ? record.value : undefined
    if (shown && boardOf(shown).name === wanted.name && lineTo(shown, node.value) === line) return
    void attempt(() => openBoard(wanted, line))
  })
}

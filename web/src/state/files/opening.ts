/** Opening files: progress, failures, and archives that need a password. */
import { batch, signal } from '@preact/signals'
import { emptyRecord } from '../../../../src/model/record.ts'
import { ask, listenToWorker, openInWorker, type FileOpening } from '../../worker/client.ts'
import type { FirstGames, IncomingFile, OpenedFile, OpenResult, Progress, RefusedFile } from '../../worker/protocol.ts'
import { startArrangement } from './arrangement.ts'
import { mayLoseChanges } from '../editing/editing.ts'
import { filesInWorker, type GameSource } from './game-source.ts'
import { asListed, attempt, count, entry, files, listGames, PAGE, source } from './library.ts'
import { asPositionFile } from '../editing/position-text.ts'

/** Whether files are being opened. */
export const isBusy = signal(false)
/** The worker's progress with each task, 0 to 1. */
export const progress = signal<Readonly<Partial<Record<Progress['task'], number>>>>({})
export const refused = signal<readonly RefusedFile[]>([])
/** Files in folders that were not game records. */
export const skippedCount = signal(0)
/** Archives that need a password, and the files opened with them. */
export const locked = signal<{ names: readonly string[]; wereTried: boolean } | undefined>(undefined)

/** Files that were opened, and how. */
export interface OpenedFiles {
  /** Identifies what was opened together. */
  readonly session: string
  readonly chosen: readonly IncomingFile[]
  /** The files as they are listed. */
  readonly opened: readonly OpenedFile[]
  /** Whether the address of the page shows the same again, or it is an empty board: it need not be kept. */
  readonly isPassing: boolean
}

/** Games that the page has read itself, and what turns the board as it is wanted once they are shown. */
export interface EarlyGames {
  games: FirstGames
  turn: () => void
}

/** What was opened last. */
export const lastOpened = signal<OpenedFiles | undefined>(undefined)

const opening = signal<FileOpening | undefined>(undefined)
let begun = 0
let way: Pick<OpenedFiles, 'session' | 'isPassing'> = { session: '', isPassing: false }
let chosen: readonly IncomingFile[] = []
let passwords: ReadonlyMap<string, string> = new Map()
/** Restores what was open before the first games of a long file were shown. */
let putBack: (() => void) | undefined

listenToWorker((notice) => {
  if ('progress' in notice) progress.value = { ...progress.value, [notice.progress.task]: notice.progress.share }
  else showFirstGames(notice.first)
})

/** A name for what is opened together. Not all pages may call `crypto.randomUUID`. */
export function newSessionId(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Opens files together and shows the first game. What was open stays if none of them can be read.
 * @param how `session` if they were open before
 * @param early what is shown until the worker has read them
 */
export async function openFiles(
  incoming: readonly IncomingFile[],
  how: Partial<Pick<OpenedFiles, 'session' | 'isPassing'>> = {},
  early?: EarlyGames,
): Promise<void> {
  if (incoming.length === 0 || !(await mayLoseChanges())) return
  begun++
  chosen = incoming
  way = { session: how.session ?? newSessionId(), isPassing: how.isPassing ?? false }
  passwords = new Map()
  await openChosen(early)
}

/**
 * How often files were opened since the page was loaded. Whoever has something to read before it opens files asks
 * before and after: what the user pasted or dropped meanwhile stays.
 */
export function openingsBegun(): number {
  return begun
}

/** Resolves when nothing is being opened. */
export async function openingIsDone(): Promise<void> {
  while (opening.value) {
    const before = opening.value
    const { promise, resolve } = Promise.withResolvers<void>()
    const stop = opening.subscribe((own) => own !== before && resolve())
    await promise
    stop()
  }
}

/** Opens the same files again with others that belong beside one of them. @param beside its path */
export async function addFiles(added: readonly IncomingFile[], beside: string): Promise<void> {
  const folder = beside.slice(0, beside.lastIndexOf('/') + 1)
  const beneath = added.map((incoming) => ({ ...incoming, path: folder + incoming.file.name }))
  await openFiles([...chosen, ...beneath], way)
}

/** Opens the same files again with passwords for the archives among them, by their names. */
export async function unlock(given: ReadonlyMap<string, string>): Promise<void> {
  passwords = new Map([...passwords, ...given])
  await openChosen()
}

async function openChosen(early?: EarlyGames): Promise<void> {
  cancelOpening()
  const own = openInWorker(chosen, passwords)
  opening.value = own
  batch(() => {
    isBusy.value = !early
    progress.value = {}
    locked.value = undefined
    if (!early) return
    showFirstGames(early.games)
    early.turn()
  })
  await attempt(async () => {
    try {
      const result = await own.result
      if (result && own === opening.value) await show(result)
    } catch (error) {
      putBack?.()
      throw error
    }
  })
  if (own !== opening.value) return
  opening.value = undefined
  putBack = undefined
  isBusy.value = false
  progress.value = {}
}

async function show(result: OpenResult): Promise<void> {
  // What else was opened is shown first.
  if (result.books.length > 0) setTimeout(() => void attempt(() => showBooks(result.books)))
  const names = result.refused.filter(({ reason }) => reason === 'locked').map(({ name }) => name)
  const isOpen = result.opened.length > 0
  if (!isOpen) putBack?.()
  const [first, page] = isOpen
    ? await Promise.all([ask('entry', 0).then(asListed), ask('listings', 0, Math.min(PAGE, result.count))])
    : [undefined, []]
  batch(() => {
    refused.value = result.refused.filter(({ reason }) => reason !== 'locked')
    skippedCount.value = result.skippedCount
    if (names.length > 0) locked.value = { names, wereTried: names.some((name) => passwords.has(name)) }
    if (!isOpen) return
    files.value = result.opened
    startArrangement()
    listGames(filesInWorker, result.count, { page, isLonger: putBack !== undefined })
    // A game shown before the whole file was read stays, with the current move.
    const isShown = putBack !== undefined && JSON.stringify(entry.value) === JSON.stringify(first)
    if (!isShown) entry.value = first
    lastOpened.value = { ...way, chosen, opened: result.opened }
  })
}

/** Shows opening books, on a new board of their game if there is none. */
async function showBooks(books: OpenResult['books']): Promise<void> {
  const { openBooks } = await import('../explorer/book-files.ts')
  const { game, refused: notOpened } = await openBooks(books)
  if (notOpened.length > 0) refused.value = [...refused.value, ...notOpened]
  if (game === undefined || entry.value) return
  const file = new File([JSON.stringify(emptyRecord(game))], `${game}.jsonl`)
  await openFiles([{ file, path: file.name, isNamed: true }], { isPassing: true })
}

/** Cancels opening; what was open before is restored. */
export function cancelOpening(): void {
  if (!opening.value) return
  opening.value.cancel()
  opening.value = undefined
  putBack?.()
  putBack = undefined
  isBusy.value = false
  progress.value = {}
}

/** Lists the first games of a long file while the rest of it is read. */
function showFirstGames({ name, lines, entry: first }: FirstGames): void {
  const own = opening.value
  if (!own || putBack) return
  const before = { source: source.value, count: count.value, files: files.value, entry: entry.value }
  putBack = () =>
    batch(() => {
      files.value = before.files
      listGames(before.source, before.count)
      entry.value = before.entry
    })
  const preview: GameSource = {
    listings: async (from, to) => lines.slice(from, to),
    entry: async (index) => {
      await own.result
      return await ask('entry', index)
    },
    placeOf: async (index) => index,
  }
  batch(() => {
    files.value = [{ name, format: '', start: 0, count: lines.length, issues: [] }]
    listGames(preview, lines.length, { page: lines })
    entry.value = asListed(first)
  })
}

/** Opens pasted text as if it were a file: a game in any format, or a position. */
export async function openText(text: string): Promise<void> {
  if (text.trim() === '') return
  const file = asPositionFile(text) ?? new File([text], 'pasted.txt')
  await openFiles([{ file, path: file.name, isNamed: true }])
}

/**
 * Changes to games of the database that are not saved there are kept in the browser, with the revision in which they
 * were made. They are offered when the page is opened again, and come back when the game is shown; if somebody has
 * saved the game meanwhile, the page says so. {@link keepDrafts} starts it.
 */
import { effect, signal, untracked } from '@preact/signals'
import type { GameRecord } from '../../../../src/model/record.ts'
import { editedGames, restoreEdits, unsavedGames, type EditedGame } from '../editing/editing.ts'
import { entry, files, listedIndex, source } from '../files/library.ts'
import { openFiles } from '../files/opening.ts'
import { keepsFiles } from '../page/settings.ts'
import { goTo, node, record } from '../replay/replay.ts'
import { readDrafts, writeDrafts, type Draft } from '../sessions/store.ts'
import { DatabaseGames } from './games.ts'
import { conflict, noteBase, revisionOf } from './revisions.ts'
import { ApiError, request } from './server.ts'
import { showGameOfDatabase } from './view.ts'

/** Milliseconds after a change to a game of many moves before it is stored; others are at once. */
const REST = 400
const MANY = 5000

/** Milliseconds after which a window that is being left, as by a reload, is gone. */
const GONE = 10_000

/** Only secure addresses have locks. */
const locks = navigator.locks as LockManager | undefined
/** The address of the database. */
const base = new URL('.', location.href).href
/** This window. */
const owner = crypto.getRandomValues(new Uint32Array(2)).join('-')
const lockOf = (window: string) => `ludograph-drafts-${window}`

/** Drafts of this database that no window has open, the latest first. */
export const offeredDrafts = signal<readonly Draft[]>([])

/** The changes of this window as they are stored, by game. */
const stored = new Map<number, GameRecord>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Keeps what is changed from now on, and offers what was kept before. */
export async function keepDrafts(): Promise<void> {
  // Held as long as the window lives: its drafts are not offered elsewhere.
  void locks?.request(lockOf(owner), () => new Promise(() => undefined))
  for (const window of new Set((await draftsHere()).map((draft) => draft.owner))) void offerDraftsOf(window)
  effect(restoreShown)
  effect(followChanges)
  // Before the next page is there: as this one goes, the browser may end what has only begun to be stored.
  addEventListener('beforeunload', storeChanges)
  addEventListener('pagehide', storeChanges)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') storeChanges()
  })
}

const draftsHere = async () => (await readDrafts()).filter(({ database }) => database === base)

/** Offers the drafts of a window when it is gone; not if it is still open after a while. */
async function offerDraftsOf(window: string): Promise<void> {
  const offer = async () => {
    const left = (await draftsHere()).filter((draft) => draft.owner === window)
    offeredDrafts.value = [...offeredDrafts.value, ...left].sort((one, other) => other.changed - one.changed)
  }
  if (!locks) return offer()
  try {
    await locks.request(lockOf(window), { signal: AbortSignal.timeout(GONE) }, offer)
  } catch {
    // Another window has them open.
  }
}

/** The game on the board has a draft: it is shown in its place, as a change that can be undone. */
function restoreShown(): void {
  const [shown, offered] = [entry.value, offeredDrafts.value]
  if (shown?.kind !== 'listed' || !shown.record || !(source.value instanceof DatabaseGames)) return
  const draft = offered.find(({ game }) => game === shown.index)
  if (!draft) return
  const read = shown.record
  untracked(() => {
    offeredDrafts.value = offered.filter((one) => one !== draft)
    if (unsavedGames.value.has(draft.game)) return
    const isOutdated = revisionOf(draft.game) !== draft.revision
    const at = node.value > 0 ? node.value : draft.node
    noteBase(draft.game, draft.revision)
    restoreEdits([{ game: draft.game, record: draft.record, read, isUnsaved: true }])
    if (at < (record.value?.nodes.length ?? 0)) goTo(at)
    if (isOutdated) conflict.value = { id: draft.game, record: draft.record }
    // From now on it is a draft of this window.
    void writeDrafts([asDraft({ game: draft.game, record: draft.record })], [draft.id])
    stored.set(draft.game, draft.record)
  })
}

const idOf = (game: number) => `${base} ${game} ${owner}`

function asDraft({ game, record }: Pick<EditedGame, 'game' | 'record'>): Draft {
  return {
    id: idOf(game),
    database: base,
    game,
    revision: revisionOf(game) ?? '',
    record,
    node: listedIndex.value === game ? node.value : 0,
    changed: Date.now(),
    owner,
  }
}

/** Stores changes a moment after they were made. */
function followChanges(): void {
  const [edited, opened, from, isKept] = [editedGames.value, files.value, source.value, keepsFiles.value]
  if (isKept === 'no') offeredDrafts.value = []
  if (edited.length === 0 && stored.size === 0) return
  // While the first games of a file are shown, the changes here are put aside; once it is open, they were asked about.
  if (opened.length === 0 && !(from instanceof DatabaseGames)) return
  clearTimeout(timer)
  timer = setTimeout(storeChanges, edited.some(({ record }) => record.nodes.length > MANY) ? REST : 0)
}

function storeChanges(): void {
  clearTimeout(timer)
  timer = undefined
  const isOfFiles = files.peek().length > 0
  if (!isOfFiles && !(source.peek() instanceof DatabaseGames)) return
  const mayKeep = !isOfFiles && keepsFiles.peek() === 'yes'
  const unsaved = mayKeep ? editedGames.peek().filter(({ isUnsaved }) => isUnsaved) : []
  const written = unsaved.filter(({ game, record }) => stored.get(game) !== record)
  const gone = [...stored.keys()].filter((game) => !unsaved.some((one) => one.game === game))
  if (written.length === 0 && gone.length === 0) return
  for (const { game, record } of written) stored.set(game, record)
  for (const game of gone) stored.delete(game)
  void writeDrafts(written.map(asDraft), gone.map(idOf))
}

/** Shows a draft: in its game, or as a file of its own if the database has the game no longer. */
export async function continueDraft(draft: Draft): Promise<void> {
  try {
    await (await request(`games/${draft.game}`)).body?.cancel()
  } catch (error) {
    if (!(error instanceof ApiError) || !error.isRefusal) throw error
    const name = `game-${draft.game}.jsonl`
    await openFiles([{ file: new File([`${JSON.stringify(draft.record)}\n`], name), path: name, isNamed: true }])
    return
  }
  showGameOfDatabase(draft.game, draft.node)
}

/** Removes a draft for good. */
export async function discardDraft(draft: Draft): Promise<void> {
  offeredDrafts.value = offeredDrafts.value.filter((one) => one !== draft)
  await writeDrafts([], [draft.id])
}

/**
 * Changes to games of a database, served or published, that are not saved are kept in the browser, with the revision in
 * which they were made. They are offered when the page shows the database again, and come back when the game is shown.
 * {@link keepDrafts} starts it.
 */
import { effect, signal, untracked } from '@preact/signals'
import type { GameRecord } from '../../../../src/model/record.ts'
import { changesAreKept, editedGames, restoreEdits, unsavedGames, type EditedGame } from '../editing/editing.ts'
import { entry, files, listedIndex, source, type ListedEntry } from '../files/library.ts'
import { openFiles } from '../files/opening.ts'
import { keepsFiles } from '../page/settings.ts'
import { goTo, node, record } from '../replay/replay.ts'
import { readDrafts, writeDrafts, type Draft } from '../sessions/store.ts'

/** Milliseconds after a change to a game of many moves before it is stored; others are at once. */
const REST = 400
const MANY = 5000

/** Milliseconds after which a window that is being left, as by a reload, is gone. */
const GONE = 10_000

/** Only secure addresses have locks. */
const locks = navigator.locks as LockManager | undefined
/** This window. */
const owner = crypto.getRandomValues(new Uint32Array(2)).join('-')
const lockOf = (window: string) => `ludograph-drafts-${window}`

/** A database whose games can be changed here. */
export interface DraftHome {
  /** Its address. */
  readonly database: string
  /** Whether the list shows its games; reads signals. */
  isShown(): boolean
  /** The revision of a game; undefined if it is not known. */
  revisionOf(game: number, record: GameRecord): string | undefined
  /** Whether a draft is of a game as the database has it now. */
  fits(draft: Draft): boolean
  /** Called before a draft takes the place of its game. */
  onRestore?(draft: Draft): void
  /** Shows the game of a draft at the move; returns false if there is no such game. */
  show(draft: Draft): Promise<boolean>
}

/** Drafts of the databases of this page that no window has open, the latest first. */
export const offeredDrafts = signal<readonly Draft[]>([])

const homes: DraftHome[] = []
/** The one whose games are listed. */
const homeShown = () => homes.find((home) => home.isShown())

/** The changes of this window as they are stored, by the draft. */
const stored = new Map<string, GameRecord>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Keeps what is changed in a database from now on, and offers what was kept before. */
export async function keepDrafts(home: DraftHome): Promise<void> {
  if (homes.some(({ database }) => database === home.database)) return
  homes.push(home)
  // Held as long as the window lives: its drafts are not offered elsewhere.
  if (homes.length === 1) void locks?.request(lockOf(owner), () => new Promise(() => undefined))
  const known = await draftsOf(home)
  for (const window of new Set(known.map((draft) => draft.owner))) void offerDraftsOf(home, window)
  if (homes.length === 1) followGames()
}

function followGames(): void {
  effect(restoreShown)
  effect(followChanges)
  // Before the next page is there: as this one goes, the browser may end what has only begun to be stored.
  addEventListener('beforeunload', storeChanges)
  addEventListener('pagehide', storeChanges)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') storeChanges()
  })
}

const draftsOf = async (home: DraftHome) => (await readDrafts()).filter(({ database }) => database === home.database)

/** Offers the drafts of a window when it is gone; not if it is still open after a while. */
async function offerDraftsOf(home: DraftHome, window: string): Promise<void> {
  const offer = async () => {
    const left = (await draftsOf(home)).filter((draft) => draft.owner === window && !stored.has(draft.id))
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
  const [shown, offered, home] = [entry.value, offeredDrafts.value, homeShown()]
  if (shown?.kind !== 'listed' || !shown.record || !home) return
  const draft = offered.find((one) => isOf(one, home, shown))
  if (!draft) return
  const read = shown.record
  untracked(() => {
    offeredDrafts.value = offered.filter((one) => one !== draft)
    if (unsavedGames.value.has(draft.game)) return
    const at = node.value > 0 ? node.value : draft.node
    home.onRestore?.(draft)
    restoreEdits([{ game: draft.game, record: draft.record, read, isUnsaved: true }])
    if (at < (record.value?.nodes.length ?? 0)) goTo(at)
    // From now on it is a draft of this window.
    const own = asDraft(home, { game: draft.game, record: draft.record })
    void writeDrafts([own], [draft.id])
    stored.set(own.id, own.record)
  })
}

function isOf(draft: Draft, home: DraftHome, { index, record: read }: ListedEntry): boolean {
  return (
    draft.database === home.database && draft.game === index && draft.record.game === read?.game && home.fits(draft)
  )
}

// The games of a published database are numbered for each kind of game.
const idOf = ({ database }: DraftHome, { game, record: { game: kind } }: Pick<EditedGame, 'game' | 'record'>) =>
  `${database} ${kind} ${game} ${owner}`

function asDraft(home: DraftHome, edited: Pick<EditedGame, 'game' | 'record'>): Draft {
  const { game, record } = edited
  return {
    id: idOf(home, edited),
    database: home.database,
    game,
    revision: home.revisionOf(game, record) ?? '',
    record,
    node: listedIndex.value === game ? node.value : 0,
    changed: Date.now(),
    owner,
  }
}

/** Stores changes a moment after they were made. */
function followChanges(): void {
  const [edited, opened, home, isKept] = [editedGames.value, files.value, homeShown(), keepsFiles.value]
  // Another list: the changes in the one before are offered.
  void source.value
  if (isKept === 'no') offeredDrafts.value = []
  if (edited.length === 0 && stored.size === 0) return
  // While the first games of a file are shown, the changes here are put aside.
  if (opened.length === 0 && !home) return
  clearTimeout(timer)
  timer = setTimeout(storeChanges, edited.some(({ record }) => record.nodes.length > MANY) ? REST : 0)
}

function storeChanges(): void {
  clearTimeout(timer)
  timer = undefined
  const home = files.peek().length > 0 ? undefined : untracked(homeShown)
  if (!home) {
    void offerLeft()
    return
  }
  const unsaved =
    keepsFiles.peek() === 'yes'
      ? editedGames.peek().flatMap((edited) => (edited.isUnsaved ? [{ id: idOf(home, edited), edited }] : []))
      : []
  const written = unsaved.filter(({ id, edited }) => stored.get(id) !== edited.record)
  const gone = [...stored.keys()].filter((id) => !unsaved.some((one) => one.id === id))
  if (written.length === 0 && gone.length === 0) return
  for (const { id, edited } of written) stored.set(id, edited.record)
  for (const id of gone) stored.delete(id)
  void keep(
    written.map(({ edited }) => asDraft(home, edited)),
    gone,
  )
}

async function keep(written: readonly Draft[], gone: readonly string[]): Promise<void> {
  changesAreKept.value = await writeDrafts(written, gone)
}

/** Other games were opened in place of those of the database: what was changed in them is offered again. */
async function offerLeft(): Promise<void> {
  const left = new Set(stored.keys())
  if (left.size === 0) return
  stored.clear()
  const drafts = (await readDrafts()).filter(({ id }) => left.has(id))
  offeredDrafts.value = [...drafts, ...offeredDrafts.value]
}

/** Shows a draft: in its game, or as a file of its own if the database has the game no longer. */
export async function continueDraft(draft: Draft): Promise<void> {
  const home = homes.find(({ database }) => database === draft.database)
  if (home?.fits(draft) && (await home.show(draft))) return
  const name = `game-${draft.game}.jsonl`
  await openFiles([{ file: new File([`${JSON.stringify(draft.record)}\n`], name), path: name, isNamed: true }])
}

/** Removes a draft for good. */
export async function discardDraft(draft: Draft): Promise<void> {
  offeredDrafts.value = offeredDrafts.value.filter((one) => one !== draft)
  await writeDrafts([], [draft.id])
}

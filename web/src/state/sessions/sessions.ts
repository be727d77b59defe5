/**
 * What was open is kept in the browser: the files, the changed games and the place in them, each time files are opened
 * under an address of its own (`#/files/ID`). A reload shows the same again, `back` what was there before, and the first
 * page offers what was open last. {@link keepSessions} starts it; a page inside another page keeps nothing.
 */
import { effect, signal, untracked } from '@preact/signals'
import { ask } from '../../worker/client.ts'
import type { IncomingFile, OpenedFile } from '../../worker/protocol.ts'
import { servesFiles } from '../database/server.ts'
import {
  changesAreKept,
  editedGames,
  keepBeforeLeaving,
  mayLoseChanges,
  restoreEdits,
  unsavedGames,
} from '../editing/editing.ts'
import { closeFiles, attempt, entry, files, listedIndex, showGame } from '../files/library.ts'
import {
  lastOpened,
  newSessionId,
  openFiles,
  openingIsDone,
  openingsBegun,
  type OpenedFiles,
} from '../files/opening.ts'
import { readShared } from '../files/share.ts'
import { goToView, route } from '../page/route.ts'
import { remembered } from '../page/remember.ts'
import { keepsFiles } from '../page/settings.ts'
import { goTo, keptNode, record } from '../replay/replay.ts'
import {
  forgetDrafts,
  readGames,
  readPlaces,
  readSession,
  readSessions,
  removeSessions,
  VERSION,
  writeSession,
  writeState,
  type KeptFile,
  type KeptGame,
  type Place,
  type Session,
} from './store.ts'

/** The most bytes of a session whose files are kept; of others only the names are, or what gives access to them. */
const MOST_BYTES = 32 << 20
/** The most bytes of all sessions. */
const MOST_BYTES_IN_ALL = 256 << 20
const MOST_SESSIONS = 12
/** Files that are larger together are not opened unasked after a reload. */
const LARGE = 8 << 20
/** Milliseconds after a change before it is stored. */
const REST = 400

/** A session for the list of those that can be continued. */
export interface RecentSession extends Session {
  /** The number of games with changes that are not saved. */
  readonly unsaved: number
}

/** What can be continued, the latest first; undefined until it is known. */
export const recentSessions = signal<readonly RecentSession[] | undefined>(undefined)

/** What is open in this window. */
interface OpenSession {
  readonly id: string
  readonly chosen: readonly IncomingFile[]
  readonly opened: readonly OpenedFile[]
  /** Whether the address names it; not what nobody chose, until it has changed. */
  hasAddress: boolean
  storing: 'not yet' | 'stored' | 'no room'
  /** The changed games as they are stored. */
  games: readonly KeptGame[]
  timer?: ReturnType<typeof setTimeout> | undefined
  /** Stores what has changed. */
  write?: (() => Promise<void>) | undefined
}

let current: OpenSession | undefined

/** The files of the sessions of this window: `back` and `forward` need no storage. */
const filesHere = new Map<string, readonly IncomingFile[]>()

/** Other windows with the page: a session belongs to the one that opened it last. */
const windows = typeof BroadcastChannel === 'function' ? new BroadcastChannel('ludograph-sessions') : undefined

/** Keeps what is opened from now on, and follows the address. Done when the session of the address is open. */
export async function keepSessions(): Promise<void> {
  // Before anything is followed: what was pasted or dropped meanwhile gets an address, under which nothing is stored yet.
  const [part, id] = route.peek().path
  const isNamed = part === 'files' && id !== undefined && openingsBegun() === 0
  effect(followOpening)
  effect(followChanges)
  effect(followClosing)
  effect(followChoice)
  keepBeforeLeaving(writeNow)
  // Before the next page is there: as this one goes, the browser may end what has only begun to be stored.
  addEventListener('beforeunload', () => void writeNow())
  addEventListener('pagehide', () => void writeNow())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void writeNow()
  })
  // Another window has made a choice, which counts for all of them.
  addEventListener('storage', () => (keepsFiles.value = remembered('keep-files') === 'no' ? 'no' : 'yes'))
  windows?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (current && data === current.id) forkSession(current)
  })
  if (isNamed && !(await continueUnasked(id))) goToView([], {}, false)
  await openingIsDone()
  effect(followAddress)
}

/** Files were opened: they become the session of this window. */
function followOpening(): void {
  const opened = lastOpened.value
  if (opened) untracked(() => void attempt(() => startSession(opened)))
}

async function startSession({ session: id, chosen, opened, isPassing }: OpenedFiles): Promise<void> {
  // Changes of what was open before stay stored: it can be continued.
  void writeNow()
  current = undefined
  filesHere.set(id, chosen)
  windows?.postMessage(id)
  if (!isPassing) goToView(['files', id], {})
  const own: OpenSession = { id, chosen, opened, hasAddress: !isPassing, storing: 'not yet', games: [] }
  // At once: the user may go back, or open something else, while its changes are read.
  const storing = isPassing ? undefined : storeSession(own)
  const [games, places] = await Promise.all([readGames(id), readPlaces()])
  const isStill = () => files.value === opened
  if (isStill()) await restoreGames(games)
  const { game = listedIndex.value, node: at = 0 } = places.get(id) ?? {}
  if (isStill() && game !== undefined && game !== listedIndex.value) await showGame(game)
  if (!isStill()) return
  if (listedIndex.value === game && at > 0 && at < (record.value?.nodes.length ?? 0)) goTo(at)
  changesAreKept.value = games.length > 0
  own.games = games
  current = own
  await storing
  // The user has gone back meanwhile.
  if (!isPassing && current === own && route.value.path.length === 0) {
    await leave(own)
    return
  }
  followChanges()
}

/** Puts the changes of a session back on its games. */
async function restoreGames(known: readonly KeptGame[]): Promise<void> {
  const restored = []
  for (const { game, record, isUnsaved } of known) {
    const { record: read } = await ask('entry', game)
    if (read) restored.push({ game, record, read, isUnsaved })
  }
  restoreEdits(restored)
}

/** Stores the files of a session, as far as there is room, and drops the oldest ones beyond the limits. */
async function storeSession(own: OpenSession): Promise<void> {
  if (keepsFiles.value === 'no') return
  own.storing = 'stored'
  const size = sum(own.chosen.map(({ file }) => file.size))
  const session: Session = {
    version: VERSION,
    id: own.id,
    opened: Date.now(),
    games: sum(own.opened.map(({ count }) => count)),
    files: own.chosen.map((incoming) => keptFile(incoming, size <= MOST_BYTES || isCollection(own.chosen))),
  }
  await dropOld(session)
  if (await writeSession(session)) return
  // There is no room: unchanged sessions make some, then only the names are stored.
  const others = (await readRecent()).filter(
    (one) => one.id !== own.id && one.unsaved === 0 && !isCollection(one.files),
  )
  await removeSessions(others.map(({ id }) => id))
  if (await writeSession(session)) return
  // A collection is stored as it was before, rather than without its games.
  if (isCollection(own.chosen)) {
    own.storing = 'no room'
    return
  }
  const withoutContent = own.chosen.map(({ path, isNamed, file }) => keptFile({ path, isNamed, file }, false))
  if (!(await writeSession({ ...session, files: withoutContent }))) own.storing = 'no room'
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

function keptFile({ path, isNamed, file, handle }: IncomingFile, withContent: boolean): KeptFile {
  const content = handle ?? (withContent ? file : undefined)
  return { path, isNamed, size: file.size, modified: file.lastModified, ...(content && { content }) }
}

/** Drops sessions beyond the limits, and unchanged ones with the same files as a new one. */
async function dropOld(added: Session): Promise<void> {
  const dropped: string[] = []
  let count = 1
  let bytes = sizeOf(added)
  for (const session of await readRecent()) {
    if (session.id === added.id || isCollection(session.files)) continue
    count++
    bytes += sizeOf(session)
    const isBeyond = count > MOST_SESSIONS || bytes > MOST_BYTES_IN_ALL
    const isSame = session.unsaved === 0 && JSON.stringify(asKnown(session)) === JSON.stringify(asKnown(added))
    if (!isBeyond && !isSame) continue
    dropped.push(session.id)
    count--
    bytes -= sizeOf(session)
  }
  if (dropped.length > 0) await removeSessions(dropped)
}

/** What the user made here is only removed when told. */
const isCollection = ([first]: readonly { path: string }[]) => first?.path.endsWith('.collection.jsonl') ?? false

const asKnown = ({ files }: Session) => files.map(({ path, size, modified }) => [path, size, modified])

/** The bytes that a session takes in the browser. */
function sizeOf({ files }: Session): number {
  return files.reduce((sum, { content, size }) => sum + (content instanceof File ? size : 0), 0)
}

/** The sessions with the number of their changes; those with changes first, as they are dropped last. */
async function readRecent(): Promise<RecentSession[]> {
  const [sessions, places] = await Promise.all([readSessions(), readPlaces()])
  const recent = sessions.map((session) => ({ ...session, unsaved: places.get(session.id)?.unsaved ?? 0 }))
  return recent.sort((left, right) => Number(right.unsaved > 0) - Number(left.unsaved > 0))
}

/** Reads what can be continued. */
export async function readRecentSessions(): Promise<void> {
  const recent = await readRecent()
  recentSessions.value = recent.sort((left, right) => right.opened - left.opened)
}

/** Stores the place and the changes a moment after they were made. */
function followChanges(): void {
  const [edited, place, game, unsaved] = [editedGames.value, keptNode.value, listedIndex.value, unsavedGames.value.size]
  const own = current
  // Whoever allows it later means what is open too.
  void keepsFiles.value
  // While the first games of another file are shown, the changes of this one are put aside.
  if (!own || files.value !== own.opened || entry.peek() === undefined) return
  if (!own.hasAddress && unsaved === 0 && own.games.length === 0) {
    clearTimeout(own.timer)
    own.write = undefined
    return
  }
  own.write = async () => {
    clearTimeout(own.timer)
    own.write = undefined
    if (keepsFiles.peek() === 'no') return
    if (!own.hasAddress) goToView(['files', own.id], {})
    own.hasAddress = true
    if (own.storing === 'not yet') void storeSession(own)
    const isSame = edited.length === own.games.length && edited.every((one, at) => isEqual(one, own.games[at]!))
    own.games = edited
    await store({ id: own.id, game: game ?? 0, node: place, unsaved }, isSame ? undefined : edited)
  }
  clearTimeout(own.timer)
  own.timer = setTimeout(() => void own.write?.(), REST)
}

function isEqual(left: KeptGame, right: KeptGame): boolean {
  return left.game === right.game && left.record === right.record && left.isUnsaved === right.isUnsaved
}

async function store(place: Place, games: readonly KeptGame[] | undefined): Promise<void> {
  if (keepsFiles.peek() === 'no') return
  const isDone = await writeState(place, games && { id: place.id, games })
  if (games) changesAreKept.value = isDone
}

/** Stores what has not been stored yet. */
async function writeNow(): Promise<void> {
  await current?.write?.()
}

/** The user does not want anything to be kept: what is stored is forgotten, except for collections, which were made here. */
function followChoice(): void {
  if (keepsFiles.value === 'yes') return
  untracked(() => {
    if (current && !isCollection(current.chosen)) Object.assign(current, { storing: 'not yet', games: [] })
    changesAreKept.value = false
    void attempt(async () => {
      const sessions = (await readSessions()).filter(({ files }) => !isCollection(files))
      await removeSessions(sessions.map(({ id }) => id))
      await forgetDrafts()
      await readRecentSessions()
    })
  })
}

/** The files were closed; what was changed in them can be continued. */
function followClosing(): void {
  if (files.value.length > 0) return
  untracked(() => {
    if (!current) return
    void writeNow()
    current = undefined
    if (route.value.path[0] === 'files') goToView([], {})
  })
}

/** Drops the changes that were kept of a session, but not its files. */
export async function discardChanges(id: string): Promise<void> {
  await writeState({ id, game: 0, node: 0, unsaved: 0 }, { id, games: [] })
  await readRecentSessions()
}

/** The user went back or forward, or follows a link. */
function followAddress(): void {
  const { path } = route.value
  const isShared = readShared(new URL(location.href)) !== undefined
  untracked(() => {
    const own = current
    const [part, id] = path
    if (part === 'files' && id === undefined && own) goToView(['files', own.id], {}, false)
    const isOpen = id === lastOpened.value?.session && files.value.length > 0
    if (part === 'files' && id !== undefined && id !== own?.id && !isOpen) void attempt(() => followLink(id))
    if (part === undefined && own?.hasAddress && !isShared) void attempt(() => leave(own))
  })
}

async function followLink(id: string): Promise<void> {
  if (await continueSession(id)) return
  // An address of another browser, or of something that was forgotten.
  if (route.value.path[1] === id) goToView(current ? ['files', current.id] : [], {}, false)
}

/** Closes the files, whose changes stay stored; asks if they could not be. */
async function leave(own: OpenSession): Promise<void> {
  await writeNow()
  if (current !== own) return
  if (!changesAreKept.value && !(await mayLoseChanges())) {
    goToView(['files', own.id], {})
    return
  }
  current = undefined
  closeFiles()
}

/**
 * Opens a session after a reload, if it is small and needs no permission. What the user opens meanwhile stays instead.
 * Returns whether something is open.
 */
async function continueUnasked(id: string): Promise<boolean> {
  const session = await readSession(id)
  const isSmall = session && sum(session.files.map(({ size }) => size)) <= LARGE
  const incoming = isSmall ? await readFiles(session, false) : undefined
  if (openingsBegun() > 0) return true
  if (!session || !incoming) return false
  await continueWith(session, incoming)
  return files.value.length > 0
}

/** Opens a session again. Returns whether its files are there; otherwise they must be chosen again. */
export async function continueSession(id: string): Promise<boolean> {
  const here = filesHere.get(id)
  const session = await readSession(id)
  if (here) await openFiles(here, { session: id })
  const incoming = session && !here ? await readFiles(session, true) : undefined
  if (session && incoming) await continueWith(session, incoming)
  return here !== undefined || incoming !== undefined
}

/**
 * Opens a session with its files. If they have changed since, or other files were chosen, the changes made in them do
 * not fit: the changed games are then listed below those of the files.
 */
export async function continueWith(session: Session, chosen: readonly IncomingFile[]): Promise<void> {
  const fits = (kept: KeptFile) =>
    chosen.some(
      ({ file, path }) => path === kept.path && file.size === kept.size && file.lastModified === kept.modified,
    )
  if (chosen.length === session.files.length && session.files.every(fits)) {
    await openFiles(chosen, { session: session.id })
    return
  }
  const lines = (await readGames(session.id)).map(({ record }) => `${JSON.stringify(record)}\n`)
  const path = session.files[0]!.path.replace(/(\.[^./]*)?$/, '-changed.jsonl')
  const changed = { file: new File(lines, path.split('/').at(-1)!), path, isNamed: true }
  await openFiles(lines.length > 0 ? [...chosen, changed] : chosen)
}

/**
 * The files of a session; undefined if one of them is not kept or not there any longer, or if the user does not permit
 * to read it.
 */
async function readFiles({ files }: Session, mayAsk: boolean): Promise<IncomingFile[] | undefined> {
  const found: IncomingFile[] = []
  for (const { path, isNamed, content } of files) {
    const served = await servedAgain(path, isNamed)
    if (served) {
      found.push(served)
      continue
    }
    if (content === undefined) return undefined
    if (content instanceof File) {
      found.push({ file: content, path, isNamed })
      continue
    }
    if (!(await mayRead(content, mayAsk))) return undefined
    const file = await content.getFile().catch(() => undefined)
    if (!file) return undefined
    found.push({ file, path, isNamed, handle: content })
  }
  return found
}

/** A file of the folder that is served, as it is now. */
async function servedAgain(path: string, isNamed: boolean): Promise<IncomingFile | undefined> {
  if (!servesFiles) return undefined
  const { readServed, servedFolder } = await import('../files/served-files.ts')
  if (!servedFolder.value?.files.some((file) => file.path === path)) return undefined
  return await readServed(path, isNamed).catch(() => undefined)
}

/** The permissions of the File System Access API; the types of browsers do not have them. */
interface Permissions {
  queryPermission?: (wanted: { mode: 'read' }) => Promise<PermissionState>
  requestPermission?: (wanted: { mode: 'read' }) => Promise<PermissionState>
}

async function mayRead(handle: FileSystemFileHandle, mayAsk: boolean): Promise<boolean> {
  const { queryPermission, requestPermission } = handle as Permissions
  const wanted = { mode: 'read' } as const
  if (!queryPermission || (await queryPermission.call(handle, wanted)) === 'granted') return true
  return mayAsk && (await requestPermission?.call(handle, wanted)) === 'granted'
}

/** Another window continues this session: what is open here becomes one of its own. */
function forkSession(own: OpenSession): void {
  const id = newSessionId()
  clearTimeout(own.timer)
  filesHere.set(id, own.chosen)
  current = { ...own, id, storing: 'not yet', games: [], timer: undefined, write: undefined }
  if (own.hasAddress) goToView(['files', id], {}, false)
  if (own.storing === 'stored') void storeSession(current)
  followChanges()
  void writeNow()
}

/** Forgets sessions, or all of them. */
export async function forgetSessions(ids?: readonly string[]): Promise<void> {
  const forgotten = ids ?? (await readSessions()).map(({ id }) => id)
  for (const id of forgotten) filesHere.delete(id)
  await removeSessions(forgotten)
  if (!ids) await forgetDrafts()
  await readRecentSessions()
}

/**
 * The browser's storage of what was open (IndexedDB). Nothing in it leaves the browser. Without storage, as in some
 * private windows, or when a newer version of the page has stored something, every function does nothing.
 */
import type { GameRecord } from '../../../../src/model/record.ts'

/** A file that was open. */
export interface KeptFile {
  /** Folders and name, with `/` between them. */
  readonly path: string
  readonly isNamed: boolean
  /** In bytes. */
  readonly size: number
  /** Milliseconds since 1970. */
  readonly modified: number
  /** The file, or what gives access to it on disk; absent if it was too large to be kept. */
  readonly content?: File | FileSystemFileHandle
}

/** Files that were open together. */
export interface Session {
  readonly version: typeof VERSION
  readonly id: string
  /** When they were opened, in milliseconds since 1970. */
  readonly opened: number
  /** The number of games in them. */
  readonly games: number
  readonly files: readonly KeptFile[]
}

/** The place in a session. */
export interface Place {
  readonly id: string
  /** The index of the game on the board. */
  readonly game: number
  readonly node: number
  /** The number of games with changes that are not saved. */
  readonly unsaved: number
}

/** A changed game of a session. */
export interface KeptGame {
  readonly game: number
  readonly record: GameRecord
  readonly isUnsaved: boolean
}

export interface KeptGames {
  readonly id: string
  readonly games: readonly KeptGame[]
}

/** A changed game of a database that is not saved there. */
export interface Draft {
  /** Of this draft. */
  readonly id: string
  /** The address of the database. */
  readonly database: string
  /** The number of the game in it. */
  readonly game: number
  /** The revision of the game that was changed. */
  readonly revision: string
  readonly record: GameRecord
  /** The move that was on the board. */
  readonly node: number
  /** When it was changed last, in milliseconds since 1970. */
  readonly changed: number
  /** The window that changed it. */
  readonly owner: string
}

/** What the records of a session mean. Those of other versions are neither shown nor changed. */
export const VERSION = 1

const NAME = 'ludograph'
/** The version of the storage: grows with its stores. */
const STORE_VERSION = 2
const OF_SESSIONS = ['sessions', 'places', 'games'] as const
const STORES = [...OF_SESSIONS, 'drafts'] as const
type StoreName = (typeof STORES)[number]

let opening: Promise<IDBDatabase | undefined> | undefined
/** The open storage: what must be written before the page is gone cannot wait. */
let store: IDBDatabase | undefined

function openStore(): Promise<IDBDatabase | undefined> {
  opening ??= new Promise((resolve) => {
    try {
      const request = indexedDB.open(NAME, STORE_VERSION)
      request.addEventListener('upgradeneeded', () => {
        const known = request.result.objectStoreNames
        for (const name of STORES) {
          if (!known.contains(name)) request.result.createObjectStore(name, { keyPath: 'id' })
        }
      })
      request.addEventListener('success', () => {
        const { result } = request
        store = result
        // A newer version of the page must be able to change the storage while this one is open.
        result.addEventListener('versionchange', () => forgetStore(result))
        result.addEventListener('close', () => forgetStore(result))
        resolve(result)
      })
      request.addEventListener('error', () => resolve(undefined))
    } catch {
      resolve(undefined)
    }
  })
  return opening
}

function forgetStore(closed: IDBDatabase): void {
  closed.close()
  store = undefined
}

/** Does something in a transaction; returns whether it is done. */
async function write(names: readonly StoreName[], act: (transaction: IDBTransaction) => void): Promise<boolean> {
  await openStore()
  return await writeNow(names, act)
}

/** The same at once, if the storage is open: for a page that is about to be left. */
function writeNow(names: readonly StoreName[], act: (transaction: IDBTransaction) => void): Promise<boolean> {
  if (!store) return Promise.resolve(false)
  try {
    const transaction = store.transaction(names, 'readwrite')
    const done = new Promise<boolean>((resolve) => {
      transaction.addEventListener('complete', () => resolve(true))
      transaction.addEventListener('abort', () => resolve(false))
    })
    act(transaction)
    transaction.commit()
    return done
  } catch {
    return Promise.resolve(false)
  }
}

async function read<Value>(name: StoreName, ask: (store: IDBObjectStore) => IDBRequest): Promise<Value | undefined> {
  await openStore()
  if (!store) return undefined
  try {
    const request = ask(store.transaction(name).objectStore(name))
    return await new Promise<Value | undefined>((resolve) => {
      request.addEventListener('success', () => resolve(request.result as Value | undefined))
      request.addEventListener('error', () => resolve(undefined))
    })
  } catch {
    return undefined
  }
}

/** All sessions of this version, the latest first. */
export async function readSessions(): Promise<Session[]> {
  const found = (await read<Session[]>('sessions', (store) => store.getAll())) ?? []
  return found.filter(isSession).sort((left, right) => right.opened - left.opened)
}

export async function readSession(id: string): Promise<Session | undefined> {
  const found = await read<Session>('sessions', (store) => store.get(id))
  return found && isSession(found) ? found : undefined
}

const isSession = ({ version, files }: Session) => version === VERSION && Array.isArray(files) && files.length > 0

export async function readPlaces(): Promise<ReadonlyMap<string, Place>> {
  const found = (await read<Place[]>('places', (store) => store.getAll())) ?? []
  return new Map(found.map((place) => [place.id, place]))
}

export async function readGames(id: string): Promise<readonly KeptGame[]> {
  const found = await read<KeptGames>('games', (store) => store.get(id))
  return found?.games ?? []
}

/** Stores a session; returns whether there was room for it. */
export function writeSession(session: Session): Promise<boolean> {
  return write(['sessions'], (transaction) => void transaction.objectStore('sessions').put(session))
}

/** Stores the place and, if they are given, the changed games of a session, at once. Returns whether that was done. */
export function writeState(place: Place, games: KeptGames | undefined): Promise<boolean> {
  return writeNow(['places', 'games'], (transaction) => {
    transaction.objectStore('places').put(place)
    if (games) transaction.objectStore('games').put(games)
  })
}

/**
 * Stores a session in place of what it was, with no changed games any longer: they are part of its files now. All of it
 * or nothing is done; returns whether it was.
 */
export function rewriteSession(session: Session, place: Place): Promise<boolean> {
  return write(OF_SESSIONS, (transaction) => {
    transaction.objectStore('sessions').put(session)
    transaction.objectStore('places').put(place)
    transaction.objectStore('games').put({ id: session.id, games: [] } satisfies KeptGames)
  })
}

/** Removes everything about sessions. */
export function removeSessions(ids: readonly string[]): Promise<boolean> {
  return write(OF_SESSIONS, (transaction) => {
    for (const name of OF_SESSIONS) for (const id of ids) transaction.objectStore(name).delete(id)
  })
}

/** The drafts of all databases, the latest first. */
export async function readDrafts(): Promise<Draft[]> {
  const found = (await read<Draft[]>('drafts', (store) => store.getAll())) ?? []
  return found.sort((left, right) => right.changed - left.changed)
}

/** Removes the drafts of all databases. */
export function forgetDrafts(): Promise<boolean> {
  return write(['drafts'], (transaction) => void transaction.objectStore('drafts').clear())
}

/** Stores drafts, if the storage is open, and removes others, at once. */
export function writeDrafts(drafts: readonly Draft[], removed: readonly string[]): Promise<boolean> {
  return writeNow(['drafts'], (transaction) => {
    const store = transaction.objectStore('drafts')
    for (const draft of drafts) store.put(draft)
    for (const id of removed) store.delete(id)
  })
}

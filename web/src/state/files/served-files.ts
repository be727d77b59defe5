/** Files that `ludograph serve` shows as they lie: their list, opening them, and saving one in place. */
import { computed, signal } from '@preact/signals'
import type { IncomingFile } from '../../worker/protocol.ts'
import { request, requestJson } from '../database/server.ts'
import { attempt } from './library.ts'
import { openFiles, openingsBegun } from './opening.ts'

/** A file of the list. */
export interface ServedFile {
  readonly path: string
  readonly size: number
  readonly modified: number
  readonly isPart?: true
}

interface ServedFolder {
  /** The files or folders that were named. */
  readonly name: string
  /** Whether files may be saved in place. */
  readonly writable: boolean
  /** The only file that was named, if it was one. */
  readonly only?: string
  readonly files: readonly ServedFile[]
}

/** What is served; undefined until the server has responded. */
export const servedFolder = signal<ServedFolder | undefined>(undefined)

/** The revisions of the files that were read, by their paths. */
const revisions = new Map<string, string>()

/** Asks what is served. Rejects if the server does not respond. */
export async function readServedFolder(): Promise<void> {
  servedFolder.value = await requestJson<ServedFolder>('files')
}

/** A folder of the tree. */
export interface ServedBranch {
  readonly name: string
  readonly folders: ServedBranch[]
  readonly files: ServedFile[]
}

/** The files as a tree, in the order of the list; those that are only parts of databases are left out. */
export const servedTree = computed<ServedBranch>(() => {
  const root: ServedBranch = { name: '', folders: [], files: [] }
  for (const file of servedFolder.value?.files ?? []) {
    if (file.isPart) continue
    let branch = root
    for (const name of file.path.split('/').slice(0, -1)) {
      let next = branch.folders.find((folder) => folder.name === name)
      if (!next) branch.folders.push((next = { name, folders: [], files: [] }))
      branch = next
    }
    branch.files.push(file)
  }
  return root
})

/** All files of a branch of the tree. */
export function filesBelow({ folders, files }: ServedBranch): ServedFile[] {
  return [...files, ...folders.flatMap(filesBelow)]
}

/** Opens the file that was named, if it was one and nothing else is open. */
export async function openOnly(): Promise<void> {
  const folder = servedFolder.value
  const only = folder?.files.find(({ path }) => path === folder.only)
  if (only && openingsBegun() === 0) await attempt(() => openServed([only]))
}

/** Opens files together, each with the parts that belong to it. */
export async function openServed(wanted: readonly ServedFile[]): Promise<void> {
  const found = new Map(wanted.flatMap((file) => [file, ...partsOf(file)]).map((file) => [file.path, file]))
  const incoming: IncomingFile[] = []
  for (const { path } of found.values()) incoming.push(await readServed(path, wanted.length === 1))
  await openFiles(incoming)
}

/** The parts of a database that lie beside its main file. */
function partsOf({ path }: ServedFile): ServedFile[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  return (servedFolder.value?.files ?? []).filter(
    (other) => other.isPart && other.path.startsWith(folder) && !other.path.slice(folder.length).includes('/'),
  )
}

/** A file as it is now. */
export async function readServed(path: string, isNamed: boolean): Promise<IncomingFile> {
  const response = await request('file', { path })
  revisions.set(path, response.headers.get('etag') ?? '')
  const modified = Date.parse(response.headers.get('last-modified') ?? '')
  const name = path.slice(path.lastIndexOf('/') + 1)
  const file = new File([await response.blob()], name, { lastModified: modified || Date.now() })
  return { file, path, isNamed }
}

/** Whether a file that was opened can be saved where it lies. */
export function isSavedHere(path: string): boolean {
  return servedFolder.value?.writable === true && revisions.has(path)
}

/** Saves a file where it lies, unless it has changed there since it was read. */
export async function saveServed(path: string, content: Blob): Promise<void> {
  const headers = { 'If-Match': revisions.get(path) ?? '' }
  const response = await request('file', { path }, { method: 'PUT', body: content, headers })
  revisions.set(path, response.headers.get('etag') ?? '')
}

/** Files coming into the page: chosen, dropped (also as folders), or opened through the system. */
import type { IncomingFile } from '../../worker/protocol.ts'
import { attempt } from './library.ts'

/** Files that were chosen one by one, or with the folder they are in. */
export function asIncoming(files: Iterable<File>): IncomingFile[] {
  return [...files].map((file) => ({
    file,
    path: file.webkitRelativePath || file.name,
    isNamed: file.webkitRelativePath === '',
  }))
}

/** What was dropped, with the files in folders. */
export async function fromDrop({ items, files }: DataTransfer): Promise<IncomingFile[]> {
  // The list of items is empty as soon as the event has been handled.
  const handles = [...items].map(handleOf)
  const entries = [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null)
  if (entries.length === 0) return asIncoming(files)
  const found: IncomingFile[] = []
  for (const entry of entries) await gather(entry, found)
  for (const handle of await Promise.all(handles)) {
    const own = handle && found.find(({ path, handle: known }) => path === handle.name && !known)
    if (own) own.handle = handle
  }
  return found
}

/** A dropped item with access to the file on disk, in browsers that have it. */
interface ItemWithHandle {
  getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>
}

async function handleOf(item: DataTransferItem): Promise<FileSystemFileHandle | undefined> {
  const handle = await (item as ItemWithHandle).getAsFileSystemHandle?.().catch(() => null)
  return handle?.kind === 'file' ? (handle as FileSystemFileHandle) : undefined
}

async function gather(entry: FileSystemEntry, found: IncomingFile[]): Promise<void> {
  const path = entry.fullPath.replace(/^\//, '')
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    found.push({ file, path, isNamed: !path.includes('/') })
  } else if (isFolder(entry)) {
    const reader = entry.createReader()
    for (;;) {
      // Browsers return a folder in parts.
      const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
      if (some.length === 0) break
      for (const inside of some) await gather(inside, found)
    }
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** The choice of files with access to them on disk; not all browsers have it. */
interface HandlePicker {
  showOpenFilePicker?: (options: { multiple: boolean }) => Promise<FileSystemFileHandle[]>
}

export const canPickHandles = () => (window as HandlePicker).showOpenFilePicker !== undefined

/** Has the user choose files, which can then be saved where they are; none if the user chose nothing. */
export async function pickHandles(): Promise<IncomingFile[]> {
  try {
    return await withHandles(await (window as HandlePicker).showOpenFilePicker!({ multiple: true }))
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return []
    throw error
  }
}

async function withHandles(handles: readonly FileSystemFileHandle[]): Promise<IncomingFile[]> {
  const incoming = asIncoming(await Promise.all(handles.map((handle) => handle.getFile())))
  return incoming.map((one, at) => ({ ...one, handle: handles[at]! }))
}

/** The queue of files opened with the installed page through the system; not all browsers have it. */
interface LaunchQueue {
  setConsumer(take: (launch: { files: readonly FileSystemFileHandle[] }) => void): void
}

/** Opens files that the system passes to the page. */
export function takeLaunched(open: (files: IncomingFile[]) => Promise<void>): void {
  const { launchQueue } = window as { launchQueue?: LaunchQueue }
  launchQueue?.setConsumer(({ files }) => {
    if (files.length === 0) return
    void attempt(async () => open(await withHandles(files)))
  })
}

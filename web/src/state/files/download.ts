import { safeFileName } from '../../../../src/bytes/file-name.ts'

/** Hands a file to the browser, which saves it where its user wants it. */
export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = nameOf(name)
  link.click()
  // The browser takes the bytes over after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** A name that may come from a file or a game as one that every system can have. */
function nameOf(name: string): string {
  return safeFileName(name) ?? 'games'
}

/** A file longer than this is written where the user says, piece by piece, where the browser can do that. */
const LONG_FILE = 1 << 26

/** The part of the File System Access API that is used; the types of browsers do not all have it. */
interface FilePicker {
  showSaveFilePicker?: (options: { suggestedName: string }) => Promise<FileSystemFileHandle>
}

/** Saves a file under its name. Returns false when the user gave it up. */
export async function saveFile(name: string, blob: Blob): Promise<boolean> {
  const { showSaveFilePicker } = window as FilePicker
  if (showSaveFilePicker && blob.size > LONG_FILE) {
    try {
      const handle = await showSaveFilePicker.call(window, { suggestedName: nameOf(name) })
      // The browser writes beside the file and puts it in its place at the end.
      await blob.stream().pipeTo(await handle.createWritable())
      return true
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return false
      throw error
    }
  }
  download(name, blob)
  return true
}

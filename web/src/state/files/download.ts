import { safeFileName } from '../../../../src/bytes/file-name.ts'

/** Gives a file to the browser, which saves it where the user wants. */
export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = nameOf(name)
  link.click()
  // The browser reads the bytes after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** A name from a file or game, made valid on every system. */
function nameOf(name: string): string {
  return safeFileName(name) ?? 'games'
}

/** A larger file is written piece by piece to a place chosen by the user, if the browser supports that. */
const LONG_FILE = 1 << 26

/** The part of the File System Access API that is used; the types of browsers do not all have it. */
interface FilePicker {
  showSaveFilePicker?: (options: { suggestedName: string }) => Promise<FileSystemFileHandle>
}

/** Saves a file under its name. Returns false if the user cancelled. */
export async function saveFile(name: string, blob: Blob): Promise<boolean> {
  const { showSaveFilePicker } = window as FilePicker
  if (showSaveFilePicker && blob.size > LONG_FILE) {
    try {
      const handle = await showSaveFilePicker.call(window, { suggestedName: nameOf(name) })
      // The browser writes to a temporary file and replaces the target at the end.
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

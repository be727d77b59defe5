/** The paths under which the members of an archive are extracted: safe ones, no two the same. */
import { fileNameKey } from '../bytes/file-name.ts'

/** Paths assigned to members, ignoring case. */
export class TakenPaths {
  private readonly files = new Set<string>()
  private readonly folders = new Set<string>()
  /** The number for the next member with a path. */
  private readonly next = new Map<string, number>()

  /** A unique path. Equal names take time in proportion to their number. */
  take(wanted: string, index: number): string {
    // A folder with the name of an earlier file cannot be created.
    const path = foldersOf(fileNameKey(wanted)).some((folder) => this.files.has(folder)) ? memberName(index) : wanted
    const key = fileNameKey(path)
    let free = path
    let number = this.next.get(key) ?? 2
    while (this.isTaken(fileNameKey(free))) free = `${path} (${number++})`
    this.next.set(key, number)
    const freeKey = fileNameKey(free)
    this.files.add(freeKey)
    for (const folder of foldersOf(freeKey)) this.folders.add(folder)
    return free
  }

  private isTaken(key: string): boolean {
    return this.files.has(key) || this.folders.has(key)
  }
}

/** The name of a member whose own name cannot be used. */
export function memberName(index: number): string {
  return `member-${index + 1}`
}

/** The parent folders of a file: `a` and `a/b` for `a/b/c`. */
function foldersOf(path: string): string[] {
  const folders: string[] = []
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) folders.push(path.slice(0, at))
  return folders
}

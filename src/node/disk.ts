/** The basic disk operations that every change of files is made of. */
import {
  closeSync,
  existsSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
  type Stats,
} from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { FormatError } from '../issues/errors.ts'

/**
 * Writes all bytes at an offset; the system may take them in pieces.
 * @param path what is written, for errors: the system does not say it of an open file
 */
export function writeFully(descriptor: number, bytes: Uint8Array, position: number, path: string): void {
  try {
    for (let written = 0; written < bytes.length;) {
      written += writeSync(descriptor, bytes, written, bytes.length - written, position + written)
    }
  } catch (error) {
    throw Object.assign(error as NodeJS.ErrnoException, { path })
  }
}

/**
 * The bytes from `start` to `end`, or up to the end of a file that shrank.
 * @param into bytes whose memory is taken again if it is large enough
 */
export function readFully(descriptor: number, start: number, end: number, into?: Uint8Array): Uint8Array {
  const size = Math.max(0, end - start)
  const isEnough = into !== undefined && into.byteOffset + size <= into.buffer.byteLength
  const bytes = isEnough ? new Uint8Array(into.buffer, into.byteOffset, size) : new Uint8Array(size)
  for (let filled = 0; filled < bytes.length;) {
    const count = readSync(descriptor, bytes, filled, bytes.length - filled, start + filled)
    if (count === 0) return bytes.subarray(0, filled)
    filled += count
  }
  return bytes
}

/** Who may do what with a file. */
export type Access = Pick<Stats, 'mode' | 'gid'>

/** The bits of a mode that say who may read, write and execute. */
const PERMISSIONS = 0o777

/**
 * Opens a new file, which nobody may read who may not read another. Never follows a link or replaces a file.
 * @param like the other: usually the file that this one is to replace
 */
export function openNew(path: string, like: Access | undefined, flags: 'wx' | 'wx+' = 'wx'): number {
  if (!like) return openSync(path, flags)
  const descriptor = openSync(path, flags, like.mode & PERMISSIONS)
  try {
    keepAccess(descriptor, like)
    return descriptor
  } catch (error) {
    tryAll(
      () => closeSync(descriptor),
      () => removeFile(path),
    )
    throw error
  }
}

/**
 * Gives an open file or folder the group and the permissions of another. If the system does not let us give it to the
 * group, our own group may do no more than everybody. On Windows permissions are those of the folder.
 */
export function keepAccess(descriptor: number, like: Access): void {
  if (process.platform === 'win32') return
  const own = fstatSync(descriptor)
  let mode = like.mode & PERMISSIONS
  if (own.gid !== like.gid) {
    try {
      fchownSync(descriptor, own.uid, like.gid)
    } catch {
      mode = (mode & 0o707) | ((mode & 0o007) << 3)
    }
  }
  // File systems without permissions refuse to change any.
  if ((own.mode & PERMISSIONS) !== mode) fchmodSync(descriptor, mode)
}

/** What everybody may do who may do it with each of some files; undefined without files. */
export function commonAccess(files: readonly Access[]): Access | undefined {
  const [first] = files
  if (!first) return undefined
  const isOneGroup = files.every(({ gid }) => gid === first.gid)
  const mode = files.reduce((common, file) => common & file.mode, PERMISSIONS)
  return { gid: first.gid, mode: 0o600 | (isOneGroup ? mode : mode & 0o707) }
}

/**
 * Writes a new file whose bytes survive a power cut once this returns. Never follows a link or replaces a file.
 * @param like a file that this one has the permissions of
 */
export function writeSynced(path: string, bytes: Uint8Array, like?: Access): void {
  const descriptor = openNew(path, like)
  try {
    writeFully(descriptor, bytes, 0, path)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Makes creations, renames and removals in a folder survive a power cut. Where folders cannot be opened, as on
 * Windows, the file system sees to that by itself.
 */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Makes a folder, and those above it that are missing. Asked to make all of them, Node says of whatever the disk refuses
 * that something is missing.
 */
export function makeFolders(folder: string): void {
  const missing: string[] = []
  for (let path = folder; !existsSync(path); path = dirname(path)) {
    missing.unshift(path)
    // A drive that is not there has nothing above it.
    if (dirname(path) === path) break
  }
  for (const path of missing) {
    try {
      mkdirSync(path)
    } catch (error) {
      // Another program may have been faster.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !statSync(path).isDirectory()) throw error
    }
  }
}

/** What a path is, links not followed; undefined when there is nothing. */
export function entryAt(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false })
}

/** Whether two paths are names of one file. */
export function isSameFile(left: string, right: string): boolean {
  const [one, other] = [left, right].map((path) => lstatSync(path, { throwIfNoEntry: false, bigint: true }))
  return one !== undefined && other !== undefined && one.ino === other.ino && one.dev === other.dev
}

/** Whether a path is a regular file, and not a link to one. */
export function isRegularFile(path: string): boolean {
  return entryAt(path)?.isFile() ?? false
}

/** Throws FormatError when something is at a path that a file cannot take the place of: a link, a folder, a device. */
export function refuseIrregular(path: string): void {
  const entry = entryAt(path)
  if (!entry || entry.isFile()) return
  throw new FormatError(entry.isSymbolicLink() ? 'file/link' : 'file/not-regular', {}, { file: path })
}

/** Whether the folders on the way to a name are folders, not links to some. */
export function hasRealFolders(folder: string, name: string): boolean {
  const parts = name.split('/').slice(0, -1)
  return parts.every((_part, index) => {
    const entry = entryAt(join(folder, ...parts.slice(0, index + 1)))
    return !entry || entry.isDirectory()
  })
}

/** A path on this system as one below a folder, separated by slashes. */
export function pathBelow(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/')
}

/**
 * The part of a temporary name that tells it from every other: 16 hexadecimal digits. They need not be secret, since a
 * file of such a name is only made where there is none; `node:crypto` would take 9 ms to load.
 */
export function randomPart(): string {
  const eightDigits = () =>
    Math.floor(Math.random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0')
  return eightDigits() + eightDigits()
}

/** The topmost folder of a path that is not there; undefined when the path is. */
export function topmostMissing(folder: string): string | undefined {
  let missing: string | undefined
  for (let path = folder; !entryAt(path) && path !== missing; path = dirname(path)) missing = path
  return missing
}

/** Runs all clean-up steps. An error in one of them is ignored, so that it does not hide the original error. */
export function tryAll(...steps: (() => void)[]): void {
  for (const step of steps) {
    try {
      step()
    } catch {
      // What led here is thrown by the caller; the next change cleans up what is left.
    }
  }
}

/** Removes a file when it is there. */
export function removeFile(path: string): void {
  rmSync(path, { force: true })
}

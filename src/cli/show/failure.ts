/** Errors of files and of the system as a line for people. */
import { sep } from 'node:path'
import { describeError, describePlace } from '../../issues/describe.ts'
import { CodedError, FormatError } from '../../issues/errors.ts'

/** Whether an error is about files or the system, or what DuckDB could not do, rather than a bug. */
export function isExpected(error: unknown): boolean {
  if (error instanceof CodedError) return true
  if (!(error instanceof Error)) return false
  return (error as NodeJS.ErrnoException).syscall !== undefined || isOfDuckDB(error)
}

/** Whether DuckDB or its package threw an error: it has no class of its own. */
function isOfDuckDB({ message, stack = '' }: Error): boolean {
  return /^(?:[A-Z]\w*|Out of Memory) Error: /.test(message) || /^\s*at .*[\\/]@duckdb[\\/]/m.test(firstPlaceOf(stack))
}

function firstPlaceOf(stack: string): string {
  return stack.split('\n').find((line) => line.trimStart().startsWith('at ')) ?? ''
}

/** The meaning of the most common system errors. */
const SYSTEM_WORDS: Record<string, string> = {
  ENOENT: 'no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EISDIR: 'this is a folder',
  ENOTDIR: 'part of this path is not a folder',
  ENOSPC: 'the disk is full',
  EROFS: 'the disk is read-only',
  EIO: 'the disk cannot be read or written',
}

/** A problem with a file as one line for people. */
export function describeFailure(error: unknown): string {
  if (error instanceof FormatError) {
    return `${describePlace(error.place)}: ${describeError(error)}`
  }
  if (!(error instanceof Error)) return String(error)
  const { code, path } = error as NodeJS.ErrnoException
  if (path === undefined || code === undefined) return error.message
  const reason = SYSTEM_WORDS[code] ?? error.message.replace(/^[A-Z]+: /, '').replace(/, \w+ '.*$/s, '')
  const folder = folderOfOurs(path)
  return folder === undefined ? `${path}: ${reason}` : `${folder}: cannot write here: ${reason}`
}

/** Files of ours: locks, what is written before it is renamed, the folder of what appears together. */
const OURS = /^\..*\.(ludograph-lock|[0-9a-f]{16}\.(part|old)|undo)$/

/** The folder where a file of ours was to be; undefined for a path that the user knows. */
function folderOfOurs(path: string): string | undefined {
  const parts = path.split(sep)
  const index = parts.findIndex((part) => OURS.test(part))
  return index < 0 ? undefined : parts.slice(0, index).join(sep) || '.'
}

/** Requests for files that are served as they lie: their list, one of them, and its replacement. */
import { openAsBlob } from 'node:fs'
import type { Context } from 'hono'
import { readBody } from './body.ts'
import { RequestError } from './request.ts'
import { revisionOfFile, type ServedFiles } from './served-files.ts'

/** The largest file that is taken. */
const MOST_BYTES = 2 ** 30

/** The files, and whether they may be replaced. */
export function answerFiles(context: Context, files: ServedFiles): Response {
  const { name, writable, only } = files
  return context.json({ name, writable, ...(only !== undefined && { only }), files: files.list() })
}

/** The bytes of a file, with its revision as ETag. */
export async function answerFile(context: Context, files: ServedFiles): Promise<Response> {
  const { file, stats } = files.find(pathIn(context))
  const blob = await openAsBlob(file)
  return context.body(blob.stream(), 200, {
    'Content-Type': 'application/octet-stream',
    'Content-Length': String(stats.size),
    'Last-Modified': stats.mtime.toUTCString(),
    ETag: revisionOfFile(stats),
  })
}

/** Replaces a file, with If-Match only that revision of it. */
export async function saveFile(context: Context, files: ServedFiles): Promise<Response> {
  const path = pathIn(context)
  // Before the bytes are taken: what is not there or may not be changed needs none.
  files.find(path)
  if (!files.writable) throw new RequestError('request/files-read-only', {}, 'address', 403)
  const bytes = await readBody(context, MOST_BYTES)
  const stats = files.replace(path, bytes, context.req.header('if-match'))
  context.header('ETag', revisionOfFile(stats))
  return context.json({ size: stats.size, modified: Math.floor(stats.mtimeMs) })
}

function pathIn(context: Context): string {
  return context.req.query('path') ?? ''
}

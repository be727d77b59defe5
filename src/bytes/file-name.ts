/** Names from files and records as names of files that every system can have, and that steer none. */

/** What no name may hold on some system, and what would deceive whoever reads it: control characters, overrides of direction. */
const UNSAFE = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069/\\:*?"<>|]/gu

/** Names of devices in Windows, which they keep before any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$)(?= *(?:\.|$))/iu

/** Most bytes of a name in UTF-8 that all usual file systems have room for. */
const MAX_BYTES = 255

/**
 * A text as the name of a file without folders. What no system can have is `_`: separators, drives and streams
 * (`:`), control characters; a device of Windows gets a `_` in front; spaces and dots at the end go.
 * Undefined when nothing is left.
 */
export function safeFileName(text: string): string | undefined {
  const name = shortened(text.toWellFormed().replaceAll(UNSAFE, '_')).replace(/[. ]+$/, '')
  if (name === '') return undefined
  return DEVICE.test(name) ? `_${name}` : name
}

/**
 * A path with `/` or `\` between its folders as one that stays below the folder it is put into, with `/`
 * between safe names: without root, `.` and `..`. Undefined when nothing is left.
 */
export function safePath(path: string): string | undefined {
  const names = path
    .split(/[\\/]+/)
    .map(safeFileName)
    .filter((name) => name !== undefined)
  return names.length > 0 ? names.join('/') : undefined
}

/** What two names have in common that some system takes for the same. */
export function fileNameKey(path: string): string {
  return path.normalize('NFC').toLowerCase()
}

/** Cut where the bytes end that a name may have, its extension kept. */
function shortened(name: string): string {
  const encoder = new TextEncoder()
  if (name.length * 3 <= MAX_BYTES || encoder.encode(name).length <= MAX_BYTES) return name
  const [extension = ''] = /\.[^.]{1,15}$/.exec(name) ?? []
  const stem = new Uint8Array(MAX_BYTES - 1 - encoder.encode(extension).length)
  const { read } = encoder.encodeInto(name.slice(0, name.length - extension.length), stem)
  return name.slice(0, read) + extension
}

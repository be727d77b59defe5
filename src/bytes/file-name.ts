/** Turns names from files and records into file names that are valid and harmless on every system. */

/**
 * Characters that some system does not allow in names, and those that would deceive readers: control characters,
 * direction overrides.
 */
const UNSAFE = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069/\\:*?"<>|]/gu

/** Names of Windows devices, which are reserved with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$)(?= *(?:\.|$))/iu

/** The longest name, in bytes of UTF-8, that all common file systems allow. */
const MAX_BYTES = 255

/**
 * A text as the name of a file without folders. Invalid characters become `_`: separators, drives and streams (`:`),
 * control characters. Names of Windows devices get a `_` in front; spaces and dots at the end are removed. Undefined
 * when nothing is left.
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

/** A key that is equal for names that some system treats as the same. */
export function fileNameKey(path: string): string {
  return path.normalize('NFC').toLowerCase()
}

/** Cuts a name to the length allowed, keeping its extension. */
function shortened(name: string): string {
  const encoder = new TextEncoder()
  if (name.length * 3 <= MAX_BYTES || encoder.encode(name).length <= MAX_BYTES) return name
  const [extension = ''] = /\.[^.]{1,15}$/.exec(name) ?? []
  const stem = new Uint8Array(MAX_BYTES - 1 - encoder.encode(extension).length)
  const { read } = encoder.encodeInto(name.slice(0, name.length - extension.length), stem)
  return name.slice(0, read) + extension
}

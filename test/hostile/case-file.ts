/** Inputs as files of JSON, that people can read and shorten: what is found by fuzzing, and the cases that are kept. */
import type { NamedBytes } from '../support/named-bytes.ts'

/** An input, and what it was. */
export interface HostileCase {
  /** The reader it is for: a name of `TARGETS`. */
  target: string
  /** What went wrong with it. */
  about: string
  files: readonly NamedBytes[]
}

interface StoredFile {
  name: string
  /** One of the two: text, or bytes in hexadecimal digits. */
  text?: string
  hex?: string
}

/** A case as the text of a file. */
export function formatCase({ target, about, files }: HostileCase): string {
  const stored = files.map(([name, bytes]): StoredFile => {
    const text = plainText(bytes)
    return text === undefined ? { name, hex: Buffer.from(bytes).toString('hex') } : { name, text }
  })
  return `${JSON.stringify({ target, about, files: stored }, null, 2)}\n`
}

/** Reads a case. Throws SyntaxError for what is not JSON. */
export function parseCase(text: string): HostileCase {
  const { target, about, files } = JSON.parse(text) as { target: string; about: string; files: StoredFile[] }
  return {
    target,
    about,
    files: files.map(({ name, text, hex }): NamedBytes => [
      name,
      text === undefined ? Uint8Array.from(Buffer.from(hex ?? '', 'hex')) : new TextEncoder().encode(text),
    ]),
  }
}

/** The bytes as text, when people can read it and it is these bytes again. */
function plainText(bytes: Uint8Array): string | undefined {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
  // Control characters other than blanks and line ends are better seen as numbers.
  return /[^\P{Cc}\t\n\r]/u.test(text) ? undefined : text
}

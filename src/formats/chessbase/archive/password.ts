/** Archives under a password, `.cbz`: a `.cbv` encrypted as a whole. docs/formats/chessbase.md, Password archives. */
import type { Source } from '../../../bytes/source.ts'
import { encodeText } from '../../../bytes/text.ts'
import { FormatError } from '../../../model/issue.ts'
import { Des } from './des.ts'
import { ARCHIVE_HEAD_SIZE, isArchive } from './table.ts'

const BLOCK = 8

/** The key that a password stands for: as it is with eight bytes, repeated when shorter, folded when longer. */
export function passwordKey(password: string): Uint8Array {
  const { bytes } = encodeText(password, 'windows-1252')
  const key = new Uint8Array(BLOCK)
  if (bytes.length <= BLOCK) {
    for (let index = 0; index < BLOCK; index++) key[index] = bytes[index % bytes.length] ?? 0
    return key
  }
  for (const [index, byte] of bytes.entries()) key[index % BLOCK] = (key[index % BLOCK]! * 2) ^ byte
  return key
}

/** An encrypted file, decrypted as it is read. */
class DecryptedSource implements Source {
  readonly name: string
  readonly size: number
  private readonly source: Source
  private readonly cipher: Des

  constructor(source: Source, cipher: Des) {
    this.name = source.name
    this.size = source.size - (source.size % BLOCK)
    this.source = source
    this.cipher = cipher
  }

  read(start: number, end: number): Uint8Array {
    const from = Math.max(0, Math.min(start, this.size))
    const to = Math.max(from, Math.min(end, this.size))
    const first = from - (from % BLOCK)
    const last = to + ((BLOCK - (to % BLOCK)) % BLOCK)
    return this.cipher.decrypt(this.source.read(first, last)).subarray(from - first, to - first)
  }
}

/** Decrypts an archive. Throws FormatError when there is no password or it is the wrong one. */
export function decryptArchive(source: Source, password: string | undefined): Source {
  if (password === undefined || password === '') {
    throw new FormatError('the archive is under a password', { file: source.name }, 'a password')
  }
  const decrypted = new DecryptedSource(source, new Des(passwordKey(password)))
  if (!isArchive(decrypted.read(0, ARCHIVE_HEAD_SIZE))) {
    throw new FormatError(
      'the password does not open the archive',
      { file: source.name, offset: 0 },
      'the right password',
    )
  }
  return decrypted
}

/** Password-protected archives, `.cbz`: a `.cbv` encrypted as a whole. docs/formats/chessbase.md, Password archives. */
import type { Sink } from '../../../bytes/sink.ts'
import type { Source } from '../../../bytes/source.ts'
import { encodeText } from '../../../bytes/text.ts'
import { FormatError } from '../../../issues/errors.ts'
import { Des } from './des.ts'
import { ARCHIVE_HEAD_SIZE, isArchive } from './table.ts'

const BLOCK = 8

/** The key of a password: the password itself if it has eight bytes, repeated if shorter, folded if longer. */
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

/**
 * A key for a new archive. Throws TypeError for a password that is empty or has characters that windows-1252 lacks:
 * other programs would not derive the same key.
 */
export function newPasswordKey(password: string): Uint8Array {
  const { lost } = encodeText(password, 'windows-1252')
  if (password === '' || lost.length > 0) {
    throw new TypeError('the password of an archive has one character at least, all of them of windows-1252')
  }
  return passwordKey(password)
}

/**
 * Encrypts a file as it is written. A plain copy of the first bytes is kept so that they can be patched; everything
 * after them is final.
 */
export class EncryptingSink implements Sink {
  size = 0
  private readonly out: Sink
  private readonly cipher: Des
  private readonly start: number
  /** The bytes that can be patched, in whole blocks. */
  private readonly head: Uint8Array
  /** The beginning of an incomplete block. */
  private readonly block = new Uint8Array(BLOCK)
  private begun = 0

  /** @param patchable how many of the first bytes can be patched, once that many are written */
  constructor(out: Sink, key: Uint8Array, patchable: number) {
    this.out = out
    this.start = out.size
    this.cipher = new Des(key)
    this.head = new Uint8Array(Math.ceil(patchable / BLOCK) * BLOCK)
  }

  append(bytes: Uint8Array): void {
    if (this.size < this.head.length) this.head.set(bytes.subarray(0, this.head.length - this.size), this.size)
    this.size += bytes.length
    const whole = new Uint8Array(this.begun + bytes.length)
    whole.set(this.block.subarray(0, this.begun))
    whole.set(bytes, this.begun)
    this.begun = whole.length % BLOCK
    const end = whole.length - this.begun
    this.out.append(this.cipher.encrypt(whole.subarray(0, end)))
    this.block.set(whole.subarray(end))
  }

  patch(offset: number, bytes: Uint8Array): void {
    if (offset < 0 || offset + bytes.length > Math.min(this.head.length, this.size)) {
      throw new TypeError('patch outside the bytes that can be changed')
    }
    this.head.set(bytes, offset)
    const written = this.size - this.begun
    const from = offset - (offset % BLOCK)
    const to = Math.min(written, Math.ceil((offset + bytes.length) / BLOCK) * BLOCK)
    if (to > from) this.out.patch(this.start + from, this.cipher.encrypt(this.head.subarray(from, to)))
    if (offset + bytes.length > written) this.block.set(this.head.subarray(written, this.size))
  }

  /** Pads the last block with zeros. */
  finish(): void {
    if (this.begun > 0) this.append(new Uint8Array(BLOCK - this.begun))
  }
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

/** Decrypts an archive. Throws FormatError if the password is missing or wrong. */
export function decryptArchive(source: Source, password: string | undefined): Source {
  if (password === undefined || password === '') {
    throw new FormatError('archive/password-missing', {}, { file: source.name })
  }
  const decrypted = new DecryptedSource(source, new Des(passwordKey(password)))
  if (!isArchive(decrypted.read(0, ARCHIVE_HEAD_SIZE))) {
    throw new FormatError('archive/password-wrong', {}, { file: source.name, offset: 0 })
  }
  return decrypted
}

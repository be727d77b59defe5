/**
 * Changes of good files such as damage and malice make: bits and bytes, runs
 * cut out, doubled and moved, numbers at their limits, words that the format
 * knows, parts of other files, parts that are missing.
 */
import { randomInt } from '../support/random.ts'
import type { NamedBytes } from '../support/named-bytes.ts'

/** What mutators take from beside the input. */
export interface Material {
  /** Words of the format. */
  words: readonly Uint8Array[]
  /** Other inputs of the same format. */
  others: readonly (readonly NamedBytes[])[]
}

type Mutator = (bytes: Uint8Array, random: () => number, material: Material) => Uint8Array

/** Bytes that mean something in most formats: brackets, quotes, ends of lines, the ends of ranges. */
const SPECIAL = Uint8Array.from('\0\u0001\u007f\u0080\u00ff()[]{}<>"\\\';:,.\n\r\t #$*!?/-+0919aAzZ', (character) =>
  character.charCodeAt(0),
)

/** Numbers at the ends of ranges. */
const LIMITS = [0, 1, 2, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000, 0xffff, 0x10000, 0xff_ffff, 0x7fff_ffff, 0xffff_ffff]

const MUTATORS: readonly Mutator[] = [
  flipBit,
  flipBit,
  setByte,
  setByte,
  setSpecial,
  setNumber,
  addToNumber,
  cutEnd,
  cutRun,
  doubleRun,
  copyRun,
  insertSpecial,
  insertWord,
  overwriteWithWord,
  fillRun,
  takeFromOther,
]

/** Changes one of the files a few times. */
export function mutateFiles(files: readonly NamedBytes[], random: () => number, material: Material): NamedBytes[] {
  const changed = [...files]
  if (files.length > 1 && random() < 0.02) changed.splice(1 + randomInt(random, files.length - 1), 1)
  const changes = 1 + (random() < 0.5 ? 0 : randomInt(random, 4))
  let target = weightedFile(changed, random)
  for (let change = 0; change < changes; change++) {
    if (random() < 0.2) target = weightedFile(changed, random)
    const [name, bytes] = changed[target]!
    const mutator = MUTATORS[randomInt(random, MUTATORS.length)]!
    changed[target] = [name, mutator(bytes, random, { ...material, others: partsNamed(material.others, name) })]
  }
  return changed
}

/** One change of some bytes, of which no words and no other inputs are known. */
export function mutateBytes(bytes: Uint8Array, random: () => number): Uint8Array {
  return MUTATORS[randomInt(random, MUTATORS.length)]!(bytes, random, { words: [], others: [] })
}

/** One of the files: half the time any of them, else the longer the likelier. */
function weightedFile(files: readonly NamedBytes[], random: () => number): number {
  if (random() < 0.5) return randomInt(random, files.length)
  let at = randomInt(
    random,
    files.reduce((sum, [, bytes]) => sum + bytes.length + 1, 0),
  )
  for (const [index, [, bytes]] of files.entries()) {
    at -= bytes.length + 1
    if (at < 0) return index
  }
  return 0
}

/** The other inputs' files of the same kind. */
function partsNamed(others: Material['others'], name: string): NamedBytes[][] {
  const kind = name.slice(name.lastIndexOf('.'))
  return others.slice(0, 64).map((files) => files.filter(([other]) => other.endsWith(kind)))
}

function at(bytes: Uint8Array, random: () => number): number {
  return randomInt(random, Math.max(1, bytes.length))
}

function flipBit(bytes: Uint8Array, random: () => number): Uint8Array {
  const copy = Uint8Array.from(bytes)
  const place = at(copy, random)
  if (place < copy.length) copy[place] = copy[place]! ^ (1 << randomInt(random, 8))
  return copy
}

function setByte(bytes: Uint8Array, random: () => number): Uint8Array {
  const copy = Uint8Array.from(bytes)
  const place = at(copy, random)
  if (place < copy.length) copy[place] = randomInt(random, 256)
  return copy
}

function setSpecial(bytes: Uint8Array, random: () => number): Uint8Array {
  const copy = Uint8Array.from(bytes)
  const place = at(copy, random)
  if (place < copy.length) copy[place] = SPECIAL[randomInt(random, SPECIAL.length)]!
  return copy
}

/** Writes a number of one to four bytes, in either order. */
function putNumber(bytes: Uint8Array, place: number, width: number, isLittle: boolean, value: number): Uint8Array {
  const copy = Uint8Array.from(bytes)
  for (let index = 0; index < width && place + index < copy.length; index++) {
    copy[place + index] = value >>> (8 * (isLittle ? index : width - 1 - index))
  }
  return copy
}

function setNumber(bytes: Uint8Array, random: () => number): Uint8Array {
  const limit = random() < 0.8 ? LIMITS[randomInt(random, LIMITS.length)]! : bytes.length
  const value = (limit + randomInt(random, 3) - 1) >>> 0
  return putNumber(bytes, at(bytes, random), 1 + randomInt(random, 4), random() < 0.5, value)
}

function addToNumber(bytes: Uint8Array, random: () => number): Uint8Array {
  const [place, width, isLittle] = [at(bytes, random), 1 + randomInt(random, 4), random() < 0.5]
  let value = 0
  for (let index = 0; index < width; index++) {
    value |= (bytes[place + index] ?? 0) << (8 * (isLittle ? index : width - 1 - index))
  }
  return putNumber(bytes, place, width, isLittle, value + randomInt(random, 33) - 16)
}

function cutEnd(bytes: Uint8Array, random: () => number): Uint8Array {
  return bytes.slice(0, at(bytes, random))
}

function cutRun(bytes: Uint8Array, random: () => number): Uint8Array {
  const place = at(bytes, random)
  return concatenate(bytes.subarray(0, place), bytes.subarray(place + 1 + randomInt(random, 32)))
}

function doubleRun(bytes: Uint8Array, random: () => number): Uint8Array {
  const place = at(bytes, random)
  const end = Math.min(bytes.length, place + 1 + randomInt(random, 64))
  return concatenate(bytes.subarray(0, end), bytes.subarray(place))
}

/** Puts a run of the file somewhere else in it, over what is there or between. */
function copyRun(bytes: Uint8Array, random: () => number): Uint8Array {
  const from = at(bytes, random)
  return put(bytes, at(bytes, random), bytes.subarray(from, from + 1 + randomInt(random, 64)), random() < 0.5)
}

function insertSpecial(bytes: Uint8Array, random: () => number): Uint8Array {
  const byte = SPECIAL[randomInt(random, SPECIAL.length)]!
  return put(bytes, at(bytes, random), new Uint8Array(1 + randomInt(random, 4)).fill(byte), false)
}

function insertWord(bytes: Uint8Array, random: () => number, { words }: Material): Uint8Array {
  if (words.length === 0) return setSpecial(bytes, random)
  return put(bytes, at(bytes, random), words[randomInt(random, words.length)]!, false)
}

function overwriteWithWord(bytes: Uint8Array, random: () => number, { words }: Material): Uint8Array {
  if (words.length === 0) return flipBit(bytes, random)
  return put(bytes, at(bytes, random), words[randomInt(random, words.length)]!, true)
}

function fillRun(bytes: Uint8Array, random: () => number): Uint8Array {
  const copy = Uint8Array.from(bytes)
  const place = at(copy, random)
  return copy.fill([0, 0xff, 0x20, copy[place] ?? 0][randomInt(random, 4)]!, place, place + 1 + randomInt(random, 16))
}

/** Takes a run of another input's file of the same kind, or all of what follows. */
function takeFromOther(bytes: Uint8Array, random: () => number, { others }: Material): Uint8Array {
  const other = others[randomInt(random, others.length)]?.[0]?.[1]
  if (!other) return copyRun(bytes, random)
  const from = at(other, random)
  if (random() < 0.3) return concatenate(bytes.subarray(0, at(bytes, random)), other.subarray(from, from + 4096))
  return put(bytes, at(bytes, random), other.subarray(from, from + 1 + randomInt(random, 128)), random() < 0.5)
}

function put(bytes: Uint8Array, place: number, run: Uint8Array, isOver: boolean): Uint8Array {
  const rest = bytes.subarray(isOver ? place + run.length : place)
  return concatenate(concatenate(bytes.subarray(0, place), run), rest)
}

function concatenate(left: Uint8Array, right: Uint8Array): Uint8Array {
  const joined = new Uint8Array(left.length + right.length)
  joined.set(left)
  joined.set(right, left.length)
  return joined
}

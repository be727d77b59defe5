/**
 * The format's own rules that reading does not need: what the format leaves
 * at zero, what it fixes, what XQStudio writes. docs/formats/xqf.md, "Issues".
 */
import { u16le, u32le } from '../../bytes/numbers.ts'
import type { Issue } from '../../model/issue.ts'
import type { XqfFile } from './file.ts'
import { Findings } from '../findings.ts'
import { AT, CODE_COUNT, FIELD_NAMES, FIELDS, HEADER_SIZE, LAST_PLAIN_VERSION } from './layout.ts'
import { FROM_OFFSET, PLAIN_TAG, TO_OFFSET } from './records.ts'

/** Areas of the header that hold nothing in any version. */
const RESERVED: readonly (readonly [start: number, end: number])[] = [
  [AT.reserved, AT.codes],
  [0x1b0, 0x1d0],
  [0x1f0, HEADER_SIZE],
]

/** What in a file departs from the format without harm to its reading. */
export function checkFile(file: XqfFile): Issue[] {
  const findings = new Findings('xqf', file.name)
  checkHeader(file, findings)
  checkTexts(file.plain, findings)
  checkRecords(file, findings)
  return findings.list()
}

function checkHeader({ plain, version }: XqfFile, findings: Findings): void {
  const warn = (name: string, offset: number, message: string) => findings.add(name, 'warning', message, { offset })
  const note = (name: string, offset: number, message: string) => findings.add(name, 'info', message, { offset })
  const keys = plain.subarray(AT.keyMask, AT.pieces)
  if (version <= LAST_PLAIN_VERSION && keys.some((byte, index) => byte !== 0 && !isProductId(AT.keyMask + index))) {
    warn('unused-keys', AT.keyMask, 'the file has keys though its version encrypts nothing')
  }
  for (const [start, end] of RESERVED) {
    const index = plain.subarray(start, end).findIndex((byte) => byte !== 0)
    if (index >= 0) warn('reserved-bytes', start + index, 'a reserved byte is not zero')
  }
  if (u32le(plain, AT.productId) !== 0) note('product-id', AT.productId, 'the product number is set')
  if (u16le(plain, AT.startPly) !== 0) note('start-ply', AT.startPly, 'the number of the first ply is set')
  if (u32le(plain, AT.nodeCount) !== 0) note('node-count', AT.nodeCount, 'the count of moves is set; nobody uses it')
  if (u32le(plain, AT.treeOffset) !== 0)
    note('tree-offset', AT.treeOffset, 'the place of the moves is set; nobody uses it')
  for (let code = 1; code < CODE_COUNT; code++) {
    const offset = AT.codes + code * 2
    if (u16le(plain, offset) !== 0) note('codes', offset, `code ${'ABCDEFHG'[code]} is set, its meaning is unknown`)
  }
}

function isProductId(offset: number): boolean {
  return offset >= AT.productId && offset < AT.keyOr
}

function checkTexts(plain: Uint8Array, findings: Findings): void {
  const isLongTitle = plain[FIELDS.title.at]! > FIELDS.title.capacity
  for (const name of FIELD_NAMES) {
    const { at, capacity, label } = FIELDS[name]
    if (name === 'second-title' && isLongTitle) continue
    const end = at + 1 + capacity
    const padding = plain.subarray(Math.min(end, at + 1 + plain[at]!), end)
    const index = padding.findIndex((byte) => byte !== 0)
    if (index < 0) continue
    const message = `bytes that are not zero follow the ${label}`
    findings.add('field-padding', 'info', message, { offset: end - padding.length + index })
  }
}

/** Checks every record up to the end of the tree or of the file. */
function checkRecords(file: XqfFile, findings: Findings): void {
  const records = file.records()
  let waiting = 0
  let isRoot = true
  while (records.next()) {
    if (file.version <= LAST_PLAIN_VERSION) checkPlainRecord(file, records.start, isRoot, findings)
    if (records.hasSibling && !isRoot) waiting++
    isRoot = false
    if (!records.hasChild && waiting-- === 0) break
  }
}

/** A record of version 10: the root's bytes and the reserved byte are fixed, the halves of the tag are all or nothing. */
function checkPlainRecord({ plain, turn }: XqfFile, start: number, isRoot: boolean, findings: Findings): void {
  const place = { offset: start }
  if (isRoot) {
    const to = plain[start + 1]!
    const isUsual = plain[start] === FROM_OFFSET && (to === TO_OFFSET || to === TO_OFFSET + turn - 1)
    if (!isUsual)
      findings.add('root-record', 'info', 'the record before the first move has other bytes than 18 20', place)
  } else if (plain[start + 3] !== 0) {
    findings.add('record-reserved', 'info', 'the reserved byte of a move record is not zero', place)
  }
  const tag = plain[start + 2]!
  const halves = [tag & PLAIN_TAG.child, tag & PLAIN_TAG.sibling]
  if (halves.some((half) => half !== 0 && half !== PLAIN_TAG.child && half !== PLAIN_TAG.sibling)) {
    findings.add('tag', 'info', 'a half of a record tag is neither 0 nor F', place)
  }
}

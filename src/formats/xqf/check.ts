/**
 * The format's rules that do not matter for reading: reserved zeros, fixed values, what XQStudio writes.
 * docs/formats/xqf.md, "Issues".
 */
import { u16le, u32le } from '../../bytes/numbers.ts'
import { IssueCollector } from '../../issues/collector.ts'
import { makeMessage, type Issue } from '../../issues/issue.ts'
import type { XqfFile } from './file.ts'
import { AT, CODE_COUNT, FIELD_NAMES, FIELDS, HEADER_SIZE, LAST_PLAIN_VERSION } from './layout.ts'
import { FROM_OFFSET, PLAIN_TAG, TO_OFFSET } from './records.ts'

/** Areas of the header that are unused in all versions. */
const RESERVED: readonly (readonly [start: number, end: number])[] = [
  [AT.reserved, AT.codes],
  [0x1b0, 0x1d0],
  [0x1f0, HEADER_SIZE],
]

/** Harmless deviations of a file from the format. */
export function checkFile(file: XqfFile): Issue[] {
  const issues = new IssueCollector({ file: file.name })
  checkHeader(file, issues)
  checkTexts(file.plain, issues)
  checkRecords(file, issues)
  return issues.list()
}

function checkHeader({ plain, version }: XqfFile, issues: IssueCollector): void {
  const keys = plain.subarray(AT.keyMask, AT.pieces)
  if (version <= LAST_PLAIN_VERSION && keys.some((byte, index) => byte !== 0 && !isProductId(AT.keyMask + index))) {
    issues.add('xqf/unused-keys', 'warning', {}, { offset: AT.keyMask })
  }
  for (const [start, end] of RESERVED) {
    const index = plain.subarray(start, end).findIndex((byte) => byte !== 0)
    if (index >= 0) issues.add('xqf/reserved-bytes', 'warning', {}, { offset: start + index })
  }
  if (u32le(plain, AT.productId) !== 0) issues.add('xqf/product-id', 'info', {}, { offset: AT.productId })
  if (u16le(plain, AT.startPly) !== 0) issues.add('xqf/start-ply', 'info', {}, { offset: AT.startPly })
  if (u32le(plain, AT.nodeCount) !== 0) issues.add('xqf/node-count', 'info', {}, { offset: AT.nodeCount })
  if (u32le(plain, AT.treeOffset) !== 0) issues.add('xqf/tree-offset', 'info', {}, { offset: AT.treeOffset })
  for (let code = 1; code < CODE_COUNT; code++) {
    const offset = AT.codes + code * 2
    if (u16le(plain, offset) !== 0) issues.add('xqf/codes', 'info', { code: 'ABCDEFHG'[code]! }, { offset })
  }
}

function isProductId(offset: number): boolean {
  return offset >= AT.productId && offset < AT.keyOr
}

function checkTexts(plain: Uint8Array, issues: IssueCollector): void {
  const isLongTitle = plain[FIELDS.title.at]! > FIELDS.title.capacity
  for (const name of FIELD_NAMES) {
    const { at, capacity } = FIELDS[name]
    if (name === 'second-title' && isLongTitle) continue
    const end = at + 1 + capacity
    const padding = plain.subarray(Math.min(end, at + 1 + plain[at]!), end)
    const index = padding.findIndex((byte) => byte !== 0)
    if (index < 0) continue
    const field = makeMessage(`xqf-field/${name}`, {})
    issues.add('xqf/field-padding', 'info', { field }, { offset: end - padding.length + index })
  }
}

/** Checks every record up to the end of the tree or of the file. */
function checkRecords(file: XqfFile, issues: IssueCollector): void {
  const records = file.records()
  let waiting = 0
  let isRoot = true
  while (records.next()) {
    if (file.version <= LAST_PLAIN_VERSION) checkPlainRecord(file, records.start, isRoot, issues)
    if (records.hasSibling && !isRoot) waiting++
    isRoot = false
    if (!records.hasChild && waiting-- === 0) break
  }
}

/** A record of version 10: the root's bytes and the reserved byte are fixed, the halves of the tag are all or nothing. */
function checkPlainRecord({ plain, turn }: XqfFile, start: number, isRoot: boolean, issues: IssueCollector): void {
  const place = { offset: start }
  if (isRoot) {
    const to = plain[start + 1]!
    const isUsual = plain[start] === FROM_OFFSET && (to === TO_OFFSET || to === TO_OFFSET + turn - 1)
    if (!isUsual) issues.add('xqf/root-record', 'info', {}, place)
  } else if (plain[start + 3] !== 0) {
    issues.add('xqf/record-reserved', 'info', {}, place)
  }
  const tag = plain[start + 2]!
  const halves = [tag & PLAIN_TAG.child, tag & PLAIN_TAG.sibling]
  if (halves.some((half) => half !== 0 && half !== PLAIN_TAG.child && half !== PLAIN_TAG.sibling)) {
    issues.add('xqf/tag', 'info', {}, place)
  }
}

import { describe, expect, test } from 'vitest'
import { decodeText, encodeText } from '../../src/bytes/text.ts'

describe('GB 18030', () => {
  test('characters beyond the two-byte codes take four bytes', () => {
    // Codes from the WHATWG encoding standard: U+0080, U+FFFF and U+10000 open or close a range.
    expect([...encodeText('\u0080', 'gb18030').bytes]).toEqual([0x81, 0x30, 0x81, 0x30])
    expect([...encodeText('\uffff', 'gb18030').bytes]).toEqual([0x84, 0x31, 0xa4, 0x39])
    expect([...encodeText('\u{10000}', 'gb18030').bytes]).toEqual([0x90, 0x30, 0x81, 0x30])
    expect([...encodeText('马', 'gb18030').bytes]).toEqual([0xc2, 0xed])
  })

  test('what is encoded decodes to itself, over the whole of Unicode', () => {
    const differing: string[] = []
    for (let codePoint = 0; codePoint < 0x110000; codePoint += codePoint < 0x12000 ? 1 : 251) {
      if (codePoint >= 0xd800 && codePoint < 0xe000) continue
      const text = String.fromCodePoint(codePoint)
      const { bytes, lost } = encodeText(text, 'gb18030')
      if (lost.length > 0 || decodeText(bytes, 'gb18030') !== text) differing.push(codePoint.toString(16))
    }
    // Private-use characters that the standard's decoder never gives.
    expect(differing.filter((code) => !/^e(5e5|7[89]|81|82|83|84|85|86)/.test(code))).toEqual([])
    expect(differing.length).toBeLessThan(20)
  })

  test('half a surrogate pair is lost and named', () => {
    expect(encodeText('\ud800', 'gb18030').lost).toEqual(['\ud800'])
  })
})

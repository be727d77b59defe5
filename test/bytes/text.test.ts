import { describe, expect, it } from 'vitest'
import { decodeText, ENCODINGS, encodeText, encodingName } from '../../src/bytes/index.ts'
import { fromBase64, toBase64 } from '../../src/bytes/text.ts'
import { decodeUtf8Or } from '../../src/bytes/text.ts'
import fc from '../support/properties.ts'

describe('text encodings', () => {
  it.each([
    ['utf-8', '馬八進七 Łódź é'],
    ['gbk', '炮二平五，马８进７'],
    ['gb18030', '炮二平五，馬８進７'],
    ['big5', '炮二平五，馬８進７'],
    ['shift_jis', '黒番コミ６目半'],
    ['euc-jp', '黒番 A コミ６目半'],
    ['iso-2022-jp', '黒番 A コミ６目半\n'],
    ['euc-kr', '흑 불계승'],
    ['windows-1251', 'Ботвинник'],
    ['windows-1252', 'Lékó Mårdell'],
    ['windows-1250', 'Łódź Dvořák'],
    ['utf-16le', '馬é'],
    ['utf-16be', '馬é'],
  ])('writes %s and reads it back', (label, text) => {
    const { bytes, lost } = encodeText(text, label)
    expect(lost).toEqual([])
    expect(decodeText(bytes, label)).toBe(text)
  })

  it('encodes like the standard', () => {
    expect([...encodeText('馬', 'gbk').bytes]).toEqual([0xf1, 0x52])
    expect([...encodeText('馬', 'big5').bytes]).toEqual([0xb0, 0xa8])
    expect([...encodeText('é', 'windows-1252').bytes]).toEqual([0xe9])
  })

  it('lists the characters an encoding lacks', () => {
    const { bytes, lost } = encodeText('aŁ馬', 'windows-1252')
    expect(lost).toEqual(['Ł', '馬'])
    expect(decodeText(bytes, 'windows-1252')).toBe('a??')
  })

  it.each([...ENCODINGS])('reads and writes %s', (name) => {
    expect(encodingName(name)).toBe(name)
    const text = [
      ...decodeText(
        Uint8Array.from({ length: 256 }, (_, byte) => byte),
        name,
      ),
    ].filter((character) => encodeText(character, name).lost.length === 0)
    // Escapes and shifts of iso-2022-jp are not characters in it, and lone halves of pairs none in UTF-16.
    expect(text.length).toBeGreaterThan(90)
    const whole = text.join('').toWellFormed()
    expect(decodeText(encodeText(whole, name).bytes, name)).toBe(whole)
  })

  it.each(['replacement', 'hz-gb-2312', 'x-user-defined', 'klingon', ''])('neither reads nor writes "%s"', (label) => {
    expect(encodingName(label)).toBeUndefined()
    expect(() => decodeText(new Uint8Array(1), label)).toThrow(RangeError)
    expect(() => encodeText('a', label)).toThrow(RangeError)
  })

  it('knows labels by their standard names', () => {
    expect(encodingName('GB2312')).toBe('gbk')
    expect(encodingName('latin1')).toBe('windows-1252')
    expect(encodingName('klingon')).toBeUndefined()
  })

  it('takes valid UTF-8 for UTF-8 and anything else for the fallback', () => {
    expect(decodeUtf8Or(encodeText('Лайош', 'utf-8').bytes, 'windows-1251')).toBe('Лайош')
    expect(decodeUtf8Or(encodeText('Лайош', 'windows-1251').bytes, 'windows-1251')).toBe('Лайош')
  })
})

it('keeps any bytes through base64, as Node writes it', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
      expect(fromBase64(toBase64(bytes))).toEqual(bytes)
    }),
  )
})

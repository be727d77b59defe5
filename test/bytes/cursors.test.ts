import { describe, expect, it } from 'vitest'
import { ByteReader, ByteWriter } from '../../src/bytes/index.ts'
import { FormatError } from '../../src/issues/index.ts'
import fc from '../support/properties.ts'

describe('byte cursors', () => {
  it('read back every number they wrote, in both byte orders', () => {
    const u32 = fc.nat({ max: 0xffffffff })
    fc.assert(
      fc.property(u32, fc.nat({ max: 2 ** 50 }), (value, big) => {
        const writer = new ByteWriter(1)
        writer.u8(value).u16le(value).u16be(value).u24le(value).u24be(value).u32le(value).u32be(value).u64be(big)
        const reader = new ByteReader(writer.bytes())
        expect(reader.u8()).toBe(value & 0xff)
        expect(reader.u16le()).toBe(value & 0xffff)
        expect(reader.u16be()).toBe(value & 0xffff)
        expect(reader.u24le()).toBe(value & 0xffffff)
        expect(reader.u24be()).toBe(value & 0xffffff)
        expect(reader.u32le()).toBe(value)
        expect(reader.u32be()).toBe(value)
        expect(reader.u64be()).toBe(big)
        expect(reader.remaining).toBe(0)
      }),
    )
  })

  it('write ASCII without zeros, and nothing of any other text', () => {
    const writer = new ByteWriter(2).u8(1)
    expect(writer.ascii('e4 {+0.25}')).toBe(true)
    for (const other of ['caf\u00e9', 'a\0b', '马']) expect(writer.ascii(other)).toBe(false)
    expect(writer.ascii('')).toBe(true)
    expect(String.fromCharCode(...writer.u8(2).bytes())).toBe('\x01e4 {+0.25}\x02')
  })

  it('write over what was written, and nowhere else', () => {
    const writer = new ByteWriter(4).u32le(0).u32be(0).u8(9)
    writer.patchU32le(0, 0x01020384)
    writer.patchU32be(4, 0x85060708)
    writer.patchU8(8, 7)
    expect([...writer.bytes()]).toEqual([0x84, 3, 2, 1, 0x85, 6, 7, 8, 7])
    for (const offset of [-1, 6]) expect(() => writer.patchU32le(offset, 0)).toThrow(TypeError)
  })

  it('read signed numbers', () => {
    const reader = new ByteReader(Uint8Array.of(0xff, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff))
    expect(reader.i8()).toBe(-1)
    expect(reader.i16le()).toBe(-2)
    expect(reader.i24be()).toBe(-1)
    expect(reader.remaining).toBe(1)
    const words = new ByteReader(Uint8Array.of(0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe))
    expect([words.i32le(), words.i32be()]).toEqual([-2, -2])
    const shorts = new ByteReader(Uint8Array.of(0xff, 0xfe, 0xfd, 0xff))
    expect([shorts.i16be(), shorts.i16le(), shorts.remaining]).toEqual([-2, -3, 0])
  })

  it('read numbers of six bytes', () => {
    expect(new ByteReader(Uint8Array.of(1, 2, 3, 4, 5, 6)).u48le()).toBe(0x060504030201)
    expect(new ByteReader(new Uint8Array(6).fill(0xff)).u48le()).toBe(2 ** 48 - 1)
  })

  it('never read past the end', () => {
    const reader = new ByteReader(Uint8Array.of(1, 2), 'small.bin', 100)
    reader.u8()
    try {
      reader.u32le()
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(FormatError)
      expect((error as FormatError).place).toEqual({ file: 'small.bin', offset: 101 })
      expect((error as FormatError).code).toBe('data/end')
      expect((error as FormatError).params).toEqual({ left: 1, wanted: 4 })
    }
    expect(reader.u8()).toBe(2)
    expect(() => reader.take(-1)).toThrow(FormatError)
  })
})

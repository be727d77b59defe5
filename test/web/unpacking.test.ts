/** Compressed files that the page is given and cannot read. */
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import { unpackFiles } from '../../web/src/worker/unpacking.ts'

afterEach(() => vi.unstubAllGlobals())

const incoming = (name: string, bytes: Uint8Array<ArrayBuffer>) => ({
  file: new File([bytes], name),
  path: name,
  isNamed: true,
})

test('are refused with the reason, and the others are there', async () => {
  class Broken {
    readAsArrayBuffer(): never {
      throw new Error('the disk is gone')
    }
  }
  vi.stubGlobal('FileReaderSync', Broken)
  const plain = incoming('plain.pgn', new TextEncoder().encode('1. e4 e5 *'))
  const packed = incoming('games.pgn.gz', new Uint8Array(gzipSync('1. e4 e5 *')))
  const { files, refused } = await unpackFiles([packed, plain])
  expect(files).toEqual([plain])
  expect(refused).toMatchObject([
    { name: 'games.pgn.gz', reason: 'unreadable', error: { message: 'the disk is gone' } },
  ])
})

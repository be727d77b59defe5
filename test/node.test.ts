import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { DiskFileSet } from '../src/node/file-source.ts'
import { DiskSinkSet } from '../src/node/file-sink.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('files on disk', () => {
  it('are found beside each other in any letter case', () => {
    writeFileSync(join(folder, 'base.cbh'), 'header')
    writeFileSync(join(folder, 'BASE.CBG'), 'games')
    const files = new DiskFileSet(join(folder, 'base.cbh'))
    const games = files.find('base.cbg')!
    expect(games.name).toBe('BASE.CBG')
    expect(new TextDecoder().decode(games.read(1, 3))).toBe('am')
    expect(games.read(3, 100)).toHaveLength(2)
    expect(games.read(100, 200)).toHaveLength(0)
    expect(files.find('base.cba')).toBeUndefined()
    files.close()
    // What was closed is opened again when it is asked for.
    expect(new TextDecoder().decode(files.find('base.cbg')!.read(1, 3))).toBe('am')
    files.close()
    files.close()
  })

  it('appear together when they are committed, and not before', () => {
    const sinks = new DiskSinkSet(join(folder, 'out', 'new.cbh'))
    const header = sinks.create('new.cbh')
    const games = sinks.create('new.cbg')
    header.append(Uint8Array.of(1, 2, 3))
    games.append(new Uint8Array(300_000).fill(7))
    header.patch(1, Uint8Array.of(9))
    games.patch(299_999, Uint8Array.of(8))
    expect(existsSync(join(folder, 'out'))).toBe(false)
    sinks.commit()
    expect(readdirSync(join(folder, 'out')).sort()).toEqual(['new.cbg', 'new.cbh'])
    expect([...readFileSync(join(folder, 'out', 'new.cbh'))]).toEqual([1, 9, 3])
    const bytes = readFileSync(join(folder, 'out', 'new.cbg'))
    expect([bytes.length, bytes[0], bytes[299_998], bytes[299_999]]).toEqual([300_000, 7, 7, 8])
  })

  it('leave nothing behind when they are aborted', () => {
    const sinks = new DiskSinkSet(join(folder, 'gone', 'new.pgn'))
    sinks.create('new.pgn').append(Uint8Array.of(1))
    sinks.abort()
    expect(readdirSync(folder).filter((name) => name.includes('gone'))).toEqual([])
  })
})

/** The disk that fails on demand does what it says, in every style of `node:fs`. */
import {
  closeSync,
  createWriteStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { open, rm, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { FAULT_MODES, ProcessDied, snapshotTree, tryEveryPoint, watchDisk } from '../support/failing-disk.ts'

const root = mkdtempSync(join(tmpdir(), 'ludograph-failing-'))
afterAll(() => rmSync(root, { recursive: true }))

let folder = ''
let count = 0
beforeEach(() => {
  folder = join(root, String(count++))
  mkdirSync(folder)
})

/** Writes a file under a temporary name, renames it, and removes the temporary one whatever happens. */
function writeSafely(): void {
  const temporary = join(folder, 'file.part')
  try {
    const descriptor = openSync(temporary, 'w')
    writeSync(descriptor, Buffer.from('12345678'), 0, 8, 0)
    fsyncSync(descriptor)
    closeSync(descriptor)
    renameSync(temporary, join(folder, 'file'))
  } finally {
    rmSync(temporary, { force: true })
  }
}

describe('the failing disk', () => {
  it('records the changes below a folder in order', async () => {
    const { operations, error } = await watchDisk(folder, () => {
      writeSafely()
      writeFileSync(join(root, 'elsewhere'), '')
    })
    expect(error).toBeUndefined()
    const [temporary, file] = [join(folder, 'file.part'), join(folder, 'file')]
    expect(operations).toEqual([
      { name: 'open', path: temporary },
      { name: 'write', path: temporary },
      { name: 'fsync', path: temporary },
      { name: 'rename', path: temporary, to: file },
      { name: 'rm', path: temporary },
    ])
  })

  it('lets nothing happen after a death, clean-up included', async () => {
    const { error } = await watchDisk(folder, writeSafely, { at: 3, mode: 'kill' })
    expect(error).toBeInstanceOf(ProcessDied)
    expect(readFileSync(join(folder, 'file.part'), 'utf8')).toBe('12345678')
  })

  it('tears a write', async () => {
    await watchDisk(folder, writeSafely, { at: 2, mode: 'torn' })
    expect(readFileSync(join(folder, 'file.part'), 'utf8')).toBe('1234')
  })

  it('refuses one operation as the system would', async () => {
    const { error } = await watchDisk(folder, writeSafely, { at: 4, mode: 'EACCES' })
    expect(error).toMatchObject({ code: 'EACCES', errno: -13, syscall: 'rename', path: join(folder, 'file.part') })
    expect(snapshotTree(folder)).toEqual({})
  })

  it('sees promises, handles, callbacks and streams', async () => {
    const work = async () => {
      await writeFile(join(folder, 'one'), 'abcd')
      const handle = await open(join(folder, 'two'), 'w')
      await handle.write(Buffer.from('abcd'))
      await handle.sync()
      await handle.close()
      const stream = createWriteStream(join(folder, 'three'))
      stream.end('abcd')
      await once(stream, 'close')
      await rm(join(folder, 'one'))
    }
    const { operations } = await watchDisk(folder, work)
    expect(operations.map(({ name }) => name)).toEqual('writeFile open write fsync open write rm'.split(' '))
    for (const [name, at] of Object.entries({ one: 1, two: 3, three: 6 })) {
      const { error } = await watchDisk(folder, work, { at, mode: 'torn' })
      expect(error).toBeInstanceOf(ProcessDied)
      expect(readFileSync(join(folder, name), 'utf8')).toBe('ab')
      rmSync(folder, { recursive: true })
      mkdirSync(folder)
    }
  })

  it('gives the disk back as it was', () => {
    expect(() => writeFileSync(join(folder, 'file'), 'x')).not.toThrow()
    symlinkSync('file', join(folder, 'link'))
    expect(snapshotTree(folder)).toMatchObject({ link: 'link to file', file: expect.stringMatching(/^1 bytes/) })
  })

  it('tries every point, in folders of their own', async () => {
    const seen: string[] = []
    const points = await tryEveryPoint({
      prepare: (own) => {
        folder = own
        writeFileSync(join(folder, 'file'), 'old')
      },
      run: writeSafely,
      check: (_own, { mode, operation, error }) => {
        seen.push(`${mode} ${operation.name}`)
        expect(['old', '12345678']).toContain(readFileSync(join(folder, 'file'), 'utf8'))
        if (error instanceof ProcessDied) return
        if (operation.name !== 'rm') expect(existsSync(join(folder, 'file.part'))).toBe(false)
      },
    })
    // Five operations, of which one is a write to be torn.
    expect(points).toBe(5 * (FAULT_MODES.length - 1) + 1)
    expect(seen).toContain('torn write')
    expect(new Set(seen).size).toBe(points)
  })
})

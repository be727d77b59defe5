/** Standard streams and signals: what is written as it is made, and what a command leaves behind that is ended. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { snapshotTree } from '../support/failing-disk.ts'
import { ludograph, ludographCutShort, startLudograph, type Running } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-streams-'))
const path = (name: string): string => join(folder, name)

const GAME = `[Event "Club"]
[White "Ash, Ann"]
[Black "Birch, Bob"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d4 exd4 6. cxd4 Bb4+ 7. Nc3 Nxe4 8. O-O Bxc3 1-0

`

/** Games of the large file: many seconds of work for every command. */
const GAMES = 150_000

beforeAll(() => {
  writeFileSync(path('small.pgn'), GAME)
  writeFileSync(path('large.pgn'), GAME.replace('2. Nf3', '2. Nf6') + GAME.repeat(GAMES))
})

afterAll(() => rmSync(folder, { recursive: true }))

describe('standard output', () => {
  it('is written as it is made, and its reader may stop early', async () => {
    const { code, start, err } = await ludographCutShort(['convert', path('large.pgn'), '-t', 'jsonl'], 1000)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(start).toMatch(/^\{"game":"chess"/)
  })

  it('waits for the end where something may be refused', () => {
    writeFileSync(path('lossy.pgn'), GAME + GAME.replace('2. Nf3', '2. Nf3 {[%cal Ge2e4]}'))
    const refused = ludograph(['convert', path('lossy.pgn'), '-t', 'othello-text', '--strict'])
    expect(refused).toMatchObject({ code: 1, out: '' })
  })

  it('takes no format that makes several files', () => {
    const { code, out, err } = ludograph(['convert', path('small.pgn'), '-t', 'chessbase'])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain('several files')
  })
})

describe('standard input', () => {
  it('may be larger than what is held in memory, and leaves no file', () => {
    const before = readdirSync(tmpdir())
    const { code, out } = ludograph(['info', '--json', '-'], (GAME + '\n'.repeat(40 << 20)).repeat(2))
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ entries: 2 })
    const isOurs = (name: string) => /^ludograph-.*\.part$/.test(name) && !before.includes(name)
    expect(readdirSync(tmpdir()).filter(isOurs)).toEqual([])
  })

  it('is not waited for where there is no room for it', async () => {
    const info = startLudograph(['info', '-'], { TMPDIR: path('missing') })
    info.write(GAME + '\n'.repeat(65 << 20))
    expect(await info.ended).toMatchObject({ code: 3, signal: null, err: expect.stringContaining('missing') as string })
  })
})

/** Waits until a folder holds a file of a name. */
async function appears(pattern: RegExp, below = '.'): Promise<void> {
  while (!readdirSync(path(below)).some((name) => pattern.test(name))) await wait(10)
}

describe.each(['SIGINT', 'SIGTERM'] as const)('%s', (signal) => {
  it('ends a reader in the middle of its loop', async () => {
    const validate = startLudograph(['validate', path('large.pgn')])
    const info = startLudograph(['info', path('small.pgn'), path('large.pgn')])
    await Promise.all([validate.printed('pgn/'), info.printed('small.pgn')])
    validate.kill(signal)
    info.kill(signal)
    expect(await validate.ended).toEqual({ code: null, signal, err: '' })
    expect(await info.ended).toEqual({ code: null, signal, err: '' })
  })

  it('ends a command that waits for standard input', async () => {
    const waiting = startLudograph(['info', path('small.pgn'), '-'])
    await waiting.printed('small.pgn')
    waiting.kill(signal)
    expect(await waiting.ended).toEqual({ code: null, signal, err: '' })
  })

  it('removes what a conversion has begun, with one thread or several', async () => {
    for (const words of [[], ['--split', '200000']]) {
      const running = startLudograph(['convert', path('large.pgn'), '-o', path('out.jsonl'), ...words])
      await appears(/out\.jsonl.*\.part$/)
      running.kill(signal)
      expect(await running.ended).toEqual({ code: 130, signal: null, err: '' })
      expect(readdirSync(folder).filter((name) => name.includes('out'))).toEqual([])
      expect(existsSync(path('out.jsonl'))).toBe(false)
    }
  })
})

describe('Ctrl-C', () => {
  const untilEnd = async (running: Running) => {
    const { code, signal } = await running.ended
    // Before the program listens, the system ends it.
    expect(signal === 'SIGINT' || code === 0 || code === 130).toBe(true)
    return code === 0
  }

  it.each(['made.jsonl', 'made.cbh'])(
    'during a small conversion leaves the old file or the whole new one: %s',
    async (made) => {
      const below = `little-${made}`
      mkdirSync(path(below))
      writeFileSync(path('little.pgn'), GAME.repeat(20_000))
      expect(ludograph(['convert', path('small.pgn'), '-o', path(`${below}/${made}`)]).code).toBe(0)
      const old = snapshotTree(path(below))
      const convert = ['convert', path('little.pgn'), '--force', '-o', path(`${below}/${made}`)]
      expect(ludograph(convert).code).toBe(0)
      const whole = snapshotTree(path(below))
      expect(ludograph(['convert', path('small.pgn'), '--force', '-o', path(`${below}/${made}`)]).code).toBe(0)
      expect(snapshotTree(path(below))).toEqual(old)
      // At times of any kind, and as soon as there is something to clean up.
      const moments = [100, 300, 500, 700].map((delay) => () => wait(delay))
      for (const moment of [...moments, () => appears(/\.ludograph-lock$/, below), () => appears(/\.part$/, below)]) {
        const running = startLudograph(convert)
        const isEnded = running.ended.then(() => {})
        await Promise.race([moment(), isEnded])
        running.kill('SIGINT')
        const isComplete = await untilEnd(running)
        const now = snapshotTree(path(below))
        // The signal may come when everything is written.
        expect(isComplete ? [whole] : [old, whole]).toContainEqual(now)
      }
    },
  )

  it('while DuckDB works for a command leaves nothing of it', async () => {
    writeFileSync(path('to-import.pgn'), GAME.repeat(20_000))
    expect(ludograph(['import', path('exported.db'), path('to-import.pgn')]).code).toBe(0)
    mkdirSync(path('exported'))
    let interrupted = 0
    for (const delay of [0, 50, 100, 150, 200, 250]) {
      const running = startLudograph(['export', path('exported.db'), '-o', path('exported/all.pgn'), '--force'])
      const isEnded = running.ended.then(() => {})
      await Promise.race([appears(/all\.pgn.*\.part$/, 'exported').then(() => wait(delay)), isEnded])
      running.kill('SIGINT')
      const { code, err } = await running.ended
      expect([0, 130]).toContain(code)
      if (code === 130) {
        interrupted++
        expect(err).toBe('')
      }
      expect(readdirSync(path('exported'))).toEqual(code === 0 ? ['all.pgn'] : [])
      rmSync(path('exported/all.pgn'), { force: true })
    }
    expect(interrupted).toBeGreaterThan(0)
  })

  const unchanged = (folderOf: string) => snapshotTree(path(folderOf))

  it('during an addition leaves the database as it was', async () => {
    mkdirSync(path('base'))
    expect(ludograph(['convert', path('small.pgn'), '-o', path('base/base.cbh')]).code).toBe(0)
    const before = unchanged('base')
    const running = startLudograph(['convert', path('large.pgn'), '--append', '-o', path('base/base.cbh')])
    await appears(/\.base\.ludograph-lock$/, 'base')
    await wait(500)
    running.kill('SIGINT')
    expect(await running.ended).toEqual({ code: 130, signal: null, err: '' })
    expect(unchanged('base')).toEqual(before)
  })

  it('during the commit of many files leaves all of them old or all of them new', async () => {
    for (const name of ['many', 'made']) mkdirSync(path(name))
    for (let number = 0; number < 400; number++) {
      writeFileSync(path(`many/${number}.pgn`), GAME)
      writeFileSync(path(`made/${number}.jsonl`), 'old')
    }
    const before = unchanged('made')
    const begun = new Promise<void>((resolve) => {
      const watcher = watch(path('made'), (_event, name) => {
        if (name !== 'ludograph.undo') return
        watcher.close()
        resolve()
      })
    })
    const running = startLudograph(['convert', path('many'), '-t', 'jsonl', '-o', path('made'), '--force'])
    await begun
    running.kill('SIGINT')
    const { code } = await running.ended
    expect([0, 130]).toContain(code)
    const after = unchanged('made')
    expect(Object.keys(after)).toEqual(Object.keys(before))
    const isNew = Object.entries(after).map(([name, content]) => content !== before[name])
    expect(new Set(isNew).size).toBe(1)
  })
})

/** What the writer makes of records: layout, encodings, what was found as it was found, and our private properties. */
import { describe, expect, it } from 'vitest'
import { sgf } from '../../../src/formats/sgf/format.ts'
import { makePass, makePlacement } from '../../../src/model/move.ts'
import { emptyRecord, type GameRecord } from '../../../src/model/record.ts'
import { randomInt, seededRandom } from '../../support/random.ts'
import { openSgfBytes, readOne, readSgf, withoutOrigin, writeSgf } from '../../support/sgf.ts'

function goRecord(change: (record: GameRecord) => void = () => {}): GameRecord {
  const record = emptyRecord('go')
  change(record)
  return record
}

async function rewritten(text: string, change: (record: GameRecord) => void = () => {}): Promise<string> {
  const record = await readOne(text)
  change(record)
  return (await writeSgf([record])).text
}

describe('layout', () => {
  it('puts the root on its own line, variations on new ones, and breaks long lines before a node', async () => {
    const moves = ';B[dd];W[pp]'.repeat(8)
    const text = await rewritten(`(;GM[1]PB[a]${moves}(;B[aa];W[bb])(;B[cc]C[one\n\ntwo];W[ee]))`)
    expect(text).toBe(
      [
        '(;FF[4]GM[1]CA[UTF-8]AP[Ludograph:1]SZ[19]PB[a]',
        ';B[dd];W[pp]'.repeat(6) + ';B[dd]',
        ';W[pp];B[dd];W[pp]',
        '(;B[aa];W[bb])',
        '(;B[cc]C[one',
        '',
        'two];W[ee]))',
        '',
      ].join('\n'),
    )
  })

  it('writes several games one after another, behind the text of their collection', async () => {
    const { text } = await writeSgf([goRecord(), goRecord()], {}, 'Two games.')
    const game = '(;FF[4]GM[1]CA[UTF-8]AP[Ludograph:1]SZ[19])\n'
    expect(text).toBe(`Two games.\n${game}${game}`)
    const collection = await openSgfBytes(new TextEncoder().encode(text))
    expect(collection.about.comment).toBe('Two games.')
    expect(collection.count).toBe(2)
  })

  it('keeps the line breaks that a game has inside its values', async () => {
    const text = '(;GM[1]C[a\r\nb]\r\n;B[aa]C[c\r\nd]\r\n)'
    expect(await rewritten(text)).toBe(
      '(;FF[4]GM[1]CA[UTF-8]AP[Ludograph:1]SZ[19]C[a\r\nb]\r\n;B[aa]C[c\r\nd]\r\n)\r\n',
    )
  })

  it('writes boards, passes and colours', async () => {
    const record = goRecord((each) => {
      each.size = { columns: 7, rows: 11 }
      each.nodes.push({ parent: 0, move: makePlacement(76, 2) }, { parent: 1, move: makePass(1) })
    })
    expect((await writeSgf([record])).text).toContain('SZ[7:11]\n;W[gk];B[])')
  })

  it('names the colour that a record leaves to the turn', async () => {
    const record = goRecord((each) => {
      each.nodes[0]!.turn = 2
      each.nodes.push(
        { parent: 0, move: makePlacement(0) },
        { parent: 1, move: makePlacement(1) },
        { parent: 2, move: makePass() },
      )
    })
    expect((await writeSgf([record])).text).toContain('PL[W]\n;W[aa];B[ba];W[])')
  })
})

describe('what was found', () => {
  it('is written as it was found', async () => {
    const properties = 'AP[Old:1]CA[utf-8]SZ[19:19]KM[6.50]RE[W+Resign]KO[x]C[a\\b]AB[aa:ba]'
    const text = await rewritten(`(;${properties};B[tt]BL[0120.0]LB[aa:b:c])`)
    for (const property of [
      'AP[Old:1]',
      'CA[utf-8]',
      'SZ[19:19]',
      'KM[6.50]',
      'RE[W+Resign]',
      'KO[x]',
      'C[a\\b]',
      'AB[aa:ba]',
    ]) {
      expect(text).toContain(property)
    }
    expect(text).toContain(';B[tt]BL[0120.0]LB[aa:b:c]')
  })

  it('of dimmed points and of their end too', async () => {
    const moves = ';B[aa]DD[cc][dd];W[bb];B[ee]DD[];W[ff]DD[ff][]'
    expect(await rewritten(`(;GM[1]${moves})`)).toContain(moves)
    const changed = await rewritten(`(;GM[1]${moves})`, ({ nodes }) => delete nodes[3]!.annotations)
    expect(changed).toContain(';W[bb];B[ee];W[ff]DD[ff][]')
  })

  it('is overridden by changes of the record, one property at a time', async () => {
    const text = await rewritten('(;GM[1]KM[6.50]RE[W+Resign]AB[aa:ba];B[tt]C[a\\b]KO[])', ({ header, nodes }) => {
      header.rules!.komi = 7.5
      nodes[1]!.comments![0]!.text = 'new'
    })
    expect(text).toContain('KM[7.5]RE[W+Resign]AB[aa:ba]')
    expect(text).toContain(';B[tt]C[new]KO[]')
  })

  it('puts moves back into the node where they were, while they hang together', async () => {
    expect(await rewritten('(;GM[1]B[aa];B[bb]W[cc])')).toContain('SZ[19]B[aa]\n;B[bb]W[cc])')
    const text = await rewritten('(;GM[1]B[aa];W[bb])', ({ nodes }) => {
      nodes[1]!.comments = [{ text: 'now more than a move', placement: 'after' }]
    })
    expect(text).toContain('SZ[19]\n;B[aa]C[now more than a move];W[bb])')
  })

  it('is written back if a record cannot represent the game', async () => {
    const text = '(;FF[4]GM[7]CA[UTF-8];B[h2e2]C[炮二平五])'
    const entries = await readSgf(`(;GM[1];B[aa])${text}`)
    const { text: written, issues } = await writeSgf(entries.map(({ record, document }) => (record ?? document)!))
    expect(issues).toEqual([])
    expect(written).toContain(`\n${text}\n`)
  })
})

describe('private properties', () => {
  it('keep what SGF has no word for', async () => {
    const record = goRecord((each) => {
      each.header.kind = 'problem'
      each.header.result = { outcome: 'win', winner: 1, score: [181, 180] }
      each.nodes[0]!.annotations = [{ type: 'problem', colour: 1 }]
      each.nodes.push({
        parent: 0,
        move: makePlacement(0, 1),
        glyphs: [{ nag: 6, code: 'trick' }],
        clock: { recordedAt: 12.567 },
        comments: [
          { text: 'one', placement: 'before' },
          { text: 'two', placement: 'after', language: 'en' },
        ],
      })
      each.timeline = [{ type: 'message', text: 'hi ]', actor: 0, time: 1.5 }]
    })
    const { text, issues } = await writeSgf([record])
    expect(issues).toEqual([])
    expect(text).toContain('C[one\ntwo]DO[]')
    expect(withoutOrigin(await readOne(text))).toEqual(record)
  })

  it('are plain text in short values, for programs that know no escapes', async () => {
    const random = seededRandom(1)
    const text = Array.from({ length: 5_000 }, () => String.fromCodePoint(randomInt(random, 0x3000)))
    const awkward = `[]\\:;()%\n "é名😀\ud800${text.join('')}`
    const record = goRecord((each) => {
      each.native = { other: { [awkward]: [awkward, { deep: [1, [2]] }] } }
      each.nodes.push({ parent: 0, move: makePlacement(0, 1), native: { other: awkward } })
    })
    const written = (await writeSgf([record])).text
    const values = [...written.matchAll(/X[RN]((?:\[[^\]]*\])+)/g)].flatMap(([, all]) => all!.slice(1, -1).split(']['))
    expect(values.length).toBeGreaterThan(3)
    for (const value of values) {
      expect(value.length).toBeLessThan(1_000)
      expect(value).toMatch(/^[!-~]*$/)
      expect(value).not.toMatch(/[[\]\\:;()]/)
    }
    expect(withoutOrigin(await readOne(written))).toEqual(record)
  })

  it('of versions before are read', async () => {
    const old = String.raw`(;GM[2]SZ[8]PB[A]
WEIR[{"header":{"perfectScore":{"score":51,"emptySquares":10}},"native":{"x":[1,"\]"\]}}]
;B[f5]WEIN[{"native":{"x":{"y":"\\u00e9"}}}])`
    const [entry] = await readSgf(old)
    expect(entry!.issues).toEqual([])
    const { header, native, nodes } = entry!.record!
    expect([header.perfectScore, native!['x'], nodes[1]!.native]).toEqual([
      { score: 51, emptySquares: 10 },
      [1, ']'],
      { x: { y: 'é' } },
    ])
    expect((await writeSgf([entry!.record!])).text).not.toContain('WEI')
  })

  it('count only while they fit the rest', async () => {
    const record = goRecord((each) => {
      each.nodes.push({ parent: 0, move: makePlacement(0, 1), comments: [{ text: 'a', placement: 'before' }] })
    })
    const { text } = await writeSgf([record])
    const [entry] = await readSgf(text.replace('C[a]', 'C[edited elsewhere]'))
    expect(entry!.issues.map(({ id }) => id)).toEqual(['sgf/stale-private'])
    expect(entry!.record!.nodes[1]!.comments).toEqual([{ text: 'edited elsewhere', placement: 'after' }])
    expect(entry!.record!.nodes[1]!.native).toHaveProperty('sgf.properties.0.0', 'XN')
  })

  it('can be omitted', async () => {
    const record = goRecord((each) => {
      each.nodes.push({ parent: 0, move: makePlacement(0, 1), annotations: [{ type: 'problem', colour: 1 }] })
    })
    const { text, issues } = await writeSgf([record], { settings: { private: 'no' } })
    expect(text).not.toContain('WEI')
    expect(issues.map(({ id }) => id)).toEqual(['sgf/no-private'])
  })
})

describe('encodings', () => {
  const record = goRecord((each) => {
    each.header.players = [{ colour: 1, name: '柯洁' }]
    each.nodes[0]!.comments = [{ text: '黑[中]盘\\胜', placement: 'after' }]
  })

  it.each(['utf-8', 'utf-16le', 'utf-16be', 'gbk', 'gb18030', 'big5'])('%s gives the record back', async (encoding) => {
    const simple = encoding === 'big5' ? goRecord((each) => void (each.header.title = '圍棋')) : record
    const { bytes, issues } = await writeSgf([simple], { encoding })
    expect(issues).toEqual([])
    const again = await readOne(bytes)
    expect(withoutOrigin(again)).toEqual(simple)
    expect(again.origin!.encoding).toBe(encoding)
  })

  it('reports characters that one lacks', async () => {
    const { text, issues } = await writeSgf([record], { encoding: 'windows-1252' })
    expect(text).toContain('CA[windows-1252]')
    expect(text).toContain('PB[??]')
    expect(issues.map(({ id }) => id)).toEqual(['sgf/characters'])
  })

  it('gives back bytes that are not text as long as it stays, and characters when it changes', async () => {
    const head = [...new TextEncoder().encode('(;CA[GBK]PB[a')]
    const bytes = new Uint8Array([...head, 0xff, 0xc4, 0xe3, ...new TextEncoder().encode('];B[aa])')])
    const game = await readOne(bytes)
    const kept = await writeSgf([game], { encoding: 'gbk' })
    expect([...kept.bytes].join(',')).toContain([0x50, 0x42, 0x5b, 0x61, 0xff, 0xc4, 0xe3, 0x5d].join(','))
    expect((await writeSgf([game])).text).toContain('PB[a\uFFFD你]')
  })

  it('must be one that can be written', async () => {
    await expect(writeSgf([record], { encoding: 'x-user-defined' })).rejects.toThrow(TypeError)
    await expect(writeSgf([record], { encoding: 'klingon' })).rejects.toThrow(TypeError)
  })
})

describe('what cannot be written', () => {
  it('is refused: boards whose points have no names, other games', async () => {
    const large = goRecord((each) => void (each.size = { columns: 60, rows: 60 }))
    expect((await writeSgf([large])).issues).toMatchObject([{ id: 'sgf/board-size', severity: 'error' }])
    expect((await writeSgf([emptyRecord('chess')])).issues).toMatchObject([{ id: 'loss/game', severity: 'error' }])
    const text = { header: { players: [], result: { outcome: 'unfinished' as const } }, titles: [], bodies: [] }
    expect((await writeSgf([text])).issues).toMatchObject([{ id: 'loss/documents', severity: 'error' }])
    const bad = goRecord((each) => void (each.setup = 'nonsense'))
    expect((await writeSgf([bad])).issues).toMatchObject([{ id: 'sgf/bad-start', severity: 'error' }])
  })
})

describe('records that are invalid', () => {
  it('lose what lies off the board, and only that', async () => {
    const record = goRecord((each) => {
      each.size = { columns: 9, rows: 9 }
      each.nodes.push({ parent: 0, move: makePlacement(4000, 1) }, { parent: 1, move: makePlacement(80, 2) })
      each.nodes[2]!.marks = [{ shape: 'circle', at: 4000 }]
    })
    const { text, issues } = await writeSgf([record])
    expect(issues.map(({ id }) => id)).toEqual(['sgf/unwritable-move'])
    const { nodes } = await readOne(text)
    expect(nodes[1]).toEqual({ parent: 0 })
    expect(nodes[2]).toEqual(record.nodes[2])
  })

  it('cannot break the text by what they keep', async () => {
    const record = goRecord((each) => {
      each.nodes[0]!.native = {
        sgf: {
          properties: [
            ['XX', 'a]b'],
            ['YY', 'a\\'],
            ['zz', 'x'],
            ['ZZ', 'fine'],
          ],
        },
      }
      each.nodes.push({ parent: 0, unread: { text: 'B[a]b]' } })
    })
    const { text } = await writeSgf([record])
    const again = await readOne(text)
    expect(again.nodes[0]!.native).toEqual({ sgf: { properties: [['ZZ', 'fine']] } })
    expect(again.nodes[1]).toEqual(record.nodes[1])
  })
})

describe('start positions', () => {
  it('as position text become stones, and position text again', async () => {
    const record = goRecord((each) => {
      each.size = { columns: 3, rows: 3 }
      each.setup = '1X1/O2/3 w'
    })
    const { text } = await writeSgf([record])
    expect(text).toContain('SZ[3]AB[ba]AW[ab]PL[W]')
    expect(withoutOrigin(await readOne(text))).toEqual(record)
  })

  it('of Othello are always stated', async () => {
    const record = emptyRecord('othello')
    record.nodes.push({ parent: 0, move: makePlacement(37) }, { parent: 1, move: makePlacement(43) })
    const { text } = await writeSgf([record])
    expect(text).toBe('(;FF[4]GM[2]CA[UTF-8]AP[Ludograph:1]SZ[8]AB[e4][d5]AW[d4][e5]PL[B]\n;B[f5];W[d6])\n')
    expect(withoutOrigin(await readOne(text))).toEqual(record)
  })
})

describe('detection', () => {
  const certainty = (content: string | Uint8Array, name = 'a.sgf') => {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
    return sgf.detect(bytes, name, bytes.length)
  }

  it('knows a game tree under any name', () => {
    expect(certainty('(;GM[1])', 'x')).toBe(1)
    expect(certainty('\uFEFF (\n;\nGaMe[1]', 'x')).toBe(1)
    expect(certainty(new Uint8Array([0, 0x28, 0, 0x3b, 0, 0x46, 0, 0x46, 0, 0x5b, 0, 0x34]), 'x')).toBe(1)
  })

  it('is less sure of one behind text, and of none', () => {
    expect(certainty('Some words.\n(;GM[1])')).toBe(0.9)
    expect(certainty('Some words.\n(;GM[1])', 'x.txt')).toBe(0.4)
    expect(certainty('nothing')).toBe(0.3)
    expect(certainty('1. e4 {a (; comment)} e5', 'x.pgn')).toBe(0)
  })
})

/** Where each fact of a header stands in the texts of xiangqi programs, and what is said of facts without a place. */
import { describe, expect, test } from 'vitest'
import { MemorySinkSet } from '../../../src/bytes/sink.ts'
import type { WritableFormat } from '../../../src/formats/format.ts'
import { ccbridge } from '../../../src/formats/ccbridge/format.ts'
import { ccbridgeXml } from '../../../src/formats/ccbridge-xml/format.ts'
import { dhtmlxq } from '../../../src/formats/dhtmlxq/format.ts'
import { pfc } from '../../../src/formats/pfc/format.ts'
import { describeIssue } from '../../../src/issues/index.ts'
import { makePass } from '../../../src/model/move.ts'
import { emptyRecord, type GameRecord, type Header } from '../../../src/model/record.ts'
import type { Result } from '../../../src/model/result.ts'
import { xiangqi } from '../../../src/rules/xiangqi/index.ts'
import { openBytes, withoutOrigin, writeRecords } from '../../support/exchange.ts'

const start = xiangqi.start()
const move = (text: string) => xiangqi.readIllegalMove!(start, text, 'iccs')!

const TAGS = {
  Script: 'the script',
  URL: 'the address',
  From: 'the source',
  ContestType: 'the type',
  Group: 'the group',
  Referee: 'the referee',
  Scorer: 'the scorer',
  CommentatorURL: 'his address',
  CreatorURL: 'her address',
  DateCreated: '2001',
  DateModified: '2002',
  RecordKind: 'the kind',
}

/** A record with every field of CCBridge, comments and variations. */
const FULL: GameRecord = {
  ...emptyRecord('xiangqi'),
  header: {
    title: 'Title',
    event: { name: 'Cup' },
    round: 3,
    board: 4,
    date: { year: 2001, month: 5, day: 7 },
    place: 'Place',
    timeControl: { text: '60+30' },
    players: [
      { colour: 1, name: 'Red', team: { name: 'Reds' }, timeUsed: '11', rating: 2200 },
      { colour: 2, name: 'Black', team: { name: 'Blacks' }, timeUsed: '12', rank: '大师' },
    ],
    result: { outcome: 'win', winner: 1, by: 'resignation' },
    openingCode: 'C25',
    annotator: 'Commentator',
    recorder: 'Author',
    tags: TAGS,
  },
  nodes: [
    { parent: -1, comments: [{ text: '<&>"', placement: 'after' }] },
    { parent: 0, move: move('h2-e2') },
    { parent: 1, move: move('h9-g7'), comments: [{ text: 'b\nc', placement: 'after' }] },
    { parent: 1, move: move('b9-c7') },
    { parent: 0, move: move('b2-e2') },
  ],
}

async function write(format: WritableFormat, record: GameRecord) {
  const { bytes, issues } = await writeRecords(format, `a${format.extensions[0]}`, [record])
  return { bytes, text: new TextDecoder().decode(bytes), issues: issues.map((issue) => describeIssue(issue)) }
}

/** The tags of a record without those that a format has no place for. */
function without(...names: (keyof typeof TAGS)[]): Record<string, string> {
  return Object.fromEntries(Object.entries(TAGS).filter(([name]) => !names.includes(name as keyof typeof TAGS)))
}

const FEN = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1'

describe('a record with every field', () => {
  test('as the XML of CCBridge', async () => {
    const { bytes, text, issues } = await write(ccbridgeXml, FULL)
    expect(text).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<ChineseChessRecord Version="1.0">
 <Head>
  <Name>Title</Name>
  <URL>the address</URL>
  <From>the source</From>
  <ContestType>the type</ContestType>
  <Contest>Cup</Contest>
  <Round>3</Round>
  <Group>the group</Group>
  <Table>4</Table>
  <Date>2001.05.07</Date>
  <Site>Place</Site>
  <TimeRule>60+30</TimeRule>
  <Red>Red</Red>
  <RedTeam>Reds</RedTeam>
  <RedTime>11</RedTime>
  <RedRating>2200</RedRating>
  <Black>Black</Black>
  <BlackTeam>Blacks</BlackTeam>
  <BlackTime>12</BlackTime>
  <BlackRating>大师</BlackRating>
  <Referee>the referee</Referee>
  <Recorder>the scorer</Recorder>
  <Commentator>Commentator</Commentator>
  <CommentatorURL>his address</CommentatorURL>
  <Creator>Author</Creator>
  <CreatorURL>her address</CreatorURL>
  <DateCreated>2001</DateCreated>
  <DateModified>2002</DateModified>
  <ECCO>C25</ECCO>
  <RecordType>1</RecordType>
  <RecordKind>the kind</RecordKind>
  <RecordResult>1</RecordResult>
  <ResultType>认负</ResultType>
  <FEN>${FEN}</FEN>
 </Head>
 <MoveList>
  <Move value="00-00"><![CDATA[<&>"]]></Move>
  <Move value="77-47" branch="1" />
  <Move value="70-62" branch="1" end="1"><![CDATA[b
c]]></Move>
  <Move value="10-22" end="1" />
  <Move value="17-47" end="1" />
 </MoveList>
</ChineseChessRecord>
`)
    expect(issues).toEqual(['CBF (XML) has no field for “Script”: the script'])
    const read = withoutOrigin((await openBytes(ccbridgeXml, 'a.cbf', bytes)).entry(0))
    expect(read).toEqual({ ...FULL, header: { ...FULL.header, tags: without('Script') } })
  })

  test('as DhtmlXQ', async () => {
    const { bytes, text, issues } = await write(dhtmlxq, FULL)
    const tags = `ver=www_dpxq_com init=500,350 title=Title event=Cup date=2001.05.07 place=Place round=3 table=4
group=the_group red=Red redteam=Reds redrating=2200 redtime=11 black=Black blackteam=Blacks blackrating=大师
blacktime=12 remark=Commentator author=Author timerule=60+30 endtype=认负 gametype=the_kind class=the_address
judge=the_referee record=the_scorer refer=the_source adddate=2001 editdate=2002 ecco=C25 type=实战全局/开局 result=红胜
binit=0919293949596979891777062646668600102030405060708012720323436383 movelist=77477062 move_0_2_1=1022 move_0_1_2=1747
comment0=&lt;&amp;&gt;" comment2=b||c`
    const lines = tags.split(/\s/).map((tag) => {
      const at = tag.indexOf('=')
      const key = tag.slice(0, at)
      return `[DhtmlXQ_${key}]${key === 'movelist' ? tag.slice(at + 1) : tag.slice(at + 1).replaceAll('_', ' ')}[/DhtmlXQ_${key}]`
    })
    expect(text.replace('www_dpxq_com', 'www dpxq com').split('\n')).toEqual(['[DhtmlXQ]', ...lines, '[/DhtmlXQ]', ''])
    const lost = ['Script', 'ContestType', 'CommentatorURL', 'CreatorURL'] as const
    expect(issues).toEqual(lost.map((name) => `DhtmlXQ has no field for “${name}”: ${TAGS[name]}`))
    const read = withoutOrigin((await openBytes(dhtmlxq, 'a.ubb', bytes)).entry(0))
    expect(read).toEqual({ ...FULL, header: { ...FULL.header, tags: without(...lost) } })
  })

  test('as PFC', async () => {
    const { text, issues } = await write(pfc, FULL)
    expect(text).toBe(
      '<?xml version="1.0" encoding="utf-8"?><n version="2" win="1-0" create-time="2001" title="Title" event="Cup" ' +
        `date="2001.05.07" place="Place" round="3" red="Red" black="Black" m="${FEN}" c="&lt;&amp;&gt;&quot;">` +
        '<n m="h2e2"><n m="h9g7" c="b&#10;c" /><n m="b9c7" /></n><n m="b2e2" /></n>',
    )
    const lost = Object.entries({ ResultType: '认负', ...without('DateCreated', 'Scorer'), Recorder: 'the scorer' })
    expect(issues.toSorted()).toEqual(
      lost.map(([name, value]) => `PFC has no field for “${name}”: ${value}`).toSorted(),
    )
  })

  test('as a record of CCBridge comes back whole but for the script', async () => {
    const { bytes } = await write(ccbridge, FULL)
    const {
      id: _id,
      domain: _domain,
      ...header
    } = withoutOrigin((await openBytes(ccbridge, 'a.cbl', bytes)).entry(0)).header
    expect(header).toEqual(FULL.header)
  })

  test.each<[string, Result]>([
    ['abandoned', { outcome: 'unfinished', text: 'abandoned' }],
    ['1-0', { outcome: 'win', winner: 1, text: 'red won' }],
    ['*', { outcome: 'unfinished' }],
  ])('as PFC has the result %s', async (symbol, result) => {
    const { text } = await write(pfc, { ...FULL, header: { ...FULL.header, result } })
    expect(/ win="([^"]*)"/.exec(text)?.[1]).toBe(symbol)
  })

  test('as a record of CCBridge keeps a GUID; any other identifier is reported', async () => {
    const id = '{A7A1CE0F-2D3B-4C55-8E7F-0123456789AB}'
    const written = async (id: string) => {
      const { bytes, issues } = await write(ccbridge, { ...FULL, header: { ...FULL.header, id } })
      return { issues, id: (await openBytes(ccbridge, 'a.cbl', bytes)).entry(0).record!.header.id }
    }
    const known = await written(id)
    expect(known).toEqual({ issues: (await write(ccbridge, FULL)).issues, id })
    const other = await written('game 7')
    expect(other.issues).toEqual([...known.issues, 'CCBridge has no field for “identifier”: game 7'])
    expect(other.id).not.toBe(id)
  })
})

/** What is said of a header that is written as the XML of CCBridge. */
async function issuesOf(header: Partial<Header>): Promise<string[]> {
  return (await write(ccbridgeXml, { ...FULL, header: { players: [], result: { outcome: 'unfinished' }, ...header } }))
    .issues
}

const field = (name: string, value: string) => `CBF (XML) has no field for “${name}”: ${value}`

const won: Result = { outcome: 'win', winner: 1 }

test.each<[string, Partial<Header>, string[]]>([
  [
    'two places',
    { place: 'A', event: { site: 'B' } },
    ['CBF (XML) can store only one place; the site of the event is dropped'],
  ],
  ['one place told twice', { place: 'A', event: { site: 'A' } }, []],
  [
    'a time rule without words',
    { timeControl: { periods: [{ seconds: 60 }] } },
    ['CBF (XML) stores the time rule as text, and the record has none'],
  ],
  ['a sub-round', { subround: 2 }, [field('subround', '2')]],
  ['a round in words beside its number', { round: 1, roundText: 'first' }, [field('round', 'first')]],
  ['a round in words', { roundText: 'first' }, []],
  ['a margin', { result: { ...won, margin: 3 } }, [field('margin of the win', '3')]],
  ['a verdict', { result: { outcome: 'unfinished', verdict: 14 } }, [field('verdict', '14')]],
  ['an end without words', { result: { ...won, by: 'score' } }, [field('how the game ended', 'score')]],
  ['an end beside its words', { result: { ...won, by: 'time', text: 'x' } }, [field('how the game ended', 'time')]],
  ['an end', { result: { ...won, by: 'time' } }, []],
  ['no result', { result: { outcome: 'void' } }, ['CBF (XML) cannot store the result “no result”; written as unknown']],
  ['tags', { tags: { Other: 'x', Table: 'y', More: 'z' } }, ['CBF (XML) has no fields for these tags: Other, More']],
  ['a table beside the board', { board: 3, tags: { Table: 'x' } }, ['CBF (XML) has no fields for these tags: Table']],
  [
    'what is known of a player beside the rating',
    {
      players: [
        { colour: 1, rating: 2000, rank: 'x', ratingType: 'elo', team: { year: 2001, name: 'T', nation: 'CHN' } },
      ],
    },
    [field('rank', 'x'), field('rating type', 'elo'), field('team', 'year, nation')],
  ],
  ['a rank that looks like a rating', { players: [{ colour: 2, rank: '2000' }] }, [field('rank', '2000')]],
  ['the kind tutorial', { kind: 'tutorial' }, ['CBF (XML) cannot store the record kind “tutorial”; written as “game”']],
  ['the kind problem', { kind: 'problem' }, ['CBF (XML) cannot store the record kind “problem”; written as “endgame”']],
])('%s: what is left out is told', async (_, header, issues) => {
  expect(await issuesOf(header)).toEqual(issues)
})

test.each<[Header['kind'], Header['kind']]>([
  [undefined, undefined],
  ['game', undefined],
  ['opening', 'opening'],
  ['middlegame', 'middlegame'],
  ['endgame', 'endgame'],
  ['problem', 'endgame'],
  ['fragment', undefined],
])('the kind %s comes back as %s', async (kind, again) => {
  for (const format of [ccbridgeXml, dhtmlxq, ccbridge]) {
    const record = { ...FULL, header: { ...FULL.header, ...(kind && { kind }) } }
    const name = `a${format.extensions[0]}`
    const { bytes } = await write(format, record)
    expect((await openBytes(format, name, bytes)).entry(0).record!.header.kind).toBe(again)
  }
})

test.each<[Result, Result]>([
  [won, won],
  [
    { outcome: 'win', winner: 2 },
    { outcome: 'win', winner: 2 },
  ],
  [{ outcome: 'draw' }, { outcome: 'draw' }],
  [{ outcome: 'unfinished' }, { outcome: 'unfinished' }],
  [{ outcome: 'void' }, { outcome: 'unfinished' }],
  [{ outcome: 'both-lose' }, { outcome: 'unfinished' }],
  [
    { ...won, by: 'resignation' },
    { ...won, by: 'resignation' },
  ],
  [
    { ...won, by: 'time' },
    { ...won, by: 'time' },
  ],
  [
    { ...won, by: 'checkmate' },
    { ...won, by: 'checkmate' },
  ],
  [
    { ...won, by: 'adjudication' },
    { ...won, by: 'adjudication' },
  ],
  [
    { ...won, by: 'forfeit' },
    { ...won, by: 'forfeit' },
  ],
  [
    { ...won, text: '认负了' },
    { ...won, text: '认负了' },
  ],
  [
    { outcome: 'draw', text: '认负' },
    { outcome: 'draw', text: '认负' },
  ],
  [
    { outcome: 'unfinished', text: '多种结果' },
    { outcome: 'unfinished', text: '多种结果' },
  ],
])('the result %j comes back as %j', async (result, again) => {
  for (const format of [ccbridgeXml, dhtmlxq, ccbridge]) {
    const { bytes } = await write(format, { ...FULL, header: { ...FULL.header, result } })
    expect((await openBytes(format, `a${format.extensions[0]}`, bytes)).entry(0).record!.header.result).toEqual(again)
  }
})

test('the words for how a game ended', async () => {
  const words = {
    resignation: '认负',
    time: '超时',
    checkmate: '将死',
    adjudication: '裁判判定',
    forfeit: '弃权',
  } as const
  for (const [by, text] of Object.entries(words)) {
    const result: Result = { ...won, by: by as keyof typeof words }
    const written = await write(ccbridgeXml, { ...FULL, header: { ...FULL.header, result } })
    expect(written.text).toContain(`<ResultType>${text}</ResultType>`)
  }
})

test('the day on which a game began stands for its date', async () => {
  const { date: _date, ...header } = FULL.header
  const { text } = await write(ccbridgeXml, { ...FULL, header: { ...header, instant: '2001-05-07T10:00:00Z' } })
  expect(text).toContain('<Date>2001-05-07</Date>')
})

test('a round, a table and a rating that are not numbers are kept as text', async () => {
  const { place: _place, ...rest } = FULL.header
  const { round: _round, board: _board, ...header } = rest
  const players = [{ colour: 1 as const, name: 'Red', rank: '020' }]
  const record = { ...FULL, header: { ...header, players, roundText: '第3轮', tags: { Table: '4台' } } }
  const { bytes, issues } = await write(ccbridgeXml, record)
  expect(issues).toEqual([])
  expect(withoutOrigin((await openBytes(ccbridgeXml, 'a.cbf', bytes)).entry(0)).header).toEqual(record.header)
})

describe('a file of one record', () => {
  test('takes no second one', async () => {
    const out = new MemorySinkSet('a.pfc')
    const writer = await pfc.write(out)
    expect(writer.add(FULL).written).toBe(true)
    const second = writer.add(FULL)
    expect([second.written, second.issues.map(({ id }) => id)]).toEqual([false, ['xiangqi/one-record']])
    expect(writer.finish()).toEqual([])
    expect([...out.files.keys()]).toEqual(['a.pfc'])
  })

  test('is not made without a record', async () => {
    const out = new MemorySinkSet('a.pfc')
    const writer = await pfc.write(out)
    expect(writer.finish().map(({ id, severity }) => [id, severity])).toEqual([['xiangqi/no-record', 'error']])
    expect([...out.files.keys()]).toEqual([])
  })
})

test.each([ccbridgeXml, dhtmlxq, pfc, ccbridge])('$id refuses other games and invalid starts', async (format) => {
  const out = new MemorySinkSet(`a${format.extensions[0]}`)
  const writer = await format.write(out)
  const refused = (record: GameRecord) => {
    const { written, issues } = writer.add(record)
    return [written, ...issues.map(({ id, severity }) => `${severity} ${id}`)]
  }
  expect(refused(emptyRecord('chess'))).toEqual([false, 'error loss/game'])
  expect(refused({ ...emptyRecord('xiangqi'), setup: '9/9' })).toEqual([false, 'error xiangqi/bad-start'])
})

test.each([ccbridgeXml, dhtmlxq, pfc, ccbridge])(
  '$id: a line ends before what is no move, and notes move up',
  async (format) => {
    const nodes: GameRecord['nodes'] = [
      { parent: -1 },
      { parent: 0, move: move('h2-e2'), comments: [{ text: 'a', placement: 'after' }] },
      { parent: 1, comments: [{ text: 'b', placement: 'after' }] },
      { parent: 2, move: move('h9-g7') },
      { parent: 3, move: makePass(1) },
      { parent: 4, move: move('b9-c7') },
      { parent: 3, unread: { text: 'x' } },
      { parent: 0, move: move('b2-e2') },
    ]
    const { bytes } = await writeRecords(format, `a${format.extensions[0]}`, [{ ...emptyRecord('xiangqi'), nodes }])
    const { issues } = await writeRecords(format, `a${format.extensions[0]}`, [{ ...emptyRecord('xiangqi'), nodes }])
    expect(issues.map(({ id, place }) => [id, place?.node])).toEqual(
      expect.arrayContaining([
        ['xiangqi/pass-left-out', 4],
        ['xiangqi/unread-line-left-out', 6],
        ['xiangqi/joined-comments', 1],
      ]),
    )
    expect(issues).toHaveLength(3)
    const again = (await openBytes(format, `a${format.extensions[0]}`, bytes)).entry(0).record!
    expect(again.nodes.map(({ parent, comments }) => [parent, comments?.[0]?.text])).toEqual([
      [-1, undefined],
      [0, 'a\nb'],
      [1, undefined],
      [0, undefined],
    ])
  },
)

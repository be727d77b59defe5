import { describe, expect, test } from 'vitest'
import { parseXml22 } from '../../../src/formats/wei7/xml22.ts'
import { readWei7, writeWei7 } from '../../support/wei7.ts'

/** A lesson of our own as version 2.2 wrote it: a variation stands before the move that it replaces. */
const LESSON = `\ufeff<?xml version="1.0" encoding="utf-8"?>
<!-- a lesson -->
<wei7 version="2.2">
  <size>9</size>
  <game name="Corner &amp; ladder" />
  <moves>
    <pre title="Contents" />
    <moves>
      <pre title="Capture" comment="Black to play&#10;&lt;and win&gt;" problem="black">
        <white x="0" y="0" />
        <black x="1" y="0" />
        <mark x="0" y="1" symbol="a" />
      </pre>
      <moves>
        <black x="5" y="5" eval="bad" />
      </moves>
      <black x="0" y="1" eval="good" comment='taken' />
      <mark x="2" y="2" symbol="b" />
      <white type="pass" eval="normal" problem="no" />
    </moves>
    <moves>
      <pre title="A ladder"/>
      <black x="4" y="4"/>
      <white x="4" y="3" title="White's move" problem="black"/>
    </moves>
  </moves>
</wei7>
`

/** The same lesson in version 3.0. */
const SAME = {
  format: 'wei7',
  version: '3.0',
  size: 9,
  info: { name: 'Corner & ladder' },
  tree: {
    title: 'Contents',
    branches: [
      {
        title: 'Capture',
        pre: {
          comment: 'Black to play\n<and win>',
          problem: { color: 1 },
          stones: [
            { color: 2, point: { x: 0, y: 0 } },
            { color: 1, point: { x: 1, y: 0 } },
          ],
          marks: [{ point: { x: 0, y: 1 }, symbol: 'a' }],
        },
        branches: [
          {
            steps: [
              {
                action: { type: 'move', value: { color: 1, point: { x: 0, y: 1 }, evaluation: 'good' } },
                comment: 'taken',
              },
              {
                action: { type: 'move', value: { color: 2, point: null } },
                marks: [{ point: { x: 2, y: 2 }, symbol: 'b' }],
              },
            ],
          },
          { steps: [{ action: { type: 'move', value: { color: 1, point: { x: 5, y: 5 }, evaluation: 'bad' } } }] },
        ],
      },
      {
        title: 'A ladder',
        steps: [{ action: { type: 'move', value: { color: 1, point: { x: 4, y: 4 } } } }],
        branches: [
          {
            title: "White's move",
            steps: [{ action: { type: 'move', value: { color: 2, point: { x: 4, y: 3 }, problem: { color: 1 } } } }],
          },
        ],
      },
    ],
  },
}

describe('version 2.2', () => {
  test('reads as the same lesson does in version 3.0', async () => {
    expect(parseXml22(LESSON.slice(1)).value).toEqual(SAME)
    const { record, issues } = await readWei7(LESSON)
    const same = await readWei7(SAME)
    expect(record!.nodes).toEqual(same.record!.nodes)
    expect(record!.header).toEqual(same.record!.header)
    expect(record!.origin!.version).toBe('2.2')
    expect(issues.map(({ id }) => id)).toEqual([
      'wei7/byte-order-mark',
      'wei7/xml',
      'wei7/draft-answer-evaluation',
      'wei7/draft-problem-on-move',
    ])
    expect((await writeWei7(record!)).document).toEqual(SAME)
  })

  test('reports what has no place in version 3, with line and column', async () => {
    const text =
      '<wei7 version="2.0">\n<game round="3"/>\n<moves><black x="1" y="1" splitter="big"/><ko/></moves></wei7>'
    const { issues } = await readWei7(text)
    expect(issues.filter(({ id }) => id === 'wei7/xml-content').map(({ place }) => place)).toEqual([
      { line: 2, column: 7 },
      { line: 3, column: 27 },
      { line: 3, column: 43 },
    ])
  })

  test.each<[text: string, ...faults: [at: number, id: string, params?: Record<string, string>][]]>([
    ['<wei7><moves>', [13, 'xml/open-element', { name: 'moves' }]],
    ['<wei7></moves></wei7>', [6, 'xml/wrong-close', { name: 'moves', open: 'wei7' }], [14, 'xml/closes-nothing']],
    ['<wei7/></x>', [7, 'xml/closes-nothing', { name: 'x', open: '' }]],
    ['<wei7><!-- open', [6, 'xml/missing', { text: '-->' }], [6, 'xml/open-element']],
    ['<wei7><?pi', [6, 'xml/missing', { text: '?>' }], [6, 'xml/open-element']],
    ['<wei7><</wei7>', [7, 'xml/no-element-name'], [7, 'xml/open-element', { name: 'wei7' }]],
    ['<wei7><a <b/></wei7>', [9, 'xml/no-attribute-name'], [9, 'xml/open-element']],
    ['<wei7 a></wei7>', [7, 'xml/expected', { text: '=' }]],
    ['</wei7 x>', [7, 'xml/expected', { text: '>' }]],
    ['<wei7 a=1></wei7>', [8, 'xml/no-quote']],
    ['<wei7 a="1></wei7>', [8, 'xml/open-attribute']],
    ['<wei7 version="2.2" version="2.1"/>', [20, 'xml/attribute-twice', { name: 'version' }]],
    ['<wei8/>', [0, 'xml/root', { name: 'wei8' }]],
    ['<wei7><b/></wei7>', [6, 'xml/element', { name: 'b' }]],
    ['<wei7><size/><size><size/></size></wei7>', [19, 'xml/element', { name: 'size' }]],
    ['<wei7 x="1"/>', [6, 'xml/attribute', { name: 'x', element: 'wei7' }]],
    ['<wei7><size of="2">9</size></wei7>', [12, 'xml/attribute', { name: 'of', element: 'size' }]],
    ['<wei7><moves x="1"/></wei7>', [13, 'xml/attribute', { name: 'x', element: 'moves' }]],
    ['<wei7><game no="1"/></wei7>', [12, 'xml/attribute', { name: 'no', element: 'game' }]],
    ['<wei7><moves><mark x="0" y="0" z="0"/></moves></wei7>', [31, 'xml/attribute', { name: 'z', element: 'mark' }]],
    ['<wei7><moves><black x="1" y="1"/><pre title="a"/></moves></wei7>', [33, 'xml/late-pre']],
    ['<wei7><moves><pre><black x="0" y="0"/></pre><pre comment="b"/></moves></wei7>', [44, 'xml/late-pre']],
    ['<wei7><moves><pre/><pre/></moves></wei7>'],
  ])('says what is wrong with %s', (text, ...expected) => {
    const { faults } = parseXml22(text)
    expect(faults).toMatchObject(expected.map(([at, id, params]) => ({ at, fault: { id, ...(params && { params }) } })))
    expect(faults).toHaveLength(expected.length)
  })

  test('is judged by the constraints of version 3', async () => {
    const ids = async (text: string) => (await readWei7(text)).issues.map(({ id }) => id)
    const around = (moves: string) => `<wei7 version="2.2"><size>9</size><moves>${moves}</moves></wei7>`
    expect(await ids(around('<black x="9" y="0"/>'))).toContain('wei7/point')
    expect(await ids(around('<black y="0"/>'))).toContain('wei7/missing-property')
    expect(await ids(around('<black x="1" y="0" eval="odd"/>'))).toContain('wei7/evaluation')
    expect(await ids(around('<black x="1" y="0" problem="red"/>'))).toContain('wei7/color')
    expect(await ids('<wei7 version="1.0"><moves/></wei7>')).toContain('wei7/version')
    expect(await ids('<wei7><moves/></wei7>')).toContain('wei7/missing-property')
  })

  test.each([
    ['<wei7 version="2.2"><moves><black x="1" y="1"/>', 2],
    ['<wei7 version="2.2"><moves><black x="1" y="1"/></wei7>', 2],
    ['<wei7 version="2.2"><moves><black x="1" y="1"/></moves></wei7></x>', 2],
    ['<wei7 version="2.2"><moves><black x="1" y="1"/><black x="2', 2],
    ['<wei7 version="2.2"><moves><black x="1" y="1"/><', 2],
    [
      '<!DOCTYPE wei7 [<!ENTITY x "y">]><wei7 version="2.2"><moves><black x="1" y="1" comment="&x;"/></moves></wei7>',
      2,
    ],
    ['<wei7 version="2.2"><![CDATA[ <black> ]]><moves><black x="1" y="1"/></moves></wei7>', 2],
  ])('keeps what can be read of %s', async (text, nodes) => {
    const { record } = await readWei7(text)
    expect(record!.nodes).toHaveLength(nodes)
  })
})

/** Every constraint that the validator knows: a document that breaks it, and one like it that keeps it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { WEI7_RULES } from '../../../src/formats/wei7/rules.ts'
import { describeIssue } from '../../../src/issues/describe.ts'
import { readWei7, writeWei7 } from '../../support/wei7.ts'

const PARTICIPANTS = [{ name: 'Li' }, { name: 'Chen' }, { name: 'Wang' }]
const PLAYERS = [
  { participant: 0, color: 1 },
  { participant: 1, color: 2 },
]

/** A document with the given info and tree. */
const document = (info: object, tree: object = {}, root: object = {}) => ({
  format: 'wei7',
  version: '3.0',
  size: 9,
  info: { participants: PARTICIPANTS, players: PLAYERS, ...info },
  tree,
  ...root,
})

const info = (info: object) => document(info)
const tree = (tree: object) => document({}, tree)
const pre = (pre: object) => tree({ pre })
const steps = (...steps: object[]) => tree({ steps })
const action = (type: string, value: unknown, step: object = {}) => ({ action: { type, value }, ...step })
const move = (x: number, y: number, value: object = {}, step: object = {}) =>
  action('move', { color: 1, point: { x, y }, ...value }, step)
const stone = (x: number, y: number, color = 1) => ({ color, point: { x, y } })
const mark = (symbol: string, x = 0) => ({ point: { x, y: 0 }, symbol })

interface Row {
  id: keyof typeof WEI7_RULES
  breaks: object | string | Uint8Array
  keeps: object | string | Uint8Array
  /** Where the breach is: a JSON pointer, or a line and column. */
  at?: string
  draft?: string
  /** Names of the files, when they matter. */
  names?: [string, string]
}

const long = 'x'.repeat(129)
const faces = '😀'.repeat(65)

const ROWS: Row[] = [
  // The file.
  { id: 'wei7/json', breaks: '{"format": "wei7", "version": "3.0" "tree": {}}', at: '1:37', keeps: document({}) },
  { id: 'wei7/json', breaks: '{"format":"wei7","version":"3.0","tree":{}', at: '1:43', keeps: document({}) },
  { id: 'wei7/json', breaks: '{"format":"wei7","version":"3.0","tree":{}} x', at: '1:45', keeps: document({}) },
  {
    id: 'wei7/utf-8',
    breaks: Uint8Array.from(
      [...`{"format":"wei7","version":"3.0","tree":{"title":"`]
        .map((c) => c.charCodeAt(0))
        .concat(0xff, 0x22, 0x7d, 0x7d),
    ),
    keeps: tree({ title: '围棋' }),
  },
  { id: 'wei7/byte-order-mark', breaks: `\ufeff${JSON.stringify(document({}))}`, keeps: document({}) },
  { id: 'wei7/extension', breaks: document({}), keeps: document({}), names: ['game.json', 'game.WEI7'] },
  {
    id: 'wei7/duplicate-key',
    breaks: '{"format":"wei7","version":"3.0","tree":{},\n"tree":{}}',
    at: '2:1',
    keeps: document({}),
  },
  { id: 'wei7/xml', breaks: '<wei7 version="2.2"><moves/></wei7>', keeps: document({}) },
  {
    id: 'wei7/xml-content',
    breaks: '<wei7 version="2.2"><moves><ko/></moves></wei7>',
    at: '1:28',
    keeps: '<wei7 version="2.2"><moves/></wei7>',
  },

  // Objects.
  { id: 'wei7/type', breaks: tree({ pre: [] }), at: '/tree/pre', keeps: tree({ pre: {} }) },
  { id: 'wei7/type', breaks: tree({ pre: null }), at: '/tree/pre', keeps: tree({}) },
  { id: 'wei7/type', breaks: tree({ title: 3 }), at: '/tree/title', keeps: tree({ title: '3' }) },
  { id: 'wei7/type', breaks: tree({ steps: {} }), at: '/tree/steps', keeps: tree({ steps: [] }) },
  { id: 'wei7/type', breaks: tree({ branches: [[]] }), at: '/tree/branches/0', keeps: tree({ branches: [{}, {}] }) },
  { id: 'wei7/type', breaks: pre({ comment: 5 }), at: '/tree/pre/comment', keeps: pre({ comment: 'five\nlines' }) },
  { id: 'wei7/type', breaks: pre({ problem: true }), at: '/tree/pre/problem', keeps: pre({ problem: { color: 1 } }) },
  { id: 'wei7/type', breaks: pre({ marks: {} }), at: '/tree/pre/marks', keeps: pre({ marks: [] }) },
  {
    id: 'wei7/type',
    breaks: steps(action('message', 5, { actor: 0 })),
    at: '/tree/steps/0/action/value',
    keeps: steps(action('message', '5', { actor: 0 })),
  },
  {
    id: 'wei7/type',
    breaks: steps(move(0, 0, {}, { time: '5', actor: 0 })),
    at: '/tree/steps/0/time',
    keeps: steps(move(0, 0, {}, { time: 5, actor: 0 })),
  },
  { id: 'wei7/type', breaks: info({ name: 7 }), at: '/info/name', keeps: info({ name: '7' }) },
  { id: 'wei7/type', breaks: document({}, {}, { info: null }), at: '/info', keeps: document({}) },
  {
    id: 'wei7/type',
    breaks: info({ result: { winner: 1, margin: '2' } }),
    at: '/info/result/margin',
    keeps: info({ result: { winner: 1, margin: 2 } }),
  },
  { id: 'wei7/unknown-property', breaks: document({}, {}, { games: 1 }), at: '/games', keeps: document({}) },
  { id: 'wei7/unknown-property', breaks: info({ event: 'Cup' }), at: '/info/event', keeps: info({ name: 'Cup' }) },
  {
    id: 'wei7/unknown-property',
    breaks: info({ rules: { handicap: 2 } }),
    at: '/info/rules/handicap',
    keeps: info({ rules: {} }),
  },
  {
    id: 'wei7/unknown-property',
    breaks: info({ participants: [{ nation: 'CN' }], players: [] }),
    at: '/info/participants/0/nation',
    keeps: info({ participants: [{}], players: [] }),
  },
  {
    id: 'wei7/unknown-property',
    breaks: info({ players: [{ participant: 0, name: 'x' }] }),
    at: '/info/players/0/name',
    keeps: info({ players: [{ participant: 0 }] }),
  },
  { id: 'wei7/unknown-property', breaks: tree({ name: 'x' }), at: '/tree/name', keeps: tree({ title: 'x' }) },
  { id: 'wei7/unknown-property', breaks: pre({ title: 'x' }), at: '/tree/pre/title', keeps: pre({ comment: 'x' }) },
  {
    id: 'wei7/unknown-property',
    breaks: pre({ stones: [{ ...stone(1, 1), id: 1 }] }),
    at: '/tree/pre/stones/0/id',
    keeps: pre({ stones: [stone(1, 1)] }),
  },
  {
    id: 'wei7/unknown-property',
    breaks: pre({ marks: [{ ...mark('a'), text: 'x' }] }),
    at: '/tree/pre/marks/0/text',
    keeps: pre({ marks: [mark('a')] }),
  },
  {
    id: 'wei7/unknown-property',
    breaks: pre({ problem: { color: 1, text: 'x' } }),
    at: '/tree/pre/problem/text',
    keeps: pre({ problem: { color: 1 } }),
  },
  {
    id: 'wei7/unknown-property',
    breaks: steps({ ...move(0, 0), 'a/b~': 1 }),
    at: '/tree/steps/0/a~1b~0',
    keeps: steps(move(0, 0)),
  },
  {
    id: 'wei7/unknown-property',
    breaks: steps(move(0, 0, { z: 1 })),
    at: '/tree/steps/0/action/value/z',
    keeps: steps(move(0, 0)),
  },
  {
    id: 'wei7/unknown-property',
    breaks: info({ result: { winner: 1, by: 'R' } }),
    at: '/info/result/by',
    keeps: info({ result: { winner: 1 } }),
  },
  {
    id: 'wei7/unknown-property',
    breaks: document({}, {}, { size: { width: 3, height: 4, depth: 5 } }),
    at: '/size/depth',
    keeps: document({}, {}, { size: { width: 3, height: 4 } }),
  },
  {
    id: 'wei7/missing-property',
    breaks: { version: '3.0', tree: {} },
    at: '',
    keeps: { format: 'wei7', version: '3.0', tree: {} },
  },
  {
    id: 'wei7/missing-property',
    breaks: { format: 'wei7', version: '3.0' },
    at: '',
    keeps: { format: 'wei7', version: '3.0', tree: {} },
  },
  { id: 'wei7/missing-property', breaks: steps({ comment: 'x' }), at: '/tree/steps/0', keeps: steps(move(0, 0)) },
  {
    id: 'wei7/missing-property',
    breaks: steps({ action: { type: 'takeback' } }),
    at: '/tree/steps/0/action',
    keeps: steps(move(0, 0), action('takeback', 1, { actor: 0 })),
  },
  {
    id: 'wei7/missing-property',
    breaks: steps(action('move', { color: 1 })),
    at: '/tree/steps/0/action/value',
    keeps: steps(action('move', { color: 1, point: null })),
  },
  {
    id: 'wei7/missing-property',
    breaks: info({ players: [{ color: 1 }] }),
    at: '/info/players/0',
    keeps: info({ players: [{ participant: 0 }] }),
  },
  {
    id: 'wei7/missing-property',
    breaks: info({ result: {} }),
    at: '/info/result',
    keeps: info({ result: { winner: null } }),
  },
  {
    id: 'wei7/missing-property',
    breaks: pre({ problem: {} }),
    at: '/tree/pre/problem',
    keeps: pre({ problem: { color: 2 } }),
  },
  {
    id: 'wei7/missing-property',
    breaks: pre({ marks: [{ symbol: 'a' }] }),
    at: '/tree/pre/marks/0',
    keeps: pre({ marks: [mark('a')] }),
  },
  {
    id: 'wei7/missing-property',
    breaks: pre({ stones: [{ color: 1 }] }),
    at: '/tree/pre/stones/0',
    keeps: pre({ stones: [stone(0, 0)] }),
  },
  {
    id: 'wei7/missing-property',
    breaks: document({}, {}, { size: { width: 3 } }),
    at: '/size',
    keeps: document({}, {}, { size: { width: 3, height: 3 } }),
  },
  { id: 'wei7/format', breaks: { format: 'Wei7', version: '3.0', tree: {} }, at: '/format', keeps: document({}) },
  {
    id: 'wei7/version',
    breaks: { format: 'wei7', version: '3.0-draft', tree: {} },
    at: '/version',
    keeps: document({}),
  },
  { id: 'wei7/version', breaks: { format: 'wei7', version: 3, tree: {} }, at: '/version', keeps: document({}) },

  // Values.
  {
    id: 'wei7/short-string-length',
    breaks: info({ name: long }),
    at: '/info/name',
    keeps: info({ name: long.slice(1) }),
  },
  {
    id: 'wei7/short-string-units',
    breaks: info({ place: faces }),
    at: '/info/place',
    keeps: info({ place: '围'.repeat(128) }),
  },
  {
    id: 'wei7/short-string-line',
    breaks: info({ name: 'two\nlines' }),
    at: '/info/name',
    keeps: info({ name: 'two words' }),
  },
  {
    id: 'wei7/short-string-line',
    breaks: info({ domain: 'a\u2028b' }),
    at: '/info/domain',
    keeps: info({ domain: 'a b' }),
  },
  {
    id: 'wei7/color',
    breaks: steps(move(0, 0, { color: 3 })),
    at: '/tree/steps/0/action/value/color',
    keeps: steps(move(0, 0, { color: 2 })),
  },
  {
    id: 'wei7/color',
    breaks: pre({ problem: { color: '1' } }),
    at: '/tree/pre/problem/color',
    keeps: pre({ problem: { color: 1 } }),
  },
  { id: 'wei7/point', breaks: steps(move(9, 0)), at: '/tree/steps/0/action/value/point/x', keeps: steps(move(8, 8)) },
  { id: 'wei7/point', breaks: steps(move(0, -1)), at: '/tree/steps/0/action/value/point/y', keeps: steps(move(0, 0)) },
  { id: 'wei7/point', breaks: steps(move(0.5, 0)), at: '/tree/steps/0/action/value/point/x', keeps: steps(move(1, 0)) },
  {
    id: 'wei7/point',
    breaks: document({}, { steps: [move(3, 0)] }, { size: { width: 3, height: 9 } }),
    at: '/tree/steps/0/action/value/point/x',
    keeps: document({}, { steps: [move(2, 8)] }, { size: { width: 3, height: 9 } }),
  },
  {
    id: 'wei7/participant-index',
    breaks: steps(move(0, 0, {}, { actor: 3 })),
    at: '/tree/steps/0/actor',
    keeps: steps(move(0, 0, {}, { actor: 2 })),
  },
  {
    id: 'wei7/participant-index',
    breaks: info({ players: [{ participant: -1 }] }),
    at: '/info/players/0/participant',
    keeps: info({ players: [{ participant: 2 }] }),
  },
  {
    id: 'wei7/participant-index',
    breaks: { format: 'wei7', version: '3.0', tree: { steps: [move(0, 0, {}, { actor: 0 })] } },
    at: '/tree/steps/0/actor',
    keeps: steps(move(0, 0, {}, { actor: 0 })),
  },
  {
    id: 'wei7/winner',
    breaks: info({ result: { winner: 0 } }),
    at: '/info/result/winner',
    keeps: info({ result: { winner: null } }),
  },
  {
    id: 'wei7/margin',
    breaks: info({ result: { winner: 1, margin: 0 } }),
    at: '/info/result/margin',
    keeps: info({ result: { winner: 1, margin: 0.5 } }),
  },
  {
    id: 'wei7/margin',
    breaks: info({ result: { winner: 1, margin: 512 } }),
    at: '/info/result/margin',
    keeps: info({ result: { winner: 1, margin: 511.5 } }),
  },
  {
    id: 'wei7/margin',
    breaks: info({ result: { winner: 1, margin: 1.25 } }),
    at: '/info/result/margin',
    keeps: info({ result: { winner: 1, margin: 1.5 } }),
  },
  {
    id: 'wei7/margin-of-draw',
    breaks: info({ result: { winner: null, margin: 1 } }),
    at: '/info/result/margin',
    keeps: info({ result: { winner: null } }),
  },
  {
    id: 'wei7/symbol',
    breaks: pre({ marks: [mark('é')] }),
    at: '/tree/pre/marks/0/symbol',
    keeps: pre({ marks: [mark('?')] }),
  },
  {
    id: 'wei7/symbol',
    breaks: pre({ marks: [mark('10')] }),
    at: '/tree/pre/marks/0/symbol',
    keeps: pre({ marks: [mark('1')] }),
  },
  {
    id: 'wei7/symbol',
    breaks: steps(action('mark', mark(''), { actor: 0 })),
    at: '/tree/steps/0/action/value/symbol',
    keeps: steps(action('mark', mark('@'), { actor: 0 })),
  },
  {
    id: 'wei7/marks-on-one-point',
    breaks: pre({ marks: [mark('a'), mark('b')] }),
    at: '/tree/pre/marks/1',
    keeps: pre({ marks: [mark('a'), mark('a', 1)] }),
  },
  {
    id: 'wei7/step-time',
    breaks: steps(move(0, 0, {}, { time: 86_400, actor: 0 })),
    at: '/tree/steps/0/time',
    keeps: steps(move(0, 0, {}, { time: 86_399.9, actor: 0 })),
  },

  // Size and facts of the game.
  { id: 'wei7/size', breaks: document({}, {}, { size: 0 }), at: '/size', keeps: document({}, {}, { size: 1 }) },
  {
    id: 'wei7/size',
    breaks: document({}, {}, { size: { width: 2, height: 2.5 } }),
    at: '/size/height',
    keeps: document({}, {}, { size: { width: 2, height: 2 } }),
  },
  { id: 'wei7/size-limit', breaks: document({}, {}, { size: 65 }), at: '/size', keeps: document({}, {}, { size: 64 }) },
  {
    id: 'wei7/scoring',
    breaks: info({ rules: { scoring: 'points' } }),
    at: '/info/rules/scoring',
    keeps: info({ rules: { scoring: 'territory' } }),
  },
  {
    id: 'wei7/komi',
    breaks: info({ rules: { komi: 3.75 } }),
    at: '/info/rules/komi',
    keeps: info({ rules: { komi: 7.5 } }),
  },
  {
    id: 'wei7/komi',
    breaks: info({ rules: { komi: 10 } }),
    at: '/info/rules/komi',
    keeps: info({ rules: { komi: 9.5 } }),
  },
  {
    id: 'wei7/komi',
    breaks: info({ rules: { komi: -0.5 } }),
    at: '/info/rules/komi',
    keeps: info({ rules: { komi: 0 } }),
  },
  {
    id: 'wei7/rules-type',
    breaks: info({ rules: { type: 'chinese' } }),
    at: '/info/rules/type',
    keeps: info({ rules: { type: 'Chinese' } }),
  },
  {
    id: 'wei7/rules-disagree',
    breaks: info({ rules: { type: 'Korean', scoring: 'area' } }),
    at: '/info/rules/scoring',
    keeps: info({ rules: { type: 'Korean', scoring: 'territory' } }),
  },
  {
    id: 'wei7/instant-form',
    breaks: info({ time: '2013-03-06T10:10:00+08:00' }),
    at: '/info/time',
    keeps: info({ time: '2013-03-06T10:10Z' }),
  },
  {
    id: 'wei7/instant-form',
    breaks: info({ time: '2013-03-06' }),
    at: '/info/time',
    keeps: info({ time: '2013-03-06T10:10:00.123456789Z' }),
  },
  {
    id: 'wei7/instant-date',
    breaks: info({ time: '2013-02-29T10:10Z' }),
    at: '/info/time',
    keeps: info({ time: '2012-02-29T10:10Z' }),
  },
  {
    id: 'wei7/instant-date',
    breaks: info({ time: '2013-02-28T24:01Z' }),
    at: '/info/time',
    keeps: info({ time: '2013-02-28T23:59:59Z' }),
  },
  {
    id: 'wei7/instant-leap',
    breaks: info({ time: '2016-12-31T23:59:60Z' }),
    at: '/info/time',
    keeps: info({ time: '2016-12-31T23:59:59Z' }),
  },
  {
    id: 'wei7/player-twice',
    breaks: info({ players: [...PLAYERS, { participant: 0, color: 2 }] }),
    at: '/info/players/2',
    keeps: info({ players: [...PLAYERS, { participant: 2, color: 2 }] }),
  },

  // The tree.
  {
    id: 'wei7/stones-twice',
    breaks: pre({ stones: [stone(1, 1), stone(1, 1)] }),
    at: '/tree/pre/stones/1',
    keeps: pre({ stones: [stone(1, 1), stone(1, 2)] }),
  },
  {
    id: 'wei7/stones-liberty',
    breaks: pre({ stones: [stone(0, 0), stone(1, 0, 2), stone(0, 1, 2)] }),
    at: '/tree/pre',
    keeps: pre({ stones: [stone(0, 0), stone(1, 0, 2)] }),
  },
  {
    id: 'wei7/stones-late',
    breaks: tree({ steps: [move(0, 0)], branches: [{ pre: { stones: [stone(5, 5)] } }, {}] }),
    at: '/tree/branches/0/pre/stones',
    keeps: tree({ steps: [move(0, 0)], branches: [{ pre: { stones: [] } }, {}] }),
  },
  {
    id: 'wei7/stones-late',
    breaks: tree({ pre: { stones: [stone(0, 0)] }, branches: [{ pre: { stones: [stone(5, 5)] } }, {}] }),
    at: '/tree/branches/0/pre/stones',
    keeps: tree({ branches: [{ pre: { stones: [stone(5, 5)] } }, { pre: { stones: [stone(5, 5)] } }] }),
  },
  {
    id: 'wei7/time-order',
    breaks: steps(move(0, 0, {}, { time: 5, actor: 0 }), move(1, 0, {}, { time: 4, actor: 0 })),
    at: '/tree/steps/1/time',
    keeps: steps(move(0, 0, {}, { time: 0, actor: 0 }), move(1, 0, {}, { time: 0, actor: 0 })),
  },
  {
    id: 'wei7/action-type',
    breaks: steps(action('resign', {})),
    at: '/tree/steps/0/action/type',
    keeps: steps(action('result', { winner: 2 }, { actor: 0 })),
  },
  {
    id: 'wei7/actor-missing',
    breaks: steps(action('message', 'hello')),
    at: '/tree/steps/0',
    keeps: steps(action('message', 'hello', { actor: 2 })),
  },
  {
    id: 'wei7/actor-missing',
    breaks: steps(move(0, 0, {}, { time: 1 })),
    at: '/tree/steps/0',
    keeps: steps(move(0, 0)),
  },
  {
    id: 'wei7/evaluation',
    breaks: steps(move(0, 0, { evaluation: 'fine' })),
    at: '/tree/steps/0/action/value/evaluation',
    keeps: steps(move(0, 0, { evaluation: 'good' })),
  },
  {
    id: 'wei7/takeback',
    breaks: steps(move(0, 0), action('takeback', 0, { actor: 0 })),
    at: '/tree/steps/1/action/value',
    keeps: steps(move(0, 0), action('takeback', 1, { actor: 0 })),
  },
  {
    id: 'wei7/takeback-too-far',
    breaks: steps(move(0, 0), action('takeback', 2, { actor: 0 })),
    at: '/tree/steps/1/action/value',
    keeps: steps(move(0, 0), move(1, 0), action('takeback', 2, { actor: 0 })),
  },
  {
    id: 'wei7/takeback-over-branch',
    breaks: tree({ steps: [move(0, 0)], branches: [{ steps: [action('takeback', 1, { actor: 0 })] }, {}] }),
    at: '/tree/branches/0/steps/0/action/value',
    keeps: tree({ steps: [move(0, 0)], branches: [{ steps: [move(1, 0), action('takeback', 1, { actor: 0 })] }, {}] }),
  },
  {
    id: 'wei7/claim-actor',
    breaks: steps(action('result', { winner: 1 }, { actor: 2 })),
    at: '/tree/steps/0/actor',
    keeps: steps(action('result', { winner: 1 }, { actor: 1 })),
  },
  {
    id: 'wei7/claims-disagree',
    breaks: document({ result: { winner: 1 } }, { steps: [action('result', { winner: 2 }, { actor: 0 })] }),
    at: '/info/result',
    keeps: document({ result: { winner: 2 } }, { steps: [action('result', { winner: 2 }, { actor: 0 })] }),
  },
  {
    id: 'wei7/claims-disagree',
    breaks: document(
      { result: { winner: 1, margin: 3 } },
      {
        steps: [
          action('result', { winner: 1, margin: 2 }, { actor: 0 }),
          action('result', { winner: 1, margin: 2 }, { actor: 1 }),
        ],
      },
    ),
    at: '/info/result',
    keeps: document(
      { result: { winner: 1, margin: 3 } },
      {
        steps: [
          action('result', { winner: 1, margin: 2 }, { actor: 0 }),
          action('result', { winner: 1, margin: 2 }, { actor: 0 }),
        ],
      },
    ),
  },
  {
    id: 'wei7/single-branch',
    breaks: tree({ branches: [{ steps: [move(0, 0)] }] }),
    at: '/tree/branches/0',
    keeps: tree({ branches: [{ title: 'One', steps: [move(0, 0)] }] }),
  },
  {
    id: 'wei7/timeline-with-branches',
    breaks: tree({ steps: [action('message', 'hello', { actor: 0 })], branches: [{}, {}] }),
    at: '/tree',
    keeps: tree({ steps: [action('result', { winner: 2 }, { actor: 0 })], branches: [{}, {}] }),
  },
  {
    id: 'wei7/occupied-point',
    breaks: steps(move(0, 0), move(0, 0, { color: 2 })),
    at: '/tree/steps/1/action',
    keeps: steps(move(0, 0), action('takeback', 1, { actor: 0 }), move(0, 0, { color: 2 })),
  },
  {
    id: 'wei7/occupied-point',
    breaks: tree({ pre: { stones: [stone(4, 4)] }, branches: [{}, { steps: [move(4, 4)] }] }),
    at: '/tree/branches/1/steps/0/action',
    keeps: tree({ branches: [{ pre: { stones: [stone(4, 4)] } }, { steps: [move(4, 4)] }] }),
  },

  // Drafts.
  { id: 'wei7/draft-style', breaks: info({ style: 'timeline' }), at: '/info/style', keeps: info({}), draft: '7' },
  { id: 'wei7/draft-style', breaks: info({ style: 'timeline' }), at: '/info/style', keeps: info({}), draft: '5' },
  {
    id: 'wei7/draft-symbol',
    breaks: pre({ marks: [mark('*')] }),
    at: '/tree/pre/marks/0/symbol',
    keeps: pre({ marks: [mark('#')] }),
    draft: '7',
  },
  {
    id: 'wei7/draft-evaluation',
    breaks: steps(move(0, 0, { evaluation: 'trick' })),
    at: '/tree/steps/0/action/value/evaluation',
    keeps: steps(move(0, 0, { evaluation: 'bad' })),
    draft: '7',
  },
  {
    id: 'wei7/draft-problem-on-move',
    breaks: steps(move(0, 0, { problem: { color: 2 } })),
    at: '/tree/steps/0/action/value/problem',
    keeps: pre({ problem: { color: 2 } }),
    draft: '7',
  },
  {
    id: 'wei7/draft-control-character',
    breaks: info({ name: 'a\tb' }),
    at: '/info/name',
    keeps: info({ name: 'a b' }),
    draft: '7',
  },
  {
    id: 'wei7/draft-nested-problem',
    breaks: tree({ pre: { problem: { color: 1 } }, branches: [{ pre: { problem: { color: 1 } } }, {}] }),
    at: '/tree/branches/0/pre/problem',
    keeps: tree({ branches: [{ pre: { problem: { color: 1 } } }, { pre: { problem: { color: 1 } } }] }),
    draft: '7',
  },
  {
    id: 'wei7/draft-answer-evaluation',
    breaks: tree({ pre: { problem: { color: 1 } }, steps: [move(0, 0)] }),
    at: '/tree/steps/0/action/value',
    keeps: tree({ pre: { problem: { color: 1 } }, steps: [move(0, 0, { evaluation: 'good' })] }),
    draft: '7',
  },
]

const settings = ({ draft }: Row): Record<string, string> => (draft === undefined ? {} : { draft })

describe('every constraint', () => {
  test.each(ROWS.map((row, index) => [`${row.id} (${index})`, row] as const))('%s', async (_, row) => {
    const { id } = row
    const broken = await readWei7(row.breaks, settings(row), row.names?.[0])
    const found = broken.issues.filter((issue) => issue.id === id)
    expect(found, JSON.stringify(broken.issues)).toHaveLength(1)
    const [{ severity, params, place }] = found as [(typeof found)[0]]
    expect(severity).toBe(WEI7_RULES[id].severity)
    expect(params!['paragraph']).toMatch(/^[0-9.]+$/)
    expect(describeIssue(found[0]!)).not.toContain('{')
    if (row.at?.includes(':')) expect(`${place?.line}:${place?.column}`).toBe(row.at)
    else if (row.at !== undefined) {
      expect(place?.pointer).toBe(row.at)
      expect(place?.line).toBe(1)
      expect(place?.column).toBeGreaterThan(0)
    }
    const kept = await readWei7(row.keeps, settings(row), row.names?.[1])
    expect(kept.issues.filter((issue) => issue.id === id)).toEqual([])
    if (row.names === undefined && typeof row.keeps === 'object') {
      expect(kept.issues.filter(({ severity }) => severity === 'error')).toEqual([])
    }
  })

  test('what is read of a broken document is written as a valid one, or the reason is reported', async () => {
    for (const row of ROWS) {
      const { record } = await readWei7(row.breaks)
      const written = await writeWei7(record!)
      const { issues } = await readWei7(written.document as object)
      const errors = issues.filter(({ severity }) => severity === 'error').map(({ id }) => id)
      if (errors.length > 0)
        expect(
          written.issues.map(({ id }) => id),
          row.id,
        ).toContain('wei7/no-game')
    }
  })

  test('is explained in the documentation with its severity and paragraph', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/formats/wei7.md'), 'utf8')
    for (const [id, { severity, paragraph }] of Object.entries(WEI7_RULES)) {
      const row = page.split('\n').find((line) => line.startsWith(`| \`${id}\` |`))
      expect(row, id).toContain(`| ${severity} |`)
      if (paragraph !== '3.2') expect(row, id).toContain(`| ${paragraph} |`)
    }
  })

  test('is broken and kept by a row of this table', () => {
    expect(Object.keys(WEI7_RULES).filter((id) => !ROWS.some((row) => row.id === id))).toEqual([])
  })
})

describe('drafts', () => {
  const constructs = tree({
    pre: { marks: [mark('*')] },
    steps: [move(0, 0, { evaluation: 'controversial', problem: { color: 2 } })],
  })
  const judged = async (draft: string) =>
    (await readWei7(constructs, { draft })).issues.map(({ id, severity }) => `${severity} ${id}`)

  test('any: reports what one of them no longer has', async () => {
    expect(await judged('any')).toEqual([
      'info wei7/draft-symbol',
      'info wei7/draft-evaluation',
      'info wei7/draft-problem-on-move',
    ])
  })

  test('5 allows what 7 forbids', async () => {
    expect(await judged('5')).toEqual([])
    expect(await judged('7')).toEqual([
      'error wei7/draft-symbol',
      'error wei7/draft-evaluation',
      'error wei7/draft-problem-on-move',
    ])
  })

  test('7 has its own numbers of paragraphs', async () => {
    const twice = steps(move(0, 0), move(0, 0))
    const paragraph = async (draft: string) => (await readWei7(twice, { draft })).issues[0]!.params!['paragraph']
    expect(await paragraph('5')).toBe('3.17')
    expect(await paragraph('7')).toBe('3.16')
  })

  test('another one is misuse', async () => {
    await expect(readWei7(constructs, { draft: '6' })).rejects.toThrow(TypeError)
  })
})

describe('places', () => {
  test('give line and column in the text as it is', async () => {
    const text = '{"format":"wei7",\r\n "version":"3.0",\n  "tree":\r{ "title" : 7 }}'
    const { issues } = await readWei7(text)
    expect(issues[0]!.place).toEqual({ line: 4, column: 13, pointer: '/tree/title' })
  })

  test('a thousand issues are listed, the rest is counted', async () => {
    const moves = Array.from({ length: 1500 }, () => move(0, 0, { color: 3 }))
    const { issues } = await readWei7(steps(...moves))
    expect(issues).toHaveLength(1001)
    expect(issues[1000]).toEqual({ id: 'wei7/more-issues', severity: 'info', params: { count: 500 } })
  })
})

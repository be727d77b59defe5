/** The samples of the specification in all its revisions, and the repaired ones of the seed. */
import { describe, expect, test } from 'vitest'
import { basename } from 'node:path'
import { agreedResult } from '../../../src/formats/wei7/claims.ts'
import { moveColour, moveTo } from '../../../src/model/move.ts'
import { mainLineMoves } from '../../../src/model/tree.ts'
import { sameTree, timelineTree } from '../../../src/model/timeline-tree.ts'
import { illegalMoves, positionAfter } from '../../../src/rules/replay.ts'
import { go } from '../../../src/rules/go/index.ts'
import { corpusBytes, corpusCases } from '../../support/corpus.ts'
import { needsCorpus } from '../../support/needs.ts'
import { add, emptyMatrix } from '../../support/go-reference.ts'
import { readWei7, writeWei7 } from '../../support/wei7.ts'

/** Issues of a file as `severity id`, with how often each is met. */
async function tally(file: string, draft: string): Promise<Record<string, number>> {
  const { issues } = await readWei7(corpusBytes(file), { draft }, basename(file))
  const counts: Record<string, number> = {}
  for (const { severity, id } of issues) {
    const key = `${severity} ${id}`
    counts[key] = (counts[key] ?? 0) + 1
  }
  return counts
}

/**
 * What the revisions of a sample break. Sample 8 lacks `format` in every one;
 * sample 5 has `*` and a problem on a move until the sixth; the first draft
 * had `style`, and sample 7 a time on the tree.
 */
function expected(file: string, draft: string): Record<string, number> {
  const name = basename(file)
  const counts: Record<string, number> = {}
  const [isSeed, isFirst, isSeventh] = ['seed', 'spec_2013-03-09', 'spec_2013-04-09'].map((start) =>
    name.startsWith(start),
  )
  const sample = /sample(\d)/.exec(name)![1]
  const severity = draft === 'any' ? 'info' : 'error'
  if (isSeed) counts['warning wei7/extension'] = 1
  if (!isSeed && sample === '8') counts['error wei7/missing-property'] = 1
  if (isFirst && sample !== '6') counts[`${severity} wei7/draft-style`] = 1
  if (isFirst && sample === '7') counts['error wei7/unknown-property'] = 1
  if (sample === '5' && !isSeventh && draft !== '5') {
    counts[`${severity} wei7/draft-symbol`] = 2
    counts[`${severity} wei7/draft-problem-on-move`] = 1
  }
  return counts
}

const SAMPLE_8_END =
  '6XO11/3X1XO1O1X5X2/2OOX1XO3OX1OOX2/2OX1O1O1XXOXX1X3/2OX2O2OOXXO1X3/2O5XXO1XO1X3/6OOXOOOXO1OX2/' +
  '5X2XXO1O2OX2/1OX2XOOX1XOO2O3/1OX2O1O1XOO4O2/1OOXX1O3XXXX1X3/1XOO1O2XX2OOXO3/OOXO2XXOOOXXOXXO2/' +
  'OXXXX1X1XO3O2O2/1OO2XOXO3OOX1X2/1XOOOOOXO1O1OX2X2/1XXX1XXX1X1XX1X4/19/19 w'

describe('samples of the specification', needsCorpus('go/wei7'), () => {
  const files = corpusCases('go/wei7', /sample[5-8]\./)
  const find = (pattern: RegExp) => files.find((file) => pattern.test(file))!

  test('has all 24 files', () => expect(files).toHaveLength(24))

  test.each(files)('%s has the issues foreseen, draft by draft', async (file) => {
    for (const draft of ['any', '5', '7']) expect(await tally(file, draft), draft).toEqual(expected(file, draft))
  })

  test.each(files)('%s comes back equal', async (file) => {
    const bytes = corpusBytes(file)
    const { record } = await readWei7(bytes)
    const document = JSON.parse(new TextDecoder().decode(bytes)) as { format?: string; info?: object; tree: object }
    // Written as it should be: with its format, without what is not in the format.
    document.format = 'wei7'
    if (document.info) Reflect.deleteProperty(document.info, 'style')
    Reflect.deleteProperty(document.tree, 'time')
    expect((await writeWei7(record!)).document).toEqual(document)
    expect(illegalMoves(go, record!)).toEqual([])
  })

  test('sample 8 replays to its 163 moves and final position', async () => {
    const { record } = await readWei7(corpusBytes(find(/seed.*sample8/)))
    const moves = mainLineMoves(record!.nodes)
    expect(moves).toHaveLength(163)
    const position = positionAfter(go, record!, moves)
    expect(go.format(position)).toBe(SAMPLE_8_END)
    const matrix = moves.reduce(
      (matrix, move) => {
        const square = moveTo(move)
        return add(moveColour(move), Math.floor(square / 19), square % 19, matrix)
      },
      emptyMatrix(19, 19),
    )
    matrix.flat().forEach((colour, square) => expect(position.stoneAt(square)).toBe(colour))
    expect(agreedResult(record!)).toMatchObject({ outcome: 'win', winner: 1 })
  })

  test('sample 7: the timeline gives the tree, and stays as it was', async () => {
    const { record } = await readWei7(corpusBytes(find(/seed.*sample7/)))
    const timeline = record!.timeline!
    expect(timeline).toHaveLength(38)
    const counts = Object.groupBy(timeline, ({ type }) => type)
    expect([counts.move, counts.message, counts.takeback, counts.mark].map((list) => list!.length)).toEqual([
      16, 13, 8, 1,
    ])
    const copy = structuredClone(timeline)
    const nodes = timelineTree(copy, record!.header.players)
    expect(copy).toEqual(timeline)
    expect(nodes).toEqual(record!.nodes)
    expect(sameTree(nodes, record!.nodes)).toBe(true)
    expect(nodes).toHaveLength(13)
    expect(mainLineMoves(nodes)).toHaveLength(9)
  })

  test('samples 5 and 6 have the trees counted in them', async () => {
    const five = await readWei7(corpusBytes(find(/seed.*sample5/)))
    expect(five.record!.nodes.filter(({ move }) => move !== undefined)).toHaveLength(7)
    expect(five.record!.timeline!.filter(({ type }) => type === 'result')).toHaveLength(2)
    const six = await readWei7(corpusBytes(find(/seed.*sample6/)))
    expect(six.record!.nodes.filter(({ name }) => name !== undefined)).toHaveLength(5)
    expect(six.record!.nodes.filter(({ move }) => move !== undefined)).toHaveLength(2)
  })
})

/** What callers of `scan` rely on in every format that has it: each game once, until they have seen enough, with its keys. */
import { expect, test } from 'vitest'
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import { detectFormat } from '../../src/convert/detect.ts'
import type { Collection, ScannedGame } from '../../src/formats/format.ts'
import { mainLineMoves } from '../../src/model/tree.ts'
import { rulesOf } from '../../src/rules/index.ts'
import { OWN_INPUTS, PASSWORD } from '../hostile/own-inputs.ts'
import type { NamedBytes } from '../support/named-bytes.ts'

async function open(files: readonly NamedBytes[]): Promise<Collection> {
  const [main, ...others] = files.map(([name, bytes]) => new MemorySource(name, bytes))
  const format = detectFormat(main!)
  const settings = format?.archive?.protectedExtension === undefined ? {} : { password: PASSWORD }
  return await format!.open!(new MemoryFileSet(main!, others), { settings })
}

/** Which games a scan gives to a caller who goes on after so many. */
function scanned({ scan }: Required<Pick<Collection, 'scan'>>, answer: (seen: number) => boolean | void): number[] {
  const seen: number[] = []
  scan(({ index }) => {
    seen.push(index)
    return answer(seen.length)
  })
  return seen
}

/** The keys of the positions of a game, computed from its moves; variants without rules of their own have those of chess. */
function keysOf({ game, setup, variant, size, moves, length }: ScannedGame): number[] {
  const rules = rulesOf(game)
  const position = rules.start({
    ...(setup !== undefined && { setup }),
    ...(variant === 'chess960' && { variant }),
    ...(size && { size }),
  })
  const keys = new Uint32Array((length + 1) * 2)
  rules.key(position, keys)
  for (const [ply, move] of moves.subarray(0, length).entries()) {
    rules.play(position, move)
    rules.key(position, keys, (ply + 1) * 2)
  }
  return [...keys]
}

test.each(Object.keys(OWN_INPUTS))('scanning %s', async (target) => {
  for (const files of await OWN_INPUTS[target]!()) {
    const collection = await open(files)
    if (!collection.scan) continue
    const scan = collection.scan.bind(collection)
    const all = scanned({ scan }, () => {})
    expect(new Set(all).size).toBe(all.length)
    expect(scanned({ scan }, () => true)).toEqual(all)
    expect(scanned({ scan }, () => false)).toEqual(all.slice(0, 1))
    expect(scanned({ scan }, (seen) => seen < 2)).toEqual(all.slice(0, 2))
    scan((game) => {
      if (game.damaged) return
      expect([...game.keys.subarray(0, (game.length + 1) * 2)]).toEqual(keysOf(game))
      const { record } = collection.entry(game.index)
      expect([...game.moves.subarray(0, game.length)]).toEqual(mainLineMoves(record!.nodes))
    })
  }
})

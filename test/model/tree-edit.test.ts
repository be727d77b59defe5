/** Edits of flat trees against the same edits of nested ones, where they are a line each. */
import { describe, expect, it } from 'vitest'
import {
  addMove,
  changeHeader,
  changeNotes,
  children,
  cutAfter,
  deleteLine,
  emptyRecord,
  makeMainLine,
  makePlacement,
  pathTo,
  promote,
  timelineTree,
  treeFault,
  type Edited,
  type GameRecord,
  type MoveNode,
  type Timeline,
} from '../../src/model/index.ts'
import fc from '../support/properties.ts'

/** A node that holds its children; what it says stands in `content`. */
interface Nested {
  content: Omit<MoveNode, 'parent'>
  children: Nested[]
}

function nest(nodes: readonly MoveNode[]): Nested[] {
  const nested = nodes.map(({ parent: _parent, ...content }): Nested => ({ content, children: [] }))
  nodes.forEach(({ parent }, index) => nested[parent]?.children.push(nested[index]!))
  return nested
}

const trees = fc.array(fc.nat({ max: 1000 }), { maxLength: 40 }).map((choices) => {
  const nodes: MoveNode[] = [{ parent: -1 }]
  for (const choice of choices) {
    const candidates = [0, ...pathTo(nodes, nodes.length - 1)]
    nodes.push({ parent: candidates[choice % candidates.length]!, move: nodes.length })
  }
  return nodes
})

type Edit = 'add' | 'delete' | 'cut' | 'promote' | 'main' | 'notes'

const edits = fc.array(
  fc.tuple(fc.constantFrom<Edit>('add', 'delete', 'cut', 'promote', 'main', 'notes'), fc.nat({ max: 1000 })),
  { minLength: 1, maxLength: 20 },
)

const NOTES = {
  comments: [{ text: 'a word', placement: 'after' as const }],
  glyphs: [{ nag: 1 }],
  marks: [{ shape: 'circle' as const, at: 3 }],
}

function edit(record: GameRecord, [kind, pick]: readonly [Edit, number]): { edited: Edited; at: number } {
  const at = pick % record.nodes.length
  if (kind === 'add') return { at, edited: addMove(record, at, 5000 + pick) }
  if (kind === 'delete') return { at, edited: at === 0 ? { record, node: 0 } : deleteLine(record, at) }
  if (kind === 'cut') return { at, edited: cutAfter(record, at) }
  if (kind === 'promote') return { at, edited: promote(record, at) }
  if (kind === 'main') return { at, edited: makeMainLine(record, at) }
  return { at, edited: { record: changeNotes(record, at, NOTES), node: at } }
}

/** The same edit on a nested tree; returns the node to go on at. */
function editNested(nested: Nested[], nodes: readonly MoveNode[], kind: Edit, pick: number, at: number): Nested {
  const node = nested[at]!
  const path = [0, ...pathTo(nodes, at)].map((index) => nested[index]!)
  /** Puts the branch that goes on below a node of the path to another place among its siblings. */
  const lift = (depth: number, places: number) => {
    const siblings = path[depth]!.children
    const branch = path[depth + 1]!
    const place = siblings.indexOf(branch)
    siblings.splice(place, 1)
    siblings.splice(Math.max(0, place - places), 0, branch)
    return place > 0
  }
  switch (kind) {
    case 'add': {
      const added: Nested = { content: { move: 5000 + pick }, children: [] }
      node.children.push(added)
      return added
    }
    case 'delete': {
      if (at === 0) return node
      const parent = path.at(-2)!
      parent.children.splice(parent.children.indexOf(node), 1)
      return parent
    }
    case 'cut':
      node.children = []
      return node
    case 'promote':
      for (let depth = path.length - 2; depth >= 0; depth--) if (lift(depth, 1)) break
      return node
    case 'main':
      for (let depth = 0; depth < path.length - 1; depth++) lift(depth, Infinity)
      return node
    case 'notes':
      Object.assign(node.content, NOTES)
      return node
  }
}

describe('edits of a tree', () => {
  it('do what they do to a nested one, keep it sound, and leave the old record as it was', () => {
    fc.assert(
      fc.property(trees, edits, (nodes, steps) => {
        let record: GameRecord = { ...emptyRecord('go'), nodes }
        for (const [kind, pick] of steps) {
          const before = JSON.stringify(record)
          const nested = nest(record.nodes)
          const { edited, at } = edit(record, [kind, pick])
          const stand = editNested(nested, record.nodes, kind, pick, at)
          expect(JSON.stringify(record)).toBe(before)
          expect(treeFault(edited.record.nodes)).toBeUndefined()
          const result = nest(edited.record.nodes)
          expect(result[0]).toEqual(nested[0])
          expect(result[edited.node]).toEqual(stand)
          record = edited.record
        }
      }),
    )
  })

  it('make the line to any node the main line, as repeated promotion does', () => {
    fc.assert(
      fc.property(trees, fc.nat({ max: 1000 }), (nodes, pick) => {
        const record: GameRecord = { ...emptyRecord('go'), nodes }
        const at = pick % nodes.length
        const main = makeMainLine(record, at)
        const { first } = children(main.record.nodes)
        for (const index of pathTo(main.record.nodes, main.node)) {
          expect(first[main.record.nodes[index]!.parent]).toBe(index)
        }
        let promoted: Edited = { record, node: at }
        for (let step = 0; step < nodes.length; step++) promoted = promote(promoted.record, promoted.node)
        expect(promoted.node).toBe(main.node)
      }),
    )
  })

  it('take a deleted last move as if it had not been added', () => {
    fc.assert(
      fc.property(trees, fc.nat({ max: 1000 }), (nodes, pick) => {
        const record: GameRecord = { ...emptyRecord('go'), nodes }
        const added = addMove(record, pick % nodes.length, 9999)
        expect(deleteLine(added.record, added.node)).toEqual({ record, node: pick % nodes.length })
      }),
    )
  })

  it('add and remove notes', () => {
    const record: GameRecord = { ...emptyRecord('go'), nodes: [{ parent: -1 }, { parent: 0, move: 7 }] }
    const noted = changeNotes(record, 1, { ...NOTES, name: 'a line' })
    expect(noted.nodes[1]).toEqual({ parent: 0, move: 7, name: 'a line', ...NOTES })
    expect(changeNotes(noted, 1, { glyphs: [] }).nodes[1]).not.toHaveProperty('glyphs')
    expect(changeNotes(noted, 1, { comments: [], glyphs: undefined, marks: [], name: '' })).toEqual(record)
  })

  it('refuse what is not there', () => {
    expect(() => deleteLine(emptyRecord('go'), 0)).toThrow(TypeError)
    expect(() => addMove(emptyRecord('go'), 1, 7)).toThrow(TypeError)
    expect(() => changeNotes(emptyRecord('go'), -1, {})).toThrow(TypeError)
  })
})

describe('a record with a timeline', () => {
  const timeline: Timeline = [
    { type: 'start' },
    { type: 'move', move: makePlacement(5), actor: 0 },
    { type: 'message', text: 'hello', actor: 1 },
  ]
  const players = [
    { colour: 1 as const, name: 'Ann' },
    { colour: 2 as const, name: 'Bo' },
  ]
  const live = (): GameRecord => {
    const steps = structuredClone(timeline)
    const record = emptyRecord('go')
    return { ...record, header: { ...record.header, players }, nodes: timelineTree(steps, players), timeline: steps }
  }

  it('loses it when its tree is changed', () => {
    const record = live()
    expect(addMove(record, 1, makePlacement(9)).record).not.toHaveProperty('timeline')
    expect(changeNotes(record, 1, { glyphs: [{ nag: 1 }] })).not.toHaveProperty('timeline')
    expect(promote(record, 1).record).toBe(record)
    expect(cutAfter(record, 1).record).toBe(record)
    expect(record.timeline).toHaveLength(3)
  })

  it('keeps it when its header is changed, and the tree calls the players by their new names', () => {
    const record = live()
    const renamed = players.map((player) => ({ ...player, name: `${player.name} B.` }))
    const changed = changeHeader(record, { ...record.header, players: renamed })
    expect(changed.timeline).toEqual(record.timeline)
    expect(changed.nodes[1]!.comments).toEqual([{ text: 'Bo B.: hello', placement: 'after' }])
    const edited = changeNotes(record, 1, { comments: [{ text: 'mine', placement: 'after' }] })
    expect(changeHeader(edited, changed.header).nodes).toBe(edited.nodes)
  })
})

/** PGN in memory: reading, writing, and a tree as one line of text for comparing. */
import { MemorySinkSet } from '../../src/bytes/sink.ts'
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import type { Collection, ReadOptions, WriteOptions } from '../../src/formats/format.ts'
import { pgn } from '../../src/formats/pgn/format.ts'
import type { Issue } from '../../src/issues/issue.ts'
import type { GameRecord } from '../../src/model/record.ts'
import { children, type MoveNode } from '../../src/model/tree.ts'
import { rulesOf } from '../../src/rules/index.ts'
import type { Position, Rules } from '../../src/rules/rules.ts'

/** Opens text or bytes as a file. */
export function openPgn(content: string | Uint8Array, options?: ReadOptions): Promise<Collection> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return pgn.open(new MemoryFileSet(new MemorySource('games.pgn', bytes)), options)
}

/** Reads all games without their origin, and all issues. */
export async function readPgn(
  content: string | Uint8Array,
  options?: ReadOptions,
): Promise<{ records: GameRecord[]; issues: Issue[] }> {
  const collection = await openPgn(content, options)
  const entries = [...collection.entries()]
  const records = entries.map(({ record }) => {
    const { origin: _origin, ...rest } = record!
    return rest
  })
  return { records, issues: [...collection.issues, ...entries.flatMap(({ issues }) => issues)] }
}

/** Writes records to a file in memory. */
export async function writePgn(
  records: readonly GameRecord[],
  options: WriteOptions = {},
): Promise<{ bytes: Uint8Array; text: string; issues: Issue[] }> {
  const out = new MemorySinkSet('games.pgn')
  const writer = await pgn.write(out, options)
  const issues = records.flatMap((record) => writer.add(record).issues)
  issues.push(...writer.finish())
  const bytes = out.files.get('games.pgn')!
  return { bytes, text: new TextDecoder().decode(bytes), issues }
}

/**
 * A tree as one line: moves as the rules write them, `?text` for one that was not read, `{text}`
 * after and `<text>` before a move, `$1`, and each variation in parentheses behind the move it replaces.
 */
export function drawTree(record: GameRecord): string {
  const rules: Rules = rulesOf(record.game)
  const { variant: _variant, ...rest } = record
  let start: Position | undefined
  try {
    start = rules.start(record.variant === 'chess960' ? record : rest)
  } catch {
    start = undefined
  }
  const { first, next } = children(record.nodes)
  const around = (node: MoveNode) => {
    const after = (node.comments ?? []).filter(({ placement }) => placement === 'after').map(({ text }) => ` {${text}}`)
    return (node.glyphs ?? []).map(({ nag, code }) => ` $${nag}${code ?? ''}`).join('') + after.join('')
  }
  const draw = (index: number, position: Position | undefined): string => {
    const node = record.nodes[index]!
    const before = (node.comments ?? []).filter(({ placement }) => placement === 'before')
    const text =
      node.move === undefined ? `?${node.unread?.text}` : position ? rules.writeMove(position, node.move) : '?'
    return before.map(({ text }) => `<${text}> `).join('') + text + around(node)
  }
  const line = (index: number, position: Position | undefined): string => {
    const parts: string[] = []
    for (let at = index; at !== -1; at = first[at]!) {
      const isStart = at === index
      parts.push(draw(at, position))
      if (!isStart || record.nodes[at]!.parent === 0 || first[record.nodes[at]!.parent] === at) {
        for (let other = next[at]!; other !== -1 && first[record.nodes[at]!.parent] === at; other = next[other]!) {
          parts.push(`(${line(other, position && rules.clone(position))})`)
        }
      }
      const { move } = record.nodes[at]!
      if (position && move !== undefined) rules.play(position, move)
    }
    return parts.join(' ')
  }
  const moves = first[0] === -1 ? '' : line(first[0]!, start)
  return [around(record.nodes[0]!).trim(), moves].filter(Boolean).join(' ')
}

/** A file as one value for comparing by eye: every game with its tree as a line, and every issue with its line. */
export async function summarize(content: string | Uint8Array): Promise<unknown> {
  const { records, issues } = await readPgn(content)
  const games = records.map((record) => {
    const { nodes, header, game, ...rest } = record
    // What the drawn tree does not show.
    const details = nodes.flatMap((node, index) => {
      const { parent: _parent, move: _move, unread: _unread, comments: _comments, glyphs: _glyphs, ...others } = node
      return Object.keys(others).length > 0 ? [[index, others]] : []
    })
    return { game, ...rest, header, tree: drawTree(record), ...(details.length > 0 ? { details } : {}) }
  })
  return { games, issues: issues.map(({ id, place }) => `${id} in line ${place?.line}`) }
}

/**
 * SGF taken apart by brute force, to judge what our reader and writer do: no
 * record, no meaning, only nodes with properties and the text between their brackets. Also reading and
 * writing through the format in one call.
 */
import { MemorySinkSet } from '../../src/bytes/sink.ts'
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import type { Collection, Entry, ReadOptions, WriteOptions } from '../../src/formats/format.ts'
import { sgf } from '../../src/formats/sgf/format.ts'
import type { Issue } from '../../src/issues/issue.ts'
import type { GameRecord, TextDocument } from '../../src/model/record.ts'

/** A node as it is in the text: identifiers in capitals, values with their escapes. */
export interface RawNode {
  parent: number
  properties: { id: string; values: string[] }[]
}

/**
 * Takes all game trees of a text apart. Takes well-formed text, with anything
 * between the trees; a semicolon may be missing at the start of a tree.
 */
export function takeApart(text: string): RawNode[][] {
  const games: RawNode[][] = []
  let nodes: RawNode[] = []
  let forks: number[] = []
  let current = -1
  let at = 0
  const blank = (index: number) => text.charCodeAt(index) <= 32
  while (at < text.length) {
    const character = text[at]!
    if (forks.length === 0) {
      // Outside of trees only a bracket before a semicolon or an identifier counts.
      if (/^\([\s(]*(?:;|[A-Z]{1,2}\[)/.test(text.slice(at, at + 40))) {
        nodes = []
        games.push(nodes)
        forks = [-1]
        current = -1
      }
      at++
    } else if (character === '(') {
      forks.push(current)
      at++
    } else if (character === ')') {
      current = forks.pop()!
      at++
    } else if (character === ';') {
      current = nodes.push({ parent: current, properties: [] }) - 1
      at++
    } else if (/[A-Za-z]/.test(character)) {
      let end = at
      while (/[A-Za-z]/.test(text[end] ?? '')) end++
      const id = text.slice(at, end).replaceAll(/[a-z]/g, '')
      if (current === -1) current = nodes.push({ parent: -1, properties: [] }) - 1
      const values: string[] = []
      while (blank(end)) end++
      while (text[end] === '[') {
        const start = ++end
        while (text[end] !== ']') end += text[end] === '\\' ? 2 : 1
        values.push(text.slice(start, end))
        end++
        while (blank(end)) end++
      }
      nodes[current]!.properties.push({ id, values })
      at = end
    } else {
      at++
    }
  }
  return games
}

/** Every property of a node as one line of text, in alphabetical order. */
export function propertyLines(node: RawNode): string[] {
  return node.properties.map(({ id, values }) => id + values.map((value) => `[${value}]`).join('')).toSorted()
}

/** Whether a node sets up stones, or HA has them set up, and leaves the side to move to the reader, which then names it. */
export function leavesTurnOpen({ properties }: RawNode): boolean {
  const has = (ids: readonly string[]) => properties.some(({ id }) => ids.includes(id))
  return has(['AB', 'AW', 'AE', 'HA']) && !has(['PL'])
}

export async function openSgfBytes(bytes: Uint8Array, options?: ReadOptions, name = 'test.sgf'): Promise<Collection> {
  return sgf.open(new MemoryFileSet(new MemorySource(name, bytes)), options)
}

export async function readSgf(content: string | Uint8Array, options?: ReadOptions): Promise<Entry[]> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return [...(await openSgfBytes(bytes, options)).entries()]
}

/** The only record of a text. */
export async function readOne(content: string | Uint8Array, options?: ReadOptions): Promise<GameRecord> {
  const [entry] = await readSgf(content, options)
  return entry!.record!
}

/** Identifiers of the issues of the only entry of a text. */
export async function issueIds(content: string | Uint8Array): Promise<string[]> {
  const [entry] = await readSgf(content)
  return entry!.issues.map(({ id }) => id)
}

export async function writeSgf(
  parts: readonly (GameRecord | TextDocument)[],
  options?: WriteOptions,
  preface?: string,
): Promise<{ bytes: Uint8Array; text: string; issues: Issue[] }> {
  const out = new MemorySinkSet('out.sgf')
  const writer = await sgf.write(out, options)
  if (preface !== undefined) writer.begin!({ comment: preface })
  const issues = parts.flatMap((part) => ('game' in part ? writer.add(part) : writer.addDocument!(part)).issues)
  issues.push(...writer.finish())
  const bytes = out.files.get('out.sgf')!
  return { bytes, text: new TextDecoder().decode(bytes), issues }
}

/** A record or text without where it came from, which is not part of it. */
export function withoutOrigin<Part extends GameRecord | TextDocument>(part: Part): Part {
  const { origin: _origin, ...rest } = part
  return rest as Part
}

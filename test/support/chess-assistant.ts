/** Databases of Chess Assistant in memory, and changes of them that no writer of the library makes. */
import { MemorySinkSet } from '../../src/bytes/sink.ts'
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import { ByteWriter } from '../../src/bytes/writer.ts'
import { chessAssistant } from '../../src/formats/chess-assistant/format.ts'
import { buildVolume, openVolume } from '../../src/formats/chess-assistant/files/volume.ts'
import type { Collection, ReadOptions, WriteOptions } from '../../src/formats/format.ts'
import type { Issue } from '../../src/issues/issue.ts'
import { emptyRecord, type GameRecord } from '../../src/model/record.ts'
import type { NamedBytes } from './named-bytes.ts'

export type Files = Map<string, Uint8Array>

/** Writes records to a database `base.cdp` in memory. */
export async function writeDatabase(
  records: Iterable<GameRecord>,
  options: WriteOptions = {},
): Promise<{ files: Files; issues: Issue[] }> {
  const out = new MemorySinkSet('base.cdp')
  const writer = await chessAssistant.write(out, options)
  const issues: Issue[] = []
  for (const record of records) issues.push(...writer.add(record).issues)
  issues.push(...writer.finish())
  return { files: new Map([...out.files].map(([name, bytes]) => [name, Uint8Array.from(bytes)])), issues }
}

/** The files of a database, the main one first. */
export function named(files: Files): NamedBytes[] {
  return ['base.cdp', ...[...files.keys()].filter((name) => name !== 'base.cdp')].map((name) => [
    name,
    files.get(name)!,
  ])
}

export function openDatabase(files: Files, options?: ReadOptions): Promise<Collection> {
  const [main, ...others] = named(files).map(([name, bytes]) => new MemorySource(name, bytes))
  return chessAssistant.open(new MemoryFileSet(main!, others), options)
}

/** A database whose games are the given codes; `gap` bytes of junk stand before every record. */
export async function databaseOf(games: readonly (readonly number[])[], gap = 0): Promise<Files> {
  const { files } = await writeDatabase(games.map(() => emptyRecord('chess')))
  setGames(files, games, gap)
  return files
}

/** Replaces the game records. Game 0 stays an empty one. */
export function setGames(files: Files, games: readonly ArrayLike<number>[], gap = 0): void {
  const data = new ByteWriter().u8(0).u8(0)
  const addresses = new ByteWriter().u32le(1)
  for (const codes of games) {
    data.fill(0xee, gap)
    addresses.u32le(data.length)
    if (codes.length < 128) data.u8(codes.length)
    else data.u8((codes.length & 127) | 128).u8(codes.length >> 7)
    data.put(Uint8Array.from(codes))
  }
  files.set('base.d02', data.bytes())
  files.set('base.a02', addresses.bytes())
}

/** The codes of the stored games of a database that this library wrote. */
export function gameCodes(files: Files): Uint8Array[] {
  const data = files.get('base.d02')!
  const addresses = new DataView(files.get('base.a02')!.slice().buffer)
  return Array.from({ length: addresses.byteLength / 4 - 1 }, (_, index) => {
    const at = addresses.getUint32(4 * index + 4, true)
    const isShort = data[at]! < 128
    const length = isShort ? data[at]! : (data[at]! & 127) + data[at + 1]! * 128
    const start = at + (isShort ? 1 : 2)
    return data.subarray(start, start + length)
  })
}

/** Rebuilds the volume, its files changed and in fragments of so many bytes. */
export function rebuildVolume(
  files: Files,
  fragmentSize: number,
  change: (name: string, bytes: Uint8Array) => Uint8Array = (_, bytes) => bytes,
): void {
  const volume = openVolume(new MemorySource('base.emb', files.get('base.emb')!))
  const contents = volume.names.map((name) => [name, change(name, volume.file(name))] as const)
  files.set('base.emb', buildVolume(contents, fragmentSize))
}

/** Changes one byte or more of every header row. */
export function changeHeaders(files: Files, change: (row: DataView, index: number) => void): void {
  const bytes = files.get('base.d00')!
  for (let index = 0; index * 38 < bytes.length; index++) {
    change(new DataView(bytes.buffer, bytes.byteOffset + index * 38, 38), index)
  }
}

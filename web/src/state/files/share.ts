/**
 * Games in an address: the record as JSON, compressed (raw DEFLATE), in base64 for addresses behind `#g=`. What stands
 * behind `#` is not sent to any server.
 */
import { unpackBytes } from '../../../../src/bytes/packed/unpack-bytes.ts'
import { words } from '../../words/index.ts'
import { asIncoming } from './incoming.ts'
import { attempt } from './library.ts'
import { openFiles, openingsBegun } from './opening.ts'
import { route } from '../page/route.ts'
import { goTo, isFlipped, node, record } from '../replay/replay.ts'

/** The most bytes that a shared game may have, so that a small address cannot fill the memory. */
const MOST = 8_000_000

/** What the address of a shared game says. */
export interface Shared {
  /** The compressed record. */
  game?: string | undefined
  /** The address of a file to fetch instead. */
  source?: string | undefined
  /** The node to show. */
  at: number
  isFlipped: boolean
}

/** Reads the address of the page; undefined if it shares nothing. */
export function readShared(address: URL): Shared | undefined {
  const inHash = new URLSearchParams(address.hash.slice(1))
  const game = inHash.get('g') ?? undefined
  const source = address.searchParams.get('src') ?? undefined
  if (game === undefined && source === undefined) return undefined
  const own = game === undefined ? address.searchParams : inHash
  return { game, source, at: Number(own.get('at') ?? 0), isFlipped: own.get('flip') === '1' }
}

/** Opens the game that the address shares, if it does. */
export async function openShared(): Promise<void> {
  const shared = readShared(new URL(location.href))
  // What was opened from it before has an address of its own.
  if (!shared || route.value.path.length > 0) return
  const before = openingsBegun()
  await attempt(async () => {
    if (shared.game === undefined) {
      const file = await fetchFile(shared.source!)
      if (openingsBegun() > before) return
      await openFiles(asIncoming([file]), { isPassing: true })
      turnTo(shared)
      return
    }
    const [{ readShortGame }, bytes] = await Promise.all([import('./short-games.ts'), unpack(shared.game)])
    if (openingsBegun() > before) return
    const text = new TextDecoder().decode(bytes)
    const file = new File([text], 'shared.jsonl')
    const games = readShortGame(file.name, new TextEncoder().encode(text))
    await openFiles(asIncoming([file]), { isPassing: true }, games && { games, turn: () => turnTo(shared) })
    if (!games) turnTo(shared)
  })
}

/** Shows the board as the address says. */
function turnTo({ at, isFlipped: isTurned }: Shared): void {
  const nodes = record.value?.nodes.length ?? 0
  if (Number.isInteger(at) && at > 0 && at < nodes) goTo(at)
  isFlipped.value = isTurned
}

/** Fetches a public file of another site, which must allow that. */
async function fetchFile(text: string): Promise<File> {
  const address = URL.parse(text, location.href)
  if (!address || !/^https?:$/.test(address.protocol)) throw new Error(words.publishedAddress)
  const answer = await fetch(address, { credentials: 'omit' })
  if (!answer.ok) throw new Error(`${address.href}: ${answer.status} ${answer.statusText}`)
  return new File([await answer.blob()], address.pathname.split('/').at(-1) || 'game')
}

/** What follows `#` in an address that shows the game and the move on the board. */
export async function shareText(): Promise<string> {
  const { origin: _, ...shown } = record.value!
  const game = await pack(`${JSON.stringify(shown)}\n`)
  return `g=${game}${node.value > 0 ? `&at=${node.value}` : ''}${isFlipped.value ? '&flip=1' : ''}`
}

/** Compresses a text for an address. */
export async function pack(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The bytes of a text from an address; throws if it is damaged or too long. */
export async function unpack(packed: string): Promise<Uint8Array<ArrayBuffer>> {
  const damaged = () => new Error(words.sharedDamaged)
  let binary: string
  try {
    binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    throw damaged()
  }
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0))
  const unpacked = await unpackBytes(bytes, 'deflate-raw', MOST)
  if (!unpacked.isWhole) throw damaged()
  return unpacked.bytes
}

/**
 * A second decoder of ChessBase 17 databases, written from the description of the format alone and sharing nothing with
 * the one in src: what both read the same is not an error that one of them makes twice.
 */

/** A game as this decoder sees it. */
export interface DecodedGame {
  white: string
  black: string
  event: string
  place: string
  annotator: string
  source: string
  result: number
  eco: number
  elos: [number, number]
  rounds: [number, number, number]
  date: [number, number, number]
  flags: number
  moveCount: number
  /** The tree in squares: `e2e4`, `e7e8q`, `--`; each alternative in parentheses right after the move it replaces. */
  tree: string
  /** The words before the section of moves. */
  start: number[]
  /** Comments with the number of their move in the order of the text of the tree. */
  comments: [number, number, string][]
  /** Types of all annotations. */
  types: number[]
}

type Files = ReadonlyMap<string, Uint8Array>

function part(files: Files, extension: string): DataView {
  const found = [...files].find(([name]) => name.endsWith(extension))![1]
  return new DataView(found.buffer, found.byteOffset, found.byteLength)
}

const SQUARES = Array.from({ length: 64 }, (_, square) => 'abcdefgh'[square >> 3]! + String((square & 7) + 1))

/** What every word plays: built by counting as the description counts. */
const PLAYS = new Map<number, string>()
{
  let word = 1
  const put = (text: string) => PLAYS.set(word++, text)
  const diagonal = ['-1-1', '1-1', '11', '-11']
  const straight = ['-10', '0-1', '10', '01']
  const step = (text: string): [number, number] => {
    const [, file, rank] = /^(-?\d)(-?\d)$/.exec(text)!
    return [Number(file), Number(rank)]
  }
  const kinds: [string[], number][] = [
    [['-1-1', '-10', '-11', '0-1', '01', '1-1', '10', '11'], 1],
    [[...diagonal, ...straight], 7],
    [['-2-1', '-21', '2-1', '21', '-1-2', '-12', '1-2', '12'], 1],
    [diagonal, 7],
    [straight, 7],
  ]
  for (let colour = 0; colour < 2; colour++) {
    for (const [steps, reach] of kinds) {
      for (let from = 0; from < 64; from++) {
        for (const [files, ranks] of steps.map(step)) {
          for (let far = 1; far <= reach; far++) {
            const [file, rank] = [(from >> 3) + files * far, (from & 7) + ranks * far]
            if (Math.min(file, rank) < 0 || Math.max(file, rank) > 7) break
            for (let capture = 0; capture < 6; capture++) put(SQUARES[from]! + SQUARES[file * 8 + rank]!)
          }
        }
      }
    }
  }
  for (const colour of 'wb') {
    for (let file = 0; file < 8; file++) {
      for (let rank = 1; rank < 7; rank++) {
        const up = colour === 'w' ? 1 : -1
        const done = colour === 'w' ? rank - 1 : 6 - rank
        const name = (f: number, r: number) => SQUARES[file * 8 + rank]! + SQUARES[f * 8 + r]!
        if (done === 0) put(name(file, rank + 2 * up))
        for (const piece of done === 5 ? 'qnbr' : ['']) put(name(file, rank + up) + piece)
        for (const side of [file - 1, file + 1]) {
          if (side < 0 || side > 7) continue
          const target = name(side, rank + up)
          if (done === 5) for (const piece of 'qnbrqnbrqnbrqnbr') put(target + piece)
          else for (let capture = 0; capture < (done === 3 ? 6 : 5); capture++) put(target)
        }
      }
    }
  }
  for (const castling of ['e1c1', 'e1g1', 'e8c8', 'e8g8']) put(castling)
}

/** A record of `.2cbg` or `.2cba`: its tag and content. Throws for anything that is not as described. */
function frame(view: DataView, offset: number): [tag: number, content: DataView] {
  const mark = [0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11]
  if (mark.some((byte, index) => view.getUint8(offset + index) !== byte)) throw new Error('no mark')
  const [size, spare] = [view.getInt32(offset + 8, true), view.getInt32(offset + 12, true)]
  const content = new DataView(view.buffer, view.byteOffset + offset + 26, size)
  const length = view.getBigInt64(offset + 26 + size + spare, true)
  if (length !== BigInt(size + spare + 34)) throw new Error('wrong length')
  const share = Math.trunc(size / 8)
  for (let index = 0; index < 8; index++) {
    let sum = 0
    if (share === 0) sum = index < size ? content.getUint8(index) : 0
    else for (let at = 0; at < share; at++) sum += content.getUint8(index * share + at)
    if (view.getUint8(offset + 16 + 7 - index) !== sum % 256) throw new Error('wrong checksum')
  }
  return [view.getUint16(offset + 24, true), content]
}

/** The texts at the start of an entity: type by its place among the containers. */
function strings(lid: DataView, type: number, id: bigint, count: number, from = 0): string[] {
  const sizes = Array.from({ length: lid.getInt32(4) }, (_, index) => lid.getInt32(8 + 20 * index))
  const before = sizes.slice(0, type).reduce((sum, size) => sum + size, 0)
  const block = sizes.reduce((sum, size) => sum + size, 0)
  let at = lid.getInt32(0) + Number(id) * block + before + 4 + from
  return Array.from({ length: count }, () => {
    const length = lid.getInt32(at, true)
    const bytes = new Uint8Array(lid.buffer, lid.byteOffset + at + 4, length)
    at += 4 + length
    return new TextDecoder().decode(bytes)
  })
}

/** The words of a line as text: pops the last waiting alternative at each end. */
function treeOf(words: number[], isFree: boolean): string {
  interface Tree {
    move: string
    next: Tree[]
  }
  const root: Tree = { move: '', next: [] }
  const waiting: Tree[] = []
  let parent = root
  let at = 0
  for (;;) {
    const word = words[at++]
    if (word === undefined) throw new Error('no end')
    if (word === 0xffff) {
      if (waiting.length === 0) break
      parent = waiting.pop()!
      continue
    }
    const free = SQUARES[word & 63]! + SQUARES[(word >> 6) & 63]!
    const move = word === 0xfffa ? '--' : isFree ? free : PLAYS.get(word)
    if (move === undefined) throw new Error(`no move ${word}`)
    const node: Tree = { move, next: [] }
    parent.next.push(node)
    if (words[at] === 0xfffd) {
      waiting.push(parent)
      at++
    }
    parent = node
  }
  if (at !== words.length) throw new Error('words after the end')
  const texts: string[] = []
  const line = (from: Tree): void => {
    const [main, ...others] = from.next
    if (!main) return
    texts.push(main.move)
    for (const other of others) {
      texts.push('(', other.move)
      line(other)
      texts.push(')')
    }
    line(main)
  }
  line(root)
  return texts.join(' ')
}

/** Comments and types of annotations, of the types that have a simple length. */
function annotations(content: DataView): Pick<DecodedGame, 'comments' | 'types'> {
  const comments: DecodedGame['comments'] = []
  const types: number[] = []
  const sizes: Record<number, number> = {
    3: 3,
    7: 4,
    0x14: 1,
    0x16: 4,
    0x17: 4,
    0x18: 1,
    0x21: 6,
    0x22: 4,
    0x23: 4,
    0x25: 4,
  }
  for (let at = 0; ;) {
    const position = content.getInt32(at, true)
    if (position === 0x7fffffff) break
    const count = content.getInt32(at + 4, true)
    at += 8
    for (let index = 0; index < count; index++) {
      const type = content.getInt16(at, true)
      at += 2
      types.push(type)
      if (type === 2 || type === 0x82) {
        const length = content.getInt32(at + 4, true)
        const bytes = new Uint8Array(content.buffer, content.byteOffset + at + 8, length)
        comments.push([position, type, new TextDecoder().decode(bytes)])
        at += 8 + length
      } else if (type === 4 || type === 5 || type === 0x15) at += 4 + content.getInt32(at, true)
      else if (type === 0x24) at += 38
      else if (type === 0x26) at += 5 + content.getInt32(at + 1, true)
      else if (sizes[type] !== undefined) at += sizes[type]
      else throw new Error(`type ${type}`)
    }
  }
  return { comments, types }
}

/** All games of a database. */
export function decodeGames(files: Files): DecodedGame[] {
  const [heads, moves, notes, lid] = ['.2cbh', '.2cbg', '.2cba', '.2lid'].map((end) => part(files, end)) as [
    DataView,
    DataView,
    DataView,
    DataView,
  ]
  const games: DecodedGame[] = []
  for (let at = 192; at < heads.byteLength; at += 192) {
    const id = (offset: number) => heads.getBigInt64(at + offset, true)
    const short = (offset: number) => heads.getInt16(at + offset, true)
    const [tag, content] = frame(moves, Number(id(8)))
    const words = Array.from({ length: content.byteLength / 2 }, (_, index) => content.getUint16(2 * index, true))
    const cut = words.indexOf(0xfffc)
    const name = (offset: number) =>
      strings(lid, 0, id(offset), 2)
        .filter((text) => text !== '')
        .join(', ')
    const [place, event] = strings(lid, 1, id(0x28), 2) as [string, string]
    const day = heads.getInt32(at + 0xbc, true)
    const [notesTag, notesContent] = frame(notes, Number(id(0x10)))
    if (notesTag !== 0x2000) throw new Error('no annotations')
    games.push({
      white: name(0x18),
      black: name(0x20),
      annotator: name(0x30),
      event,
      place,
      source: strings(lid, 2, id(0x38), 1)[0]!,
      result: heads.getUint8(at + 0x58),
      eco: heads.getUint16(at + 0x80, true),
      elos: [short(0x60), short(0x70)],
      rounds: [short(0x5a), short(0x5c), short(0x5e)],
      date: [day & 31, (day >> 5) & 15, day >> 9],
      flags: heads.getUint32(at + 0x84, true),
      moveCount: short(0x8a),
      start: words.slice(words[0] === 0xfffb ? 1 : 0, cut),
      tree: treeOf(words.slice(cut + 1), tag === 10),
      ...annotations(notesContent),
    })
  }
  return games
}

/** Finds the games in a text or page: blocks of tags `[DhtmlXQ_key]value[/DhtmlXQ_key]`. docs/formats/dhtmlxq.md. */

/** The tags of one game, values as they stand. Of a tag that comes twice the longest value counts. */
export type Tags = ReadonlyMap<string, string>

const BLOCK = /\[DhtmlXQ(?:iFrame)?\]/gi
const TAG = /\[DhtmlXQ_([a-z0-9_]{1,40})\]/gi

/** A tag and where its value stands. */
interface Tag {
  name: string
  /** Where the tag itself begins. */
  index: number
  from: number
  stop: number
}

/** The blocks of a text that have tags. What stands before the first one belongs to it: pages have their moves in a script. */
export function findBlocks(text: string): Tags[] {
  return blocksOf(text)
    .map(({ start, end, tags }) => readTags(text, start, end, tags))
    .filter((tags) => tags.size > 0)
}

/** What stands in a text outside the tags: it belongs to no game. Of a page, its markup says nothing of one. */
export function outsideTags(text: string): string {
  if (/<(?:html|head|body|script|div|p|br|a|textarea)\b/i.test(text)) return ''
  const outside: string[] = []
  let at = 0
  for (const { index, stop } of blocksOf(text).flatMap(({ tags }) => tags)) {
    outside.push(text.slice(at, index))
    at = stop
  }
  return [...outside, text.slice(at)]
    .join(' ')
    .replaceAll(/\[\/?DhtmlXQ(?:iFrame|_[a-z0-9_]{1,40})?\]/gi, ' ')
    .replaceAll(SEGMENT, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** A part of a text with the tags in it. */
interface Block {
  start: number
  end: number
  tags: Tag[]
}

/** The blocks of a text, and the tags within each, in one pass. */
function blocksOf(text: string): Block[] {
  const starts = [...text.matchAll(BLOCK)].map(({ index }) => index)
  const ends = [...starts.slice(1), text.length]
  const blocks = ends.map((end, index): Block => ({ start: index === 0 ? 0 : starts[index]!, end, tags: [] }))
  let [block, close] = [0, -1]
  TAG.lastIndex = 0
  for (let match = TAG.exec(text); match !== null; match = TAG.exec(text)) {
    while (match.index >= blocks[block]!.end) block++
    const { end, tags } = blocks[block]!
    const from = TAG.lastIndex
    // CCBridge closes some tags by another name.
    if (close < from) close = text.indexOf('[/DhtmlXQ_', from)
    if (close < 0) close = text.length
    const stop = Math.min(close, end)
    tags.push({ name: match[1]!.toLowerCase(), index: match.index, from, stop })
    TAG.lastIndex = stop
  }
  return blocks
}

function readTags(text: string, start: number, end: number, found: readonly Tag[]): Tags {
  const tags = new Map<string, string>()
  for (const { name, from, stop } of found) {
    const isOfTime = name === 'blacktime' && text.startsWith('[/DhtmlXQ_time]', stop)
    const key = isOfTime ? timeKey(tags) : name
    const value = text.slice(from, stop)
    if (value.length > (tags.get(key)?.length ?? -1)) tags.set(key, value)
  }
  if (!tags.get('movelist')) addSegments(tags, text.slice(start, end))
  return tags
}

/** A line as scripts of pages hold it: parent, ply and number of the line, then its moves. */
const SEGMENT = /\[([0-9]{1,5})_([0-9]{1,5})_([0-9]{1,5})\]([0-9]*)\[\/\1_\2_\3\]/g

/** Adds the lines of a script as the tags that they stand for: line 0 is the list of moves, the others are branches. */
function addSegments(tags: Map<string, string>, text: string): void {
  for (const [, parent, ply, line, moves] of text.matchAll(SEGMENT)) {
    tags.set(line === '0' ? 'movelist' : `move_${parent}_${ply}_${line}`, moves!)
  }
}

/** CCBridge opens both times as that of Black, and closes them as `time`: that of Red comes before the name of Black. */
function timeKey(tags: Tags): string {
  return tags.has('black') || tags.has('redtime') ? 'blacktime' : 'redtime'
}

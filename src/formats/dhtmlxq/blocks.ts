/** Finds the games in a text or page: blocks of tags `[DhtmlXQ_key]value[/DhtmlXQ_key]`. docs/formats/dhtmlxq.md. */

/** The tags of one game, values as they stand. Of a tag that comes twice the longest value counts. */
export type Tags = ReadonlyMap<string, string>

const BLOCK = /\[DhtmlXQ(?:iFrame)?\]/gi
const TAG = /\[DhtmlXQ_([a-z0-9_]{1,40})\]/gi

/** The blocks of a text that have tags. What stands before the first one belongs to it: pages have their moves in a script. */
export function findBlocks(text: string): Tags[] {
  const starts = [...text.matchAll(BLOCK)].map(({ index }) => index)
  const ends = [...starts.slice(1), text.length]
  return ends.map((end, index) => readTags(text, index === 0 ? 0 : starts[index]!, end)).filter((tags) => tags.size > 0)
}

/** What stands in a text outside the tags: it belongs to no game. Of a page, its markup says nothing of one. */
export function outsideTags(text: string): string {
  if (/<(?:html|head|body|script|div|p|br|a|textarea)\b/i.test(text)) return ''
  return text
    .replaceAll(/\[DhtmlXQ_([a-z0-9_]{1,40})\][^[]*\[\/DhtmlXQ_[a-z0-9_]{1,40}\]/gi, ' ')
    .replaceAll(/\[\/?DhtmlXQ(?:iFrame|_[a-z0-9_]{1,40})?\]/gi, ' ')
    .replaceAll(SEGMENT, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function readTags(text: string, start: number, end: number): Tags {
  const tags = new Map<string, string>()
  TAG.lastIndex = start
  for (let match = TAG.exec(text); match !== null && match.index < end; match = TAG.exec(text)) {
    const from = TAG.lastIndex
    // CCBridge closes some tags by another name.
    const close = text.indexOf('[/DhtmlXQ_', from)
    const stop = close < 0 || close > end ? end : close
    const name = match[1]!.toLowerCase()
    const isOfTime = name === 'blacktime' && text.startsWith('[/DhtmlXQ_time]', stop)
    const key = isOfTime ? timeKey(tags) : name
    const value = text.slice(from, stop)
    if (value.length > (tags.get(key)?.length ?? -1)) tags.set(key, value)
    TAG.lastIndex = stop
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

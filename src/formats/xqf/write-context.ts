/** What the parts of the writer share: where to, how, and what became of it. */
import type { Issue } from '../../model/issue.ts'
import type { EncodedText } from './text.ts'

export interface WriteContext {
  readonly version: number
  readonly encoding: string
  readonly issues: Issue[]
}

/** Notes something that is written in another way or not at all. */
export function warn(context: WriteContext, name: string, message: string, node?: number): void {
  const issue: Issue = { id: `xqf/${name}`, severity: 'warning', message }
  context.issues.push(node === undefined ? issue : { ...issue, place: { node } })
}

/** Notes characters that could not be written, or not so that every program can show them. */
export function reportText(
  encoded: EncodedText,
  name: string,
  label: string,
  context: WriteContext,
  node?: number,
): void {
  if (encoded.lost.length > 0) {
    const characters = [...new Set(encoded.lost)].slice(0, 10).join(' ')
    const message = `the ${label} has characters that ${context.encoding} lacks, each is written as “?”: ${characters}`
    warn(context, `unencodable-${name}`, message, node)
  }
  if (encoded.isBeyondGbk) {
    warn(context, 'beyond-gbk', `the ${label} has characters beyond GBK, which XQStudio cannot show`, node)
  }
}

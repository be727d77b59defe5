/** What the parts of the writer share: output, options and issues. */
import { issue, type Issue } from '../../issues/issue.ts'
import type { FieldName } from './layout.ts'
import type { EncodedText } from './text.ts'

export interface WriteContext {
  readonly version: number
  readonly encoding: string
  readonly issues: Issue[]
}

/** Reports characters that could not be written, or not in a way that every program can show. */
export function reportText(
  encoded: EncodedText,
  name: FieldName | 'comment',
  context: WriteContext,
  node?: number,
): void {
  const place = node === undefined ? undefined : { node }
  if (encoded.lost.length > 0) {
    const characters = [...new Set(encoded.lost)].slice(0, 10).join(' ')
    const params = { encoding: context.encoding, characters }
    context.issues.push(issue(`xqf/unencodable-${name}`, 'warning', params, place))
  }
  if (encoded.isBeyondGbk) context.issues.push(issue('xqf/beyond-gbk', 'warning', {}, place))
}

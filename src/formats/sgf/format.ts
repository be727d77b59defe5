/** SGF, the Smart Game Format, FF[1] to FF[4], for Go and Othello. */
import { findUnicodeMark } from '../../bytes/unicode-mark.ts'
import { extension } from '../../bytes/source.ts'
import { decodeText } from '../../bytes/text.ts'
import { allFeaturesBut } from '../feature.ts'
import type { AppendableFormat } from '../format.ts'

/** The format of the Smart Game Format of Go and Othello. */
export const sgf: AppendableFormat = {
  id: 'sgf',
  name: 'SGF (Smart Game Format)',
  games: ['go', 'othello'],
  extensions: ['.sgf'],
  mediaTypes: ['application/x-go-sgf'],
  holds: 'many',
  // What SGF cannot express goes into private properties: docs/formats/sgf.md.
  keeps: allFeaturesBut(),
  options: [
    {
      name: 'game',
      description: 'the game to read trees as, whatever they say',
      for: 'reading',
      values: ['go', 'othello'],
    },
    {
      name: 'private',
      description: 'whether to write what SGF has no word for into private properties (default yes)',
      for: 'writing',
      values: ['yes', 'no'],
    },
  ],
  detect(head, name) {
    const isNamed = extension(name) === '.sgf'
    const text = decodeText(head, findUnicodeMark(head)?.encoding ?? 'windows-1252')
    if (/^[\s\uFEFFï»¿]*\(\s*;\s*[A-Za-z]+\s*\[/.test(text)) return 1
    // A game without its first bracket.
    if (/^[\s\uFEFFï»¿]*;\s*(?:GM|FF|SZ|CA|AP|PB|PW|EV|KM)\s*\[/.test(text)) return 0.9
    if (/\(\s*;\s*[A-Z][A-Za-z]{0,20}\s*\[/.test(text)) return isNamed ? 0.9 : 0.4
    return isNamed ? 0.3 : 0
  },
  async open(files, options) {
    const { openSgf } = await import('./reader.ts')
    return openSgf(files, options)
  },
  async write(out, options) {
    const { writeSgf } = await import('./writer.ts')
    return writeSgf(out, options)
  },
  async append(files, edit, options) {
    const { openSgf } = await import('./reader.ts')
    const { writeSgf } = await import('./writer.ts')
    const { encodingToAdd, endOfText, lineEndOf } = await import('../append-text.ts')
    const encoding = encodingToAdd(files, openSgf(files).about, options?.encoding)
    if (files.main.size === 0) return writeSgf(endOfText(files, edit, '', encoding), { ...options, encoding })
    const lineEnd = lineEndOf(files, encoding)
    return writeSgf(endOfText(files, edit, lineEnd, encoding), { ...options, encoding }, lineEnd)
  },
}

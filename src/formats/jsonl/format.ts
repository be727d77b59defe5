/** The record itself, as JSON lines: nothing is lost. */
import { allFeaturesBut } from '../feature.ts'
import type { AppendableFormat } from '../format.ts'
import { GAMES } from '../../model/record.ts'

/** How a line of a record or text begins. */
const RECORD = /^(?:\uFEFF)?\s*\{\s*"game"\s*:\s*"(?:chess|xiangqi|go|othello)"/
const OBJECT = /^(?:\uFEFF)?\s*\{\s*"/

/** The format of JSON lines: one record a line. */
export const jsonl: AppendableFormat = {
  id: 'jsonl',
  name: 'Ludograph JSON lines',
  games: GAMES,
  extensions: ['.jsonl', '.ndjson'],
  mediaTypes: ['application/x-ndjson', 'application/jsonl'],
  holds: 'many',
  joins: true,
  keeps: allFeaturesBut(),
  detect: (head, name) => {
    const text = new TextDecoder().decode(head.subarray(0, 1 << 16))
    if (RECORD.test(text)) return 0.95
    if (!OBJECT.test(text)) return 0
    const hasParts = /"nodes"\s*:\s*\[|"bodies"\s*:\s*\[/.test(text) && /"header"\s*:\s*\{/.test(text)
    if (hasParts) return 0.8
    return /\.(?:jsonl|ndjson)$/i.test(name) ? 0.3 : 0
  },
  open: async (files) => (await import('./reader.ts')).openJsonl(files),
  write: async (out) => (await import('./writer.ts')).writeJsonl(out),
  async append(files, edit) {
    const { openJsonl } = await import('./reader.ts')
    const { writeJsonl } = await import('./writer.ts')
    const { endOfText, lineEndOf } = await import('../append-text.ts')
    openJsonl(files)
    return writeJsonl(endOfText(files, edit, '\n', 'utf-8', lineEndOf(files, 'utf-8')))
  },
}

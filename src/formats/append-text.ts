/** Adds games to a file that is one text: after what it holds, in its encoding. */
import type { FileEdit } from '../bytes/edit.ts'
import { EditSink } from '../bytes/edit-sink.ts'
import type { SinkSet } from '../bytes/sink.ts'
import type { FileSet } from '../bytes/source.ts'
import { encodeText } from '../bytes/text.ts'

/**
 * The encoding in which games are added: a text has one, so that of the file; the wanted one where nothing is there yet.
 * @param about of the file, as opened
 */
export function encodingToAdd(files: FileSet, about: { encoding?: string }, wanted?: string): string {
  return (files.main.size > 0 ? about.encoding : undefined) ?? wanted ?? 'utf-8'
}

/**
 * The end of the main file as the output of a writer. The change is made when the writer commits.
 * @param gap what must be between the games that are there and those to come: one or more line feeds
 */
export function endOfText(files: FileSet, edit: FileEdit, gap: string, encoding = 'utf-8'): SinkSet {
  const { name } = files.main
  let sink: EditSink | undefined
  return {
    name,
    create() {
      edit.begin([{ name, overwrites: [] }])
      const size = edit.size(name)
      sink = new EditSink(edit, name, size)
      if (size > 0) sink.append(missingGap(files, size, gap, encoding))
      return sink
    },
    commit() {
      sink?.flush()
      edit.commit()
    },
    abort: () => edit.undo(),
  }
}

/** What a text lacks of the gap at its end. */
function missingGap({ main }: FileSet, size: number, gap: string, encoding: string): Uint8Array {
  for (let length = gap.length; length > 0; length--) {
    const there = encodeText(gap.slice(0, length), encoding).bytes
    const end = main.read(size - there.length, size)
    if (there.every((byte, at) => end[at] === byte)) return encodeText(gap.slice(length), encoding).bytes
  }
  return encodeText(gap, encoding).bytes
}

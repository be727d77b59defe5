/** wei7, the JSON format of Zhenzhen Zhan for Go games, problems, tutorials and live study. See docs/formats/wei7.md. */
import type { WritableFormat } from '../format.ts'
import { KEEPS } from './keeps.ts'

/** The format of wei7, a format of Go records and lessons. */
export const wei7: WritableFormat = {
  id: 'wei7',
  name: 'wei7',
  games: ['go'],
  extensions: ['.wei7'],
  mediaTypes: [],
  holds: 'one',
  keeps: KEEPS,
  options: [
    {
      name: 'draft',
      description: 'revision of the specification to judge by; "any" allows what any of them does',
      for: 'reading',
      values: ['any', '5', '7'],
    },
    {
      name: 'keep-losses',
      description: 'write what wei7 cannot say to a file beside, name.wei7.loss.json',
      for: 'writing',
      values: ['yes', 'no'],
    },
  ],

  detect(head, name) {
    const text = new TextDecoder().decode(head).trimStart()
    if (/^<(\?xml[^>]*>\s*(<!--[^]*?-->\s*)*<)?wei7[\s>]/.test(text)) return 1
    const isNamed = name.toLowerCase().endsWith('.wei7')
    if (!text.startsWith('{')) return isNamed ? 0.3 : 0
    // The origin of a record says that it was read from wei7.
    if (/(?<!"origin"\s*:\s*\{\s*)"format"\s*:\s*"wei7"/.test(text)) return 1
    if (/"version"\s*:\s*"3\.0"/.test(text) && /"(tree|info|size)"\s*:/.test(text)) return 0.8
    return isNamed ? 0.9 : 0
  },

  async open(files, options) {
    const { readWei7 } = await import('./reader.ts')
    return readWei7(files, options)
  },

  async write(out, options) {
    const { writeWei7 } = await import('./writer.ts')
    return writeWei7(out, options)
  },
}

/** An entry that is no game: its text, without the layout it may have had. */
import type { TextDocument } from '../../../src/model/record.ts'
import { words } from '../words/index.ts'

export function DocumentPane({ document }: { document: TextDocument }) {
  const title = document.titles[0]?.text ?? document.header.title ?? words.textEntry
  return (
    <article class="document">
      <h1>{title}</h1>
      {document.bodies.map(({ language, mediaType, text }, index) => (
        <p key={index} lang={language}>
          {mediaType === 'text/html' ? plainText(text) : text}
        </p>
      ))}
    </article>
  )
}

/** The words of a text in HTML. Nothing of it is run or fetched: a parsed document is not shown. */
function plainText(html: string): string {
  const { body } = new DOMParser().parseFromString(
    html.replaceAll(/<(?:br|\/p|\/h\d|\/li|\/tr)\b[^>]*>/gi, '$&\n'),
    'text/html',
  )
  return body.textContent.trim()
}

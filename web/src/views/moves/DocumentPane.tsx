/** An entry that is not a game: its text, without the layout it may have had. */
import { signal } from '@preact/signals'
import type { Header, TextDocument } from '../../../../src/model/record.ts'
import { formatDate, language, languageName, words } from '../../words/index.ts'

/** The language in which texts are read; that of the page by default. */
const chosen = signal<string | undefined>(undefined)

export function DocumentPane({ document }: { document: TextDocument }) {
  const languages = [...new Set(document.bodies.flatMap(({ language }) => language ?? []))]
  const wished = [chosen.value, language.value].find((code) => code !== undefined && languages.includes(code))
  const shown = wished ?? languages[0]
  const title = document.titles.find(({ language }) => language === shown) ?? document.titles[0]
  return (
    <article class="document">
      <div class="prose">
        {languages.length > 1 && (
          <label class="choices">
            {words.languageOfText}{' '}
            <select value={shown} onChange={({ currentTarget }) => (chosen.value = currentTarget.value)}>
              {languages.map((code) => (
                <option key={code} value={code}>
                  {languageName(code)}
                </option>
              ))}
            </select>
          </label>
        )}
        <h1 lang={title?.language}>{title?.text ?? document.header.title ?? words.textEntry}</h1>
        <Origin header={document.header} />
        {document.bodies
          .filter((body) => body.language === undefined || body.language === shown)
          .map(({ language, mediaType, text }, index) => (
            <p key={index} lang={language}>
              {mediaType === 'text/html' ? plainText(text) : text}
            </p>
          ))}
      </div>
    </article>
  )
}

/** The author, subject and date of a text, as far as known. */
function Origin({ header: { annotator, event, date } }: { header: Header }) {
  const known = [annotator, event?.name, event?.site, date && formatDate(date)].filter(Boolean)
  return known.length === 0 ? null : <p class="quiet">{known.join(' · ')}</p>
}

/** The text of an HTML document. Nothing in it is run or fetched, since the parsed document is not displayed. */
function plainText(html: string): string {
  const { body } = new DOMParser().parseFromString(
    html.replaceAll(/<(?:br|\/p|\/h\d|\/li|\/tr)\b[^>]*>/gi, '$&\n'),
    'text/html',
  )
  return body.textContent.trim()
}

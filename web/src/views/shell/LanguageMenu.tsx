/** The choice of the language of the page. */
import { chooseLanguage, language, LANGUAGES, words, type LanguageCode } from '../../words/index.ts'

export function LanguageMenu() {
  return (
    <select
      class="language-menu"
      aria-label={words.language}
      title={words.language}
      value={language.value}
      onChange={({ currentTarget }) => void chooseLanguage(currentTarget.value as LanguageCode)}
    >
      {Object.entries(LANGUAGES).map(([code, name]) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </select>
  )
}

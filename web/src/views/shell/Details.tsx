/** Technical details, folded: for those who want to know, and for bug reports. */
import { words } from '../../words/index.ts'

export function Details({ text, title }: { text: string | readonly string[]; title?: string }) {
  return (
    <details>
      <summary>{title ?? words.details}</summary>
      {[text].flat().map((line) => (
        <small key={line}>{line}</small>
      ))}
    </details>
  )
}

/** What a program said, folded away: for those who want to know, and for reports of faults. */
import { words } from '../words/index.ts'

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

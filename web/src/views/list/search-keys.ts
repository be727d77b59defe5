/** From the search field into the list: ↓ moves into it, Enter shows the first game found. */
import { listedIndex, listingAt, showGame } from '../../state/files/library.ts'

export function onSearchKey(event: KeyboardEvent): void {
  if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
  event.preventDefault()
  document.querySelector<HTMLElement>('.games .list')?.focus()
  const first = listingAt(0)?.index
  if (first !== undefined && first !== listedIndex.value) void showGame(first)
}

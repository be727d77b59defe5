/** Copying to the clipboard, with a message about the outcome. */
import { useState } from 'preact/hooks'
import { words } from '../../words/index.ts'

export function useCopy() {
  const [word, setWord] = useState<'copied' | 'notCopied'>()
  /** @param write may be refused or not supported by browsers */
  const copy = (write: () => Promise<void>) => {
    const tryTo = async () => write()
    tryTo().then(
      () => setWord('copied'),
      () => setWord('notCopied'),
    )
  }
  return { said: word && words[word], copy }
}

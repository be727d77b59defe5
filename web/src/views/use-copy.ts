/** Copying to the clipboard, and what came of it in words. */
import { useState } from 'preact/hooks'
import { words } from '../words/index.ts'

export function useCopy() {
  const [word, setWord] = useState<'copied' | 'notCopied'>()
  /** @param write browsers may refuse it, or not have it */
  const copy = (write: () => Promise<void>) => {
    const tryTo = async () => write()
    tryTo().then(
      () => setWord('copied'),
      () => setWord('notCopied'),
    )
  }
  return { said: word && words[word], copy }
}

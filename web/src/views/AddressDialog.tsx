/** Opens a database published as static files. */
import { useState } from 'preact/hooks'
import { openPublished } from '../state/published.ts'
import { words } from '../words/index.ts'
import { Dialog } from './Dialog.tsx'

export function AddressDialog({ close }: { close: () => void }) {
  const [address, setAddress] = useState('')
  const [fault, setFault] = useState<string>()
  const [isOpening, setIsOpening] = useState(false)
  const open = async () => {
    setIsOpening(true)
    setFault(undefined)
    try {
      await openPublished(address)
      close()
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error))
    }
    setIsOpening(false)
  }
  return (
    <Dialog title={words.openAddress} close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void open()
        }}
      >
        <p>{words.publishedHint}</p>
        <label class="field">
          {words.publishedField}
          <input
            type="url"
            required
            placeholder="https://example.org/games.db"
            value={address}
            onInput={({ currentTarget }) => setAddress(currentTarget.value)}
          />
        </label>
        {fault !== undefined && (
          <p class="fault" role="alert">
            {fault}
          </p>
        )}
        <button type="submit" class="primary" disabled={isOpening}>
          {words.unlock}
        </button>
      </form>
    </Dialog>
  )
}

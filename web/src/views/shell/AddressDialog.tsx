/** Opens a database published as static files. */
import { useState } from 'preact/hooks'
import { openPublished, PublishedError } from '../../state/database/published.ts'
import { words } from '../../words/index.ts'
import { Details } from './Details.tsx'
import { Dialog } from './Dialog.tsx'

export function AddressDialog({ close }: { close: () => void }) {
  const [address, setAddress] = useState('')
  const [fault, setFault] = useState<Error>()
  const [isOpening, setIsOpening] = useState(false)
  const open = async () => {
    setIsOpening(true)
    setFault(undefined)
    try {
      await openPublished(address)
      close()
    } catch (error) {
      setFault(error as Error)
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
        {fault && (
          <div role="alert">
            <p class="fault">{fault.message}</p>
            {fault instanceof PublishedError && <Details text={fault.details} />}
          </div>
        )}
        <button type="submit" class="primary" disabled={isOpening}>
          {words.unlock}
        </button>
      </form>
    </Dialog>
  )
}

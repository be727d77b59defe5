/** Asks for the passwords of archives. */
import { useState } from 'preact/hooks'
import { locked, unlock } from '../../state/files/opening.ts'
import { words } from '../../words/index.ts'
import { Dialog } from './Dialog.tsx'

export function PasswordDialog() {
  const [given, setGiven] = useState<ReadonlyMap<string, string>>(new Map())
  const { names = [], wereTried = false } = locked.value ?? {}
  return (
    <Dialog title={words.password} close={() => (locked.value = undefined)}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void unlock(given)
        }}
      >
        <p>{words.passwordAsked}</p>
        {wereTried && (
          <p class="fault" role="alert">
            {words.passwordWrong}
          </p>
        )}
        {names.map((name) => (
          <label key={name} class="field">
            {name}
            <input
              type="password"
              autocomplete="off"
              required
              value={given.get(name) ?? ''}
              onInput={({ currentTarget }) => setGiven(new Map(given).set(name, currentTarget.value))}
            />
          </label>
        ))}
        <button type="submit" class="primary">
          {words.unlock}
        </button>
      </form>
    </Dialog>
  )
}

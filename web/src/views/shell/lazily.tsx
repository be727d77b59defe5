/** Views that are loaded when they are first shown, such as dialogs: the first page need not wait for them. */
import { signal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { attempt } from '../../state/files/library.ts'

/** The view once it is loaded; nothing until then. What goes wrong is said where all failures are. */
export function lazily<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const loaded = signal<ComponentType<Props> | undefined>(undefined)
  let isAsked = false
  return (props: Props) => {
    const Shown = loaded.value
    if (!Shown && !isAsked) {
      isAsked = true
      void attempt(async () => {
        loaded.value = await load()
      }).finally(() => (isAsked = false))
    }
    return Shown ? <Shown {...props} /> : null
  }
}

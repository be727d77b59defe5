/** A dialog over the page: Escape and a click outside close it. */
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { words } from '../../words/index.ts'
import { Failure } from './Notices.tsx'

export function Dialog({ title, close, children }: { title: string; close: () => void; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isGone = useRef(false)
  useLayoutEffect(() => {
    const element = dialog.current!
    element.showModal()
    return () => {
      // What takes the dialog away must not take the focus with it: closing gives it back.
      isGone.current = true
      element.close()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      onClose={() => !isGone.current && close()}
      onClick={({ target }) => {
        if (target === dialog.current) dialog.current?.close()
      }}
    >
      <div class="dialog">
        <header>
          <h2>{title}</h2>
          <button type="button" aria-label={words.close} onClick={() => dialog.current?.close()}>
            ✕
          </button>
        </header>
        {children}
        <div role="status">
          <Failure />
        </div>
      </div>
    </dialog>
  )
}

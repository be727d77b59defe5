/** A dialog over the page: Escape and a click outside close it. */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { words } from '../words/index.ts'
import { Failure } from './Notices.tsx'

export function Dialog({ title, close, children }: { title: string; close: () => void; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      onClose={close}
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

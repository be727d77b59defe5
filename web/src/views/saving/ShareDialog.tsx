/** The game as an address and as a part of another page: nothing is stored on a server. */
import { useEffect, useState } from 'preact/hooks'
import { rulesOf } from '../../../../src/rules/index.ts'
import { shareText } from '../../state/files/share.ts'
import { attempt } from '../../state/files/library.ts'
import { position, record } from '../../state/replay/replay.ts'
import { fill, formatNumber, words } from '../../words/index.ts'
import { Dialog } from '../shell/Dialog.tsx'
import { useCopy } from '../shell/use-copy.ts'

/** Some programs cut longer addresses. */
const LONG = 8000

export function ShareDialog({ close }: { close: () => void }) {
  const [text, setText] = useState('')
  useEffect(() => void attempt(async () => setText(await shareText())), [])
  const stands = position.value
  const page = new URL(location.href)
  page.search = ''
  page.hash = text
  const frame = new URL('embed.html', page)
  frame.hash = text
  const snippet = `<iframe src="${frame.href}" width="720" height="480" style="border:0" allow="fullscreen"></iframe>`
  return (
    <Dialog title={words.share} close={close}>
      <p class="quiet">{words.shareText}</p>
      <Field label={words.shareLink} text={page.href} button={words.copyLink} />
      {page.href.length > LONG && (
        <p class="notice">{fill(words.shareLong, { length: formatNumber(page.href.length) })}</p>
      )}
      <Field label={words.shareFrame} text={snippet} button={words.copyGame} />
      {record.value?.game === 'chess' && record.value.variant === undefined && stands && (
        <p>
          <a
            class="link"
            href={`https://lichess.org/analysis/${encodeURI(rulesOf('chess').format(stands).replaceAll(' ', '_'))}`}
            target="_blank"
            rel="noreferrer"
          >
            {fill(words.openIn, { site: 'lichess.org' })}
          </a>
        </p>
      )}
    </Dialog>
  )
}

function Field({ label, text, button }: { label: string; text: string; button: string }) {
  const { said, copy } = useCopy()
  return (
    <label class="field">
      {label}
      <span class="with-button">
        <input type="text" readOnly value={text} onFocus={({ currentTarget }) => currentTarget.select()} />
        <button type="button" onClick={() => copy(() => navigator.clipboard.writeText(text))}>
          {button}
        </button>
      </span>
      <small role="status">{said}</small>
    </label>
  )
}

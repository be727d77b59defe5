/** Saves the game: first what the chosen format loses, then the files. */
import { useEffect, useState } from 'preact/hooks'
import { stem } from '../../../src/bytes/source.ts'
import type { GameRecord } from '../../../src/model/record.ts'
import { noteSaved } from '../state/editing.ts'
import { failure } from '../state/library.ts'
import { words } from '../words/index.ts'
import { ask } from '../worker/client.ts'
import type { SavePreview, SaveTarget } from '../worker/protocol.ts'
import { Dialog } from './Dialog.tsx'

export function SaveDialog({ record, close }: { record: GameRecord; close: () => void }) {
  const { game } = record
  const [targets, setTargets] = useState<SaveTarget[]>([])
  const [format, setFormat] = useState<string>()
  const [preview, setPreview] = useState<SavePreview>()
  useEffect(() => {
    ask('saveTargets').then((all) => {
      const found = all.filter(({ games }) => games.includes(game))
      setTargets(found)
      setFormat(found[0]?.id)
    }, fail)
  }, [game])
  useEffect(() => {
    if (format === undefined) return
    let isWanted = true
    setPreview(undefined)
    ask('save', record, format, fileName(record)).then((answer) => {
      if (isWanted) setPreview(answer)
    }, fail)
    return () => {
      isWanted = false
    }
  }, [record, format])
  return (
    <Dialog title={words.save} close={close}>
      <label>
        {words.format}{' '}
        <select value={format} onChange={({ currentTarget }) => setFormat(currentTarget.value)}>
          {targets.map(({ id, name, extension }) => (
            <option key={id} value={id}>
              {name} ({extension})
            </option>
          ))}
        </select>
      </label>
      <div role="status">{preview ? <Losses preview={preview} /> : <p>{words.opening}</p>}</div>
      <button
        type="button"
        class="primary"
        disabled={!preview || preview.files.length === 0}
        onClick={() => {
          for (const file of preview?.files ?? []) download(file)
          noteSaved(record)
          close()
        }}
      >
        {words.saveFile}
      </button>
    </Dialog>
  )
}

function Losses({ preview }: { preview: SavePreview }) {
  const isRefused = preview.files.length === 0
  if (preview.losses.length === 0 && !isRefused) return <p>{words.lossNone}</p>
  return (
    <>
      <p>{isRefused ? words.refusedSave : words.lossSome}</p>
      <ul class="losses">
        {preview.losses.map(({ id, message, count }) => (
          <li key={id}>
            {message} {count > 1 && <small>× {count}</small>}
          </li>
        ))}
      </ul>
    </>
  )
}

/** The name of the file that a record came from, or of its game for one that came from none. */
function fileName({ origin, game }: GameRecord): string {
  return stem(origin?.file ?? game)
}

function download({ name, bytes }: SavePreview['files'][number]): void {
  const address = URL.createObjectURL(new Blob([bytes]))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser takes the bytes over after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

function fail(error: unknown): void {
  failure.value = error instanceof Error ? error.message : String(error)
}

/** Saves the game or the whole list: shows what the chosen format loses, then offers the file. */
import { useEffect, useState } from 'preact/hooks'
import { stem } from '../../../../src/bytes/source.ts'
import type { Game, GameRecord } from '../../../../src/model/record.ts'
import { saveFile } from '../../state/files/download.ts'
import { noteSaved } from '../../state/editing/editing.ts'
import { arrangement } from '../../state/files/arrangement.ts'
import { attempt, count, files, source } from '../../state/files/library.ts'
import { selected } from '../../state/files/selection.ts'
import { countOf, words } from '../../words/index.ts'
import { ask } from '../../worker/client.ts'
import type { SaveOutcome, SaveTarget } from '../../worker/protocol.ts'
import { Dialog } from '../shell/Dialog.tsx'
import { Losses } from './Losses.tsx'
import { SaveGames } from './SaveGames.tsx'
import { useCopy } from '../shell/use-copy.ts'

/** What is saved: the game on the board, those selected or listed, or all that are open in files. */
type What = 'this' | 'selected' | 'shown' | 'all'

export function SaveDialog({ record, close }: { record: GameRecord | undefined; close: () => void }) {
  const [targets, setTargets] = useState<readonly SaveTarget[]>([])
  const [format, setFormat] = useState<string>()
  const [wantsCompressed, setWantsCompressed] = useState(false)
  const [what, setWhat] = useState<What>(selected.value.size > 0 ? 'selected' : record ? 'this' : everything())
  const fitting = targets.filter(({ games }) => !record || games.includes(record.game))
  const usual = usualFormats(record).find((id) => fitting.some((target) => target.id === id))
  const target = fitting.find(({ id }) => id === (format ?? usual)) ?? fitting[0]
  const isOneGame = what === 'this' && record !== undefined
  const canCompress = target !== undefined && target.isCompressible && (isOneGame || target.holds === 'many')
  const isCompressed = canCompress && wantsCompressed
  useEffect(() => void attempt(async () => setTargets(await ask('saveTargets'))), [])
  return (
    <Dialog title={words.save} close={close}>
      <ChooseWhat hasRecord={record !== undefined} what={what} setWhat={setWhat} />
      <label>
        {words.format}{' '}
        <select value={target?.id} onChange={({ currentTarget }) => setFormat(currentTarget.value)}>
          {fitting.map(({ id, name, extension }) => (
            <option key={id} value={id}>
              {name} ({extension})
            </option>
          ))}
        </select>
      </label>
      {canCompress && (
        <label>
          <span>{words.compressed}</span>
          <input
            type="checkbox"
            checked={isCompressed}
            onChange={({ currentTarget }) => setWantsCompressed(currentTarget.checked)}
          />
        </label>
      )}
      {target === undefined ? null : isOneGame ? (
        <SaveGame
          key={`${target.id} ${isCompressed}`}
          record={record}
          target={target}
          isCompressed={isCompressed}
          close={close}
        />
      ) : (
        <SaveGames
          key={`${what} ${target.id} ${isCompressed}`}
          which={what === 'this' ? everything() : what}
          target={target}
          isCompressed={isCompressed}
          close={close}
        />
      )}
    </Dialog>
  )
}

/** The format that can store every game, and the default for new games. */
const OWN = 'jsonl'

/** The default format of a single game. */
const USUAL: Readonly<Record<Game, string>> = { chess: 'pgn', xiangqi: 'pgn', go: 'sgf', othello: 'ggf' }

/** The formats in which a record is saved by default, best first: its own format, or the usual one of its game. */
function usualFormats(record: GameRecord | undefined): string[] {
  if (!record) return [OWN]
  const own = record.origin?.format
  return own === undefined || own === OWN ? [USUAL[record.game]] : [own, USUAL[record.game]]
}

/** All games: of a database those of its list. */
function everything(): 'shown' | 'all' {
  return source.value.entries ? 'shown' : 'all'
}

interface ChooseWhatProps {
  hasRecord: boolean
  what: What
  setWhat: (what: What) => void
}

/** Asks what to save where more than one game is open. */
function ChooseWhat({ hasRecord, what, setWhat }: ChooseWhatProps) {
  const total = files.value.reduce((sum, file) => sum + file.count, 0)
  const { size } = selected.value
  const isOfDatabase = source.value.entries !== undefined
  if (total < 2 && size === 0 && !(isOfDatabase && count.value > 1)) return null
  const isArranged = count.value > 0 && (isOfDatabase || count.value < total || arrangement.value.sort !== 'number')
  return (
    <label>
      {words.whatToSave}{' '}
      <select value={what} onChange={({ currentTarget }) => setWhat(currentTarget.value as What)}>
        {hasRecord && <option value="this">{words.saveThis}</option>}
        {isArranged && <option value="shown">{countOf('shownGames', count.value)}</option>}
        {size > 0 && <option value="selected">{countOf('gamesSelected', size)}</option>}
        {total > 0 && !isOfDatabase && <option value="all">{countOf('openGames', total)}</option>}
      </select>
    </label>
  )
}

interface SaveGameProps {
  record: GameRecord
  target: SaveTarget
  isCompressed: boolean
  close: () => void
}

/** One game, written as soon as the format is chosen. */
function SaveGame({ record, target, isCompressed, close }: SaveGameProps) {
  const [outcome, setOutcome] = useState<SaveOutcome>()
  useEffect(() => {
    let isWanted = true
    setOutcome(undefined)
    void attempt(async () => {
      const answer = await ask('save', record, target.id, fileName(record), isCompressed)
      if (isWanted) setOutcome(answer)
    })
    return () => {
      isWanted = false
    }
  }, [record, target.id, isCompressed])
  const { said, copy } = useCopy()
  const file = outcome?.file
  return (
    <>
      <div role="status">
        {outcome ? (
          <>
            {!file && <p>{words.refusedSave}</p>}
            <Losses losses={outcome.losses} none={file ? words.lossNone : ''} />
          </>
        ) : (
          <p>{words.opening}</p>
        )}
      </div>
      <button
        type="button"
        class="primary"
        disabled={!file}
        onClick={() =>
          void attempt(async () => {
            if (!file || !(await saveFile(file.name, file.blob))) return
            if (target.isReadable) noteSaved(record)
            close()
          })
        }
      >
        {words.saveFile}
      </button>
      {file && !isCompressed && TEXTS.has(target.id) && (
        <button
          type="button"
          onClick={() => copy(() => navigator.clipboard.write([new ClipboardItem({ 'text/plain': file.blob.text() })]))}
        >
          {words.copyGame}
        </button>
      )}
      <p role="status">{said}</p>
    </>
  )
}

/** Formats whose files are text that can be pasted. */
const TEXTS: ReadonlySet<string> = new Set(['pgn', 'sgf', 'ggf', 'othello-text', 'wei7', 'jsonl', 'csv', 'tsv'])

/** The name of the file that a record came from, or of its game for one that came from none. */
function fileName({ origin, game }: GameRecord): string {
  return stem(origin?.file ?? game)
}

/** The help sheet: the keys, from their table, and other hints. */
import { KEYS, type Key } from '../../state/page/keys.ts'
import { words } from '../../words/index.ts'
import { Dialog } from './Dialog.tsx'

/** The names of keys on the sheet; letters are their own names. */
const NAMES: Readonly<Record<string, string>> = {
  ArrowRight: '→',
  ArrowLeft: '←',
  ArrowDown: '↓',
  ArrowUp: '↑',
  Delete: 'Del',
  Escape: 'Esc',
  ' ': '␣',
}

export function Help({ close }: { close: () => void }) {
  return (
    <Dialog title={words.keys} close={close}>
      <dl class="keys">
        {byAct(KEYS).map(([word, keys]) => (
          <div key={word}>
            <dt>
              {keys.map((key) => (
                <kbd key={nameOf(key)}>{nameOf(key)}</kbd>
              ))}
            </dt>
            {/* Words of buttons name their key in brackets, which the sheet does already. */}
            <dd>{words[word].replace(/\s*[(（].*[)）]$/, '')}</dd>
          </div>
        ))}
      </dl>
      <p class="quiet">{words.helpList}</p>
      <p class="quiet">{words.helpOpen}</p>
    </Dialog>
  )
}

function byAct(keys: readonly Key[]): [Key['word'], Key[]][] {
  return [...Map.groupBy(keys, ({ word }) => word)]
}

function nameOf({ key, control, shift }: Key): string {
  const name = NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key)
  return [control && 'Ctrl', shift && 'Shift', name].filter(Boolean).join('+')
}

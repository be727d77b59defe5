/** All conditions of a search in one form. */
import { useRef, useState } from 'preact/hooks'
import { GAMES } from '../../../../src/model/record.ts'
import { CONDITIONS, filter, setFilter, type Condition, type Filter } from '../../state/database/filter.ts'
import { record } from '../../state/replay/replay.ts'
import { words } from '../../words/index.ts'
import { Dialog } from '../shell/Dialog.tsx'
import { DAMAGED, KINDS, labelOf, RESULTS, resultText, SIDES } from './conditions.ts'

/** The usual conditions, which stand first. */
const USUAL = ['player', 'opponent', 'event', 'since', 'opening'] as const satisfies readonly Condition[]

/** The other conditions that are typed, in the order of the form. */
const TYPED = [
  'white',
  'black',
  'first',
  'second',
  'site',
  'until',
  'minRating',
  'maxRating',
  'minPlies',
  'maxPlies',
  'title',
  'annotator',
  'comment',
  'tag',
  'collection',
  'note',
  'saved',
  'repertoire',
  'source',
  'where',
] as const satisfies readonly Condition[]

const NUMBERS: ReadonlySet<Condition> = new Set(['minRating', 'maxRating', 'minPlies', 'maxPlies'])

const EXAMPLES: Readonly<Partial<Record<Condition, string>>> = {
  since: '1999.12.31',
  until: '2005',
  opening: 'B90, B30-B39',
  source: 'games.pgn',
  where: 'eco:B90 or (moves:"e4 c5" then material:KRkr)',
}

interface FilterDialogProps {
  close: () => void
  /** Lets a position be set up on a board. */
  searchPosition: () => void
}

export function FilterDialog({ close, searchPosition }: FilterDialogProps) {
  const [game, setGame] = useState(filter.value.game ?? '')
  const form = useRef<HTMLFormElement>(null)
  const { fen, pattern } = filter.value
  const submit = (form: HTMLFormElement) => {
    const fields = new FormData(form)
    const given = CONDITIONS.flatMap((name) => {
      const value = fields.get(name)
      return typeof value !== 'string' || value.trim() === '' ? [] : [[name, value.trim()] as const]
    })
    const wanted = Object.fromEntries(given) as Filter
    // Positions and patterns have no meaning without their game.
    const isOfBoard = wanted.fen ?? wanted.pattern ?? wanted.material
    setFilter(isOfBoard && !wanted.game ? { game: record.value?.game ?? 'chess', ...wanted } : wanted)
    close()
  }
  const choice = (
    name: Condition,
    choices: readonly (readonly [string, string])[],
    onChange?: (to: string) => void,
  ) => (
    <label>
      {words[labelOf(name)]}
      <select name={name} onChange={({ currentTarget }) => onChange?.(currentTarget.value)}>
        <option value="">{words.any}</option>
        {choices.map(([value, text]) => (
          <option key={value} value={value} selected={filter.value[name] === value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
  const field = (name: (typeof USUAL)[number] | (typeof TYPED)[number]) => (
    <label key={name}>
      {words[labelOf(name)]}
      <input
        name={name}
        type="text"
        inputMode={NUMBERS.has(name) ? 'numeric' : undefined}
        defaultValue={filter.value[name]}
        placeholder={EXAMPLES[name]}
      />
    </label>
  )
  return (
    <Dialog title={words.findGames} close={close}>
      <form
        ref={form}
        class="filter-form"
        onSubmit={(event) => {
          event.preventDefault()
          submit(event.currentTarget)
        }}
      >
        <div class="fields usual">
          {USUAL.map(field)}
          {choice(
            'game',
            GAMES.map((game) => [game, words[game]] as const),
            setGame,
          )}
        </div>
        <details open={isAnyGiven()}>
          <summary>{words.moreFilters}</summary>
          <div class="fields">
            {choice(
              'result',
              RESULTS.map((result) => [result, resultText(result)] as const),
            )}
            {choice(
              'colour',
              Object.entries(SIDES).map(([side, word]) => [side, words[word]] as const),
            )}
            {choice(
              'kind',
              Object.entries(KINDS).map(([kind, word]) => [kind, words[word]] as const),
            )}
            {TYPED.map(field)}
            {choice(
              'damaged',
              Object.entries(DAMAGED).map(([value, word]) => [value, words[word]] as const),
            )}
          </div>
          {(game === '' || game === 'chess' || game === 'xiangqi') && (
            <label class="material">
              {words.material}
              <input name="material" type="text" defaultValue={filter.value.material} placeholder="KRPkrp" />
            </label>
          )}
        </details>
        {game === (filter.value.game ?? '') && (
          <>
            {fen !== undefined && <input type="hidden" name="fen" value={fen} />}
            {pattern !== undefined && <input type="hidden" name="pattern" value={pattern} />}
          </>
        )}
        <div class="dialog-actions">
          <button
            type="button"
            onClick={() => {
              submit(form.current!)
              searchPosition()
            }}
          >
            {words.searchPosition} …
          </button>
          <button
            type="button"
            onClick={() => {
              setFilter({})
              close()
            }}
          >
            {words.allGames}
          </button>
          <button type="submit" class="primary">
            {words.find}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

/** Whether a condition is set that is not among the usual ones. */
function isAnyGiven(): boolean {
  const others = (['result', 'colour', 'kind', 'damaged', 'material', ...TYPED] as const).map(
    (name) => filter.value[name],
  )
  return others.some((value) => value !== undefined)
}

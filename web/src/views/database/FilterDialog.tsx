/** All conditions of a search in one form. */
import { useState } from 'preact/hooks'
import { GAMES, type Game } from '../../../../src/model/record.ts'
import { CONDITIONS, filter, setFilter, type Condition, type Filter } from '../../state/database/filter.ts'
import { record } from '../../state/replay/replay.ts'
import { words } from '../../words/index.ts'
import { Dialog } from '../Dialog.tsx'
import { DAMAGED, KINDS, labelOf, RESULTS, resultText, SIDES } from './conditions.ts'

/** Conditions that are typed, in the order of the form. */
const TYPED = [
  'player',
  'opponent',
  'white',
  'black',
  'first',
  'second',
  'event',
  'site',
  'since',
  'until',
  'minRating',
  'maxRating',
  'minPlies',
  'maxPlies',
  'opening',
  'title',
  'annotator',
  'comment',
  'source',
] as const satisfies readonly Condition[]

const NUMBERS: ReadonlySet<Condition> = new Set(['minRating', 'maxRating', 'minPlies', 'maxPlies'])

const EXAMPLES: Readonly<Partial<Record<Condition, string>>> = {
  since: '1999.12.31',
  until: '2005',
  opening: 'B90, B30-B39',
  source: 'games.pgn',
}

export function FilterDialog({ close }: { close: () => void }) {
  const [game, setGame] = useState(filter.value.game ?? '')
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
  return (
    <Dialog title={words.findGames} close={close}>
      <form
        class="filter-form"
        onSubmit={(event) => {
          event.preventDefault()
          submit(event.currentTarget)
        }}
      >
        <div class="fields">
          {choice(
            'game',
            GAMES.map((game) => [game, words[game]] as const),
            setGame,
          )}
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
          {TYPED.map((name) => (
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
          ))}
          {choice(
            'damaged',
            Object.entries(DAMAGED).map(([value, word]) => [value, words[word]] as const),
          )}
        </div>
        <PositionFields key={game} game={GAMES.find((one) => one === game)} />
        <div class="dialog-actions">
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

/** Conditions on the board: a position, pieces on some squares, material. */
function PositionFields({ game }: { game: Game | undefined }) {
  const { fen, pattern, material } = filter.value
  return (
    <details open={Boolean(fen || pattern || material)}>
      <summary>{words.onTheBoard}</summary>
      <div class="fields wide">
        <label>
          {words.position}
          <input name="fen" type="text" defaultValue={fen} />
        </label>
        <label>
          {words.pattern}
          <input name="pattern" type="text" defaultValue={pattern} placeholder="?????rk?/?????ppp/*" />
          <small>{words.patternHint}</small>
        </label>
        {(game === undefined || game === 'chess' || game === 'xiangqi') && (
          <label>
            {words.material}
            <input name="material" type="text" defaultValue={material} placeholder="KRPkrp" />
          </label>
        )}
      </div>
    </details>
  )
}

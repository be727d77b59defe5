/** The header of the game as a form. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Game, GameRecord } from '../../../../src/model/record.ts'
import { writeHeader } from '../../state/editing/edit-actions.ts'
import {
  faultsOf,
  formOf,
  headerOf,
  OUTCOMES,
  WAYS,
  type Field,
  type HeaderForm,
} from '../../state/editing/header-form.ts'
import { colourWord, words, type Word } from '../../words/index.ts'
import { Dialog } from '../shell/Dialog.tsx'

const WAY_WORDS: Readonly<Record<(typeof WAYS)[number], Word>> = {
  resignation: 'byResignation',
  time: 'byTime',
  forfeit: 'byForfeit',
  score: 'byScore',
  checkmate: 'byCheckmate',
  adjudication: 'byAdjudication',
}

/** The fields below the players, in reading order; some only for Go. */
function fieldsOf(game: Game): readonly [Field, Word][] {
  const isGo = game === 'go'
  return [
    ['event', 'event'],
    ['site', 'site'],
    ['date', 'date'],
    ['round', 'round'],
    ...(isGo
      ? ([
          ['rules', 'rules'],
          ['komi', 'komi'],
          ['handicap', 'handicap'],
        ] as const)
      : ([
          ['openingCode', 'openingCode'],
          ['openingName', 'openingName'],
        ] as const)),
    ['timeControl', 'timeControl'],
    ['annotator', 'annotator'],
    ['title', 'title'],
  ].map(([field, word]) => [field as Field, word as Word])
}

export function HeaderDialog({ record, close }: { record: GameRecord; close: () => void }) {
  const { game, header } = record
  const [form, setForm] = useState(() => formOf(header))
  const [isChecked, setChecked] = useState(false)
  const faults = isChecked ? faultsOf(form, header) : {}
  const input = (field: Field, label: string) => (
    <label key={field}>
      <span>{label}</span>
      <input
        type="text"
        value={form[field]}
        aria-invalid={faults[field] !== undefined}
        aria-describedby={faults[field] ? `fault-${field}` : undefined}
        onInput={({ currentTarget }) => setForm({ ...form, [field]: currentTarget.value })}
      />
      {faults[field] && (
        <em id={`fault-${field}`} class="fault">
          {words[faults[field]]}
        </em>
      )}
    </label>
  )
  return (
    <Dialog title={words.headerFields} close={close}>
      <form
        class="fields header-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setChecked(true)
          if (Object.keys(faultsOf(form, header)).length > 0) return
          const changed = (Object.keys(form) as Field[]).some((field) => form[field] !== formOf(header)[field])
          if (changed) writeHeader(headerOf(form, header, game))
          close()
        }}
      >
        {([1, 2] as const).map((colour) => (
          <fieldset key={colour}>
            <legend>{colourWord(game, colour)}</legend>
            {input(`name${colour}`, words.name)}
            {input(`rank${colour}`, words.playerTitle)}
            {input(`rating${colour}`, words.rating)}
          </fieldset>
        ))}
        <ResultFields form={form} game={game} change={(fields) => setForm({ ...form, ...fields })} input={input} />
        <div class="grid">{fieldsOf(game).map(([field, word]) => input(field, words[word]))}</div>
        <label>
          <span>{words.aboutText}</span>
          <textarea
            rows={3}
            value={form.about}
            onInput={({ currentTarget }) => setForm({ ...form, about: currentTarget.value })}
          />
        </label>
        <div class="dialog-actions">
          <button type="button" onClick={close}>
            {words.cancel}
          </button>
          <button type="submit" class="primary">
            {words.apply}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

interface ResultFieldsProps {
  form: HeaderForm
  game: Game
  change: (fields: Partial<HeaderForm>) => void
  input: (field: Field, label: string) => ComponentChildren
}

function ResultFields({ form, game, change, input }: ResultFieldsProps) {
  const isWin = form.outcome === '1-0' || form.outcome === '0-1'
  return (
    <div class="grid">
      <label>
        <span>{words.result}</span>
        <select
          value={form.outcome}
          onChange={({ currentTarget }) => change({ outcome: currentTarget.value, by: '', margin: '' })}
        >
          {OUTCOMES.map((outcome) => (
            <option key={outcome} value={outcome}>
              {outcome === '*' ? words.unfinished : outcome === '1/2-1/2' ? `½–½ ${words.draw}` : outcome}
            </option>
          ))}
        </select>
      </label>
      {isWin && (
        <label>
          <span>{words.wonHow}</span>
          <select value={form.by} onChange={({ currentTarget }) => change({ by: currentTarget.value })}>
            <option value="" />
            {WAYS.map((way) => (
              <option key={way} value={way}>
                {words[WAY_WORDS[way]]}
              </option>
            ))}
          </select>
        </label>
      )}
      {isWin && game === 'go' && input('margin', words.margin)}
    </div>
  )
}

/** What is to be trained: the side, the lines, the games; how many positions are due. */
import { useEffect, useState } from 'preact/hooks'
import { attempt } from '../../state/files/library.ts'
import { node } from '../../state/replay/replay.ts'
import {
  findCards,
  hasMoreTrees,
  loadProgressFile,
  saveProgressFile,
  startLines,
  startTraining,
  usualSide,
  type TrainingChoice,
} from '../../state/study/training.ts'
import { fill, words } from '../../words/index.ts'
import { Dialog } from '../shell/Dialog.tsx'

interface Found {
  all: number
  due: number
  fresh: number
}

export function TrainingDialog({ close }: { close: () => void }) {
  const [choice, choose] = useState<TrainingChoice>(() => ({ side: usualSide(), isFromHere: false, isWhole: true }))
  const [found, setFound] = useState<Found | undefined>()
  const [loaded, setLoaded] = useState(0)
  useEffect(() => {
    let isOld = false
    void attempt(async () => {
      const { cards, due, fresh } = await findCards(choice)
      if (!isOld) setFound({ all: cards.length, due: due.length - fresh, fresh })
    })
    return () => (isOld = true)
  }, [choice, loaded])
  const start = (begin: (choice: TrainingChoice) => Promise<void>) => () => {
    close()
    void attempt(() => begin(choice))
  }
  return (
    <Dialog title={words.train} close={close}>
      <div class="settings">
        <label>
          {words.sideTrained}
          <select
            value={choice.side}
            onChange={({ currentTarget }) => choose({ ...choice, side: currentTarget.value as TrainingChoice['side'] })}
          >
            <option value="first">{words.movesFirst}</option>
            <option value="second">{words.movesSecond}</option>
            <option value="both">{words.bothSides}</option>
          </select>
        </label>
        {node.value > 0 && (
          <label>
            {words.linesFromHere}
            <input
              type="checkbox"
              checked={choice.isFromHere}
              onChange={({ currentTarget }) => choose({ ...choice, isFromHere: currentTarget.checked })}
            />
          </label>
        )}
        {hasMoreTrees.value && (
          <label>
            {words.allOfTheList}
            <input
              type="checkbox"
              checked={choice.isWhole}
              onChange={({ currentTarget }) => choose({ ...choice, isWhole: currentTarget.checked })}
            />
          </label>
        )}
      </div>
      <p role="status">{found && fill(words.dueOf, { due: found.due, fresh: found.fresh, all: found.all })}</p>
      <div class="quiz-actions">
        <button
          type="button"
          class="primary"
          disabled={!found || found.due + found.fresh === 0}
          onClick={start(startTraining)}
        >
          {words.trainDue}
        </button>
        <button type="button" disabled={!found || found.all === 0} onClick={start(startLines)}>
          {words.playLines}
        </button>
      </div>
      <p class="quiet">{words.progressKept}</p>
      <div class="quiz-actions">
        <button type="button" onClick={() => void attempt(saveProgressFile)}>
          {words.saveProgress}
        </button>
        <label class="button">
          {words.loadProgress}
          <input
            type="file"
            accept=".json"
            class="hidden-input"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? []
              if (!file) return
              void attempt(async () => {
                await loadProgressFile(file)
                setLoaded(loaded + 1)
              })
            }}
          />
        </label>
      </div>
    </Dialog>
  )
}

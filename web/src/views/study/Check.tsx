/** Checking a database from the page. */
import { useState } from 'preact/hooks'
import { describeIssue, type Issue } from '../../../../src/issues/index.ts'
import { requestJson } from '../../state/database/server.ts'
import { messages } from '../../words/index.ts'
import { studyWords } from '../../words/study/index.ts'
import { Failed } from './Failed.tsx'
import { useAction } from './use-action.ts'

interface Verdict {
  sound: boolean
  issues: readonly Issue[]
}

export function Check() {
  const [verdict, setVerdict] = useState<Verdict | undefined>()
  const checking = useAction()
  const check = () =>
    void checking.run(async () => {
      setVerdict(undefined)
      setVerdict(await requestJson<Verdict>('verify'))
    })
  return (
    <>
      <p class="quiet">{studyWords.checkHint}</p>
      <p>
        <button type="button" class="primary" disabled={checking.isRunning} onClick={check}>
          {checking.isRunning ? studyWords.checking : studyWords.checkNow}
        </button>
      </p>
      <Failed action={checking} />
      <div role="status">
        {verdict && <strong>{verdict.sound ? studyWords.sound : studyWords.notSound}</strong>}
        {verdict && verdict.issues.length > 0 && (
          <ul>
            {verdict.issues.map((issue, index) => (
              <li key={index}>
                {describeIssue(issue, messages.value)} <small>{issue.id}</small>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}

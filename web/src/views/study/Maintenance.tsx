/** The care of a database: duplicates, names, sources and its check, each under an address of its own. */
import { database } from '../../state/database/server.ts'
import { addressOf } from '../../state/page/route.ts'
import { studyWords, type StudyWord } from '../../words/study/index.ts'
import { Check } from './Check.tsx'
import { Duplicates } from './Duplicates.tsx'
import { Names } from './Names.tsx'
import { Sources } from './Sources.tsx'

const PARTS = { duplicates: Duplicates, names: Names, sources: Sources, check: Check } as const satisfies Partial<
  Record<StudyWord, unknown>
>
type Part = keyof typeof PARTS

export function Maintenance({ part }: { part: string | undefined }) {
  const shown: Part = part !== undefined && part in PARTS ? (part as Part) : 'duplicates'
  const Shown = PARTS[shown]
  return (
    <main class="person maintenance">
      <h1>{studyWords.maintenance}</h1>
      <nav class="parts" aria-label={studyWords.maintenance}>
        {(Object.keys(PARTS) as Part[]).map((name) => (
          <a key={name} href={addressOf(['maintenance', name])} aria-current={name === shown ? 'page' : undefined}>
            {studyWords[name]}
          </a>
        ))}
      </nav>
      {!database.value?.writable && <p class="quiet">{studyWords.readOnly}</p>}
      <Shown key={shown} />
    </main>
  )
}

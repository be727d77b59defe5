/** An issue or a loss in the language of the page; what it says in English is folded away where that says more. */
import type { ComponentChildren } from 'preact'
import { FEATURES, type Feature } from '../../../src/formats/feature.ts'
import { language, reportOf, words } from '../words/index.ts'
import { Details } from './Details.tsx'

interface ReportProps {
  id: string
  /** What it says of itself, in English. */
  message: string
  /** Its id and place, for those who look into the file. */
  origin?: string
  /** Stands behind what is said. */
  children?: ComponentChildren
}

export function Report({ id, message, origin, children }: ReportProps) {
  if (language.value === 'en') {
    return (
      <>
        {message} {children}
        {origin !== undefined && <small>{origin}</small>}
      </>
    )
  }
  return (
    <>
      {reportOf(id) ?? words.otherReport} {children}
      {!isFeatureOnly(id, message) && <Details text={origin === undefined ? message : [message, origin]} />}
    </>
  )
}

/** Whether a message says no more than that a format does not hold what its id names. */
function isFeatureOnly(id: string, message: string): boolean {
  return message.endsWith(` does not hold ${FEATURES[id.replace('loss/', '') as Feature]}`)
}

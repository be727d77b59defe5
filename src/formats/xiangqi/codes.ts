/** The codes of CCBridge for the kind and the result of a record: docs/formats/ccbridge.md, Codes. */
import type { IssueCollector } from '../../issues/collector.ts'
import type { IssueLocation } from '../../issues/issue.ts'
import type { Header } from '../../model/record.ts'
import type { Result } from '../../model/result.ts'
import type { WriteReport } from './write-report.ts'

/** Kinds by their code: 1 is a game, 2 an opening shown from the start, 3 a middlegame or endgame played, 4 one composed. */
const KINDS: readonly Header['kind'][] = [undefined, undefined, 'opening', 'middlegame', 'endgame']

/** The code of a game, the usual kind. */
const GAME = 1

/** The words for a record with lines of several results, which the model has no outcome for. */
const SEVERAL = '多种结果'

const RESULTS: readonly Result[] = [
  { outcome: 'unfinished' },
  { outcome: 'win', winner: 1 },
  { outcome: 'win', winner: 2 },
  { outcome: 'draw' },
  { outcome: 'unfinished', text: SEVERAL },
]

/** Reads the code of the kind. 0 is none. */
export function readKind(header: Header, code: number, issues: IssueCollector, place: IssueLocation): void {
  const kind = KINDS[code]
  if (kind) header.kind = kind
  if (code >= KINDS.length) issues.add('xiangqi/unknown-kind', 'warning', { code }, place)
}

/** Reads the code of the result. */
export function readResult(header: Header, code: number, issues: IssueCollector, place: IssueLocation): void {
  header.result = { ...(RESULTS[code] ?? RESULTS[0]!) }
  if (code >= RESULTS.length) issues.add('xiangqi/unknown-result', 'warning', { code }, place)
}

/** The code of a kind. */
export function kindCode(kind: Header['kind'], report: WriteReport): number {
  if (kind === undefined || kind === 'game') return GAME
  const code = KINDS.indexOf(kind)
  if (code >= 0) return code
  const written = kind === 'problem' ? 'endgame' : 'game'
  report.add('xiangqi/kind', { recordKind: kind, writtenKind: written })
  return kind === 'problem' ? KINDS.indexOf('endgame') : GAME
}

/** The code of a result. */
export function resultCode(result: Result, report: WriteReport): number {
  if (result.outcome === 'unfinished' && result.text === SEVERAL) return RESULTS.length - 1
  const code = RESULTS.findIndex(({ outcome, winner }) => outcome === result.outcome && winner === result.winner)
  if (code >= 0) return code
  report.add('xiangqi/result', { outcome: result.outcome })
  return 0
}

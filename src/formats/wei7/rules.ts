/**
 * The constraints of wei7 that a program can check, by the names in their issues. `paragraph` is that of the
 * specification (3.0-draft, fifth revision); docs/formats/wei7.md explains each.
 */
import type { IssueId } from '../../issues/catalogue.ts'
import type { Severity } from '../../issues/issue.ts'

export interface Wei7Rule {
  severity: Severity
  paragraph: string
}

const error = (paragraph: string): Wei7Rule => ({ severity: 'error', paragraph })
const warning = (paragraph: string): Wei7Rule => ({ severity: 'warning', paragraph })
const info = (paragraph: string): Wei7Rule => ({ severity: 'info', paragraph })

export const WEI7_RULES = {
  // The file.
  'wei7/json': error('3.1'),
  'wei7/utf-8': error('3.1'),
  'wei7/byte-order-mark': info('3.1'),
  'wei7/extension': warning('3.1'),
  'wei7/duplicate-key': warning('3.1'),
  'wei7/xml': info('4.1'),
  'wei7/xml-content': warning('4.1'),

  // Objects.
  'wei7/type': error('3.2'),
  'wei7/unknown-property': error('3.2'),
  'wei7/missing-property': error('3.2'),
  'wei7/format': error('3.2'),
  'wei7/version': error('3.2'),

  // Values.
  'wei7/short-string-length': error('3.4'),
  'wei7/short-string-units': warning('3.4'),
  'wei7/short-string-line': error('3.4'),
  'wei7/color': error('3.5'),
  'wei7/point': error('3.6'),
  'wei7/participant-index': error('3.7'),
  'wei7/winner': error('3.8'),
  'wei7/margin': error('3.8'),
  'wei7/margin-of-draw': warning('3.8'),
  'wei7/symbol': error('3.12'),
  'wei7/marks-on-one-point': warning('3.13'),
  'wei7/step-time': error('3.14'),

  // Size and facts of the game.
  'wei7/size': error('3.9'),
  'wei7/size-limit': error('3.9'),
  'wei7/scoring': error('3.10.1'),
  'wei7/komi': error('3.10.1'),
  'wei7/rules-type': error('3.10.1'),
  'wei7/rules-disagree': warning('3.10.1'),
  'wei7/instant-form': error('3.10.2'),
  'wei7/instant-date': error('3.10.2'),
  'wei7/instant-leap': warning('3.10.2'),
  'wei7/player-twice': warning('3.10.7'),

  // The tree.
  'wei7/stones-twice': error('3.16.2.5'),
  'wei7/stones-liberty': error('3.16.2.5'),
  'wei7/stones-late': error('3.16.2.6'),
  'wei7/time-order': warning('3.16.3.1'),
  'wei7/action-type': error('3.16.3.2'),
  'wei7/actor-missing': warning('3.16.3.3'),
  'wei7/evaluation': error('3.16.3.2.1.3'),
  'wei7/takeback': error('3.16.3.2.2'),
  'wei7/takeback-too-far': error('3.16.3.2.2'),
  'wei7/takeback-over-branch': warning('3.16.3.2.2'),
  'wei7/claim-actor': warning('3.16.3.2.3'),
  'wei7/claims-disagree': warning('3.16.3.2.3.3'),
  'wei7/single-branch': warning('3.16.4'),
  'wei7/timeline-with-branches': warning('4.8'),
  'wei7/occupied-point': error('3.17'),

  // What one draft allows and another does not. The severity applies to the draft that forbids it.
  'wei7/draft-style': error('3.10'),
  'wei7/draft-symbol': error('3.12'),
  'wei7/draft-evaluation': error('3.16.3.2.1.3'),
  'wei7/draft-problem-on-move': error('3.16.3.2.1.4'),
  'wei7/draft-control-character': error('3.4'),
  'wei7/draft-nested-problem': error('3.16.2.2'),
  'wei7/draft-answer-evaluation': error('3.16.3.2.1.3'),
} as const satisfies Partial<Record<IssueId, Wei7Rule>>

export type Wei7RuleId = keyof typeof WEI7_RULES

/** The revisions of the specification to judge by; `any` allows what any of them allows, with an issue. */
export type Draft = '5' | '7' | 'any'

export const DRAFTS: readonly Draft[] = ['any', '5', '7']

/** Constructs that the drafts judge differently, by the drafts that forbid them. */
const FORBIDDEN_BY: Partial<Record<Wei7RuleId, readonly Draft[]>> = {
  'wei7/draft-style': ['5', '7'],
  'wei7/draft-symbol': ['7'],
  'wei7/draft-evaluation': ['7'],
  'wei7/draft-problem-on-move': ['7'],
  'wei7/draft-control-character': ['7'],
  'wei7/draft-nested-problem': ['7'],
  'wei7/draft-answer-evaluation': ['7'],
}

/** The severity of breaking a rule under a draft; undefined if the draft allows the construct. */
export function severityUnder(id: Wei7RuleId, draft: Draft): Severity | undefined {
  const { severity } = WEI7_RULES[id]
  const drafts = FORBIDDEN_BY[id]
  if (!drafts) return severity
  if (draft === 'any') return 'info'
  return drafts.includes(draft) ? severity : undefined
}

/** The number of a paragraph of the fifth revision in another: the seventh has no 3.15, so later numbers are one lower. */
export function paragraphIn(paragraph: string, draft: Draft): string {
  const match = draft === '7' ? /^3\.(16|17)(.*)$/.exec(paragraph) : null
  return match ? `3.${Number(match[1]) - 1}${match[2]}` : paragraph
}

/**
 * The constraints of wei7 that a program can check, by the name their issues
 * carry. `paragraph` is that of the specification (3.0-draft, fifth revision)
 * that asks for it; docs/formats/wei7.md explains each in words.
 */
import type { Severity } from '../../model/issue.ts'

export interface Wei7Rule {
  severity: Severity
  paragraph: string
}

const error = (paragraph: string): Wei7Rule => ({ severity: 'error', paragraph })
const warning = (paragraph: string): Wei7Rule => ({ severity: 'warning', paragraph })
const info = (paragraph: string): Wei7Rule => ({ severity: 'info', paragraph })

export const WEI7_RULES = {
  // The file.
  json: error('3.1'),
  'utf-8': error('3.1'),
  'byte-order-mark': info('3.1'),
  extension: warning('3.1'),
  'duplicate-key': warning('3.1'),
  xml: info('4.1'),
  'xml-content': warning('4.1'),

  // Objects.
  type: error('3.2'),
  'unknown-property': error('3.2'),
  'missing-property': error('3.2'),
  format: error('3.2'),
  version: error('3.2'),

  // Values.
  'short-string-length': error('3.4'),
  'short-string-units': warning('3.4'),
  'short-string-line': error('3.4'),
  color: error('3.5'),
  point: error('3.6'),
  'participant-index': error('3.7'),
  winner: error('3.8'),
  margin: error('3.8'),
  'margin-of-draw': warning('3.8'),
  symbol: error('3.12'),
  'marks-on-one-point': warning('3.13'),
  'step-time': error('3.14'),

  // Size and facts of the game.
  size: error('3.9'),
  'size-limit': error('3.9'),
  scoring: error('3.10.1'),
  komi: error('3.10.1'),
  'rules-type': error('3.10.1'),
  'rules-disagree': warning('3.10.1'),
  'instant-form': error('3.10.2'),
  'instant-date': error('3.10.2'),
  'instant-leap': warning('3.10.2'),
  'player-twice': warning('3.10.7'),

  // The tree.
  'stones-twice': error('3.16.2.5'),
  'stones-liberty': error('3.16.2.5'),
  'stones-late': error('3.16.2.6'),
  'time-order': warning('3.16.3.1'),
  'action-type': error('3.16.3.2'),
  'actor-missing': warning('3.16.3.3'),
  evaluation: error('3.16.3.2.1.3'),
  takeback: error('3.16.3.2.2'),
  'takeback-too-far': error('3.16.3.2.2'),
  'takeback-over-branch': warning('3.16.3.2.2'),
  'claim-actor': warning('3.16.3.2.3'),
  'claims-disagree': warning('3.16.3.2.3.3'),
  'single-branch': warning('3.16.4'),
  'timeline-with-branches': warning('4.8'),
  'occupied-point': error('3.17'),

  // What one draft allows and another does not. The severity is that under the draft that forbids it.
  'draft-style': error('3.10'),
  'draft-symbol': error('3.12'),
  'draft-evaluation': error('3.16.3.2.1.3'),
  'draft-problem-on-move': error('3.16.3.2.1.4'),
  'draft-control-character': error('3.4'),
  'draft-nested-problem': error('3.16.2.2'),
  'draft-answer-evaluation': error('3.16.3.2.1.3'),
} as const satisfies Record<string, Wei7Rule>

export type Wei7RuleId = keyof typeof WEI7_RULES

/** The revisions of the specification to judge by; `any` allows what any of them does, with a word on it. */
export type Draft = '5' | '7' | 'any'

export const DRAFTS: readonly Draft[] = ['any', '5', '7']

/** Constructs that the drafts judge differently: which drafts forbid them, and what the word on them is. */
const DRAFT_RULES: Partial<Record<Wei7RuleId, { forbiddenBy: readonly Draft[]; word: string }>> = {
  'draft-style': { forbiddenBy: ['5', '7'], word: 'only the first draft of version 3 has it' },
  'draft-symbol': { forbiddenBy: ['7'], word: 'the seventh revision no longer has it' },
  'draft-evaluation': { forbiddenBy: ['7'], word: 'the seventh revision no longer has it' },
  'draft-problem-on-move': { forbiddenBy: ['7'], word: 'the seventh revision has problems in pre alone' },
  'draft-control-character': { forbiddenBy: ['7'], word: 'the seventh revision forbids them' },
  'draft-nested-problem': { forbiddenBy: ['7'], word: 'the seventh revision forbids it' },
  'draft-answer-evaluation': { forbiddenBy: ['7'], word: 'the seventh revision asks for one' },
}

/** How a rule is judged under a draft: its severity, undefined when the draft allows the construct, and a word on it. */
export function judge(id: Wei7RuleId, draft: Draft): { severity: Severity; word: string } | undefined {
  const rule = WEI7_RULES[id]
  const drafts = DRAFT_RULES[id]
  if (!drafts) return { severity: rule.severity, word: '' }
  const word = `: ${drafts.word}`
  if (draft === 'any') return { severity: 'info', word }
  return drafts.forbiddenBy.includes(draft) ? { severity: rule.severity, word } : undefined
}

/** The number a paragraph of the fifth revision has in another: the seventh has no 3.15 and counts on from 3.14. */
export function paragraphIn(paragraph: string, draft: Draft): string {
  const match = draft === '7' ? /^3\.(16|17)(.*)$/.exec(paragraph) : null
  return match ? `3.${Number(match[1]) - 1}${match[2]}` : paragraph
}

/** What a writer of xiangqi files could not write of a record, or not as it was. */
import type { IssueId, ParamsOf, Param, TermIn } from '../../issues/catalogue.ts'
import { shorten } from '../../issues/collector.ts'
import { issue, nodePlace, type Issue, type Severity, makeMessage } from '../../issues/issue.ts'

/** Ids of the issues of this room. */
type WriteId = Extract<IssueId, `xiangqi/${string}`>

/** Parameters of an issue; the name of the format is added where the sentence has it. */
type OtherParams<Id extends WriteId> = Omit<ParamsOf<Id>, 'format'>

export class WriteReport {
  readonly issues: Issue[] = []
  readonly format: string

  /** @param format id of the format that is written */
  constructor(format: string) {
    this.format = format
  }

  /** Adds an issue, of a node where one is given. */
  add<Id extends WriteId>(id: Id, params: OtherParams<Id>, node = 0, severity: Severity = 'warning'): void {
    const all = { ...params, format: this.format } as unknown as ParamsOf<Id>
    this.issues.push(issue(id, severity, all, nodePlace(node)))
  }

  /** Notes a fact of the header for which there is no field. */
  leftOut(fact: TermIn<'fact'>, text: Param): void {
    this.noteLeftOut(makeMessage(`fact/${fact}`, {}), text)
  }

  /** Notes a tag, or a field of CCBridge, for which there is no field. */
  leftOutTag(name: string, text: string): void {
    this.noteLeftOut(name, text)
  }

  private noteLeftOut(fact: Param, text: Param): void {
    this.add('xiangqi/left-out', { fact, text: typeof text === 'string' ? shorten(text) : text })
  }

  /** Notes a character that the format forbids and that was replaced. */
  forbidden(character: string, node = 0): void {
    const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
    this.add('xiangqi/changed-text', { text: `U+${code}` }, node)
  }
}

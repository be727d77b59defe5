/**
 * What a conversion loses: what the reader could not take, every feature that the records use and the target does not
 * keep, and every loss that only the writer can see, collected by id with a count, the number of games, and the first
 * places.
 */
import type { Feature } from '../formats/feature.ts'
import type { Format } from '../formats/format.ts'

import { issue, type Issue, type IssueLocation } from '../issues/issue.ts'
import type { AnyRecord } from '../model/line-record.ts'
import { isJsonObject, type Json } from '../model/json.ts'
import { featuresUsed } from './features-used.ts'

/** One kind of loss over a whole conversion: the id `loss/arrows`, or that of the writer, with its first parameters. */
export interface Loss extends Pick<Issue, 'id' | 'severity' | 'params'> {
  /** Set if it was lost when the source was read: what the reader could not take, or had to guess. */
  stage?: 'reading'
  /** How many things were lost, in how many games. */
  count: number
  games: number
  /** The first places, a few of them. */
  places: IssueLocation[]
}

const MAX_PLACES = 3

/** Collects losses over the records of a conversion. */
export class LossReport {
  private readonly losses = new Map<string, Loss>()
  /** The loss that was added to last; changes with every loss. */
  last: { loss: Loss; place: IssueLocation } | undefined

  /** Losses by id, the most frequent first. */
  list(): Loss[] {
    return [...this.losses.values()].sort((left, right) => right.count - left.count)
  }

  /** Adds what a record uses beyond what the target keeps. Returns how many kinds of loss that makes. */
  addRecord(record: AnyRecord, target: Format, place: IssueLocation): number {
    let kinds = 0
    for (const [feature, use] of featuresUsed(record, target.keeps)) {
      if (isKeptNatively(feature, record, target)) continue
      kinds++
      const loss = this.loss(lossOf(feature, record, target))
      this.count(loss, use.count, use.node > 0 ? { ...place, node: use.node } : place)
    }
    return kinds
  }

  /** Adds the losses of a later part of the same conversion. */
  merge(losses: readonly Loss[]): void {
    for (const { count, games, places, stage, ...issue } of losses) {
      const loss = this.loss(issue, stage)
      loss.count += count
      loss.games += games
      for (const place of places) this.notePlace(loss, place)
    }
  }

  /** Adds what the reader reported, except for remarks: these are about what was read. */
  addFound(issues: readonly Issue[], place: IssueLocation): void {
    if (issues.length === 0) return
    this.addIssues(
      issues.filter(({ severity }) => severity !== 'info'),
      place,
      'reading',
    )
  }

  /** Adds what the writer reported of a record. */
  addIssues(issues: readonly Issue[], place: IssueLocation, stage?: Loss['stage']): void {
    if (issues.length === 0) return
    const seen = new Set<Loss>()
    for (const issue of issues) {
      const loss = this.loss(issue, stage)
      loss.count += issue.count ?? 1
      if (!seen.has(loss)) loss.games++
      seen.add(loss)
      // The writer gives the node; the file and the number of the record are those of the source.
      this.notePlace(loss, { ...issue.place, ...place })
    }
  }

  private loss({ id, severity, params }: Issue, stage?: Loss['stage']): Loss {
    const key = stage === undefined ? id : `${stage} ${id}`
    let loss = this.losses.get(key)
    if (!loss) {
      loss = { id, severity, ...(stage && { stage }), ...(params && { params }), count: 0, games: 0, places: [] }
      this.losses.set(key, loss)
    }
    return loss
  }

  private count(loss: Loss, count: number, place: IssueLocation): void {
    loss.count += count
    loss.games++
    this.notePlace(loss, place)
  }

  private notePlace(loss: Loss, place: IssueLocation): void {
    if (loss.places.length < MAX_PLACES) loss.places.push(place)
    this.last = { loss, place }
  }
}

/** A format writes back what it stored under its own name in `native`. */
function isKeptNatively(feature: Feature, record: AnyRecord, target: Format): boolean {
  if (feature !== 'native') return false
  const isOwn = ({ native }: NativeHolder) =>
    native === undefined || Object.keys(native).every((id) => id === target.id)
  return nativeHolders(record).every(isOwn)
}

interface NativeHolder {
  native?: Readonly<Record<string, Json>>
}

/** Everything in a record that may store data of a format. */
function nativeHolders(record: AnyRecord): NativeHolder[] {
  const nodes = 'moves' in record ? [] : record.nodes
  return [record, ...nodes, ...record.header.players, record.header.event ?? {}]
}

/** What a format does not keep of a record. */
function lossOf(feature: Feature, record: AnyRecord, { id: format }: Format): Issue {
  if (feature !== 'native') return issue(`loss/${feature}`, 'warning', { format })
  return issue('loss/native', 'warning', { format, ...nativeExamples(record, format) })
}

/** Names of the data that only the source format knows: `saves, created` of `chessbase`. */
function nativeExamples(record: AnyRecord, target: string): { source: string; names: string } {
  for (const { native = {} } of nativeHolders(record)) {
    const [source, data] = Object.entries(native).find(([format]) => format !== target) ?? []
    if (source === undefined) continue
    const names = isJsonObject(data) ? Object.keys(data) : [typeof data === 'string' ? data : 'native']
    return { source, names: names.slice(0, 5).join(', ') }
  }
  return { source: record.origin?.format ?? target, names: 'native' }
}

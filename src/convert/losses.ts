/**
 * What a conversion loses: every feature the records use and the target does
 * not keep, and every loss that only the writer could see, gathered by id
 * with a count, the number of games, and the first places.
 */
import { FEATURES, type Feature } from '../formats/feature.ts'
import type { Format } from '../formats/format.ts'
import type { Issue, Place, Severity } from '../model/issue.ts'
import { isJsonObject } from '../model/json.ts'
import type { GameRecord } from '../model/record.ts'
import { featuresUsed } from './features-used.ts'

/** One kind of loss over a whole conversion. */
export interface Loss {
  /** `loss/arrows`, or the id the writer gave. */
  id: string
  severity: Severity
  message: string
  /** How many things were lost, in how many games. */
  count: number
  games: number
  /** The first places, a few of them. */
  places: Place[]
}

const MAX_PLACES = 3

/** Gathers losses over the records of a conversion. */
export class LossReport {
  private readonly losses = new Map<string, Loss>()
  /** The loss that was added to last; changes with every loss. */
  last: { loss: Loss; place: Place } | undefined

  /** Losses by id, the most frequent first. */
  list(): Loss[] {
    return [...this.losses.values()].sort((left, right) => right.count - left.count)
  }

  /** Adds what a record uses beyond what the target keeps. Answers how many kinds of loss that makes. */
  addRecord(record: GameRecord, target: Format, place: Place): number {
    let kinds = 0
    for (const [feature, use] of featuresUsed(record)) {
      if (target.keeps.has(feature) || isKeptNatively(feature, record, target)) continue
      kinds++
      const what = feature === 'native' ? `${FEATURES.native}${nativeExamples(record)}` : FEATURES[feature]
      const loss = this.loss(`loss/${feature}`, 'warning', `${target.name} does not hold ${what}`)
      this.count(loss, use.count, use.node > 0 ? { ...place, node: use.node } : place)
    }
    return kinds
  }

  /** Adds the losses of a later part of the same conversion. */
  merge(losses: readonly Loss[]): void {
    for (const { id, severity, message, count, games, places } of losses) {
      const loss = this.loss(id, severity, message)
      loss.count += count
      loss.games += games
      for (const place of places) this.notePlace(loss, place)
    }
  }

  /** Adds what the writer reported of a record. */
  addIssues(issues: readonly Issue[], place: Place): void {
    const seen = new Set<Loss>()
    for (const issue of issues) {
      const loss = this.loss(issue.id, issue.severity, issue.message)
      loss.count++
      if (!seen.has(loss)) loss.games++
      seen.add(loss)
      // The writer knows the node; the file and the number of the record are those of the source.
      this.notePlace(loss, { ...issue.place, ...place })
    }
  }

  private loss(id: string, severity: Severity, message: string): Loss {
    let loss = this.losses.get(id)
    if (!loss) {
      loss = { id, severity, message, count: 0, games: 0, places: [] }
      this.losses.set(id, loss)
    }
    return loss
  }

  private count(loss: Loss, count: number, place: Place): void {
    loss.count += count
    loss.games++
    this.notePlace(loss, place)
  }

  private notePlace(loss: Loss, place: Place): void {
    if (loss.places.length < MAX_PLACES) loss.places.push(place)
    this.last = { loss, place }
  }
}

/** A format writes back what it kept under its own name, whatever it calls native. */
function isKeptNatively(feature: Feature, record: GameRecord, target: Format): boolean {
  if (feature !== 'native') return false
  const holders = [record, ...record.nodes, ...record.header.players, record.header.event ?? {}]
  return holders.every(({ native }) => native === undefined || Object.keys(native).every((id) => id === target.id))
}

/** Names of what only the source format knows of a record: `, such as saves, created (chessbase)`. */
function nativeExamples({ native = {} }: GameRecord): string {
  const [format, data] = Object.entries(native)[0] ?? []
  const names = isJsonObject(data) ? Object.keys(data) : []
  return names.length === 0 ? '' : `, such as ${names.slice(0, 5).join(', ')} (${format})`
}

/**
 * The features that a record may use and a format may keep. A conversion compares the two and lists the difference as
 * `loss/<feature>`.
 */
import type { FeatureName } from '../issues/catalogue.ts'
import { features as FEATURES } from '../issues/english/features.ts'
import type { Annotation, MarkShape } from '../model/annotation.ts'

/** The name of something a record can contain that a format may lack. */
export type Feature = FeatureName

/** A set of features, checked against the known names. */
export function features(...names: Feature[]): ReadonlySet<Feature> {
  return new Set(names)
}

/** Every feature except the given ones. */
export function allFeaturesBut(...names: Feature[]): ReadonlySet<Feature> {
  const all = new Set(Object.keys(FEATURES) as Feature[])
  for (const name of names) all.delete(name)
  return all
}

/** The feature to which each shape of mark belongs. */
export const MARK_FEATURES: Record<MarkShape, Feature> = {
  circle: 'mark-shapes',
  square: 'mark-shapes',
  triangle: 'mark-shapes',
  cross: 'mark-shapes',
  selected: 'mark-shapes',
  dot: 'mark-shapes',
  label: 'labels',
  territory: 'territory',
  dim: 'territory',
  hidden: 'territory',
  colour: 'coloured-squares',
  arrow: 'arrows',
  line: 'arrows',
}

/** The feature to which each type of annotation belongs. */
export const ANNOTATION_FEATURES: Record<Annotation['type'], Feature> = {
  training: 'training',
  quotation: 'quotations',
  media: 'media',
  diagram: 'diagrams',
  view: 'territory',
  undim: 'territory',
  medals: 'medals',
  critical: 'critical-positions',
  'line-colour': 'line-colours',
  'evaluation-curve': 'evaluation-curves',
  'pawn-structure': 'piece-paths',
  'piece-path': 'piece-paths',
  'video-time': 'video-times',
  problem: 'problem-markers',
  unknown: 'unknown-annotations',
}

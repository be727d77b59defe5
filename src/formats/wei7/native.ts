/** What a record stores of a document's text beyond its own fields: see docs/formats/wei7.md, What is kept. */
import type { Json } from '../../model/json.ts'
import type { JsonObject } from '../json.ts'

/** Something that stores data of formats: a record, a node, an event. */
interface Keeper {
  native?: Record<string, Json>
}

/** What is stored for wei7; empty if nothing is. */
export function ownFields({ native }: Keeper): JsonObject {
  const own = native?.['wei7']
  return typeof own === 'object' && own !== null && !Array.isArray(own) ? own : {}
}

/**
 * The parts of a tree that are present but empty, and `boundary` for a tree that nothing else reveals; stored with its
 * first node.
 */
export function treeMarks(keeper: Keeper): string[] {
  return words(ownFields(keeper)['tree'])
}

/** The parts of a step that are present but empty. */
export function stepMarks(keeper: Keeper): string[] {
  return words(ownFields(keeper)['step'])
}

function words(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((word) => typeof word === 'string') : []
}

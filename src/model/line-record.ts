/**
 * Records of games that are one line of moves with nothing on them, as most games of large databases are: the moves say
 * everything, and whoever needs no more takes no time for nodes. Readers give such records to those who ask for them.
 */
import type { Move } from './move.ts'
import type { Game, GameRecord, Header } from './record.ts'
import type { MoveNode } from './tree.ts'

/** A record with moves in place of nodes: the first of them first. */
export interface LineRecord extends Omit<GameRecord, 'nodes'> {
  moves: readonly Move[]
}

/** A record with nodes, or with moves in their place. */
export type AnyRecord = GameRecord | LineRecord

/** A record of a line of moves with nothing on them. @param isBare gives it the moves alone */
export function lineRecord(game: Game, header: Header, moves: readonly Move[], isBare: boolean): AnyRecord {
  return isBare ? { game, header, moves } : { game, header, nodes: nodesOfLine(moves) }
}

/** The record with its nodes: itself if it has them. */
export function withNodes(record: AnyRecord): GameRecord {
  if (!('moves' in record)) return record
  const { game, header, moves, ...others } = record
  return { game, header, nodes: nodesOfLine(moves), ...others }
}

/** The nodes of a record. */
export function nodesOf(record: AnyRecord): MoveNode[] {
  return 'moves' in record ? nodesOfLine(record.moves) : record.nodes
}

/** The nodes of a line of moves. */
export function nodesOfLine(line: readonly Move[]): MoveNode[] {
  const nodes: MoveNode[] = [{ parent: -1 }]
  for (let index = 0; index < line.length; index++) nodes.push({ parent: index, move: line[index]! })
  return nodes
}

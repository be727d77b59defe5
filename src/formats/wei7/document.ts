/** The shape of a wei7 document as written. */
import type { Json } from '../../model/json.ts'
import type { Colour } from '../../model/move.ts'
import type { JsonObject } from '../json.ts'

export interface Wei7Point {
  x: number
  y: number
}

export interface Wei7Mark {
  point: Wei7Point
  symbol: string
}

export interface Wei7Stone {
  color: Colour
  point: Wei7Point
}

export interface Wei7Pre {
  stones?: Wei7Stone[]
  problem?: { color: Colour }
  marks?: Wei7Mark[]
  comment?: string
}

export interface Wei7Step {
  time?: number
  action: { type: string; value: Json }
  actor?: number
  marks?: Wei7Mark[]
  comment?: string
}

export interface Wei7Tree {
  title?: string
  pre?: Wei7Pre
  steps?: Wei7Step[]
  branches?: Wei7Tree[]
}

export interface Wei7Document {
  format: 'wei7'
  version: '3.0'
  size?: number | { width: number; height: number }
  info?: JsonObject
  tree: Wei7Tree
}

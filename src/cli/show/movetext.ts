/** A record's moves as text for people: the main line as running text, each variation on a separate, indented line. */
import type { MoveComment, Glyph } from '../../model/annotation.ts'
import type { GameRecord } from '../../model/record.ts'
import { children, type MoveNode } from '../../model/tree.ts'
import type { Position, Rules } from '../../rules/rules.ts'
import { replay } from '../../rules/replay.ts'
import { paint } from './terminal.ts'

const GLYPHS = ['', '!', '?', '!!', '??', '!?', '?!']

/** Deeper variations are not indented any further. */
const MAX_INDENT = 8

/** The moves of a record in the given notation, wrapped by the terminal. */
export function formatMovetext(rules: Rules, record: GameRecord, style?: string): string {
  const texts = moveTexts(rules, record, style)
  const { next } = children(record.nodes)
  const lines: string[] = []
  let line = commentText(record.nodes[0]!.comments, 'after')
  let needsNumber = true
  const starts = variationStarts(record.nodes)
  const depth = new Int32Array(record.nodes.length)
  for (let index = 1; index < record.nodes.length; index++) {
    const node = record.nodes[index]!
    const isStart = starts[index] === 1
    depth[index] = depth[node.parent]! + (isStart ? 1 : 0)
    // After variations, their line continues on a separate line.
    if (isStart || node.parent !== index - 1) {
      lines.push(line)
      line = '  '.repeat(Math.min(depth[index]!, MAX_INDENT))
      needsNumber = true
    }
    const title = node.name === undefined ? '' : paint('bold', `[${node.name}]`)
    const before = commentText(node.comments, 'before')
    const after = commentText(node.comments, 'after')
    const words = [title, before, moveWord(node, texts[index]!, needsNumber || before !== ''), after]
    const text = words.filter((word) => word !== '').join(' ')
    line += line.trim() === '' || text === '' ? text : ` ${text}`
    needsNumber = after !== '' || next[index] !== -1
  }
  lines.push(line)
  return lines.filter((text) => text.trim() !== '').join('\n')
}

/** A move with its number if needed, and its glyphs; for a node without a move, only its changes. */
function moveWord(node: MoveNode, { number, isFirstColour, text }: MoveText, needsNumber: boolean): string {
  if (node.move === undefined && !node.unread) return node.edits ? paint('dim', '(set-up)') : ''
  const label = isFirstColour ? `${number}. ` : needsNumber ? `${number}... ` : ''
  return `${paint('dim', label)}${text}${glyphText(node.glyphs)}`
}

interface MoveText {
  number: number
  isFirstColour: boolean
  text: string
}

function moveTexts(rules: Rules, record: GameRecord, style: string | undefined): MoveText[] {
  const texts: MoveText[] = []
  const startsSecond = rules.start(record).turn === 2 && record.game !== 'go'
  // How far a number that the record gives is from the count of plies, in the moves from there on.
  const shifts = new Int32Array(record.nodes.length)
  replay(rules, record, (position: Position, node, index) => {
    const ply = position.ply + (startsSecond ? 1 : 0)
    const isNumberedByPly = record.game === 'go' || record.game === 'othello'
    shifts[index] = node.moveNumber === undefined ? shifts[node.parent]! : node.moveNumber - position.ply - 1
    texts[index] = {
      number: isNumberedByPly ? position.ply + 1 + shifts[index] : (ply >> 1) + 1,
      isFirstColour: isNumberedByPly || ply % 2 === 0,
      text: moveText(rules, position, node, style),
    }
  })
  return texts
}

function moveText(rules: Rules, position: Position, node: MoveNode, style: string | undefined): string {
  if (node.move !== undefined) return rules.writeMove(position, node.move, style)
  return node.unread ? paint('red', `<${node.unread.text ?? 'unreadable'}>`) : ''
}

/** 1 for every node that is not the first child of its parent. */
function variationStarts(nodes: readonly MoveNode[]): Uint8Array {
  const hasChild = new Uint8Array(nodes.length)
  const starts = new Uint8Array(nodes.length)
  for (let index = 1; index < nodes.length; index++) {
    const parent = nodes[index]!.parent
    starts[index] = hasChild[parent]!
    hasChild[parent] = 1
  }
  return starts
}

function commentText(comments: readonly MoveComment[] | undefined, placement: MoveComment['placement']): string {
  const texts = (comments ?? []).filter((comment) => comment.placement === placement).map(({ text }) => text.trim())
  return texts.length === 0 ? '' : paint('green', `{ ${texts.join(' ')} }`)
}

function glyphText(glyphs: readonly Glyph[] | undefined): string {
  return (glyphs ?? []).map(({ nag, code }) => GLYPHS[nag] ?? ` ${code ?? `$${nag}`}`).join('')
}

/** Issues of othello. */
import type { Translated } from '../catalogue.ts'
import type { othello as english } from '../english/othello.ts'

export const othello: Translated<typeof english> = {
  'ggf/unclosed': '对局没有以 ;) 结束',
  'ggf/stray': '对局中有 {count} 个字符不属于任何属性',
  'ggf/game': '棋类是“{name}”，不是黑白棋',
  'ggf/board': '棋盘无法读取：{reason}',
  'ggf/move': '着法“{move}”不是格子',
  'ggf/characters': '{encoding} 中没有这些字符：{characters}',
  'ggf/board-size': 'GGF 没有 {columns}×{rows} 的棋盘',
  'ggf/setup': '起始局面无法写入：{reason}',
  'ggf/edits': 'GGF 不能保存改动局面之后的着法',
  'ggf/clock': 'GGF 只能保存每着用时',
  'ggf/evaluation': 'GGF 不能保存不以子数表示的评估',
  'othello-text/line': '此行既不是着法也不是棋盘：{text}',
  'othello-text/word': '着法之间有“{text}”，已保留为注释',
  'othello-text/more-lines': '另有 {count} 行既不是着法也不是棋盘',
  'othello-text/move': '着法 {move} 不在 {columns}×{rows} 的棋盘上',
  'othello-text/empty': '从常规开局起没有着法的对局没有可写的内容',
  'othello-text/board-size': '{columns}×{rows} 的棋盘无法从格子数看出',
  'othello-text/setup': '起始局面无法写入：{reason}',
  'othello-text/no-discs': '没有棋子的棋盘会被读成一行横线',
  'othello-text/unread': '从无法读取的着法起不写入',
  'othello-text/edits': '改动局面之后的着法不写入',
  'othello-text/turn': '不按次序的停着或着法会被读成另一方的',
  'othello-text/not-square': '着法 {move} 不是格子',
}

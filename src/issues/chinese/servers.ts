/** Issues of servers. */
import type { Translated } from '../catalogue.ts'
import type { servers as english } from '../english/servers.ts'

export const servers: Translated<typeof english> = {
  'text/left-out': '不属于任何对局，已略去：{text}',
  'epd/bad-line': '不是局面：{text}',
  'epd/unread': '局面后面的内容无法理解：{text}',
  'epd/unread-move': '在此不是着法：{text}',
  'servers/bad-json': '不是有效的 JSON：{reason}',
  'servers/bad-line': '不是题目：{text}',
  'servers/bad-moves': '有些着法无法读取',
  'servers/cut': '文件在一局中间结束，该局被略去',
  'servers/no-game': '此对象不是有着法的对局',
  'gib/unread-move': '不是着法：{line}',
  'ngf/bad-size': '“{size}”不是棋盘大小，采用 19',
  'ngf/unread-move': '不是此棋盘上的着法：{line}',
  'ugf/bad-size': 'Size={size} 不是棋盘大小，采用 19',
  'ugf/unread-move': '不是此棋盘上的着法：{line}',
  'ugf/unknown-line': '[Data] 中有一行不是着法：{line}',
  'ugf/unknown-figure-line': '[Figure] 中有一行不是着法：{line}',
  'ugf/unknown-review-line': '[ReviewNode] 中有一行不是节点：{line}',
  'ugf/review-differs': '复盘的着法与对局不同：{line}',
  'ugf/lost-comment': '评注所属的节点 {number} 不存在：{text}',
  'ugf/lost-text': '文字所属的着法 {move} 不存在',
}

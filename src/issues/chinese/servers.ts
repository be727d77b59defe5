/** Issues of servers. */
import type { Translated } from '../catalogue.ts'
import type { servers as english } from '../english/servers.ts'

export const servers: Translated<typeof english> = {
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

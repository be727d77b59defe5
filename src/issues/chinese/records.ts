/** Issues of records. */
import type { Translated } from '../catalogue.ts'
import type { records as english } from '../english/records.ts'

export const records: Translated<typeof english> = {
  'text/encoding-guessed': '没有说明文字编码；按 {encoding} 读取（把握 {percent}%）',
  'text/control-characters': '姓名 {name} 中有控制字符：文字可能是另一种编码',
  'loss/game': '{format} 不能保存{game}对局',
  'loss/unreadable': '此条目无法读取',
  'loss/native': '{format} 不能保存只有 {source} 才有的数据：{names}',
  'loss/about': '{format} 无处存放关于整个文件的文字',
  'loss/unread-parts': '数据库中无人能读取的文件没有转换：{names}',
  'files/unfinished-change': '一次更改被中断：这里是更改之前的状态，下一次更改会在磁盘上恢复它',
  'files/foreign-journal': '忽略撤销日志：{reason}',
  'rules/illegal-move': '第 {ply} 着（{move}）不合规则',
  'rules/null-move': '第 {ply} 着（{move}）停着',
  'rules/variant': '此处没有变体 {variant} 的规则：不检查其着法',
  'rules/bad-start': '起始局面不成立：{reason}',
  'rules/result': '终局局面应为{winner}胜，记录的结果却不同',
  'rules/result-draw': '终局局面应为和棋，记录的结果却不同',
  'rules/go-ko': '{move} 立即回提劫',
  'rules/go-superko': '{move} 使全局同形再现',
  'rules/go-suicide': '{move} 自杀，提去己方 {count} 子',
  'rules/go-turns': '{move} 是{side}连走的第二着',
  'record/date': '没有这样的日期：{date}',
  'book/size': '开局库最后一个完整条目之后还有 {rest} 字节',
  'table/characters': '{encoding} 中没有的 {count} 个字符写成“?”：{characters}',
}

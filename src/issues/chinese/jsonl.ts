/** Issues of jsonl. */
import type { Translated } from '../catalogue.ts'
import type { jsonl as english } from '../english/jsonl.ts'

export const jsonl: Translated<typeof english> = {
  'jsonl/long-line': '此行长于 {most} 字节',
  'jsonl/bad-utf8': '不是 UTF-8 的字节读成 U+FFFD',
  'jsonl/bad-json': '此行不是 JSON：{reason}',
  'jsonl/more-issues': '此行另有 {count} 个问题没有列出',
  'jsonl/wrong-type': '类型不符，应为：{what}',
  'jsonl/unknown-property': '记录没有的属性',
  'jsonl/missing-property': '缺少 {property}',
  'jsonl/bad-tree': '节点 {node} 不合树结构，它和其后的节点被略去',
  'jsonl/bad-move': '数 {move} 不是着法',
  'jsonl/too-large': '记录过大，一行容纳不下',
  'jsonl/off-board': '着法 {move} 不在棋盘上',
  'jsonl/other-move': '着法 {move} 属于另一种棋',
}

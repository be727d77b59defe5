/** Errors of engines. */
import type { Translated } from '../catalogue.ts'
import type { engineErrors as english } from '../english/engine-errors.ts'

export const engineErrors: Translated<typeof english> = {
  'engine/ended': '引擎已退出：{detail}',
  'engine/closed': '引擎已被终止',
  'engine/silent': '引擎 {seconds} 秒没有回应',
  'engine/flood': '引擎输出超过 {most} 个字符仍未给出结果',
  'engine/long-line': '引擎输出的一行超过 {most} 个字符',
  'engine/control': '给引擎的命令必须是一行，且不含控制字符',
  'engine/refused': '引擎拒绝“{command}”：{text}',
  'engine/game': '{name} 不下这种棋（{game}）',
  'engine/illegal-move': '引擎给出了不可能的着法：{move}',
  'engine/position': '引擎不能接受这个局面：{reason}',
  'engine/unread': '此局面之前有一着无法读取',
  'engine/option': '引擎没有选项 {name}',
  'engine/option-value': '引擎的选项 {name} 不能为 {value}',
  'engine/settings': '引擎列表 {path} 无法读取：{detail}',
}

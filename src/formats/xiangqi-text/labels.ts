/** Lines `label：value` at the head of a text, and which field each label is: docs/formats/xiangqi-text.md. */
import type { FieldName } from '../xiangqi/record-fields.ts'

/** Labels by their fields, in simplified characters without spaces. */
const LABELS: Readonly<Record<string, FieldName>> = {
  标题: 'Name',
  对局名称: 'Name',
  分类: 'URL',
  来源: 'From',
  赛事类型: 'ContestType',
  赛事: 'Contest',
  轮次: 'Round',
  组别: 'Group',
  台次: 'Table',
  日期: 'Date',
  比赛日期: 'Date',
  地点: 'Site',
  比赛地点: 'Site',
  时间规则: 'TimeRule',
  记时规则: 'TimeRule',
  计时规则: 'TimeRule',
  红方: 'Red',
  红队: 'RedTeam',
  红方团体: 'RedTeam',
  红等级分: 'RedRating',
  红方用时: 'RedTime',
  黑方: 'Black',
  黑队: 'BlackTeam',
  黑方团体: 'BlackTeam',
  黑等级分: 'BlackRating',
  黑方用时: 'BlackTime',
  解说: 'Commentator',
  评论: 'Commentator',
  录入: 'Creator',
  作者: 'Creator',
  创建日期: 'DateCreated',
  修改日期: 'DateModified',
  对局种类: 'RecordKind',
  棋局性质: 'RecordKind',
  来源网站: 'From',
  结束方式: 'ResultType',
  裁判员: 'Referee',
  记录: 'Recorder',
}

/** Labels whose values are not texts of a field. */
const OTHERS = [
  '结果',
  '比赛结果',
  '棋谱类型',
  '棋局类型',
  '棋谱主人',
  '布局',
  '红方姓名',
  '黑方姓名',
  'FEN',
  'ECCO',
  '耗时',
] as const

/** What a line says. */
export interface Labelled {
  label: FieldName | (typeof OTHERS)[number]
  value: string
}

const SIMPLIFIED: Readonly<Record<string, string>> = {
  標: '标',
  題: '题',
  賽: '赛',
  紅: '红',
  結: '结',
  來: '来',
  時: '时',
  間: '间',
  規: '规',
  則: '则',
  輪: '轮',
  組: '组',
  別: '别',
  點: '点',
  類: '类',
  譜: '谱',
  隊: '队',
  級: '级',
  說: '说',
  錄: '录',
  評: '评',
  論: '论',
  對: '对',
  種: '种',
  員: '员',
  記: '记',
}

function plain(label: string): string {
  return Array.from(label.replaceAll(/\s/g, ''), (character) => SIMPLIFIED[character] ?? character).join('')
}

/** No line of labels is longer. */
const LONGEST = 1000

/** What the labels of a line say, several where they stand in columns; none for a line of another kind. */
export function readLabels(line: string): Labelled[] {
  const found: Labelled[] = []
  if (line.length > LONGEST) return found
  const text = line.replaceAll(/\(Email:([^)]*)\)/g, '$1')
  for (const part of text.split(/[ 　]{2,}(?=[^:：\s]{2,6}\s*[:：])/)) {
    const match = /^\s*([^:：]{1,12})[:：]\s*(.*?)\s*$/.exec(part)
    const name = match && plain(match[1]!)
    if (name === null) return []
    const label = LABELS[name] ?? OTHERS.find((other) => other === name)
    if (label === undefined) return []
    found.push({ label, value: match![2]! })
  }
  return found
}

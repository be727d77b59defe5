/** Words that stand as parameters in sentences. */
import type { Translated } from '../catalogue.ts'
import type { terms as english } from '../english/terms.ts'

export const terms: Translated<typeof english> = {
  'side/black': '黑方',
  'side/white': '白方',
  'side/red': '红方',
  'xqf-field/title': '标题',
  'xqf-field/second-title': '副标题',
  'xqf-field/event': '赛事',
  'xqf-field/date': '日期',
  'xqf-field/place': '地点',
  'xqf-field/red': '红方姓名',
  'xqf-field/black': '黑方姓名',
  'xqf-field/time-rule': '用时规则',
  'xqf-field/red-time': '红方用时',
  'xqf-field/black-time': '黑方用时',
  'xqf-field/annotator': '评注者',
  'xqf-field/author': '作者',
}

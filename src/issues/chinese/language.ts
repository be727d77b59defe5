/** Chinese, as a language that messages are written in. */
import type { Language } from '../catalogue.ts'
import { errors } from './errors.ts'
import { features } from './features.ts'
import { sentences } from './index.ts'
import { terms } from './terms.ts'

export const chinese: Language = {
  code: 'zh',
  sentences,
  errors,
  features,
  terms,
  frame: {
    loss: '{format} 不能保存{feature}',
    more: '（另有 {count} 处）',
    line: '第 {n} 行',
    column: '第 {n} 列',
    root: '根节点',
    offset: '偏移 {n}',
    game: '第 {n} 局',
    node: '节点 {n}',
  },
}

/** Issues of 2cbh. */
import type { Translated } from '../catalogue.ts'
import type { twoCbh as english } from '../english/2cbh.ts'

export const twoCbh: Translated<typeof english> = {
  '2cbh/head': 'в заголовке нет числа {number}',
  '2cbh/trailer': 'размер в конце записи неверен',
  '2cbh/checksum': 'контрольная сумма записи неверна',
  '2cbh/unknown-tag': 'запись неизвестного вида {tag}',
  '2cbh/move-from-nowhere': '{count:ход начинается|хода начинаются|ходов начинаются} с пустого поля, доска не меняется',
  '2cbh/annotations-rest':
    'примечание неизвестного типа {type} и всё после него, {count:байт|байта|байт}, сохранены как байты',
  '2cbh/annotation-order': 'примечания идут не в порядке ходов',
  '2cbh/entity-head': 'заголовок списка игроков и турниров непригоден',
  '2cbh/type-twice': 'два байта типа записи различаются',
  '2cbh/gap': 'запись начинается не там, где кончается предыдущая',
  '2cbh/file-end': 'после последней записи ещё {count:байт|байта|байт}',
  '2cbh/material': 'материал в заголовке не соответствует конечной позиции',
  '2cbh/lists-head': 'файл не является списком партий по игрокам и турнирам',
  '2cbh/lists':
    '{count:список партий не соответствует|списка партий не соответствуют|списков партий не соответствуют} заголовкам',
  '2cbh/order-tree': 'порядок «{name}» повреждён',
  '2cbh/castling-rooks': 'ChessBase 17 не может сохранить, что рокируют не крайние ладьи',
  '2cbh/rest-lost': 'непрочитанные примечания не записаны',
  '2cbh/player-details': 'ChessBase 17 хранит только имя и номер ФИДЕ игрока',
  '2cbh/rating-kind': 'ChessBase 17 не может сохранить вид рейтинга ({ratingType})',
  '2cbh/quotation-start': 'ChessBase 17 не может сохранить варианты и начальную позицию цитируемой партии',
  '2cbh/question-language': 'ChessBase 17 не может сохранить язык текста учебного вопроса',
  '2cbh/media': 'ChessBase 17 не может сохранить файлы, которые использует текст',
  '2cbh/plain-text': 'ChessBase 17 хранит тексты в HTML; простой текст и его объекты преобразованы',
  '2cbh/body-language': 'в ChessBase 17 один текст на язык; другой не записан',
}

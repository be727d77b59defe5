/** Short texts in old encodings, made of names and sentences of six languages: what a guess has to go by. */
import { decodeText, encodeText } from '../../src/bytes/text.ts'

const CHINESE = {
  names:
    '王小明 李建国 张伟 刘洋 陈志强 杨帆 赵丽华 黄海涛 周文斌 吴昊 徐磊 孙立新 胡晓峰 朱德荣 高翔 林思远 何家乐 郭宏 马俊 罗毅 梁静 宋佳 郑凯 谢少博 韩雪松 唐韦星 冯天 于之莹 董明 萧正浩 程龙 曹恒 袁泉 邓伟 许嘉阳 傅强 沈鹏 曾志 彭立尧 吕钦',
  sentences:
    '这盘棋下得很好|黑棋的开局不错，白棋应对有误|中盘以后白方取得优势|第三局在北京举行|双方都下出了很多好手|黑棋中盘胜|这一手是败着|他是著名的九段棋手',
}
const TRADITIONAL = {
  names:
    '陳志明 林美惠 黃國雄 張淑芬 李建宏 王俊傑 吳宗翰 劉雅婷 蔡文豪 楊承恩 許家榮 鄭怡君 謝明達 郭正義 洪啟文 曾慶祥 邱永昌 廖偉誠 賴清德 周俊勳 徐瑩 蘇文龍 葉志偉 莊碧華 呂宏達 江啟臣 何天賜 蕭正浩 羅大同 高英傑 潘坤東 簡靖庭 朱家輝 鍾啟光 彭景華 游建文 詹宜典 胡耀宇 施懿宸 沈君山',
  sentences:
    '這盤棋下得很好|黑棋的開局不錯，白棋應對有誤|中盤以後白方取得優勢|第三局在臺北舉行|雙方都下出了很多好手|黑棋中盤勝|這一手是敗著|他是著名的九段棋手',
}
const JAPANESE = {
  names:
    '山田太郎 佐藤一郎 鈴木健二 高橋誠 田中角栄 伊藤博文 渡辺明 中村修 小林光一 加藤正夫 吉田茂 山本五十六 佐々木正 松本清張 井上靖 木村義雄 林海峰 清水市代 山崎隆之 森内俊之 池田勇人 橋本聖子 阿部光瑠 石田芳夫 前田陳爾 藤沢秀行 小川誠子 岡田結美子 後藤俊午 長谷川章 村上春樹 近藤勇 石井邦生 坂田栄男 遠藤周作 青木喜久代 藤井聡太 西村一義 福田康夫 大竹英雄',
  sentences:
    'これは有名な対局です|黒の布石はよかったが、白の攻めが厳しい|中押し勝ちとなりました|第三局は東京で打たれた|この手が敗着である|井山裕太さんの勝ち|ここで長考しました|どちらの石も生きている',
}
const KOREAN = {
  names:
    '김민수 이창호 박정환 최철한 정수현 강동윤 조훈현 윤준상 장주주 임동혁 한상훈 오유진 서봉수 신진서 권효진 황진수 안성준 송태곤 류재형 전영규 홍성지 고근태 문도원 양재호 손근기 배준희 백홍석 허영호 유창혁 남치형 심우섭 노영하 하찬석 곽민호 성지훈 차민수 주형욱 우상진 구경회 민수진',
  sentences:
    '이 바둑은 아주 좋았습니다|흑의 포석은 좋았지만 백의 공격이 강했다|백이 불계승을 거두었다|제삼국은 서울에서 열렸다|이 수가 패착이다|그는 유명한 구단 기사이다|여기서 장고했습니다|두 돌이 모두 살았다',
}
const RUSSIAN = {
  names:
    'Иванов Петрова Сидоров Кузнецов Смирнов Васильев Попов Соколов Михайлов Новиков Фёдоров Морозов Волков Алексеев Лебедев Семёнов Егоров Павлов Козлов Степанов Николаев Орлов Андреев Макаров Никитин Захаров Зайцев Соловьёв Борисов Яковлев Григорьев Романов Воробьёв Сергеев Кузьмин Фролов Александров Дмитриев Королёв Гусев',
  sentences:
    'Это очень хорошая партия|Чёрные начали хорошо, но белые ответили точно|Белые выиграли в миттельшпиле|Третья партия прошла в Москве|Этот ход ошибочный|Он известный мастер|Здесь чёрные долго думали|Обе группы живы',
}
const WESTERN = {
  names:
    'Müller Schröder Jäger Böhm Köhler Krüger Günther Weiß José García Muñoz Peña Núñez Rodríguez Gómez Sánchez François Hélène Lefèvre Gérard Noël André Bjørn Sørensen Nilsson-Ström Åkesson Björk Öberg João Conceição Gonçalves Antônio São Niccolò Forlì Søren Håkon Åse Çelik Désiré',
  sentences:
    'Une très belle partie|Schwarz hat gut eröffnet, aber Weiß war stärker|El movimiento fue decisivo según él, qué pena|A partida terminou com a vitória de João|Spillet blev vundet på tid af Søren|Ein schöner Zug für Weiß|La forteresse résiste à l épreuve|Señor Núñez jugó la última ronda en España',
}

const LANGUAGES = [
  ['gb18030', CHINESE], ['big5', TRADITIONAL], ['shift_jis', JAPANESE], ['euc-jp', JAPANESE], ['euc-kr', KOREAN],
  ['windows-1251', RUSSIAN], ['koi8-r', RUSSIAN], ['ibm866', RUSSIAN], ['windows-1252', WESTERN], ['ibm850', WESTERN],
] as const // prettier-ignore

/** Files of one kind in one encoding. */
export const textsOf = {
  count: 60,
  oneName: (names: readonly string[], at: number) => `(;GM[1]SZ[19]PB[${nth(names, at)}]KM[6.5];B[pd];W[dd])`,
  twoNames: (names: readonly string[], at: number) =>
    `(;GM[1]SZ[19]PB[${nth(names, at)}]PW[${nth(names, at * 7 + 3)}]KM[6.5];B[pd];W[dd])`,
  sentence: (sentences: readonly string[], at: number) => `(;GM[1]SZ[19]KM[6.5];B[pd]C[${nth(sentences, at)}];W[dd])`,
}

function nth(list: readonly string[], at: number): string {
  return list[at % list.length]!
}

/** How many files of each kind a guess finds the encoding of. A guess that reads the same text is right. */
export function scoreTable(
  guess: (bytes: Uint8Array) => string,
): { encoding: string; right: [number, number, number] }[] {
  return LANGUAGES.map(([encoding, { names, sentences }]) => {
    const [allNames, allSentences] = [names.split(' '), sentences.split('|')]
    const count = (make: (at: number) => string) => {
      let right = 0
      for (let at = 0; at < textsOf.count; at++) {
        const { bytes, lost } = encodeText(make(at), encoding)
        if (lost.length > 0) throw new Error(`${encoding} lacks ${lost.join('')}`)
        if (decodeText(bytes, guess(bytes)) === decodeText(bytes, encoding)) right++
      }
      return right
    }
    return {
      encoding,
      right: [
        count((at) => textsOf.oneName(allNames, at)),
        count((at) => textsOf.twoNames(allNames, at)),
        count((at) => textsOf.sentence(allSentences, at)),
      ],
    }
  })
}

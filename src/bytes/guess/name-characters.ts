/** Characters with which names begin, and of which they are made: what there is to go by in a file that has only names. */

/** Family names of China, written in simplified characters. */
export const SIMPLIFIED_SURNAMES =
  '李王张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊' +
  '金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文古柯时檀连党聂芮朴申洪陶蒙俞华丰邬'

/** The same in traditional characters. */
export const TRADITIONAL_SURNAMES =
  '陳林黃張李王吳劉蔡楊許鄭謝郭洪曾邱廖賴周徐蘇葉莊呂江何蕭羅高潘簡朱鍾彭游詹胡施沈余盧梁趙顏柯翁魏孫戴范方宋鄧杜傅侯曹薛丁卓馬阮董唐藍' +
  '石蔣馮韓袁夏連譚姚鄒熊金陸郝孔白崔康毛秦史顧邵孟龍萬段雷錢湯尹黎易常武喬賀龔文古時'

/** Given names of China, both ways of writing. */
export const SIMPLIFIED_NAMES =
  '伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂文辉玲华红玉建志国海东晓春云峰飞鹏宇浩然子轩博梓涵昊天一鸣俊毅宏斌健波宁凯旭阳龙光亚卫泽睿翔哲' +
  '豪远征川洁廷昱瑞恒昕越啸成家乐永欣庆祥福荣兴仁义礼智信德胜利新民立生学良全安世贤忠思源林森江河山松柏梅兰竹菊雪冰'
export const TRADITIONAL_NAMES =
  '偉芳娜敏靜麗強磊軍洋勇豔傑娟濤明超秀霞平剛桂文輝玲華紅玉建志國海東曉春雲峰飛鵬宇浩然子軒博涵昊天一鳴俊毅宏斌健波寧凱旭陽龍光亞衛澤睿翔哲' +
  '豪遠征川潔廷昱瑞恆昕越嘯成家樂永欣慶祥福榮興仁義禮智信德勝利新民立生學良全安世賢忠思源林森江河山松柏梅蘭竹菊雪冰淑惠美雅婷怡君宗翰承恩'

/** Names of Japan, and the words of its records. */
export const JAPANESE_NAMES =
  '田山本中村小川井藤木林野高原松石島上谷口大前西東北南沢澤武宮岡内橋崎坂池福森秋吉加佐伊羽生治郎一二三太子男夫雄正光之介英和明美信義久俊哉彦樹' +
  '翔隆宏平次史幸清水栄寿趙勲依張栩王立誠結城聡河関黄翊祖裕虎丸芝力遼許家元梅今安部斎斉渡辺近伸道長土屋敦志昌茂洋久雅直秀忠孝康浩博智健真' +
  '棋聖名人戦碁段日九黒白勝目半局第手国年月先番定互天位'

/** Family names of Korea, and syllables of its given names. */
export const KOREAN_SURNAMES =
  '김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민진지엄채원천방공현함변염여추도석선설마길연위표명기반'
export const KOREAN_NAMES =
  '영수현준호성민재원상동승철광훈석경희태종창국규환용인기은선미혜연찬욱세돌진정지우서윤하유건도형주대일남빈한권범식순병만근관중명강백병천'

/**
 * Nations by their number, and the languages that ChessBase represents by nations. The codes are those of the IOC if it
 * has one; 149, 160, 161, 192 and 193 are former states and 196 is the internet. docs/formats/chessbase.md, Nations.
 */

/** Codes 1 to 253, twenty to a row. */
const NATIONS = (
  'AFG ALB ALG AND ANG ANT ARG ARM AUS AUT AZE BAH BRN BAN BAR BLR BEL BIZ BER BOL ' +
  'BIH BOT BRA IVB BRU BUL BUR CAN CHI CHN COL CRC CRO CUB CYP CZE DEN DJI DOM ECU ' +
  'EGY ENG ESP EST ETH FRO FIJ FIN FRA MKD GAM GEO GER GHA GRE GUA GCI GUY HAI HON ' +
  'HKG HUN ISL IND INA IRI IRQ ISR IRL ITA CIV JAM JPN JCI JOR KAZ KEN KOR KGZ KUW ' +
  'LAT LIB LBA LIE LTU LUX MAC MAD MAS MLI MLT MTN MRI MEX MDA MON MGL MAR MOZ MYA ' +
  'NAM NEP NED AHO NZL NCA NGR NOR PAK PLE PAN PNG PAR PER PHI POL POR PUR QAT ROU ' +
  'RUS ESA SMR SCO SEN SEY SIN SVK SLO RSA SRI SUD SUR SWE SUI SYR TJK TAN THA TTO ' +
  'TUN TUR TKM UGA UKR UAE USA URU URS UZB VEN VIE ISV WLS YEM SCG ZAM ZIM ZAI DDR ' +
  'TCH CMR CHA CPV KIR COM CGO PRK LAO LES MAW MDV MHL OMA NRU MIC NIG KSA TOG TGA ' +
  'VAN VAT TUV SWZ SLE LCA PAP SVI SAM SKI SOL GE2 ZAR RWA LBR NET TPE ASA AGG ARU ' +
  'BEN BHU BDI CAM CAY CAF GCI CIA COA COK GEQ ERI FGB FRG FRP GAB GGB GRN GRL FGA ' +
  'GUM GUI GBS IOM JMY MFR MYF MSG NCF NNN NNA NMI OTM PLW PIG RUF STP SOM SVN HGB ' +
  'PGB TKI TCI WFR NIR ISS GBR SAA MNE SRB CAT BAS KOS'
).split(' ')

/** Other codes of the same nations in older ChessBase programs: code and number. */
const ALIASES =
  'BHN 13 BLZ 18 CRI 32 FAI 46 FRM 50 IVO 71 LBN 82 LBY 83 MAU 92 MNC 96 ROM 120 TRI 140 ' +
  'YUG 156 ZRE 159 CSR 161 KAP 164 KBA 165 CON 167 NKO 168 MWI 171 MSH 173 OMN 174 NAU 175 ' +
  'SAU 178 TON 180 SWA 184 SIE 185 SLU 186 SAL 191 TWN 197 ASU 198 ARN 200 BNN 201 BTN 202 ' +
  'BRI 203 CMB 204 CAR 206 CIN 210 ELG 211 GRA 218 GMA 221 GUB 223 PAL 234 SAO 237 MNT 249 ' +
  'SER 250'

const NUMBERS = new Map<string, number>()
for (const [alias, number] of ALIASES.matchAll(/(\w+) (\d+)/g).map(
  ([, alias, number]) => [alias!, Number(number)] as const,
)) {
  NUMBERS.set(alias, number)
}
// GCI occurs twice, at 57 and 207; the first is written.
for (let number = NATIONS.length; number > 0; number--) NUMBERS.set(NATIONS[number - 1]!, number)

/** The code of a nation; undefined for 0 (none) and for unknown numbers. */
export function nationCode(number: number): string | undefined {
  return NATIONS[number - 1]
}

/** The number of a nation by its code, 0 for none or an unknown one. */
export function nationNumber(code: string | undefined): number {
  if (code === undefined) return 0
  return NUMBERS.get(code) ?? 0
}

/** Languages of comments as ISO 639-1 codes, by the nation that represents them. */
const LANGUAGES: readonly (readonly [nation: string, language: string])[] = [
  ['ENG', 'en'],
  ['GER', 'de'],
  ['FRA', 'fr'],
  ['ESP', 'es'],
  ['ITA', 'it'],
  ['NED', 'nl'],
  ['POR', 'pt'],
  ['POL', 'pl'],
  ['GRE', 'el'],
  ['RUS', 'ru'],
  ['UKR', 'uk'],
  ['BLR', 'be'],
  ['CZE', 'cs'],
  ['SVK', 'sk'],
  ['HUN', 'hu'],
  ['ROU', 'ro'],
  ['BUL', 'bg'],
  ['CRO', 'hr'],
  ['SLO', 'sl'],
  ['SRB', 'sr'],
  ['DEN', 'da'],
  ['SWE', 'sv'],
  ['NOR', 'no'],
  ['FIN', 'fi'],
  ['ISL', 'is'],
  ['EST', 'et'],
  ['LAT', 'lv'],
  ['LTU', 'lt'],
  ['TUR', 'tr'],
  ['ISR', 'he'],
  ['CHN', 'zh'],
  ['JPN', 'ja'],
  ['CAT', 'ca'],
  ['BAS', 'eu'],
]

const LANGUAGE_OF_NATION = new Map(LANGUAGES)
const NATION_OF_LANGUAGE = new Map(LANGUAGES.map(([nation, language]) => [language, nation]))

/**
 * The language that a nation represents; undefined for any language (0). A nation that represents no language gives a
 * private tag such as `x-usa` (RFC 5646, section 2.2.7).
 */
export function languageOfNation(number: number): string | undefined {
  if (number === 0) return undefined
  const nation = nationCode(number) ?? `n${number}`
  return LANGUAGE_OF_NATION.get(nation) ?? `x-${nation.toLowerCase()}`
}

/** The nation that represents a language, 0 for any language and for one without a nation. */
export function nationOfLanguage(language: string | undefined): number {
  if (language === undefined) return 0
  const nation = NATION_OF_LANGUAGE.get(language)
  if (nation !== undefined) return nationNumber(nation)
  const number = /^x-n([0-9]{1,3})$/.exec(language)
  if (number) return Number(number[1]) & 0xff
  return language.startsWith('x-') ? nationNumber(language.slice(2).toUpperCase()) : 0
}

/** Languages of guiding texts and training questions by number; 7 is any language. */
const TEXT_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'] as const

/** The number for any language in guiding texts. */
export const ANY_LANGUAGE = 7

/** The language of a guiding text by its number; undefined for any language. */
export function textLanguage(number: number): string | undefined {
  return number === ANY_LANGUAGE ? undefined : (TEXT_LANGUAGES[number] ?? `x-l${number}`)
}

/** The number of a language of guiding texts; undefined for a language that has none. */
export function textLanguageNumber(language: string | undefined): number | undefined {
  if (language === undefined) return ANY_LANGUAGE
  const known = TEXT_LANGUAGES.indexOf(language as (typeof TEXT_LANGUAGES)[number])
  if (known >= 0) return known
  const number = /^x-l([0-9]{1,5})$/.exec(language)
  return number ? Number(number[1]) & 0xffff : undefined
}

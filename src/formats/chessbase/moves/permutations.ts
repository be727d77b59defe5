/**
 * The permutations applied to the bytes of moves. Each encoding has its own; they are facts of the format and follow no
 * rule. Sources: mode 0 from the description of the format by Kvetka (kvetka.org, "Description of the ChessBase
 * database format"), modes 1, 4, 5 and 10 and that of quotations derived from databases and their PGN exports.
 * docs/formats/chessbase.md, Encoding modes.
 */
import { fromBase64 } from '../../../bytes/text.ts'

/** `table[byte]` by the mode that a table belongs to. */
export const PERMUTATIONS = {
  0: fromBase64(
    'opVD9cE9SmxTg8x8/65ordGSi401gV50Jo6ryv2a86ClFfyxHu0w6iLrp81Oby4kMpRBjG5YglC7AorY+mDeUrpGrCmd198IIQFm' +
      'o/EZJ7WR1UIOtEzZGF+8JaaWBFZqqjMcK3Pw3aQ308UQv1ojNHVbuFXSawk6VxKzd0iFmw+ex8ihf3rAvTFt9j7DEXHOfdqoVJCX' +
      'H0RAFsnjLMuE7J8/XOZ2CzwgtzYA3Of5T/evBgfgGgqpSwzWY4eJHRMb5HAFR2d7L+7i6JgN78/E9PuwF5lk8tQqA014xv5lhoh5' +
      'RTvlSY8tub5ikxTp0DicssJZXbZyUfgofmE54dtpgA==',
  ),
  1: fromBase64(
    'qCI4+yd8Zd1Bgzytgemvy4bMh8+x63mPFtEtviFSD4soTOiZGv1i6kC3yBmRil8NwjQ5DHvgdtDxqkcj46UXpApYxLv6QzGTppJw' +
      'mHWfiTVsFGNz3+QRRtNEAtqz8u/5JVQpnR3K7MeyxWi8934v4VyQ5vY2lU0qA5ft1i5uuHQmollRrNcwSIIzSRDY/tUVnKBTfQsy' +
      'ljdh7k+pWtTnB0Ucq2eUHg6hAD7wAQS5zh8TW/W/xggY3ldV5VbNBWqwBiDbgPi2QtKNrrX0f3jzaWBObysbhTqMcWujwcltjjvc' +
      'iJsS/J5KZlBkPQma/yS9S9m6p7SE4ndeXSxyej/DwA==',
  ),
  4: fromBase64(
    'WKPucke5H6Am/dxt8ePLxeLQKeeJ4a57NEE1S6V89uXbjF83BbsyVEzvXSp/04GG3xjDRBb3hQ9NMHkURaqibBWSpmJIGek8OJQo' +
      'qGYJA2MgfTbXLpjs2gETJHPNns/Z1WiL0qtbabAn/DEbU35ldlV1rwrMx8SytSLop771AFoh0XSO3pzkQiuxm5PBeHDWtq1OamR6' +
      'V0kRnRLAOi/mhMYHzgiCBJC4h8puHkAaULQQvEOKcQuNXDs/iLr082Ed+f4lUQ3ryFkXRqTyVrcCLTOf2IP7v+rtrGBnOd2Wa6nC' +
      'dwwOkfqZmuCh8F7JBk+9UoDU+JcjPhwslUqPPW//sw==',
  ),
  5: fromBase64(
    '4BuXhqJI8CMBN/rrUHZdzYAaMVz/vHja5aN1s3HhoQ5WQT/jDcQl5oiJcNyZpguaFCxXnml631Wtc3zFA3L1RWKOr1/MwF7zGBO1' +
      'OAkoPL0Qi+ndjJQIgaf+JHlEK8E2Mn9n5P1JSyGpW3cfHPZAZT35WvhHJlPUINLYTyeu+7abdLhC/BZv15+5e2DewkYGnNMqxwWF' +
      'PrEAFdGWzpCVETOPxoKEtzmg6DQefajQ6uLvTMNYTgIdsn6YLQfVymjLMLSsg2Psh+4uvs9tTYrWBLA1yMkSF2GNZA+lVCk6Smu7' +
      'L9k7k2qqpCL0GUNu8ffbku1mWQq/bFGRUvIMnau65w==',
  ),
  10: fromBase64(
    'OFBkzJ9Wb3NNQWaixrmWR+7PsW1IT0QgFb6CCTSZ6xozfKtZACIksLT6hd1X89nSio1wtW5DpwsnCOqzlBxjGyvFDNQ/N+jepiPv' +
      'Bv0+wUAy3y3I0A/x4nqV7DzKSRHgJdgw/i663KpTTNFeZ4sNnqm/BXg1xLakS9YEUqh2LL2uObLjA4EXmj1owGWSyfd3Fv/14R42' +
      'u4aO+Z3Va/R0gC97FJcp5UoCk1zLoVh5+F8mKI9+pe3TiceIm1SHYNrwRTrChJAh9vJaKlUYYQH75oxqErhig5gQcVvkrdtCCs1G' +
      '13IHzhm3OzGcUcNpo5HpDh/8dWwdfeevXaC8E3+sTg==',
  ),
  quotation: fromBase64(
    'gWvDl3MLfriZVgXUckU+Y8jsSQGNR9q1h+aUUPVXwOv6Ql2ijrlKeh0XbeXChUMSbBRV0WC8Xw6gFkimTOfZ48+hIOoEG70j3/+M' +
      'ImiPvtss3DOnXnfxsPer/u6J0MmA5B50pLKsTgLYO0YJwdYyo8StWNUTxa+29lkpOnk1JC4hJ4bS8GE0K1vpZXEG86kYt+2d4Q3K' +
      'dQcwKhB4ywy0VJHiGov9OfJNxz30pb8/nwCShEv76ED8D95Tun+akAPTzERSTzw4k4qIlVyDWi+xe/h2Z2qzxs0mQSVkcLvvgghu' +
      'LeA33RV8HChmrn1vH6oxnBnOaTZRCmKWm5ie1xGo+Q==',
  ),
} as const satisfies Record<string | number, Uint8Array>

/** The table that undoes a permutation, for writing. */
export function inverse(table: Uint8Array): Uint8Array {
  const inverted = new Uint8Array(256)
  for (let byte = 0; byte < 256; byte++) inverted[table[byte]!] = byte
  return inverted
}

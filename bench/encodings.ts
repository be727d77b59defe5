/**
 * How often the encoding of a text is guessed right: 60 files each of ten encodings with one name, with two names and with one
 * sentence, of which the guess sees nothing but the bytes.
 */
import { guessEncoding } from '../src/bytes/guess-encoding.ts'
import { scoreTable, textsOf } from '../test/support/encoding-samples.ts'

console.log('encoding'.padEnd(16), 'one name  two names  a sentence')
const sums = [0, 0, 0]
for (const { encoding, right } of scoreTable((bytes) => guessEncoding(bytes))) {
  console.log(encoding.padEnd(16), right.map((count) => String(count).padStart(8)).join('   '))
  right.forEach((count, kind) => (sums[kind]! += count))
}
console.log('all'.padEnd(16), sums.map((count) => String(count).padStart(8)).join('   '), `of ${10 * textsOf.count}`)

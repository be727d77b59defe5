/** Comments with clock times and evaluations alone, without their braces, and what is nearly one. */
import fc from './properties.ts'

const digits = (least: number, most: number) => fc.stringMatching(new RegExp(`^[0-9]{${least},${most}}$`))
const time = fc
  .tuple(digits(1, 4), digits(2, 2), digits(2, 2), fc.option(digits(1, 3)))
  .map(([hours, minutes, seconds, part]) => `${hours}:${minutes}:${seconds}${part === null ? '' : `.${part}`}`)
const value = fc
  .tuple(fc.constantFrom('', '-', '+'), digits(1, 6), fc.option(digits(1, 4)), fc.option(digits(1, 4)))
  .map(
    ([sign, whole, part, depth]) =>
      sign + whole + (part === null ? '' : `.${part}`) + (depth === null ? '' : `,${depth}`),
  )
const mate = fc.tuple(fc.constantFrom('', '-', '+'), digits(1, 6)).map(([sign, moves]) => `#${sign}${moves}`)
const command = fc.oneof(
  fc.tuple(fc.constantFrom('clk', 'emt', 'egt'), time),
  fc.tuple(fc.constant('eval'), fc.oneof(value, mate)),
)
const space = fc.constantFrom('', ' ', '  ', '\t', '\n', '\r\n', '\0')

/** Commands that differ from each other, in any order, with white space around them. */
export const plainComment = fc
  .uniqueArray(command, { minLength: 1, maxLength: 4, selector: ([name]) => name })
  .chain((commands) => fc.tuple(fc.constant(commands), fc.array(space, { minLength: 5, maxLength: 5 })))
  .map(
    ([commands, spaces]) =>
      commands.map(([name, operands], index) => `${spaces[index]}[%${name} ${operands}]`).join('') + spaces[4],
  )

/** A comment with a byte changed, removed or added. */
export const damagedComment = fc
  .tuple(plainComment, fc.nat(), fc.constantFrom(...'0123456789:.,#+-[]%{ \nclkevamtg;x'), fc.constantFrom(0, 1, 2))
  .map(([text, at, letter, kind]) => {
    const index = at % (text.length + 1)
    return text.slice(0, index) + (kind === 0 ? '' : letter) + text.slice(kind === 2 ? index : index + 1)
  })

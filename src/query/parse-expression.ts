/**
 * Parses expressions over conditions: `player:Carlsen (eco:B90 or eco:B33) not result:draw`,
 * `moves:"e4 c5" then material:KRPkr`. docs/query.md has the grammar. Every error names the character.
 */
import type { ErrorCode, ParamsOf } from '../issues/catalogue.ts'
import { CodedError, messageOf, PositionError } from '../issues/errors.ts'
import type { Game } from '../model/record.ts'
import { hasStones, MEN } from '../positions/main-line.ts'
import { manOf } from '../patterns/question/pattern.ts'
import { ConditionError } from './condition-error.ts'
import { ALIAS_NAMES, CONDITION_NAMES, type ConditionTexts, parameterOf } from './conditions.ts'
import type { Expression, GameQuery, Moment, MomentFact, Where } from './query.ts'

/** Reads conditions, as `parseConditions` does. */
type ReadConditions = (given: ConditionTexts, kinds?: readonly Game[]) => GameQuery

/** The deepest nesting of parentheses, and the largest number of conditions. */
const MAX_DEPTH = 50
const MAX_CONDITIONS = 200

/** Conditions on the move that led to a position, or on the men in it. */
const MOMENT_NAMES = ['moved', 'captured', 'imbalance'] as const
type MomentName = (typeof MOMENT_NAMES)[number]

type TypedName = Exclude<keyof ConditionTexts, 'where'> | MomentName

const NAMES: ReadonlyMap<string, TypedName> = new Map<string, TypedName>([
  ...[...CONDITION_NAMES, ...ALIAS_NAMES].flatMap((name): [string, TypedName][] =>
    name === 'where'
      ? []
      : [
          [name.toLowerCase(), name],
          [parameterOf(name), name],
        ],
  ),
  ...MOMENT_NAMES.map((name): [string, TypedName] => [name, name]),
])

/** Conditions that hold in a position of the main line. */
const OF_MOMENTS: ReadonlySet<string> = new Set(['position', 'moves', 'material', ...MOMENT_NAMES])

interface Token {
  /** The character at which it begins, from 1. */
  at: number
  kind: '(' | ')' | 'word' | 'condition' | 'end'
  /** Of a word in lower case, or as it was typed. */
  text: string
  name?: TypedName
}

/** The expression as it was written. */
type Written =
  | { type: 'all' | 'any'; parts: Written[] }
  | { type: 'not'; part: Written }
  | { type: 'condition'; condition: WrittenCondition }
  | { type: 'line'; moments: WrittenCondition[][] }

interface WrittenCondition {
  at: number
  name: TypedName
  text: string
}

const SPACE = /\s+/y
const CONDITION = /([a-z]+)[:=](?:"([^"]*)"|([^\s()"]+))/iy
const WORD = /[^\s()]+/y

/** Parses an expression. Throws ConditionError. @param kinds the kinds of game that there are */
export function parseExpression(text: string, read: ReadConditions, kinds: readonly Game[]): Where {
  const tokens = tokenize(text)
  const written = new Parser(tokens).parse()
  return { text, expression: new Maker(read, kinds).make(written, undefined) }
}

function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  let conditions = 0
  for (let index = 0; index < text.length;) {
    const match = (pattern: RegExp) => {
      pattern.lastIndex = index
      return pattern.exec(text)
    }
    const at = index + 1
    const space = match(SPACE)
    if (space) {
      index += space[0].length
      continue
    }
    const sign = text[index]!
    if (sign === '(' || sign === ')') {
      tokens.push({ at, kind: sign, text: sign })
      index++
      continue
    }
    const condition = match(CONDITION)
    if (condition) {
      const [whole, typed = '', quoted, plain = ''] = condition
      const name = NAMES.get(typed.toLowerCase())
      if (!name)
        throw wrong('query/where-name', {
          at,
          name: typed.slice(0, 40),
          names: [...new Set(NAMES.values())].join(', '),
        })
      if (++conditions > MAX_CONDITIONS) throw wrong('query/where-many', { at, most: MAX_CONDITIONS })
      tokens.push({ at, kind: 'condition', text: quoted ?? plain, name })
      index += whole.length
      continue
    }
    const [word] = match(WORD)!
    tokens.push({ at, kind: 'word', text: word.toLowerCase() })
    index += word.length
  }
  tokens.push({ at: text.length + 1, kind: 'end', text: '' })
  return tokens
}

class Parser {
  private readonly tokens: readonly Token[]
  private next = 0
  private depth = 0

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens
  }

  parse(): Written {
    const written = this.any()
    if (this.token.kind !== 'end') throw this.unexpected()
    return written
  }

  private get token(): Token {
    return this.tokens[this.next]!
  }

  private isWord(word: string): boolean {
    return this.token.kind === 'word' && this.token.text === word
  }

  private takes(word: string): boolean {
    if (!this.isWord(word)) return false
    this.next++
    return true
  }

  private any(): Written {
    if (++this.depth > MAX_DEPTH) throw wrong('query/where-deep', { at: this.token.at, most: MAX_DEPTH })
    const parts = [this.all()]
    while (this.takes('or')) parts.push(this.all())
    this.depth--
    return parts.length === 1 ? parts[0]! : { type: 'any', parts }
  }

  private all(): Written {
    const parts = [this.one()]
    for (;;) {
      if (this.takes('and')) parts.push(this.one())
      else if (this.token.kind === 'condition' || this.token.kind === '(' || this.isWord('not')) parts.push(this.one())
      else return parts.length === 1 ? parts[0]! : { type: 'all', parts }
    }
  }

  private one(): Written {
    let isNot = false
    while (this.takes('not')) isNot = !isNot
    const part = this.token.kind === '(' ? this.nested() : this.line()
    return isNot ? { type: 'not', part } : part
  }

  private nested(): Written {
    const { at } = this.token
    this.next++
    const part = this.any()
    if (this.token.kind !== ')') {
      throw this.token.kind === 'end' ? wrong('query/where-open', { at }) : this.unexpected()
    }
    this.next++
    // What is in parentheses by itself is not about the same player as what is beside them.
    return part.type === 'condition' ? { type: 'all', parts: [part] } : part
  }

  /** A condition, or moments of the main line one after another. */
  private line(): Written {
    const moments = [this.moment()]
    while (this.takes('then')) moments.push(this.moment())
    const [[first, ...others] = []] = moments
    const isAlone = moments.length === 1 && others.length === 0 && first !== undefined
    if (isAlone && !isMomentName(first.name)) return { type: 'condition', condition: first }
    for (const { name, at } of moments.flat()) {
      if (!OF_MOMENTS.has(name)) throw wrong('query/where-moment', { at, name, names: [...OF_MOMENTS].join(', ') })
    }
    return { type: 'line', moments }
  }

  private moment(): WrittenCondition[] {
    const facts = [this.condition()]
    while (this.takes('with')) facts.push(this.condition())
    return facts
  }

  private condition(): WrittenCondition {
    const { kind, at, text, name } = this.token
    if (kind !== 'condition' || name === undefined) throw this.unexpected()
    this.next++
    return { at, name, text }
  }

  private unexpected(): ConditionError {
    const { at, kind, text } = this.token
    return kind === 'end'
      ? wrong('query/where-end', { at })
      : wrong('query/where-word', { at, text: text.slice(0, 40) })
  }
}

function isMomentName(name: TypedName): name is MomentName {
  return MOMENT_NAMES.some((known) => known === name)
}

/** Gives what was written its meaning. */
class Maker {
  private readonly read: ReadConditions
  private readonly kinds: readonly Game[]

  constructor(read: ReadConditions, kinds: readonly Game[]) {
    this.read = read
    this.kinds = kinds
  }

  /** @param game the game that a condition around it names */
  make(written: Written, game: string | undefined): Expression {
    if (written.type === 'not') return { type: 'not', part: this.make(written.part, game) }
    if (written.type === 'any') return { type: 'any', parts: written.parts.map((part) => this.make(part, game)) }
    if (written.type === 'line') return this.makeLine(written.moments, game)
    const parts = written.type === 'all' ? written.parts : [written]
    const conditions = parts.flatMap((part) => (part.type === 'condition' ? [part.condition] : []))
    const named =
      conditions
        .find(({ name }) => name === 'game')
        ?.text.trim()
        .toLowerCase() ?? game
    const others = parts.filter((part) => part.type !== 'condition').map((part) => this.make(part, named))
    const made = [...this.queriesOf(conditions, named), ...others]
    return made.length === 1 ? made[0]! : { type: 'all', parts: made }
  }

  /** Conditions side by side belong together, as in a query; one that is repeated is a query of its own. */
  private queriesOf(conditions: readonly WrittenCondition[], game: string | undefined): Expression[] {
    const groups: WrittenCondition[][] = []
    for (const condition of conditions) {
      const group = groups.find((known) => known.every(({ name }) => name !== condition.name))
      if (group) group.push(condition)
      else groups.push([condition])
    }
    return groups.map((group) => ({ type: 'query', query: this.query(group, game) }))
  }

  private query(group: readonly WrittenCondition[], game: string | undefined) {
    // Each by itself first, so that an error is at its character.
    for (const { name, text, at } of group) {
      if (name === 'colour' || (name === 'moves' && group.some((other) => other.name === 'position'))) continue
      explained(at, () =>
        this.read({ [name]: text, ...(game !== undefined && name !== 'game' && { game }) }, this.kinds),
      )
    }
    const texts = Object.fromEntries(group.map(({ name, text }) => [name, text]))
    const board = group.some(({ name }) => OF_MOMENTS.has(name) || name === 'pattern')
    const whole = { ...(board && game !== undefined && { game }), ...texts }
    return explained(group[0]!.at, () => this.read(whole, this.kinds))
  }

  private makeLine(moments: readonly (readonly WrittenCondition[])[], named: string | undefined): Expression {
    const facts = moments.flat()
    const boards = facts.flatMap(({ name, text, at }) =>
      isMomentName(name)
        ? []
        : explained(at, () => this.read({ [name]: text, ...(named !== undefined && { game: named }) }, this.kinds)),
    )
    const game =
      boards.map(({ position, material }) => position?.game ?? material?.game).find((known) => known !== undefined) ??
      this.kinds.find((kind) => (named === undefined ? !hasStones(kind) : kind === named)) ??
      (named === 'xiangqi' ? 'xiangqi' : 'chess')
    return { type: 'line', game, moments: moments.map((moment) => this.moment(moment, game)) }
  }

  private moment(moment: readonly WrittenCondition[], game: Game): Moment {
    return moment.flatMap(({ name, text, at }): MomentFact[] => {
      if (isMomentName(name)) return [menFact(name, text, at, game)]
      const { position, material } = explained(at, () => this.read({ [name]: text, game }, this.kinds))
      if (material?.lasting !== undefined) throw wrong('query/where-lasting', { at })
      return [
        ...(position ? [{ type: 'position' as const, position: position.position }] : []),
        ...(material ? [{ type: 'material' as const, material }] : []),
      ]
    })
  }
}

/** Men by their letters, those of the first side as capitals. */
function menFact(name: MomentName, text: string, at: number, game: Game): MomentFact {
  if (hasStones(game)) throw wrong('query/where-men', { at, name, game })
  const men = [...text].flatMap((sign, index) => {
    if (sign === ' ') return []
    const man = manOf(game, sign)
    if (man > 0) return [man]
    const reason = messageOf(new PositionError('pattern/piece', { at: index + 1, sign, game }))
    throw wrong('query/where-value', { at, reason })
  })
  if (name !== 'imbalance') return { type: name, men }
  // The men of the second side have the numbers after those of the first, in the same order.
  const kinds = MEN[game].length / 2
  const surplus = Array.from({ length: kinds + 1 }, () => 0)
  for (const man of men) {
    if (man <= kinds) surplus[man]!++
    else surplus[man - kinds]!--
  }
  return { type: 'imbalance', surplus }
}

function explained<Meaning>(at: number, read: () => Meaning): Meaning {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof CodedError)) throw error
    throw wrong('query/where-value', { at, reason: messageOf(error) })
  }
}

function wrong<Code extends ErrorCode & `query/where-${string}`>(code: Code, params: ParamsOf<Code>): ConditionError {
  return new ConditionError('where', code, params)
}

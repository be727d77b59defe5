/**
 * The types of the catalogue of messages. English is the pattern: its texts say which ids there are and
 * which parameters each one needs, and the other languages must have them all.
 *
 * A text names its parameters in braces. `{name}` is replaced by a text, a number or another message;
 * `{count:game|games}` by a number with the right plural form of the language. English and French have two
 * forms (one, other), Russian three (one, few, many); Chinese writes `{count}` and the word after it.
 */
import type { errors } from './english/errors.ts'
import type { features } from './english/features.ts'
import type { allSentences } from './english/index.ts'
import type { terms } from './english/terms.ts'

/** What a record may use and a format may keep, as in `loss/arrows`. */
export type FeatureName = keyof typeof features

/** The English texts of issues by their ids. */
export type Sentences = ReturnType<typeof allSentences>
/** The English texts of errors by their ids. */
export type Errors = typeof errors
/** The English texts of terms that messages insert by their ids. */
export type Terms = typeof terms

/** Ids of issues. */
export type IssueId = keyof Sentences | `loss/${FeatureName}`

/** Codes of errors. */
export type ErrorCode = keyof Errors

/** Everything that has a sentence. */
export type MessageId = IssueId | ErrorCode | keyof Terms

/** A message inside another, such as a reason. */
export interface Message {
  readonly id: MessageId
  readonly params?: Params
}

/**
 * A value in a sentence: a number, a message, or a text that is the same in every language, such as a name in the file
 * or an id.
 */
export type Param = string | number | Message

/** The values of a message by the names of its parameters. */
export type Params = Readonly<Record<string, Param>>

type Placeholders<Text extends string> = Text extends `${string}{${infer Placeholder}}${infer Rest}`
  ? Placeholder | Placeholders<Rest>
  : never

type NameOf<Placeholder extends string> = Placeholder extends `${infer Name}:${string}` ? Name : Placeholder

/** The parameters of a text; numbers for those with plural forms. */
export type ParamsOfText<Text extends string> = {
  readonly [Placeholder in Placeholders<Text> as NameOf<Placeholder>]: Placeholder extends `${string}:${string}`
    ? number
    : ParamNamed<NameOf<Placeholder>>
}

/** What a parameter holds, by its name, which means the same in every sentence. */
export type ParamNamed<Name extends string> = Name extends NamedParam
  ? TermIn<(typeof NAMED_PARAMS)[Name]>
  : Name extends PhraseParam
    ? Message
    : Param

/** The ids of a group of terms: `time` of the term `ending/time`. */
export type TermIn<Group extends string> = keyof Terms extends infer Id
  ? Id extends `${Group}/${infer Name}`
    ? Name
    : never
  : never

/**
 * Parameters that hold ids of the model, with the group of terms that name these in each language: the parameter `by`
 * of `time` reads as the term `ending/time`.
 */
export const NAMED_PARAMS = {
  game: 'game',
  otherGame: 'game',
  outcome: 'outcome',
  by: 'ending',
  recordKind: 'record-kind',
  writtenKind: 'record-kind',
  gender: 'gender',
  quality: 'quality',
} as const
/** Names of the parameters that hold ids of the model. */
export type NamedParam = keyof typeof NAMED_PARAMS

/** Parameters that hold words or sentences, which are messages of their own. */
export const PHRASE_PARAMS = ['fault', 'field', 'list', 'media', 'oddity', 'part', 'reason', 'side', 'what'] as const
/** Names of the parameters that hold messages. */
export type PhraseParam = (typeof PHRASE_PARAMS)[number]

/** The parameters of the sentence of an id. */
export type ParamsOf<Id extends MessageId> = Id extends keyof Sentences
  ? ParamsOfText<Sentences[Id]>
  : Id extends ErrorCode
    ? ParamsOfText<Errors[Id]>
    : Id extends keyof Terms
      ? ParamsOfText<Terms[Id]>
      : { readonly format: Param }

/** The texts of a part of the catalogue in another language than English. */
export type Translated<English> = Readonly<Record<keyof English, string>>

/** The texts of a language. */
export interface Language {
  /** ISO 639-1. */
  readonly code: string
  readonly sentences: Translated<Sentences>
  readonly errors: Translated<Errors>
  readonly terms: Translated<Terms>
  /** Names of features as phrases, for losses. */
  readonly features: Readonly<Record<FeatureName, string>>
  readonly frame: Frame
}

/** Text around sentences. */
export interface Frame {
  /** The sentence of `loss/FEATURE`. */
  readonly loss: string
  /** Appended to an issue that occurred several times. */
  readonly more: string
  /** The parts of a place. */
  readonly line: string
  readonly column: string
  readonly root: string
  readonly offset: string
  readonly game: string
  readonly node: string
}

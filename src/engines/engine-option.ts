/** Options that engines of UCI and UCCI declare. */
import type { EngineOption } from './engine.ts'
import { EngineError } from './engine-error.ts'

const TYPES = ['check', 'spin', 'combo', 'button', 'string'] as const

/** Reads `option name Clear Hash type button`; names may contain spaces. Undefined for any other line. */
export function parseUciOption(line: string): EngineOption | undefined {
  const match = /^option name (.{1,200}?) type (\w+)(?: (.*))?$/.exec(line.trim())
  return match ? makeOption(match[1]!, match[2]!, match[3] ?? '') : undefined
}

/** Reads `option hashsize type spin min 0 max 1024 default 0` of UCCI. */
export function parseUcciOption(line: string): EngineOption | undefined {
  const match = /^option (?:name )?(\S{1,200}) type (\w+)(?: (.*))?$/.exec(line.trim())
  return match ? makeOption(match[1]!, match[2]!, match[3] ?? '') : undefined
}

function makeOption(name: string, typeName: string, rest: string): EngineOption | undefined {
  const type = TYPES.find((known) => known === typeName)
  if (!type) return undefined
  const option: EngineOption = { name, type }
  if (type === 'button') return option
  const parts = rest.split(/(?:^| )(default|min|max|var)(?: |$)/)
  for (let at = 1; at + 1 < parts.length; at += 2) {
    const value = parts[at + 1]!.trim()
    if (parts[at] === 'default') option.value = value === '<empty>' ? '' : value
    else if (parts[at] === 'var') (option.choices ??= []).push(value)
    else if (/^-?[0-9]{1,15}$/.test(value)) option[parts[at] === 'min' ? 'least' : 'most'] = Number(value)
  }
  return option
}

/** Throws EngineError for a value that an option cannot have: some engines die of one. */
export function checkOption({ name, type, least, most, choices }: EngineOption, value: string): void {
  const fits = {
    check: value === 'true' || value === 'false',
    spin: /^-?[0-9]{1,15}$/.test(value) && Number(value) >= (least ?? -Infinity) && Number(value) <= (most ?? Infinity),
    combo: choices === undefined || choices.includes(value),
    button: true,
    string: true,
  }[type]
  if (!fits) throw new EngineError('engine/option-value', { name, value })
}

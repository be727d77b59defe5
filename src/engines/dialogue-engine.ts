/** What engines of all protocols have in common that are talked to in lines. */
import type { Dialogue } from './dialogue.ts'
import type { EngineOption, EnginePatience } from './engine.ts'
import { EngineError } from './engine-error.ts'

/** Seconds until an engine that was told to quit is ended. */
const QUIT_SECONDS = 2

/** An engine behind a dialogue: how it is told to quit, and that it has no options unless its protocol has them. */
export abstract class DialogueEngine {
  readonly options: EngineOption[] = []
  protected readonly dialogue: Dialogue
  protected readonly patience: EnginePatience
  /** The line that ends it. */
  protected readonly farewell: string = 'quit'

  constructor(dialogue: Dialogue, patience: EnginePatience) {
    this.dialogue = dialogue
    this.patience = patience
  }

  get isOpen(): boolean {
    return this.dialogue.isOpen
  }

  /** Refuses: the engine has declared no options. */
  setOption(name: string, _value: string): Promise<void> {
    return Promise.reject(new EngineError('engine/option', { name }))
  }

  /** Ends it, kindly first. */
  async quit(): Promise<void> {
    if (!this.isOpen) return
    this.dialogue.send(this.farewell)
    const ended = this.dialogue.wait(() => undefined, { total: QUIT_SECONDS })
    await ended.catch(() => undefined)
  }
}

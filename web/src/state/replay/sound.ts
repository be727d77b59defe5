/** The sound of a piece that is put down, made by the page itself; off unless chosen in the settings. */
import { effect } from '@preact/signals'
import { hasSound } from '../page/settings.ts'
import { node, record } from './replay.ts'

let context: AudioContext | undefined
let before: { origin: unknown; node: number } | undefined

/** Lets moves be heard from now on: those forward, whoever makes them; not opening a game or going back. */
export function soundMoves(): void {
  effect(() => {
    const [shown, at, isOn] = [record.value, node.value, hasSound.value === 'yes']
    const isMove = shown !== undefined && before?.origin === shown.origin && shown.nodes[at]?.parent === before?.node
    before = { origin: shown?.origin, node: at }
    if (isOn && isMove && shown.nodes[at]?.move !== undefined) knock()
  })
}

/** Wood on wood: a short low tone that falls, with the noise of the touch. */
function knock(): void {
  context ??= new AudioContext()
  const now = context.currentTime
  const volume = context.createGain()
  volume.gain.setValueAtTime(0.25, now)
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.12)
  volume.connect(context.destination)
  const tone = context.createOscillator()
  tone.frequency.setValueAtTime(420, now)
  tone.frequency.exponentialRampToValueAtTime(160, now + 0.08)
  tone.connect(volume)
  tone.start(now)
  tone.stop(now + 0.13)
  const noise = context.createBufferSource()
  const length = Math.round(context.sampleRate * 0.015)
  noise.buffer = context.createBuffer(1, length, context.sampleRate)
  const samples = noise.buffer.getChannelData(0)
  for (let index = 0; index < length; index++) samples[index] = (Math.random() - 0.5) * (1 - index / length)
  noise.connect(volume)
  noise.start(now)
}

import { prefersReducedMotion } from '../ui/reduced-motion.ts'
import { areSoundsOn } from './celebrate.ts'
import badge from './sounds/badge.mp3?no-inline'
import done from './sounds/done.mp3?no-inline'
import prize from './sounds/prize.mp3?no-inline'
import right from './sounds/right.mp3?no-inline'
import rise from './sounds/rise.mp3?no-inline'

const files = { badge, done, prize, right, rise }
export type SoundName = keyof typeof files

let context: AudioContext | undefined
const decoded = new Map<SoundName, Promise<AudioBuffer>>()

/** Browsers without `userActivation` start no sound before a tap either. */
const wasTapped = () => navigator.userActivation?.hasBeenActive ?? true

/**
 * Plays a sound and lets the phone vibrate, unless the student turned that off or has not tapped this page yet. A student who asked for
 * less motion gets only the sound. Web Audio obeys the silent switch of a phone. A sound that cannot be loaded or played is left out.
 */
export async function playSound(name: SoundName, vibration: number[]): Promise<void> {
  if (!areSoundsOn() || !wasTapped()) return
  try {
    if (!prefersReducedMotion()) navigator.vibrate?.(vibration)
    context ??= new AudioContext()
    if (context.state === 'suspended') await context.resume()
    const { destination } = context
    const source = new AudioBufferSourceNode(context, { buffer: await load(context, name) })
    source.connect(destination)
    source.start()
  } catch {
    decoded.delete(name)
  }
}

function load(audio: AudioContext, name: SoundName): Promise<AudioBuffer> {
  const known = decoded.get(name)
  if (known) return known
  const loading = fetch(files[name]).then(async (reply) => audio.decodeAudioData(await reply.arrayBuffer()))
  decoded.set(name, loading)
  return loading
}

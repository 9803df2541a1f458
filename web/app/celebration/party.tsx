import { useEffect } from 'react'
import { prefersReducedMotion } from '../ui/reduced-motion.ts'
import type { Moment } from './celebrate.ts'
import { Mascot } from './mascot.tsx'
import { playSound, type SoundName } from './play-sound.ts'
import './celebration.css'

type Look = {
  sound: SoundName
  /** What the phone vibrates: milliseconds on, off, on. */
  vibration: number[]
  /** How long it is shown, in milliseconds. */
  ms: number
  leaves: number
  /** Whether the mascot comes too. Not during a quiz, whose screen it would cover. */
  hasMascot: boolean
}

const big = { ms: 3_000, leaves: 24, hasMascot: true }
const looks: Record<Moment, Look> = {
  right: { sound: 'right', vibration: [30], ms: 900, leaves: 8, hasMascot: false },
  done: { sound: 'done', vibration: [60], ms: 2_200, leaves: 0, hasMascot: true },
  quiz: { sound: 'done', vibration: [60], ms: 2_200, leaves: 12, hasMascot: true },
  rank: { sound: 'rise', vibration: [40, 60, 40], ms: 2_200, leaves: 12, hasMascot: true },
  best: { sound: 'rise', vibration: [40, 60, 40], ms: 2_200, leaves: 16, hasMascot: true },
  badge: { sound: 'badge', vibration: [40, 60, 80], ...big },
  level: { sound: 'badge', vibration: [40, 60, 80], ...big },
  series: { sound: 'prize', vibration: [60, 60, 60, 60, 120], ...big },
  prize: { sound: 'prize', vibration: [60, 60, 60, 60, 120], ...big },
}

/** Leaves and the mascot over the page, with a sound. Decorative: the page says in words what happened, and taps go through. */
export function Party({ moment, onEnd }: { moment: Moment; onEnd: () => void }) {
  const { sound, vibration, ms, leaves, hasMascot } = looks[moment]
  useEffect(() => {
    void playSound(sound, vibration)
    const timer = setTimeout(onEnd, ms)
    return () => clearTimeout(timer)
  }, [sound, vibration, ms, onEnd])
  return (
    <div className={`party party--${moment}`} aria-hidden="true">
      {!prefersReducedMotion() &&
        Array.from({ length: leaves }, (_, at) => (
          <i key={at} style={{ left: `${(at * 100) / leaves}%`, animationDelay: `${(at % 5) * 70}ms` }} />
        ))}
      {hasMascot && <Mascot mood={moment === 'quiz' || moment === 'done' ? 'glad' : 'cheering'} />}
    </div>
  )
}

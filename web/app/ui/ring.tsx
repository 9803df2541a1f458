import { useState } from 'react'
import { formatClock } from './format.ts'
import { text } from './text.ts'

const RADIUS = 32
const AROUND = 2 * Math.PI * RADIUS
/** In addition to half time. */
const SPOKEN_AT = [30, 10]

type Props = {
  secondsLeft: number
  totalSeconds: number
  /** Below this many seconds the ring turns from green to red. */
  urgentBelow?: number
  /** Announces half time, 30 and 10 seconds to screen readers. False for an illustration of a ring. */
  isSpoken?: boolean
}

/** A quiz's countdown. Screen readers announce three moments instead of every second. */
export function Ring({ secondsLeft, totalSeconds, urgentBelow = 24, isSpoken = true }: Props) {
  const left = Math.max(0, Math.ceil(secondsLeft))
  const share = totalSeconds > 0 ? Math.min(1, Math.max(0, secondsLeft / totalSeconds)) : 0
  const circle = { cx: 38, cy: 38, r: RADIUS }
  return (
    <div className={left < urgentBelow ? 'ring ring--urgent' : 'ring'}>
      <div role="timer" aria-label={text.timeLeft(formatClock(left))}>
        <svg viewBox="0 0 76 76" aria-hidden="true">
          <circle className="t" {...circle} />
          <circle className="p" {...circle} strokeDasharray={`${(share * AROUND).toFixed(1)} ${AROUND.toFixed(1)}`} />
        </svg>
        <b aria-hidden="true" translate="no">
          {formatClock(left)}
        </b>
      </div>
      {isSpoken && <Announcement left={left} totalSeconds={totalSeconds} />}
    </div>
  )
}

/** Slow phones skip seconds, so a moment is announced as soon as it has been reached or passed. */
function Announcement({ left, totalSeconds }: { left: number; totalSeconds: number }) {
  const [before, setBefore] = useState(left)
  const [sentence, setSentence] = useState('')
  if (left !== before) {
    const moments = [Math.floor(totalSeconds / 2), ...SPOKEN_AT]
    setBefore(left)
    setSentence(moments.some((moment) => left <= moment && moment < before) ? text.secondsLeft(left) : '')
  }
  return (
    <span className="sr" role="status">
      {sentence}
    </span>
  )
}

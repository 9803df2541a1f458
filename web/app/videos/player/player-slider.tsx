import type { KeyboardEvent } from 'react'
import { toPercent } from './player-view.ts'

type Props = {
  label: string
  value: number
  max: number
  /** How far one arrow key goes. */
  keyStep: number
  valueText: string
  onChange: (value: number) => void
}

const FINE = 1000

/** The browser's own slider, unseen, over a bar of our own: finger, mouse, keys and screen readers come with it. */
export function PlayerSlider({ label, value, max, keyStep, valueText, onChange }: Props) {
  const press = (event: KeyboardEvent) => {
    const direction = directions[event.key]
    if (direction === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onChange(Math.min(max, Math.max(0, value + direction * keyStep)))
  }
  return (
    <div className="bar2">
      <input
        type="range"
        aria-label={label}
        aria-valuetext={valueText}
        min={0}
        max={max > 0 ? max : 1}
        step={(max > 0 ? max : 1) / FINE}
        value={Math.min(value, max)}
        onKeyDown={press}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
      <span className="bar2__t">
        <i style={{ width: `${toPercent(value, max)}%` }} />
      </span>
    </div>
  )
}

const directions: Record<string, number> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }

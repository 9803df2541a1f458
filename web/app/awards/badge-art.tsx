import type { MoralValue } from '@baobab/contract/videos/endpoints.ts'
import { motifHref, type MotifName, type SpecialMotif } from '../ui/motif.tsx'

type BadgeArtProps = {
  value: MoralValue
  level: number
  /** Whether another level can be earned now. Its fruit is not filled yet. */
  hasNext?: boolean
}

/**
 * A round piece of cloth with a value's motif. Dashed until it is earned; each level fills one of the fruits below. Decorative: the level
 * is written next to it.
 */
export function BadgeArt({ value, level, hasNext = false }: BadgeArtProps) {
  const fruits = hasNext ? level + 1 : level
  return (
    <svg className={`badge-art badge-art--${level}`} viewBox="0 0 120 132" aria-hidden="true">
      <circle className="badge-art__cloth" cx="60" cy="58" r="54" />
      <circle className="badge-art__ring" cx="60" cy="58" r="49" />
      <circle className="badge-art__stitch" cx="60" cy="58" r="42" />
      <use className="badge-art__motif" href={motifHref(valueMotifs[value])} x="33" y="31" width="54" height="54" />
      {Array.from({ length: fruits }, (_, index) => (
        <circle
          key={index}
          className={index < level ? 'badge-art__fruit badge-art__fruit--on' : 'badge-art__fruit'}
          cx={60 + 22 * (index - (fruits - 1) / 2)}
          cy={119 - 4 * Math.abs(index - (fruits - 1) / 2)}
          r="8"
        />
      ))}
    </svg>
  )
}

/** The motif on the badge of each value; no two values share one. */
export const valueMotifs: Readonly<Record<MoralValue, MotifName | SpecialMotif>> = {
  honesty: 'moon',
  courage: 'star',
  kindness: 'leaf',
  respect: 'cowrie',
  responsibility: 'comb',
  patience: 'seedling',
  fairness: 'scales',
  'hard-work': 'step',
  gratitude: 'spiral',
  forgiveness: 'bird',
  'self-control': 'hatch',
  friendship: 'rings',
}

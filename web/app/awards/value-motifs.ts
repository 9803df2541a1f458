import type { MoralValue } from '@baobab/contract/videos/endpoints.ts'
import type { MotifName, SpecialMotif } from '../ui/motif.tsx'

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

import type { LeagueTier } from '@baobab/contract/leagues/text.ts'
import { motifHref } from '../ui/motif.tsx'

/** The drawing of a tier: a seed that grows into a baobab. Decorative. */
export function TierPicture({ tier }: { tier: LeagueTier }) {
  return (
    <svg className="league__art" viewBox="0 0 120 104" aria-hidden="true">
      <use href={motifHref(`tier-${tier}`)} />
    </svg>
  )
}

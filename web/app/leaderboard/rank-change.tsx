import type { AgeCategory } from '@baobab/contract/age.ts'
import { Chip } from '../ui/chip.tsx'
import { formatCount } from '../ui/format.ts'
import { useRankChange } from './use-rank-change.ts'

type Props = { username: string; category: AgeCategory; rank: number }

/** Up or down since the last visit; says nothing where nothing moved. */
export function RankChange({ username, category, rank }: Props) {
  const moved = useRankChange(`rank_${username}_${category}`, rank)
  if (moved === 0) return null
  const isUp = moved > 0
  return (
    <p>
      <Chip kind={isUp ? 'ok' : 'warn'} icon={isUp ? 'arrow-up' : 'arrow-down'}>
        {formatCount(Math.abs(moved), 'place')} {isUp ? 'up' : 'down'} since your last visit
      </Chip>
    </p>
  )
}

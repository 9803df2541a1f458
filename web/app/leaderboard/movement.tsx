import type { AgeCategory } from '@baobab/contract/age.ts'
import { Chip } from '../ui/chip.tsx'
import { counted } from '../ui/format.ts'
import { useMovement } from './use-movement.ts'

type Props = { username: string; category: AgeCategory; rank: number }

/** Up or down since the last visit; says nothing where nothing moved. */
export function Movement({ username, category, rank }: Props) {
  const moved = useMovement(`rank_${username}_${category}`, rank)
  if (moved === 0) return null
  const isUp = moved > 0
  return (
    <p>
      <Chip kind={isUp ? 'ok' : 'warn'} icon={isUp ? 'arrow-up' : 'arrow-down'}>
        {counted(Math.abs(moved), 'place')} {isUp ? 'up' : 'down'} since your last visit
      </Chip>
    </p>
  )
}

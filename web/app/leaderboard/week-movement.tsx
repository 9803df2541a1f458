import { Chip } from '../ui/chip.tsx'
import { text } from './text.ts'

/** Shows how many ranks the student has moved this week; nothing if the rank is the same or there is nothing to compare with. */
export function WeekMovement({ rank, rankOnMonday }: { rank: number; rankOnMonday: number | null | undefined }) {
  const places = (rankOnMonday ?? rank) - rank
  if (places === 0) return null
  return (
    <p>
      {places > 0 ? (
        <Chip kind="ok" icon="arrow-up">
          {text.placesUp(places)}
        </Chip>
      ) : (
        <Chip icon="arrow-down">{text.placesDown(-places)}</Chip>
      )}
    </p>
  )
}

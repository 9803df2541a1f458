import type { Video } from '@baobab/contract/videos/endpoints.ts'
import { Chip } from '../ui/chip.tsx'
import { isNewlyUnlocked } from './is-newly-unlocked.ts'
import { text } from './text.ts'

/** Marks the card of a video that a payment has opened, until the student opens it. */
export function UnlockedChip({ video }: { video: Video }) {
  if (!isNewlyUnlocked(video)) return null
  return (
    <Chip kind="ok" icon="check">
      {text.unlocked}
    </Chip>
  )
}
